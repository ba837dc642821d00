"""Scenes of the browser client, each from a seed: for the pictures of the docs and of the tests."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from playwright.sync_api import Browser, Page
from tests.server.client import joined
from tests.server.serving import Json, Served
from tests.web.days import Days, own_games
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, look
from tests.web.practising import practise

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import parse_turn
from tenback.records import GameRecord, RecordedTurn, build_ruleset, deal_from_seed
from tenback.rules import Placement
from tenback.table import Settings, Stage
from tenback.terminal.game import LocalGame

__all__ = ["DESKTOP", "DEVICES", "HAND", "LYING", "SCENES", "Stand", "Visit", "played"]

NAMES = ("Ana", "Bo", "Cleo")
SALT = "5a" * 32

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LYING = PHONE | {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 1}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

#: The tables of a game that was won and of one that was lost, by the server they are at.
_won: dict[str, Json] = {}
_lost_games: dict[str, Json] = {}

HAND = "() => document.querySelector('[data-hand-card]') !== null"


@dataclass(frozen=True, slots=True)
class Stand:
    """A server, and a browser that visits it."""

    served: Served
    browser: Browser

    @contextmanager
    def guest(self, kind: Mapping[str, Any], scheme: str) -> Generator[Guest]:
        """Let somebody come with a phone or at a desk, by day or by night."""
        one = Guest(self.browser, self.served.url, color_scheme=scheme, **kind)
        for name, value in (("name", "Ana"), ("face", "owl")):
            one.context.add_init_script(f"localStorage.setItem('tenback.{name}', '{value}')")
        try:
            yield one
        finally:
            one.leave()

    def play(self, record: GameRecord) -> Json:
        """Play a recorded game once more at a table, so that it has every moment of the game."""
        bots = tuple((seat, bot) for seat, bot in record.bots if seat != 0)
        dealt = replace(record, entries=(), outcome=None, bots=bots)
        hall, settings = self.served.hall, Settings(pace=0, text=True)
        ticket = self.served.run(hall.adopt(dealt, settings, 0))
        table: Json = {"code": ticket.code, "token": ticket.token, "seat": 0}
        turns = [turn for turn in record.entries if isinstance(turn, RecordedTurn)]

        async def play() -> None:
            async with joined(self.served, table) as (ana,):
                for turn in turns:
                    if turn.seat != 0:
                        continue
                    await ana.until(lambda: ana.is_to_move)
                    await ana.done("play_turn", placements=turn.placements)
                await ana.until(lambda: ana.is_to_move or ana.is_over)

        self.served.run(play())
        return table

    def won(self) -> Json:
        """Return a table with a game that was won; all who only look at it share it."""
        if self.served.url not in _won:
            _won[self.served.url] = self.play(played("original", 3, 2))
        return _won[self.served.url]

    def lost(self) -> Json:
        """Return a table with a game that was lost."""
        if self.served.url not in _lost_games:
            _lost_games[self.served.url] = self.play(played("original", 3, 4))
        return _lost_games[self.served.url]


@cache
def played(game: str, players: int, seed: int, turns: int = 999) -> GameRecord:
    """Let bots play some turns of the deal of a seed, or the whole game."""
    rules = build_ruleset(game, players, starter=0)
    decks = deal_from_seed(rules, seed)
    bots = tuple((seat, "tuned") for seat in range(players))
    local = LocalGame(GameRecord(rules, decks, 0, NAMES[:players], bots=bots, salt=SALT))
    while turns and local.table.stage is Stage.PLAYING:
        local.play_bot()
        turns -= 1
    return local.record


Visit = Callable[[Stand, Guest], None]


def _table(game: str, players: int, seed: int, turns: int, signal: str = "") -> Visit:
    """In the middle of a game, with the best card picked up."""

    def go(stand: Stand, guest: Guest) -> None:
        guest.sit(stand.play(played(game, players, seed, turns)))
        guest.until(HAND)
        if signal:
            guest.page.get_by_role("button", name=signal).click()
            guest.page.get_by_role("button", name=signal, pressed=True).wait_for()
        best = look(guest).best
        assert best is not None
        guest.page.click(f'[data-hand-card="{best.card}"]')

    return go


def _lobby(stand: Stand, guest: Guest) -> None:
    Days(stand.served)
    guest.go().get_by_role("button", name=WORDS("web.game.extreme")).wait_for()
    guest.page.get_by_role("button", name=WORDS("web.lobby.no_lesson")).click()


def _new_table(stand: Stand, guest: Guest) -> None:
    del stand
    seat = guest.set_up().get_by_role("group", name=WORDS("web.new.seat", number=2))
    seat.get_by_role("radio", name=WORDS("web.bot.steady")).check()
    guest.page.evaluate("() => document.activeElement.blur()")


def _options(stand: Stand, guest: Guest) -> None:
    del stand
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    form.get_by_text(WORDS("web.new.rules")).click()
    form.get_by_text(WORDS("web.new.rules")).evaluate("(one) => one.scrollIntoView()")


def _daily(stand: Stand, guest: Guest) -> None:
    """Today's deals on a day with a past, after one of them was played."""
    Days(stand.served).live(guest)
    guest.go("/daily").locator("[data-yesterday]").wait_for()


