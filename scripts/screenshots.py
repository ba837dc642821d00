"""Make the pictures of the browser client in the docs: ``PYTHONPATH=. python scripts/screenshots.py``.

Every game on them comes from a seed, so that the pictures change only when the client does. Codes
of tables are drawn by lot, all the same. Needs Chromium (scripts/install_services.sh).
"""

import argparse
import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from tests.server.serving import Json, Served, serving
from tests.web.building import build_client
from tests.web.guest import Guest

from tenback.records import GameRecord, build_ruleset, deal_from_seed
from tenback.table import Settings, Stage
from tenback.terminal.game import LocalGame

OUT = Path(__file__).parents[1] / "docs" / "images" / "web"
LIMIT = 200_000
NAMES = ("Ana", "Bo", "Cleo")
SALT = "5a" * 32

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}

_HAND = "() => document.querySelector('[data-hand-card]') !== null"


@dataclass(frozen=True, slots=True)
class Stand:
    """A served house and a browser in front of it."""

    served: Served
    browser: Browser

    @contextmanager
    def guest(self, kind: dict[str, object], scheme: str) -> Iterator[Guest]:
        """Let somebody come with a phone or at a desk, by day or by night."""
        one = Guest(self.browser, self.served.url, color_scheme=scheme, **kind)
        one.context.add_init_script("localStorage.setItem('tenback.name', 'Ana')")
        try:
            yield one
        finally:
            one.leave()

    def adopt(self, record: GameRecord) -> Json:
        """Open a table at which a game of a seed goes on."""
        bots = tuple((seat, bot) for seat, bot in record.bots if seat != 0)
        settings = Settings(pace=5000, text=True)
        place = self.served.run(
            self.served.house.adopt(replace(record, bots=bots), settings, 0)
        )
        return {"code": place.code, "token": place.token}


def played(game: str, players: int, seed: int, turns: int, bot: str = "greedy") -> GameRecord:
    """Let bots play some turns of a seed, or with very many the whole game."""
    rules = build_ruleset(game, players, starter=0)
    decks = deal_from_seed(rules, seed)
    bots = tuple((seat, bot) for seat in range(players))
    local = LocalGame(GameRecord(rules, decks, 0, NAMES[:players], bots=bots, salt=SALT))
    while turns and local.table.stage is Stage.PLAYING:
        local.play_bot()
        turns -= 1
    return local.record


def _mid_game(game: str, players: int, seed: int, turns: int, card: int) -> Callable[[Stand, Guest], None]:
    def go(stand: Stand, guest: Guest) -> None:
        guest.sit(stand.adopt(played(game, players, seed, turns)))
        guest.until(_HAND)
        guest.page.locator("[data-hand-card]").nth(card).click()

    return go
