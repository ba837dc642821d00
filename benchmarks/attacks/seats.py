"""A seat changes hands while commands of its old holder wait; covered cards are asked for."""

import asyncio
import json

from robustness.served import ServedProcess

from tenback.server.remote.client import ConnectionLostError, Head, TableClient
from tenback.server.wire.messages import Done
from tenback.server.wire.views import Own
from tenback.table.unions import Concede, EndTurn, Leave, Place, Ready, Rematch, Say, StartGame

from .guest import Guest, Row, must

__all__ = ["attack_seats"]

_TRIES = 15


async def attack_seats(served: ServedProcess) -> list[Row]:
    """Try to act for whoever sits down next, to see their hand, and to hear of covered cards."""
    guest = Guest(served.server)
    spoken = left = shown = 0
    for number in range(_TRIES):
        # Every try has an address of its own: tables and seats are limited by address.
        guest = Guest(served.server, f"127.0.2.{number + 1}")
        said, gone = await _speak_for_newcomer(guest)
        spoken, left = spoken + said, left + gone
        shown += await _see_hand_of_newcomer(guest)
        await guest.leave()
    told = await _ask_for_covered_cards(Guest(served.server, "127.0.2.250"))
    return [
        Row("speak as who took the seat", f"{spoken} of {_TRIES}", spoken == 0),
        Row("leave as who took the seat", f"{left} of {_TRIES}", left == 0),
        Row("see the hand of who took the seat", f"{shown} of {_TRIES}", shown == 0),
        Row("seen=1 where covered cards are hidden", f"{told} covered cards told", told == 0),
    ]


async def _speak_for_newcomer(guest: Guest) -> tuple[bool, bool]:
    host = await guest.open(players=2, settings={"text": True})
    old = await guest.sit(host.code, "Bob")
    said: list[int] = []

    def listen(head: Head, raw: bytes) -> None:
        if head.type == "update":
            happenings = json.loads(raw)["happenings"]
            said.extend(one["seat"] for one in happenings if one["type"] == "said")

    watcher = await guest.connect(host.code, host.token, listen)
    clients = [await guest.connect(host.code, old.token) for _ in range(6)]
    first, *others = clients
    leaving = asyncio.create_task(_quietly(first, Leave()))
    sitting = asyncio.create_task(_sit_at_once(guest, host.code))
    waiting = [asyncio.create_task(_quietly(one, Say("it is me"))) for one in others[:4]]
    waiting.append(asyncio.create_task(_quietly(others[4], Leave())))
    await leaving
    newcomer = await sitting
    await asyncio.gather(*waiting)
    await asyncio.sleep(0.1)
    seats = watcher.table.seats
    is_there = seats[newcomer] is not None
    return bool(said) and newcomer in said and is_there, not is_there


async def _sit_at_once(guest: Guest, code: str) -> int:
    while True:
        answer = await guest.post(f"/api/tables/{code}/seats", {"name": "Cyd"})
        if answer.status == 201:
            return answer.json["seat"]


async def _quietly(client: TableClient, command: Say | Leave | Rematch) -> bool:
    try:
        return isinstance(await client.do(command), Done)
    except ConnectionLostError:
        return False


async def _see_hand_of_newcomer(guest: Guest) -> bool:
    host = await guest.open("duel", settings={"pace": 0})
    old = await guest.sit(host.code, "Bob")
    seen: list[Own | None] = []
    late_from = 10**9

    def look(head: Head, raw: bytes) -> None:
        if head.type in ("update", "welcome", "resync") and head.seq > late_from:
            own = json.loads(raw)["own"]
            if own is not None and own["hand"]:
                seen.append(own)

    ana = await guest.connect(host.code, host.token)
    bob = await guest.connect(host.code, old.token)
    late = await guest.connect(host.code, old.token, look)
    await must(bob, Ready())
    await must(ana, StartGame())
    await must(ana, Concede())
    leaving = asyncio.create_task(_quietly(bob, Leave()))
    asked = [asyncio.create_task(_quietly(late, Rematch())) for _ in range(5)]
    await leaving
    answer = await guest.post(f"/api/tables/{host.code}/seats", {"name": "Cyd"})
    late_from = ana.seq + 1
    cyd = await guest.connect(host.code, answer.json["token"])
    asked += [asyncio.create_task(_quietly(late, Rematch())) for _ in range(5)]
    await asyncio.gather(*asked)
    await _quietly(cyd, Rematch())
    await _quietly(ana, Rematch())
    await asyncio.sleep(0.1)
    return any(seen)


async def _ask_for_covered_cards(guest: Guest) -> int:
    host = await guest.open(players=1, settings={"pace": 0}, start=True)
    ana = await guest.connect(host.code, host.token)
    laid: list[list[int]] = []
    for _ in range(6):
        laid.append([])
        while ana.own is not None and not ana.own.may_end:
            chosen = min(ana.own.legal, key=lambda one: (one.dooms, one.by))
            await must(ana, Place(chosen.card, chosen.pile))
            laid[-1].append(chosen.card)
        await must(ana, EndTurn())
    covered = {card for turn in laid[:-1] for card in turn}
    told: set[int] = set()

    def listen(head: Head, raw: bytes) -> None:
        del head
        happenings = json.loads(raw).get("happenings", ())
        told.update(one["card"] for one in happenings if one["type"] == "card_placed")

    for seen in (1, 2, -1):
        watcher = TableClient(guest.server, host.code, "", listen, source=guest.address)
        watcher.seq = seen
        await watcher.connect()
        await watcher.close()
    await guest.leave()
    return len(told & covered)