def _puzzle(game: str, *, wrong: bool = False) -> Visit:
    """Open the first puzzle of a game that has a line, and play a wrong turn there if wanted."""

    def go(stand: Stand, guest: Guest) -> None:
        del stand
        puzzle = next(one for one in load_puzzles(game) if one.line and one.refutation)
        guest.go(f"/puzzles/{puzzle.id}")
        guest.until(HAND)
        if not wrong:
            return
        state = puzzle.state()
        for card, pile in parse_turn(state.rules.game, puzzle.wrong, state.seat):
            guest.page.click(f'[data-hand-card="{card}"]')
            guest.page.click(f'[data-pile="{pile}"] .target')
        guest.page.get_by_role("button", name=WORDS("web.turn.end")).click()
        guest.page.locator("[data-right]").wait_for()

    return go


def _share(stand: Stand, guest: Guest) -> None:
    guest.sit(stand.won()).locator("[data-share]").click()
    guest.page.locator("[data-share-text]").wait_for()
    guest.page.wait_for_function("() => document.querySelector('a[download=\"tenback.png\"]')")


def _story(stand: Stand, guest: Guest) -> None:
    _ORIGINAL(stand, guest)
    guest.open_story()


def _lost(stand: Stand, guest: Guest) -> None:
    page = guest.sit(stand.lost())
    page.locator("[data-result] .left").first.wait_for()


def _hint(stand: Stand, guest: Guest) -> None:
    guest.sit(stand.play(played("original", 2, 11, 16)))
    guest.until(HAND)
    ask_hint(guest)


def _gathering(stand: Stand, guest: Guest) -> None:
    table = stand.served.open("original", players=3)
    stand.served.sit(table["code"], "Bo")
    guest.sit(table).get_by_role("img", name="QR code").wait_for()


def _tutorial(stand: Stand, guest: Guest) -> None:
    del stand
    page = guest.go("/tutorial/original")
    page.get_by_role("button", name=WORDS("web.tutorial.next")).click()
    page.locator(".pointed [data-hand-card]").wait_for()


def _result(stand: Stand, guest: Guest) -> None:
    guest.sit(stand.won()).locator("[data-result]").wait_for()


def _dawn(stand: Stand, guest: Guest) -> None:
    """A won game with its result put aside: the sun over the table."""
    guest.sit(stand.won()).get_by_role("button", name=WORDS("web.result.look")).click()
    guest.page.locator("[data-result]").wait_for(state="detached")


def _replay(stand: Stand, guest: Guest) -> None:
    table = stand.won()
    page = guest.go(f"/t/{table['code']}/games/1")
    page.get_by_role("slider").fill("60")
    page.get_by_role("slider").blur()


def _review(stand: Stand, guest: Guest) -> None:
    """A lost game, at the costliest turn, with the better one marked."""
    page = _reviewed(stand, guest)
    page.locator("[data-costly-strip] button").first.click()
    page.locator(".pile.pointed").first.wait_for()
    page.evaluate("() => document.activeElement.blur()")


