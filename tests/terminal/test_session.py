"""A game in plain lines, played by a script."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tenback.bots import Bot, choose_turn, create_bot
from tenback.records import (
    GameRecord,
    RecordedSignal,
    build_ruleset,
    deal_from_seed,
    final_state,
    format_placement,
    verify_record,
)
from tenback.rules import Command, Layout, Placement, Ruleset, State, Termination, View
from tenback.terminal.console import InputClosedError
from tenback.terminal.session import Session
from tenback.terminal.storage import games_folder, read_record
from tenback.texts import LANGUAGES, Texts

Typed = str | type[BaseException] | Callable[[], str]


class ScriptedConsole:
    """Types what it is given and notes what it is told after each line."""

    def __init__(self, lines: Iterable[Typed]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []
        #: What was told before the first question, then after each line.
        self.replies: list[list[str]] = [[]]

    @property
    def told(self) -> list[str]:
        return [line for reply in self.replies for line in reply]

    def tell(self, line: str = "") -> None:
        self.replies[-1].append(line)

    def hide(self) -> None:
        """Nothing is on a screen here."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self._lines, None)
        self.replies.append([])
        if line is None:
            raise InputClosedError
        if isinstance(line, str):
            return line
        if isinstance(line, type) and issubclass(line, BaseException):
            raise line
        return line()


@dataclass
class Played:
    """A session that has been left, or whose game is over."""

    session: Session
    console: ScriptedConsole

    @property
    def told(self) -> list[str]:
        return self.console.told

    @property
    def state(self) -> State:
        return self.session.game.state

    @property
    def kept(self) -> GameRecord:
        return read_record(self.session.file)

    def reply(self, number: int) -> list[str]:
        """What was told after the line of this number, counted from 1."""
        return self.console.replies[number]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def commands(**cards: Sequence[int]) -> Layout:
    """Make a layout in which only these cards carry commands."""
    return Layout.partial({card: Command[kind] for kind in cards for card in cards[kind]})


def record_of(rules: Ruleset, *first: int, bots: Sequence[str] = ()) -> GameRecord:
    """Make a record whose first deck begins with these cards."""
    decks = rules.game.decks(rules)
    deck = (*first, *(card for card in decks[0] if card not in first))
    humans = rules.players - len(bots)
    names = [f"Name{number}" for number in range(1, rules.players + 1)]
    seated = tuple((humans + number, bot) for number, bot in enumerate(bots))
    return GameRecord(rules, (deck, *decks[1:]), 0, tuple(names), seed=1, bots=seated)


def original(*hand: int, players: int = 1, bots: Sequence[str] = (), **options: Any) -> GameRecord:
    return record_of(build_ruleset("original", players, options, starter=0), *hand, bots=bots)


def extreme(*hand: int, layout: Layout | None = None, **options: Any) -> GameRecord:
    rest: dict[str, Any] = {} if layout is None else {"layout": layout}
    return record_of(build_ruleset("extreme", 1, options, starter=0, **rest), *hand)


def duel(*hand: int, bots: Sequence[str] = ()) -> GameRecord:
    return record_of(build_ruleset("duel", starter=0), *hand, bots=bots)


def duel_begun_by_the_other(hand: Sequence[int], theirs: Sequence[int]) -> GameRecord:
    record = duel(*hand)
    rest = (card for card in record.decks[1] if card not in theirs)
    decks = (record.decks[0], (*theirs, *rest))
    return replace(record, decks=decks, starter=1, rules=replace(record.rules, starter=1))


def play(record: GameRecord, *lines: Typed, lang: str = "en", file: Path | None = None) -> Played:
    console = ScriptedConsole(lines)
    session = Session(record, console, Texts(lang), file or games_folder() / "game.tenback")
    session.run()
    return Played(session, console)


HAND = (5, 7, 17, 35, 45, 60, 81, 83)

#: A duel in which P2 has laid 30 and 31 on the own ascending pile; P1 is to move.
HELPED = duel_begun_by_the_other((20, 21, 22, 40, 41, 42), (30, 31, 32, 33, 34, 35))
HELPED_LINES = ("", "30>a 31>a", "end", "")


# The opening


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "The Game: Original. Type 35>A1 to lay a card, “end” to end the turn, “help” for more.",
        ),
        (
            "fr",
            "The Game : l'original. Tapez 35>A1 pour poser une carte, « fin » pour finir le tour, "
            "« aide » pour en savoir plus.",
        ),
        (
            "de",
            "The Game: Original. Mit 35>A1 legst du eine Karte, „ende“ beendet den Zug, "
            "„hilfe“ zeigt mehr.",
        ),
    ],
)
def test_the_welcome_says_how_to_lay_a_card(language: str, line: str) -> None:
    assert play(original(*HAND), lang=language).told[0] == line


def test_the_welcome_of_the_duel_names_a_pile_of_the_duel() -> None:
    assert "Type 35>a to lay a card" in play(duel()).told[0]


