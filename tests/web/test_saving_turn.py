"""A lost game shows the turn that would have saved it: at a server's table and on the device."""

import json
from typing import Any

from tests.server.serving import Served
from tests.web.building import ROOT
from tests.web.conftest import Invite
from tests.web.guest import Guest
from tests.web.shelving import keep

from tenback.records import GameRecord, RecordedTurn, parse_record
from tenback.table import Settings

_HAND = "() => document.querySelector('[data-hand-card]') !== null"


def _lost_alone() -> tuple[GameRecord, list[list[int]]]:
    """Return a solo game that two cards would have saved, and these cards with their piles."""
    told = json.loads((ROOT / "web/test/rescues.json").read_text("utf-8"))
    return next(
        (record, one["placements"])
        for one in told
        if len(one["placements"]) == 2
        for record in [parse_record(one["record"])]
        if (record.rules.game.id, record.rules.players) == ("original", 1)
    )


def _turns(record: GameRecord) -> list[RecordedTurn]:
    return [entry for entry in record.entries if isinstance(entry, RecordedTurn)]


def _assert_told(guest: Guest, saving: list[list[int]]) -> None:
    rescue = guest.page.locator("[data-result='lost'] [data-rescue]")
    rescue.wait_for()
    told = rescue.locator("p").inner_text()
    names = ("A1", "A2", "D1", "D2")
    for card, pile in saving:
        assert f"{card} on {names[pile]}" in told
    assert rescue.locator("li").all_inner_texts() == [f"{card}\n{names[p]}" for card, p in saving]


def test_at_a_table_of_the_server(guest: Guest, served: Served) -> None:
    record, saving = _lost_alone()
    dealt = GameRecord(record.rules, record.decks, 0, ("Ana",), tuple(_turns(record)[:-1]))
    place = served.run(served.hall.adopt(dealt, Settings(pace=0), 0))
    page = guest.sit({"code": place.code, "token": place.token})
    guest.until(_HAND)
    for card, pile in _turns(record)[-1].placements:
        page.click(f'[data-hand-card="{card}"]')
        page.click(f'[data-pile="{pile}"] .target')
        guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", card)
    page.keyboard.press("e")
    _assert_told(guest, saving)


def test_on_the_device(invite: Invite) -> None:
    record, saving = _lost_alone()
    data = json.loads((ROOT / "web/src/lib/offline/data.json").read_text("utf-8"))
    settings = data["catalogue"]["settings"]["usual"] | {"pace": 0}
    agreed: dict[str, Any] = {
        "game": "original",
        "players": 1,
        "options": {},
        "layout": "",
        "starter": 0,
    }
    opening: dict[str, Any] = {"agreed": agreed, "settings": settings, "name": "Ana", "bots": []}
    dealt = {"decks": record.decks, "salt": "5" * 64, "date": "2026-01-01"}
    commands: list[dict[str, Any]] = [{"type": "start_game"}]
    for turn in _turns(record):
        commands += [
            {"type": "place", "card": card, "pile": pile} for card, pile in turn.placements
        ]
        commands.append({"type": "end_turn"})
    steps: list[dict[str, Any]] = [
        {"seat": 0, "command": command, "byDriver": False} for command in commands
    ]
    steps[0]["dealt"] = dealt
    guest = invite(on_device=True)
    guest.go("/rules/original")
    keep(guest, "0SAVING", opening, steps)
    guest.go("/t/0SAVING")
    _assert_told(guest, saving)