def _findings(stand: Stand, guest: Guest) -> None:
    page = _reviewed(stand, guest)
    page.locator("[data-costly]").evaluate("(one) => one.scrollIntoView()")


def _learn(stand: Stand, guest: Guest) -> None:
    """A costly turn, played again as it was."""
    page = _reviewed(stand, guest)
    page.locator("[data-costly] article").first.get_by_role(
        "button", name=WORDS("web.review.turn.learn")
    ).click()
    practise(guest, Mouse())
    page.locator("[data-attempt]").wait_for(timeout=150_000)


def _reviewed(stand: Stand, guest: Guest) -> Page:
    code = stand.lost()["code"]
    page = guest.go(f"/t/{code}/games/1?review")
    page.locator("[data-costly] article").first.wait_for(timeout=300_000)
    return page


def _verify(stand: Stand, guest: Guest) -> None:
    table = stand.won()
    guest.go(f"/verify?table={table['code']}&game=1")
    guest.see(WORDS("web.verify.fits"))


def _rules(stand: Stand, guest: Guest) -> None:
    del stand
    guest.go("/rules/original").locator("[data-example]").first.scroll_into_view_if_needed()


def _layout(stand: Stand, guest: Guest) -> None:
    """Half of a made-up deck."""
    del stand
    page = guest.go("/layout")
    for number in (3, 30, 44, 91, 8, 19, 62, 70, 15, 52):
        page.locator(f"[data-number='{number}']").click()
    page.evaluate("() => document.activeElement.blur()")


def _statistics(stand: Stand, guest: Guest) -> None:
    del stand
    own_games(guest)
    guest.go("/statistics").get_by_role("img").first.wait_for()


def _games(stand: Stand, guest: Guest) -> None:
    del stand
    own_games(guest)
    guest.go("/games").locator("[data-game]").first.wait_for()


_ORIGINAL = _table("original", 3, 5, 15, f"D2: {WORDS('web.signal.small_steps')}")
_EXTREME = _table("extreme", 2, 7, 16)
_DUEL = _table("duel", 2, 3, 10)


def _on_fire(stand: Stand, guest: Guest) -> None:
    """The fire that was laid before must be covered in this turn."""
    rules = build_ruleset("on-fire", 2, starter=1)
    hands = ((25, 31, 37, 44, 62, 78, 90), (22, 30, 12, 13, 14, 15, 16))
    first = (*hands[0], *hands[1])
    deck = (*first, *(card for card in range(2, 100) if card not in first))
    laid = RecordedTurn(1, (Placement(12, 0), Placement(22, 0), Placement(30, 1)))
    bots = ((1, "greedy"),)
    record = GameRecord(rules, (deck,), 1, NAMES[:2], (laid,), bots=bots, salt=SALT)
    place = stand.served.run(stand.served.hall.adopt(record, Settings(pace=0), 0))
    guest.sit({"code": place.code, "token": place.token}).locator(".pile.due").wait_for()


SCENES: dict[str, Visit] = {
    "lobby": _lobby,
    "new-table": _new_table,
    "options": _options,
    "gathering": _gathering,
    "original": _ORIGINAL,
    "extreme": _EXTREME,
    "duel": _DUEL,
    "on-fire": _on_fire,
    "hint": _hint,
    "tutorial": _tutorial,
    "story": _story,
    "result": _result,
    "dawn": _dawn,
    "lost": _lost,
    "replay": _replay,
    "review": _review,
    "findings": _findings,
    "learn": _learn,
    "statistics": _statistics,
    "games": _games,
    "daily": _daily,
    "share": _share,
    "puzzle": _puzzle("original"),
    "puzzle-extreme": _puzzle("extreme"),
    "puzzle-duel": _puzzle("duel"),
    "puzzle-wrong": _puzzle("original", wrong=True),
    "verify": _verify,
    "rules": _rules,
    "layout": _layout,
}
DEVICES = {"phone": PHONE, "lying": LYING, "desktop": DESKTOP}
