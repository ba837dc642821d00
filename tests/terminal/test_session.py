"""A game in plain lines: opening, laying cards, refusals, duties."""

from dataclasses import dataclass

import pytest
from tests.terminal.scripted import (
    HAND,
    HELPED,
    HELPED_LINES,
    SKULLS,
    duel,
    extreme,
    original,
    play,
)

from tenback.records import (
    GameRecord,
)
from tenback.rules import Placement
from tenback.texts import LANGUAGES

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
            "The Game\u00a0: l’Original. Tapez 35>A1 pour poser une carte, "
            "«\u00a0fin\u00a0» pour finir le tour, "
            "«\u00a0aide\u00a0» pour en savoir plus.",
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
        "Piles: A1 ascending 1; A2 ascending 1; D1 descending 100; D2 descending 100.",
        "Draw pile: 90. Hands: Name1 8.",
        "Your hand: 5, 7, 17, 35, 45, 60, 81, 83.",
        "2 more cards to lay this turn.",
    ]


def test_the_duel_shows_own_and_other_piles() -> None:
    told = play(duel(2, 3, 4, 5, 6, 7), "").told
    assert "Your piles: a ascending 1; d descending 60." in told
    assert "Piles of Name2: oa ascending 1; od descending 60." in told


def test_extreme_names_the_commands_in_the_hand() -> None:
    told = play(extreme(4, 7, 11, 14, 18, 21, 25, 30)).told
    assert (
        "Your hand: 4 STOP, 7 SKULL, 11 3!, 14 SILENCE, 18 NO JUMP, 21 ONE PILE, "
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
    assert play(original(*HAND), "5>A1").reply(1)[-1] == "1 more card to lay this turn."


def test_it_is_told_when_the_turn_may_end() -> None:
    assert "You may end the turn." in play(original(*HAND), "5>A1 7>A1").reply(1)


def test_the_closed_turn_is_told_with_what_was_drawn() -> None:
    told = play(original(*HAND), "5>A1 7>A1", "end").told
    assert "Name1 (P1) lays 5>A1 and 7>A1, then draws 2 cards." in told


def test_an_empty_line_does_nothing() -> None:
    assert play(original(*HAND), "", "quit").reply(1) == []


@pytest.mark.parametrize("word", ["help", "aide", "hilfe", "HELP", "?"])
def test_words_of_every_language_are_understood(word: str) -> None:
    assert play(original(*HAND), word, "quit").reply(1)[0].startswith("Piles: A1, A2, D1 and D2.")


def test_the_rules_are_shown() -> None:
    reply = play(duel(), "", "rules", "quit", lang="de").reply(2)
    assert reply[0].startswith("The Game: Das Duell")


# What is refused, and why


@dataclass(frozen=True)
class Refused:
    record: GameRecord
    lines: tuple[str, ...]
    reason: str


REFUSED = {
    "a card not held": Refused(
        original(*HAND), ("6>A1",), "You do not hold 6. “why” shows the rule."
    ),
    "too low": Refused(
        original(*HAND),
        ("45>A1", "7>A1"),
        "7 does not fit on A1: on 45 you may lay anything higher, or exactly 35. "
        "“why” shows the rule.",
    ),
    "too high": Refused(
        original(*HAND),
        ("45>D1", "60>D1"),
        "60 does not fit on D1: on 45 you may lay anything lower, or exactly 55. "
        "“why” shows the rule.",
    ),
    "too low where no jump exists": Refused(
        original(*HAND),
        ("7>A1", "5>A1"),
        "5 does not fit on A1: on 7 you may lay anything higher. “why” shows the rule.",
    ),
    "too high where no jump exists": Refused(
        original(*HAND[:6], 95, 97),
        ("95>D1", "97>D1"),
        "97 does not fit on D1: on 95 you may lay anything lower. “why” shows the rule.",
    ),
    "too low where jumps are forbidden": Refused(
        extreme(70, 45, 40, 2, 3, 4, 5, 6, layout=SKULLS),
        ("70>A1", "45>A2", "40>A2"),
        "40 does not fit on A2: on 45 you may lay anything higher. “why” shows the rule.",
    ),
    "a card that does not help the opponent": Refused(
        HELPED,
        (*HELPED_LINES, "40>oa"),
        "40 does not help there: the pile shows 31, so the card must be lower. "
        "“why” shows the rule.",
    ),
    "a second card for the opponent": Refused(
        HELPED,
        (*HELPED_LINES, "21>oa", "20>oa"),
        "Only one card a turn may go on the opponent’s piles. “why” shows the rule.",
    ),
    "ending below the minimum": Refused(
        original(*HAND),
        ("5>A1", "end"),
        "The minimum for this turn is 2; laid so far: 1. “why” shows the rule.",
    ),
    "a jump under NO_JUMP": Refused(
        extreme(70, 45, 35, 2, 3, 4, 5, 6, layout=SKULLS),
        ("70>D1", "45>A1", "35>A1"),
        "35 would jump back on A1, but NO JUMP lies open. “why” shows the rule.",
    ),
    "a second pile under ONE_PILE": Refused(
        extreme(60, 61, 62, 2, 3, 4, 5, 6, layout=SKULLS),
        ("60>A1", "2>A2"),
        "2 cannot go on A2: ONE PILE lies open and this turn is bound to another pile. "
        "“why” shows the rule.",
    ),
    "ending with an open skull": Refused(
        extreme(19, 20, 21, 2, 3, 4, 5, 6, layout=SKULLS),
        ("2>A2", "20>A1", "end"),
        "A skull of this turn would stay uncovered. “why” shows the rule.",
    ),
    "STOP beside an open skull": Refused(
        extreme(20, 30, 21, 2, 3, 4, 5, 6, layout=SKULLS),
        ("20>A1", "30>A2"),
        "A skull of this turn would stay uncovered. “why” shows the rule.",
    ),
    "STOP as the second card after THREE": Refused(
        extreme(50, 30, 52, 53, 3, 4, 5, 6, layout=SKULLS),
        ("50>A1", "30>A2"),
        "30 carries STOP: after 3! it may only be the third card. “why” shows the rule.",
    ),
    "ending two cards after THREE": Refused(
        extreme(50, 52, 53, 2, 3, 4, 5, 6, layout=SKULLS),
        ("50>A1 52>A1", "end"),
        "3! was laid: the turn needs exactly three cards and has 2. “why” shows the rule.",
    ),
    "THREE as the fourth card": Refused(
        extreme(50, 2, 3, 4, 5, 6, 8, 9, layout=SKULLS),
        ("2>A1 3>A1 4>A1", "50>A1"),
        "50 carries 3!, which can only be the first, second or third card of a turn. "
        "“why” shows the rule.",
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
    assert reply == ["There is no such pile; the piles are A1, A2, D1 and D2."]


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
        "3!: exactly three cards this turn; 2 more to lay.",
    ),
    "SKULL": (
        extreme(20, 21, 3, 4, 5, 6, 8, 9, layout=SKULLS),
        "20>A1",
        "Cover the skull before the turn ends.",
    ),
    "two skulls": (
        extreme(20, 40, 21, 41, 5, 6, 8, 9, layout=SKULLS),
        "20>A1 40>A2",
        "Cover 2 skulls before the turn ends.",
    ),
}


@pytest.mark.parametrize(("record", "line", "duty"), DUTIES.values(), ids=DUTIES.keys())
def test_a_duty_of_this_turn_is_told(record: GameRecord, line: str, duty: str) -> None:
    assert duty in play(record, line).reply(1)


IN_FORCE = {
    14: "In force: SILENCE, not a word and not a sign about the game.",
    18: "In force: NO JUMP, no backwards jump on any pile.",
    21: "In force: ONE PILE, all cards of a turn go on one pile.",
    25: "In force: DRAW ONE, only one card is drawn at the end of a turn.",
}


@pytest.mark.parametrize(("card", "line"), IN_FORCE.items())
def test_a_command_in_force_is_shown_with_the_table(card: int, line: str) -> None:
    record = extreme(card, 30, 31, 33, 34, 36, 37, 38)
    assert line in play(record, f"{card}>A1", "table").reply(2)