def test_the_table_is_shown_in_plain_lines() -> None:
    assert play(original(*HAND)).console.replies[0][1:] == [
        "",
        "Turn 1: Name1 (P1).",
        "Piles: A1 up 1; A2 up 1; D1 down 100; D2 down 100.",
        "Draw pile: 90. Hands: Name1 8.",
        "Your hand: 5, 7, 17, 35, 45, 60, 81, 83.",
        "2 more cards to lay in this turn.",
    ]


def test_the_duel_shows_own_and_other_piles() -> None:
    told = play(duel(2, 3, 4, 5, 6, 7), "").told
    assert "Your piles: a up 1; d down 60." in told
    assert "Piles of Name2: oa up 1; od down 60." in told


def test_extreme_names_the_commands_in_the_hand() -> None:
    told = play(extreme(4, 7, 11, 14, 18, 21, 25, 30)).told
    assert (
        "Your hand: 4 STOP, 7 SKULL, 11 THREE, 14 SILENCE, 18 NO JUMP, 21 ONE PILE, "
        "25 DRAW ONE, 30." in told
    )


def test_extreme_says_that_the_layout_is_our_own() -> None:
    assert any("not the published one" in line for line in play(extreme(*HAND)).told)


def test_with_several_players_it_is_said_who_starts() -> None:
    told = play(original(*HAND, players=2, bots=["greedy"])).told
    assert "First to play: Name1 (P1)." in told


# Laying cards


def test_several_cards_on_a_line_are_laid_in_order() -> None:
    played = play(original(*HAND), "5>A1 7>A1 83>D1")
    assert played.reply(1)[:3] == [
        "Laid 5>A1 (step 4).",
        "Laid 7>A1 (step 2).",
        "Laid 83>D1 (step 17).",
    ]


@pytest.mark.parametrize("line", ["5>A1", "5 A1", "5:a1", "5a1", " 5 > A1 ", "5>A1,"])
def test_a_placement_may_be_written_in_several_ways(line: str) -> None:
    assert play(original(*HAND), line).state.laid == (Placement(5, 0),)


def test_a_jump_is_called_one() -> None:
    assert "Laid 7>A1 (jump back)." in play(original(*HAND), "17>A1 7>A1").told


def test_a_card_ten_back_for_the_opponent_is_not_called_a_jump() -> None:
    assert play(HELPED, *HELPED_LINES, "21>oa").reply(5)[0] == "Laid 21>oa (helps by 10)."


def test_what_may_be_laid_is_listed_with_its_step() -> None:
    reply = play(duel(2, 3, 4, 5, 6, 7), "", "moves").reply(2)
    assert reply[0] == "You may lay:"
    assert reply[1].startswith("  2>a (step 1), 3>a (step 2),")


def test_duties_are_told_after_a_card() -> None:
    assert play(original(*HAND), "5>A1").reply(1)[-1] == "1 more card to lay in this turn."


def test_it_is_told_when_the_turn_may_end() -> None:
    assert "You may end the turn." in play(original(*HAND), "5>A1 7>A1").reply(1)


def test_the_closed_turn_is_told_with_what_was_drawn() -> None:
    told = play(original(*HAND), "5>A1 7>A1", "end").told
    assert "Name1 (P1) lays 5>A1, 7>A1 and draws 2." in told


def test_an_empty_line_does_nothing() -> None:
    assert play(original(*HAND), "", "quit").reply(1) == []


@pytest.mark.parametrize("word", ["help", "aide", "hilfe", "HELP", "?"])
def test_words_of_every_language_are_understood(word: str) -> None:
    assert play(original(*HAND), word, "quit").reply(1)[0].startswith("Piles: A1, A2, D1, D2.")


def test_the_rules_are_shown() -> None:
    reply = play(duel(), "", "rules", "quit", lang="de").reply(2)
    assert reply[0].startswith("# The Game: Das Duell")


# What is refused, and why


@dataclass(frozen=True)
class Refused:
    record: GameRecord
    lines: tuple[str, ...]
    reason: str


SKULLS = commands(SKULL=[20, 40], STOP=[30], THREE=[50, 51], ONE_PILE=[60], NO_JUMP=[70])

