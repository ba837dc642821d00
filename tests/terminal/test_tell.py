"""Values of the rules as sentences."""

import pytest

from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import Code, Outcome, Refusal, State, Termination, view
from tenback.terminal.tell import Teller
from tenback.texts import LANGUAGES, Texts

#: What any refusal may have to say.
DETAILS = {
    "card": 35,
    "top": 40,
    "laid": 1,
    "minimum": 2,
    "excerpt": "words",
    "command": "NO_JUMP",
    "length": 501,
    "limit": 500,
    "seat": 0,
}


def teller(game: str, lang: str = "en", players: int | None = None) -> Teller:
    rules = build_ruleset(game, players)
    return Teller(Texts(lang), rules, tuple(f"Name{number + 1}" for number in range(rules.players)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "pile"), [("extreme", "A1"), ("extreme", "D1"), ("duel", "od")])
@pytest.mark.parametrize("code", Code)
def test_every_refusal_is_told(code: Code, game: str, pile: str, lang: str) -> None:
    rules = build_ruleset(game)
    seen = view(State.deal(rules, deal_from_seed(rules, 1)).start(0), 0)
    told = teller(game, lang).refusal(Refusal(code, **DETAILS, pile=pile), seen)
    assert "{" not in told
    assert told.endswith(".")
    assert "[" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("score", [0, 1, 2, 10])
@pytest.mark.parametrize("termination", Termination)
@pytest.mark.parametrize("game", ["original", "duel"])
def test_every_end_is_told_in_two_lines(
    game: str, termination: Termination, score: int, lang: str
) -> None:
    winners = (0,) if game == "duel" or termination is Termination.CLEARED else ()
    told = list(teller(game, lang).result(Outcome(termination, score, winners, 0)))
    assert len(told) == 2
    assert all("{" not in line for line in told)


@pytest.mark.parametrize(
    ("score", "line"),
    [(1, "Excellent! Score: 1 card left."), (9, "Excellent! Score: 9 cards left.")],
)
def test_less_than_ten_cards_left_is_excellent(score: int, line: str) -> None:
    outcome = Outcome(Termination.BLOCKED, score, (), 0)
    assert list(teller("original").result(outcome))[1] == line


def test_ten_cards_left_is_not_excellent() -> None:
    outcome = Outcome(Termination.BLOCKED, 10, (), 0)
    assert list(teller("original").result(outcome))[1] == "Lost. Score: 10 cards left."


OTHER_LOSSES = [
    termination
    for termination in Termination
    if termination not in (Termination.CLEARED, Termination.BLOCKED)
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("termination", OTHER_LOSSES)
def test_a_loss_says_lost_however_few_cards_are_left(termination: Termination, lang: str) -> None:
    texts = Texts(lang)
    lost, praise = texts("rating.lost"), texts("rating.excellent")
    for score in (1, 3):
        ending, result = teller("extreme", lang).result(Outcome(termination, score, (), 0), score)
        assert ending.startswith("Name1 (P1) ")
        assert result.startswith(f"{lost} ")
        assert praise not in result


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Lost. Score: 1, for the card that was missing."),
        ("fr", "Perdu. Score\u00a0: 1, pour la carte qui manquait."),
        ("de", "Verloren. Ergebnis: 1 Karte zu wenig."),
    ],
)
def test_a_score_beyond_the_cards_left_is_what_was_missing(lang: str, line: str) -> None:
    outcome = Outcome(Termination.SKULL, 1, (), 0)  # X-10, B-18
    assert list(teller("extreme", lang).result(outcome, 0))[1] == line


def test_two_missing_cards_after_3() -> None:
    outcome = Outcome(Termination.THREE, 2, (), 0)
    told = list(teller("extreme").result(outcome, 0))
    assert told[0] == "Name1 (P1) did not lay exactly three cards with 3!."
    assert told[1] == "Lost. Score: 2, for the cards that were missing."


def test_a_spectator_of_a_duel_is_told_whose_piles_they_are() -> None:
    rules = build_ruleset("duel")
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    assert list(teller("duel").table(view(state, None)))[:2] == [
        "Piles of Name1: 1a ascending 1; 1d descending 60.",
        "Piles of Name2: 2a ascending 1; 2d descending 60.",
    ]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_of_a_duel_sees_their_own_piles_first(seat: int) -> None:
    rules = build_ruleset("duel")
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    assert list(teller("duel").table(view(state, seat)))[:2] == [
        "Your piles: a ascending 1; d descending 60.",
        f"Piles of Name{2 - seat}: oa ascending 1; od descending 60.",
    ]


def test_a_spectator_is_shown_no_hand() -> None:
    rules = build_ruleset("original", 2)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    told = list(teller("original", players=2).table(view(state, None)))
    assert told == [
        "Piles: A1 ascending 1; A2 ascending 1; D1 descending 100; D2 descending 100.",
        "Draw pile: 84. Hands: Name1 7, Name2 7.",
    ]
