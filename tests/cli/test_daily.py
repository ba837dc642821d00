"""``tenback daily``: today's deal in the terminal, and checking a day that is over."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

import pytest
from tests.server.serving import serving
from tests.terminal.on_screen import asked, board, told, until
from textual.pilot import Pilot

from tenback.cli import main
from tenback.records import GameRecord, build_ruleset, deal_from_seed, format_record
from tenback.records.daily import DailyKind, KeyChain, daily_deal
from tenback.terminal.remote_screen import RemoteScreen
from tenback.texts import Texts

CHAIN = KeyChain(date(2026, 11, 1), 365, "5" * 64)
DAY = date(2026, 11, 16)
KIND = DailyKind("original", 1)
CHECK = ["daily", "check", CHAIN.key(DAY), "--day", "2026-11-16"]
ANCHOR = ["--start", "2026-11-01", "--anchor", CHAIN.anchor]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    dealt = daily_deal(CHAIN.key(DAY), DAY, KIND)
    kept = tmp_path / "game.txt"
    played = GameRecord(dealt.rules, dealt.decks, 0, ("Ana",), salt=dealt.salt)
    kept.write_text(format_record(played))
    return kept


def test_a_key_and_a_game_are_checked(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK, *ANCHOR, "--record", str(record), "--show"]) == 0
    told = capsys.readouterr().out
    assert "the key of day 16, hashed 16 time(s), leads to the anchor" in told
    assert "record: the cards follow from the key" in told
    deck = daily_deal(CHAIN.key(DAY), DAY, KIND).decks[0]
    assert f"  {' '.join(map(str, deck))}\n" in told


def test_a_wrong_key_or_game_is_found(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK[:-1], "2026-11-17", *ANCHOR, "--record", str(record)]) == 1
    told = capsys.readouterr().out
    assert "does NOT lead to the anchor" in told
    assert "record: NOT the cards that follow from the key" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["daily", "check", "abc", "--day", "2026-11-16"], "key: 'abc' is not 64 hexadecimal"),
        ([*CHECK[:-1], "tomorrow"], "day: 'tomorrow' is not a day such as 2026-11-16"),
        ([*CHECK, "--anchor", CHAIN.anchor], "start: the first day of the keys is needed"),
    ],
)
def test_bad_input(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert told in capsys.readouterr().err


def test_a_server_that_does_not_answer_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "--server", "http://127.0.0.1:9"]) == 1
    assert "http://127.0.0.1:9 does not answer" in capsys.readouterr().err


def test_the_deal_of_the_day_is_played_left_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    texts = Texts("en")

    def play(url: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["daily", "--server", url, "--lang", "en"]) == 0
        return capsys.readouterr().out

    with serving(tmp_path / "tables.db") as served:
        left = play(served.url, "moves", "nonsense", "1>A1", "help", "quit")
        assert texts("moves.list") in left
        assert texts("session.unknown", text="nonsense", pile="A1") in left
        assert "session." not in left
        card = re.search(r"(\d+)>A1", left)
        assert card is not None
        ended = play(served.url, f"{card[1]}>A1", "undo", "concede", "concede")
        assert texts("rating.lost") in ended
        again = play(served.url, "concede", "concede")
        hands = [re.search(texts("table.hand", cards="(.*)"), told) for told in (left, again)]
        first, second = (hand and hand[1] for hand in hands)
        assert first is not None
        assert first == second
        date_line = texts("session.daily.for_fun", date=served.hall.daily.calendar.today)
        assert date_line in again
    kept = tmp_path / "home" / "daily.json"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_deal_of_the_day_on_a_full_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tenback.cli.daily.play.has_full_screen", lambda: True)
    texts = Texts("fr")

    async def lay_and_leave(app: RemoteScreen, pilot: "Pilot[None]") -> None:
        await until(lambda: board(app) != "")
        seen = app.session.seen
        assert seen is not None
        app.action_pick(seen[0].hand[0])
        app.action_lay(0)
        await until(lambda: str(seen[0].hand[0]) in board(app).splitlines()[2])
        await pilot.press("f10")

    async def give_up_and_review(app: RemoteScreen, pilot: "Pilot[None]") -> None:
        for _ in range(2):
            await asked(app, "session.prompt", seat="P1")
            await pilot.press(*texts.words("words.concede")[0], "enter")
        await told(app, "rating.lost")
        await asked(app, "screen.over")
        await pilot.press(*texts.words("words.review")[0], "enter")
        await until(lambda: "100 %" in board(app))
        await asked(app, "screen.over")
        await pilot.press("enter")

    def play(url: str, act: Callable[[RemoteScreen, "Pilot[None]"], Awaitable[None]]) -> str:
        async def run(app: RemoteScreen) -> None:
            async with app.run_test(size=(60, 40)) as pilot:
                await act(app, pilot)

        def leave_lines(app: RemoteScreen) -> None:
            asyncio.run(run(app))

        monkeypatch.setattr("tenback.cli.daily.play.leave_lines", leave_lines)
        assert main(["daily", "--server", url, "--lang", "fr"]) == 0
        return capsys.readouterr().out

    with serving(tmp_path / "tables.db") as served:
        page = f"{served.url}/daily"
        assert texts("session.daily.left", page=page) in play(served.url, lay_and_leave)
        assert texts("session.daily.over", page=page) in play(served.url, give_up_and_review)


def test_a_record_of_another_deal_has_no_day(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = build_ruleset("original", 2)
    other = GameRecord(rules, deal_from_seed(rules, 1), 0, ("A", "B"))
    record.write_text(format_record(other))
    assert main([*CHECK, "--record", str(record)]) == 1
    assert "there is no deal of the day for original-2" in capsys.readouterr().out
