"""A table of the device's own, put on the browser's shelf with the cards that a test needs."""

import json
import random
from typing import Any

from tests.web.building import ROOT
from tests.web.guest import Guest

__all__ = ["keep", "shelve"]

#: Puts a table on the shelf of the browser, as if it had been opened here.
_SHELVE = """async ([code, opening, steps]) => {
  localStorage.setItem(`tenback.seat.${code}`, 'device');
  const request = indexedDB.open('tenback-tables', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('tables', { keyPath: 'code' });
    request.result.createObjectStore('steps');
  };
  const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
  const act = database.transaction(['tables', 'steps'], 'readwrite');
  act.objectStore('tables').put({ code, opening, at: Date.now() });
  steps.forEach((step, at) => act.objectStore('steps').put(step, [code, at]));
  await new Promise((go) => { act.oncomplete = go; });
  database.close();
}"""


def shelve(guest: Guest, code: str, **wanted: Any) -> None:
    """Put a table, opened like this, on the shelf of the page that the guest is on."""
    data = json.loads((ROOT / "web/src/lib/offline/data.json").read_text("utf-8"))
    game = {"options": {}, "layout": "", "starter": 0} | wanted.pop("agreed")
    settings = data["catalogue"]["settings"]["usual"] | {"pace": 0}
    opening: dict[str, Any] = {
        "agreed": game,
        "settings": settings,
        "name": "Ana",
        "bots": [],
        **wanted,
    }
    kind = data["games"][game["game"]]
    chance = random.Random(code)  # the same cards in every run
    cards = range(kind["lowest"], kind["highest"] + 1)
    decks = [chance.sample(cards, len(cards)) for _ in range(kind["decks"])]
    dealt = {"decks": opening.get("decks", decks), "salt": "5" * 64, "date": "2026-01-01"}
    command = {"type": "start_game"}
    keep(guest, code, opening, [{"seat": 0, "command": command, "byDriver": False, "dealt": dealt}])


def keep(guest: Guest, code: str, opening: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    """Put a table with all that was done at it on the shelf of the page that the guest is on."""
    guest.page.evaluate(_SHELVE, [code, opening, steps])
