"""A bot in thirty lines: python example_bot.py http://127.0.0.1:8010/t/CODE"""

import json
import sys
import urllib.request

from websockets.sync.client import connect

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


with connect(f"ws{table.removeprefix('http')}/socket") as socket:
    socket.send(json.dumps({"type": "hello", "token": token}))
    asked = None
    for message in (one for one in map(json.loads, socket) if "table" in one):
        stage, game = message["table"]["stage"], message["table"]["play"]
        if stage == "over":
            break
        act = decide(stage, message["own"])
        now = f"{stage} {game and (game['turns'], len(game['laid']))}"
        if act and now != asked:
            asked = now
            do = {"type": "do", "id": now, "command": act, "seen": message["seq"]}
            socket.send(json.dumps(do))
print(game["outcome"]["termination"], game["outcome"]["score"])
