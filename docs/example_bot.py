"""A bot in Python: python example_bot.py http://127.0.0.1:8010/t/CODE"""

import json
import sys
import time
import urllib.request

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

FOR_GOOD = (4400, 4401, 4404, 4410, 1009)  # close codes after which coming back is no use
server, _, code = sys.argv[1].rpartition("/t/")
table = f"{server or 'http://127.0.0.1:8010'}/api/tables/{code}"
sit = urllib.request.Request(f"{table}/seats", headers={"Content-Type": "application/json"})
with urllib.request.urlopen(sit, b'{"name": "Example", "kind": "program"}') as answer:
    token = json.load(answer)["token"]


def decide(stage, own):
    """Say what to do now; None when it is somebody else's turn."""
    if stage != "playing":
        return {"type": "choose_starter", "seat": own["seat"]} if own else {"type": "ready"}
    if own["may_end"]:
        return {"type": "end_turn"}
    best = min(own["legal"], key=lambda o: (o.get("dooms", False), o["by"]), default=None)
    return best and {"type": "place", "card": best["card"], "pile": best["pile"]}


def play(socket):
    """Play until the game is over, and return how it ended; None if the connection is lost."""
    socket.send(json.dumps({"type": "hello", "token": token}))
    last = {}
    for message in map(json.loads, socket):
        if message["type"] == "refused" and message["code"] == "RATE":
            time.sleep(1)
            socket.send(json.dumps(last))  # again, with the same id
        if "table" not in message:
            continue
        stage, game = message["table"]["stage"], message["table"]["play"]
        if stage == "over":
            return game["outcome"]
        act = decide(stage, message["own"])
        now = f"{stage} {game and (game['turns'], len(game['laid']))}"
        if act and (now != last.get("id") or message["type"] == "resync"):
            last = {"type": "do", "id": now, "command": act, "seen": message["seq"]}
            socket.send(json.dumps(last))
    return None


outcome, pause = None, 0.25
while outcome is None:
    try:
        with connect(f"ws{table.removeprefix('http')}/socket") as socket:
            outcome, pause = play(socket), 0.25
    except (OSError, WebSocketException) as error:
        if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FOR_GOOD:
            sys.exit(f"the server says good-bye: {error.rcvd.code} {error.rcvd.reason}")
        time.sleep(pause)
        pause = min(15, 2 * pause)
print(outcome["termination"], outcome["score"])