REFUSED = {
    "a card not held": Refused(original(*HAND), ("6>A1",), "You do not hold 6. [G-8]"),
    "too low": Refused(
        original(*HAND),
        ("45>A1", "7>A1"),
        "7 does not fit on A1: on 45 goes anything higher, or exactly 35. [G-9, G-10, G-13]",
    ),
    "too high": Refused(
        original(*HAND),
        ("45>D1", "60>D1"),
        "60 does not fit on D1: on 45 goes anything lower, or exactly 55. [G-9, G-10, G-13]",
    ),
    "too low where no jump exists": Refused(
        original(*HAND),
        ("7>A1", "5>A1"),
        "5 does not fit on A1: on 7 goes anything higher. [G-9, G-10, G-13]",
    ),
    "too high where no jump exists": Refused(
        original(*HAND[:6], 95, 97),
        ("95>D1", "97>D1"),
        "97 does not fit on D1: on 95 goes anything lower. [G-9, G-10, G-13]",
    ),
    "too low where jumps are forbidden": Refused(
        extreme(70, 45, 40, 2, 3, 4, 5, 6, layout=SKULLS),
        ("70>A1", "45>A2", "40>A2"),
        "40 does not fit on A2: on 45 goes anything higher. [G-9, G-10, G-13]",
    ),
    "a card that does not help the opponent": Refused(
        HELPED,
        (*HELPED_LINES, "40>oa"),
        "40 does not help there: the opponent's oa shows 31, so it must be lower. [D-12]",
    ),
    "a second card for the opponent": Refused(
        HELPED,
        (*HELPED_LINES, "21>oa", "20>oa"),
        "Only one card a turn may go on the opponent's piles. [D-11]",
    ),
    "ending below the minimum": Refused(
        original(*HAND),
        ("5>A1", "end"),
        "The minimum for this turn is 2; laid so far: 1. [G-7, G-17]",
    ),
    "a jump under NO_JUMP": Refused(
        extreme(70, 45, 35, 2, 3, 4, 5, 6, layout=SKULLS),
        ("70>D1", "45>A1", "35>A1"),
        "35 would jump back on A1, but NO JUMP lies open. [X-19]",
    ),
    "a second pile under ONE_PILE": Refused(
        extreme(60, 61, 62, 2, 3, 4, 5, 6, layout=SKULLS),
        ("60>A1", "2>A2"),
        "2 cannot go on A2: ONE PILE lies open and this turn is bound to another pile. "
        "[X-20, B-11]",
    ),
    "ending with an open skull": Refused(
        extreme(19, 20, 21, 2, 3, 4, 5, 6, layout=SKULLS),
        ("2>A2", "20>A1", "end"),
        "A skull of this turn would stay uncovered. [X-9, B-1]",
    ),
    "STOP beside an open skull": Refused(
        extreme(20, 30, 21, 2, 3, 4, 5, 6, layout=SKULLS),
        ("20>A1", "30>A2"),
        "A skull of this turn would stay uncovered. [X-9, B-1]",
    ),
    "STOP as the second card after THREE": Refused(
        extreme(50, 30, 52, 53, 3, 4, 5, 6, layout=SKULLS),
        ("50>A1", "30>A2"),
        "30 carries STOP: after THREE it may only be the third card. [X-12]",
    ),
    "ending two cards after THREE": Refused(
        extreme(50, 52, 53, 2, 3, 4, 5, 6, layout=SKULLS),
        ("50>A1 52>A1", "end"),
        "THREE was laid: the turn needs exactly three cards, it has 2. [X-11]",
    ),
    "THREE as the fourth card": Refused(
        extreme(50, 2, 3, 4, 5, 6, 8, 9, layout=SKULLS),
        ("2>A1 3>A1 4>A1", "50>A1"),
        "50 carries THREE, which can only be the first, second or third card of a turn. "
        "[X-11, B-8]",
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_says_why(case: Refused) -> None:
    played = play(case.record, *case.lines, "quit")
    assert played.reply(len(case.lines)) == [case.reason]


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_changes_nothing(case: Refused) -> None:
    before = play(case.record, *case.lines[:-1]).session.game.record
    assert play(case.record, *case.lines).session.game.record == before


def test_a_refusal_on_a_line_keeps_the_cards_before_it() -> None:
    assert play(original(*HAND), "5>A1 6>A1 7>A1").state.laid == (Placement(5, 0),)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_refused_word_is_repeated(lang: str) -> None:
    reply = play(original(*HAND), "abracadabra", lang=lang).reply(1)
    assert len(reply) == 1
    assert "abracadabra" in reply[0]


@pytest.mark.parametrize("line", ["5>B1", "5 a", "keep B1", "keep", "small X"])
def test_an_unknown_pile_is_answered_with_the_piles(line: str) -> None:
    reply = play(original(*HAND), line).reply(1)
    assert reply == ["There is no such pile; the piles are A1, A2, D1, D2."]


def test_a_long_line_of_cards_with_a_slip_is_answered_at_once() -> None:
    line = "35 A1 " * 200 + "!"
    assert "I do not understand" in play(original(*HAND), line).reply(1)[0]


# Commands of Extreme


def test_cards_after_the_one_that_closes_the_turn_are_not_laid() -> None:
    record = extreme(30, 2, 3, 5, 6, 8, 9, 12, layout=SKULLS)
    assert play(record, "30>A1 2>A2").state.tops == (30, 1, 100, 100)


DUTIES = {
    "THREE": (
        extreme(50, 52, 53, 2, 3, 4, 5, 6, layout=SKULLS),
        "50>A1",
        "THREE: exactly three cards in this turn, 2 more.",
    ),
    "SKULL": (
        extreme(20, 21, 3, 4, 5, 6, 8, 9, layout=SKULLS),
        "20>A1",
        "A skull must be covered before the turn ends.",
    ),
    "two skulls": (
        extreme(20, 40, 21, 41, 5, 6, 8, 9, layout=SKULLS),
        "20>A1 40>A2",
        "2 skulls must be covered before the turn ends.",
    ),
}


@pytest.mark.parametrize(("record", "line", "duty"), DUTIES.values(), ids=DUTIES.keys())
def test_a_duty_of_this_turn_is_told(record: GameRecord, line: str, duty: str) -> None:
    assert duty in play(record, line).reply(1)


IN_FORCE = {
    14: "In force: SILENCE, nobody may talk about the game.",
    18: "In force: NO JUMP, no backwards trick on any pile.",
    21: "In force: ONE PILE, all cards of a turn go on one pile.",
    25: "In force: DRAW ONE, only one card is drawn at the end of a turn.",
}


@pytest.mark.parametrize(("card", "line"), IN_FORCE.items())
def test_a_command_in_force_is_shown_with_the_table(card: int, line: str) -> None:
    record = extreme(card, 30, 31, 33, 34, 36, 37, 38)
    assert line in play(record, f"{card}>A1", "table").reply(2)


# Warnings


#: No card of this hand covers the skull on an ascending pile.
TRAP = extreme(2, 3, 4, 5, 6, 8, 9, 80)
WARNING = (
    "Warning: after 80>A1 you could no longer finish this turn, and the game would be lost. "
    "Type it again to lay it all the same."
)


def test_a_dooming_card_is_warned_of() -> None:
    assert play(TRAP, "80>A1").reply(1)[0] == WARNING


def test_a_dooming_card_is_not_laid_at_first() -> None:
    assert play(TRAP, "80>A1").state.laid == ()


def test_a_dooming_card_is_laid_when_typed_again() -> None:
    assert play(TRAP, "80>A1", "80>A1").state.laid == (Placement(80, 0),)


def test_looking_at_the_table_does_not_take_the_warning_back() -> None:
    assert play(TRAP, "80>A1", "table", "80>A1").state.laid == (Placement(80, 0),)


def test_in_another_position_the_warning_comes_again() -> None:
    assert WARNING in play(TRAP, "80>A1", "2>A2", "80>A1").reply(3)


def test_cards_before_a_dooming_one_are_laid() -> None:
    assert play(TRAP, "2>A2 80>A1").state.laid == (Placement(2, 1),)


def test_a_harmless_card_is_not_warned_of() -> None:
    assert play(TRAP, "80>D1").state.laid == (Placement(80, 2),)


DOOMED = record_of(
    build_ruleset("extreme", layout=commands(SKULL=[50, 51]), hand_size=2, starter=0), 50, 51
)


def test_a_doomed_turn_is_announced() -> None:
    assert play(DOOMED).console.replies[0][-1].startswith("Careful: no way to play this turn")


def test_in_a_doomed_turn_cards_are_laid_without_a_warning_each() -> None:
    played = play(DOOMED, "50>A1 51>A1")
    assert "Name1 (P1) leaves a skull uncovered: the game is over." in played.told


BREACH = {
    "a jump": (
        extreme(70, 45, 35, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("70>D1", "45>A1", "35>A1"),
        Termination.NO_JUMP,
    ),
    "a second pile": (
        extreme(60, 61, 62, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("60>A1", "2>A2"),
        Termination.ONE_PILE,
    ),
    "a late THREE": (
        extreme(50, 2, 3, 4, 5, 6, 8, 9, layout=SKULLS, breach="lose"),
        ("2>A1 3>A1 4>A1", "50>A1"),
        Termination.THREE,
    ),
    "ending below the minimum": (
        original(*HAND, breach="lose"),
        ("5>A1", "end"),
        Termination.MINIMUM,
    ),
    "ending with an open skull": (
        extreme(19, 20, 21, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("20>A1", "end"),
        Termination.SKULL,
    ),
}


@pytest.mark.parametrize(("record", "lines", "_"), BREACH.values(), ids=BREACH.keys())
def test_a_losing_breach_is_warned_of_with_the_reason(
    record: GameRecord, lines: tuple[str, ...], _: Termination
) -> None:
    played = play(record, *lines)
    warning = played.reply(len(lines))[0]
    assert warning.startswith("Warning: ")
    assert "loses the game at once" in warning
    assert "]" in warning  # the rule
    assert played.state.outcome is None


@pytest.mark.parametrize(("record", "lines", "how"), BREACH.values(), ids=BREACH.keys())
def test_a_breach_typed_again_loses(
    record: GameRecord, lines: tuple[str, ...], how: Termination
) -> None:
    outcome = play(record, *lines, lines[-1]).state.outcome
    assert outcome is not None
    assert outcome.termination == how


@pytest.mark.parametrize(("record", "lines", "_"), BREACH.values(), ids=BREACH.keys())
def test_a_game_lost_by_a_breach_is_kept_as_a_sound_record(
    record: GameRecord, lines: tuple[str, ...], _: Termination
) -> None:
    verify_record(play(record, *lines, lines[-1]).kept)


# Undo


def test_undo_takes_back_the_last_card() -> None:
    played = play(original(*HAND), "5>A1 7>A1", "undo")
    assert played.state == play(original(*HAND), "5>A1").state
    assert played.reply(2)[0] == "Took 7 back."


def test_undo_shows_the_table_again() -> None:
    reply = play(original(*HAND), "5>A1", "undo").reply(2)
    assert "Piles: A1 up 1; A2 up 1; D1 down 100; D2 down 100." in reply


def test_undo_takes_back_the_signals_given_since() -> None:
    played = play(original(*HAND), "keep A1", "5>A1", "keep A2", "undo")
    assert [signal.subject for signal in played.state.signals] == [0]


def test_undo_brings_back_the_signals_taken_back_since() -> None:
    played = play(original(*HAND), "keep A1", "5>A1", "clear", "undo")
    assert [signal.subject for signal in played.state.signals] == [0]


def test_undo_leaves_no_trace_in_the_record() -> None:
    played = play(original(*HAND), "5>A1", "keep A2", "undo")
    assert played.session.game.record == original(*HAND)


@pytest.mark.parametrize("lines", [("undo",), ("5>A1 7>A1", "end", "undo")])
def test_undo_does_not_reach_beyond_the_turn(lines: tuple[str, ...]) -> None:
    reply = play(original(*HAND), *lines).reply(len(lines))
    assert reply == ["There is no card of this turn to take back."]


# Talk


def test_a_signal_is_told_and_stands_on_the_table() -> None:
    played = play(original(*HAND), "keep A1", "table")
    assert played.reply(1) == ["Name1: please keep off A1."]
    assert "Name1: please keep off A1." in played.reply(2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("keep off a2", "Name1: please keep off A2."),
        ("keep_off D1", "Name1: please keep off D1."),
        ("small D2", "Name1: small steps only on D2, please."),
        ("small steps D2", "Name1: small steps only on D2, please."),
    ],
)
def test_signals_about_piles_may_be_written_in_several_ways(line: str, told: str) -> None:
    assert play(original(*HAND), line).reply(1) == [told]


@pytest.mark.parametrize("name", ["DRAW ONE", "draw_one", "piocher une", "Eine  ziehen"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_held_may_be_named_in_any_language(name: str, lang: str) -> None:
    state = play(extreme(25, *HAND[:7]), f"holds {name}", lang=lang).state
    assert [signal.subject for signal in state.signals] == ["DRAW_ONE"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "You do not hold the command DRAW ONE. [X-17]"),
        ("fr", "Vous n'avez pas la consigne PIOCHER UNE en main. [X-17]"),
        ("de", "Du hast den Befehl EINE ZIEHEN nicht auf der Hand. [X-17]"),
    ],
)
def test_a_command_not_held_is_refused(lang: str, told: str) -> None:
    assert play(extreme(*HAND), "holds DRAW_ONE", lang=lang).reply(1) == [told]


@pytest.mark.parametrize("line", ["holds", "holds BOMB", "holds 25"])
def test_an_unknown_command_is_answered_with_the_commands(line: str) -> None:
    told = "STOP, SKULL, THREE, SILENCE, NO JUMP, ONE PILE, DRAW ONE"
    assert play(extreme(*HAND), line).reply(1) == [
        f"There is no such command; the commands are {told}."
    ]


def test_clear_takes_the_own_signals_back() -> None:
    played = play(original(*HAND), "keep A1", "small A2", "clear")
    assert played.state.signals == ()
    assert played.reply(3) == ["Your signals are taken back."]


@pytest.mark.parametrize("line", ["keep a", "small d", "holds STOP", "holds nothing"])
def test_the_duel_has_no_signals(line: str) -> None:
    reply = play(duel(*range(2, 8)), "", line).reply(2)
    assert reply == ["There are no signals in this game. [G-23]"]


def test_what_is_said_is_repeated_with_the_name() -> None:
    assert play(original(*HAND), "say hello there").reply(1) == ["Name1: hello there"]


def test_nothing_said_is_answered_with_an_example() -> None:
    assert play(original(*HAND), "say").reply(1)[0].endswith("for example: say hello")


def test_a_number_said_is_refused() -> None:
    reply = play(original(*HAND), "say I have the 35").reply(1)
    assert reply == ["This names a number: “35”. Numbers are taboo. [G-23]"]


def test_a_hint_at_a_number_is_refused() -> None:
    reply = play(original(*HAND), "say I can jump back here").reply(1)
    assert reply[0].startswith("This hints at a number: ")


def test_a_hint_may_be_said_where_only_values_are_banned() -> None:
    reply = play(original(*HAND, talk="nsv"), "say I can jump back here").reply(1)
    assert reply == ["Name1: I can jump back here"]


def test_a_text_that_is_too_long_is_refused() -> None:
    reply = play(original(*HAND), f"say {'la ' * 200}").reply(1)
    assert reply == ["The text has 599 characters; at most 500 are allowed."]


def test_in_a_duel_everything_may_be_said() -> None:
    assert play(duel(*range(2, 8)), "", "say 35 is mine").reply(2) == ["Name1: 35 is mine"]


SILENT = extreme(14, 30, 31, 33, 34, 36, 37, 25)


@pytest.mark.parametrize("line", ["say hello", "keep A1", "small A2", "holds DRAW_ONE"])
def test_under_silence_nothing_may_be_told(line: str) -> None:
    reply = play(SILENT, "14>A1", line).reply(2)
    assert reply == ["SILENCE lies open: nobody may communicate about the game. [X-18, B-19]"]


def test_under_silence_standing_signals_are_hidden() -> None:
    reply = play(SILENT, "keep A2", "14>A1", "table").reply(3)
    assert "Name1: please keep off A2." not in reply


# Keeping the game


@pytest.mark.parametrize("leave", ["quit", "quitter", "verlassen", KeyboardInterrupt, None])
def test_leaving_keeps_the_game_within_its_turn(leave: Typed | None) -> None:
    played = play(original(*HAND), "5>A1", "keep A2", *([] if leave is None else [leave]))
    assert played.kept == played.session.game.record
    assert played.kept.turns[-1].placements == (Placement(5, 0),)


@pytest.mark.parametrize("leave", ["quit", KeyboardInterrupt, None])
def test_leaving_says_how_to_go_on(leave: Typed | None) -> None:
    played = play(original(*HAND), *([] if leave is None else [leave]))
    assert played.told[-1] == (
        f"The game is kept. Go on with: tenback play --resume {played.session.file}"
    )


def test_a_file_name_with_a_space_is_quoted_in_the_advice(tmp_path: Path) -> None:
    played = play(original(*HAND), file=tmp_path / "my game")
    assert played.told[-1].endswith(f"--resume '{tmp_path}/my game'")


def test_leaving_at_the_hand_over_keeps_the_game() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", KeyboardInterrupt)
    assert len(played.kept.turns) == 1


def test_every_turn_is_kept_at_once() -> None:
    file = games_folder() / "game.tenback"
    kept: list[int] = []

    def look() -> str:
        kept.append(len(read_record(file).turns))
        return "17>A1 35>A1"

    play(original(*HAND), "5>A1 7>A1", "end", look, "end", look)
    assert kept == [1, 2]


@pytest.mark.parametrize("name", ["mine.tenback", "mine.txt", "mine.json", "new/folder/mine"])
def test_save_writes_a_record_that_reads_back(name: str, tmp_path: Path) -> None:
    played = play(original(*HAND), "5>A1", f"save {name}")
    assert played.reply(2) == [f"Saved: {name}"]
    assert read_record(tmp_path / name) == played.session.game.record


def test_save_writes_json_where_the_name_asks_for_it(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.json")
    assert (tmp_path / "mine.json").read_text(encoding="utf-8").startswith("{")


def test_save_without_a_name_writes_where_the_game_is_kept() -> None:
    played = play(original(*HAND), "save")
    assert played.reply(1) == [f"Saved: {games_folder() / 'game.tenback'}"]


def test_after_save_the_game_is_kept_in_that_file(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.txt", "5>A1 7>A1", "end")
    assert len(read_record(tmp_path / "mine.txt").turns) == 1


def test_save_does_not_overwrite_another_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    played = play(original(*HAND), "save mine.txt")
    assert played.reply(1) == ["mine.txt exists already; choose another name."]
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_save_may_write_again_to_its_own_file(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.txt", "5>A1", "save mine.txt")
    assert len(read_record(tmp_path / "mine.txt").turns) == 1


BAD_NAMES = ["file/inside", "~nobody-of-that-name/game", "x" * 300, "nul\0byte"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_save_under_an_impossible_name_says_so(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    reply = play(original(*HAND), f"save {name}").reply(1)
    assert len(reply) == 1
    assert reply[0].startswith(f"The game cannot be kept in {name}: ")


@pytest.mark.parametrize("name", BAD_NAMES)
def test_after_a_save_that_failed_the_game_is_kept_where_it_was(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    played = play(original(*HAND), f"save {name}", "5>A1")
    assert read_record(games_folder() / "game.tenback") == played.session.game.record


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "game.tenback"


def test_an_unwritable_folder_is_said_once(unwritable: Path) -> None:
    lines = ["5>A1 7>A1", "end", "17>A1 35>A1", "end", "quit"]
    told = play(original(*HAND), *lines, file=unwritable).told
    assert len([line for line in told if "cannot be kept" in line]) == 1


def test_a_game_that_could_not_be_kept_is_not_called_kept(unwritable: Path) -> None:
    assert not any("is kept" in line for line in play(original(*HAND), file=unwritable).told)


def test_save_elsewhere_mends_an_unwritable_folder(unwritable: Path, tmp_path: Path) -> None:
    lines = ["5>A1 7>A1", "end", "save mine.txt", "17>A1 35>A1", "end"]
    play(original(*HAND), *lines, file=unwritable)
    assert len(read_record(tmp_path / "mine.txt").turns) == 2


def test_save_into_an_unwritable_folder_is_answered_every_time(unwritable: Path) -> None:
    played = play(original(*HAND), "save", "save", file=unwritable)
    assert played.reply(1) == played.reply(2)
    assert "cannot be kept" in played.reply(1)[0]


# Bots


class BotThat:
    """A bot that does what a function says."""

    def __init__(self, choose: Callable[[View], Any]) -> None:
        self._choose = choose

    def choose(self, view: View) -> Any:
        return self._choose(view)


def fails(_: View) -> Any:
    raise ZeroDivisionError


def fails_with_a_message(_: View) -> Any:
    raise RuntimeError("out of ideas")


def chooses_nothing(_: View) -> Any:
    return ()


def chooses_one_card(view: View) -> Any:
    return (Placement(view.hand[0], 0),)


def chooses_a_card_it_does_not_hold(view: View) -> Any:
    absent = next(card for card in range(2, 60) if card not in view.hand)
    return (Placement(view.hand[0], 0), Placement(absent, 0))


def chooses_an_unknown_pile(view: View) -> Any:
    return (Placement(view.hand[0], 17), Placement(view.hand[1], 0))


def chooses_nonsense(_: View) -> Any:
    return "nonsense"


def chooses_none(_: View) -> Any:
    return None


BAD_BOTS = [
    fails,
    fails_with_a_message,
    chooses_nothing,
    chooses_one_card,
    chooses_a_card_it_does_not_hold,
    chooses_an_unknown_pile,
    chooses_nonsense,
    chooses_none,
]


def play_against(bot: Bot, record: GameRecord, *lines: Typed) -> Played:
    console = ScriptedConsole(lines)
    session = Session(record, console, Texts("en"), games_folder() / "game.tenback")
    session.game.bots = {1: bot}
    session.run()
    return Played(session, console)


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_bot_that_fails_gives_the_game_up(choose: Callable[[View], Any]) -> None:
    record = duel(*range(2, 8), bots=["greedy"])
    played = play_against(BotThat(choose), record, "2>a 3>a", "end")
    outcome = played.state.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.seat, outcome.winner) == (Termination.CONCEDED, 1, 0)


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_bot_that_fails_is_named_in_one_line(choose: Callable[[View], Any]) -> None:
    record = original(*HAND, players=2, bots=["greedy"])
    told = play_against(BotThat(choose), record, "5>A1 7>A1", "end").told
    failures = [line for line in told if line.startswith("The bot at P2 failed (")]
    assert len(failures) == 1
    assert "failed ()" not in failures[0]


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_game_with_a_bot_that_fails_is_kept_as_a_sound_record(
    choose: Callable[[View], Any],
) -> None:
    record = original(*HAND, players=2, bots=["greedy"])
    verify_record(play_against(BotThat(choose), record, "5>A1 7>A1", "end").kept)


def test_a_bot_does_not_lay_cards_into_the_turn_of_the_next_player() -> None:
    rules = build_ruleset("extreme", 2, layout=commands(STOP=[50]), starter=0)
    record = record_of(rules, 2, 3, 4, 5, 6, 7, 8, 50, 51, 52, 53, 54, 55, 56, bots=["greedy"])
    bot = BotThat(lambda _: (Placement(50, 0), Placement(10, 1)))
    played = play_against(bot, record, "2>A1 3>A1", "end")
    assert played.state.tops == (3, 1, 100, 100)
    assert played.state.outcome is not None


def test_the_turn_of_a_bot_is_told() -> None:
    played = play(duel(*range(2, 8), bots=["greedy"]), "2>a 3>a", "end")
    assert played.reply(2)[:2] == [
        "Name1 (P1) lays 2>a, 3>a and draws 2.",
        "Name2 (P2) lays 2>a, 3>a and draws 2.",
    ]


def test_bots_alone_play_to_the_end_without_a_question() -> None:
    record = original(players=3, bots=["greedy", "random", "greedy"])
    played = play(record)
    assert played.console.prompts == []
    assert played.state.outcome is not None


def test_a_turn_that_a_bot_had_begun_is_played_on() -> None:
    begun = play(duel(*range(2, 8)), "", "2>a 3>a", "end", "", "4>a").kept
    played = play(replace(begun, bots=((1, "greedy"),)))
    assert "Name2 (P2) lays 4>a, 5>a and draws 2." in played.told


# Two people at one keyboard


def test_each_person_is_asked_to_take_the_keyboard() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", "", "quit")
    assert played.console.prompts == [
        "Name1 (P1), take the keyboard and press Enter: ",
        "P1> ",
        "P1> ",
        "Name2 (P2), take the keyboard and press Enter: ",
        "P2> ",
    ]


def test_a_hand_is_shown_only_after_the_hand_over() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", "")
    before, after = played.reply(3), played.reply(4)
    assert not any(line.startswith("Your hand:") for line in before)
    assert [line for line in after if line.startswith("Your hand:")] == [
        f"Your hand: {', '.join(map(str, played.state.hands[1]))}."
    ]


def test_one_person_among_bots_is_not_asked_to_take_the_keyboard() -> None:
    played = play(original(*HAND, players=3, bots=["greedy", "greedy"]))
    assert played.console.prompts == ["P1> "]


# The end


def test_giving_up_ends_the_game() -> None:
    told = play(original(*HAND), "5>A1", "concede").reply(2)
    assert told[:3] == [
        "Name1 (P1) lays 5>A1.",
        "Name1 (P1) concedes.",
        "Score: 97 cards left.",
    ]


def test_the_end_names_the_file_of_the_record() -> None:
    played = play(original(*HAND), "concede")
    assert played.told[-1] == f"Record: {played.session.file} (tenback replay shows it)"


def test_a_duel_names_the_winner() -> None:
    told = play(duel(*range(2, 8)), "", "concede").told
    assert "Name2 (P2) wins; the other has 58 cards left." in told


def test_the_last_turn_and_the_blocked_hand_are_shown() -> None:
    record = original(98, 99, 2, 3, *range(50, 54))
    played = play(record, "98>A1 99>A2 3>D1 2>D2", "end")
    blocked = played.state.hands[0]
    assert played.reply(2)[:5] == [
        "Name1 (P1) lays 98>A1, 99>A2, 3>D1, 2>D2 and draws 4.",
        "Piles: A1 up 98; A2 up 99; D1 down 3; D2 down 2.",
        "Draw pile: 86. Hands: Name1 8.",
        f"Your hand: {', '.join(map(str, blocked))}.",
        "Name1 (P1) cannot lay the minimum: the game is over.",
    ]


# Whole games


def greedy_lines(session: Callable[[], Session]) -> Iterator[Callable[[], str]]:
    """Type what the greedy bot would play, card by card."""
    greedy = create_bot("greedy")

    def line() -> str:
        state = session().game.state
        plan = choose_turn(state, greedy)
        return format_placement(state.rules.game, plan[0], state.seat) if plan else "end"

    while True:
        yield line


def play_greedily(record: GameRecord, lang: str = "en") -> Played:
    console = ScriptedConsole(greedy_lines(lambda: session))
    session = Session(record, console, Texts(lang), games_folder() / "game.tenback")
    session.run()
    return Played(session, console)


WHOLE = [
    (game, players, seed)
    for game, players in [
        ("original", 1),
        ("original", 3),
        ("extreme", 1),
        ("extreme", 2),
        ("duel", 2),
    ]
    for seed in range(4)
]


def whole_game(game: str, players: int, seed: int) -> GameRecord:
    rules = build_ruleset(game, players)
    bots = tuple((seat, "random") for seat in range(1, players))
    names = tuple(f"Name{number}" for number in range(1, players + 1))
    return GameRecord(rules, deal_from_seed(rules, seed), 0, names, seed=seed, bots=bots)


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE)
def test_a_whole_game_gives_a_sound_record(game: str, players: int, seed: int) -> None:
    played = play_greedily(whole_game(game, players, seed), LANGUAGES[seed % 3])
    assert verify_record(played.kept) == played.state
    assert played.kept.outcome is not None


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE)
def test_every_turn_of_a_whole_game_is_told(game: str, players: int, seed: int) -> None:
    played = play_greedily(whole_game(game, players, seed))
    teller = played.session.teller
    for turn in played.kept.turns:
        moves = teller.open_turn(turn.seat, turn.placements).removesuffix(".")
        assert any(line.startswith(moves) for line in played.told)


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE[::3])
def test_a_game_left_and_resumed_ends_like_one_played_through(
    game: str, players: int, seed: int
) -> None:
    record = replace(whole_game(game, players, seed), bots=())
    console = ScriptedConsole(islice(greedy_lines(lambda: first), 7))
    first = Session(record, console, Texts("en"), games_folder() / "game.tenback")
    first.run()
    resumed = play_greedily(read_record(first.file))
    assert resumed.kept == play_greedily(record).kept


@pytest.mark.parametrize(
    "lines",
    [
        ("5>A1",),
        ("keep A1", "5>A1"),
        ("5>A1", "keep A1", "7>A1", "small A2"),
        ("keep A1", "5>A1", "clear", "small D1"),
        ("5>A1", "keep A1", "keep A2", "clear"),
    ],
)
def test_resuming_within_a_turn_gives_the_same_state(lines: tuple[str, ...]) -> None:
    played = play(original(*HAND), *lines)
    assert play(played.kept).state == played.state
    assert final_state(played.kept) == played.state


def test_cards_of_a_resumed_turn_can_be_taken_back() -> None:
    kept = play(original(*HAND), "5>A1", "keep A1", "7>A1").kept
    assert play(kept, "undo", "undo").session.game.record == original(*HAND)


def test_a_signal_of_a_resumed_turn_is_recorded_once() -> None:
    kept = play(original(*HAND), "5>A1", "keep A1").kept
    entries = play(kept, "7>A1", "end").kept.entries
    assert len([entry for entry in entries if isinstance(entry, RecordedSignal)]) == 1
