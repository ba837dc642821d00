"""Values of the rules as sentences."""

import pytest

from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import Code, Outcome, Refusal, State, Termination, find_game, view
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
def test_every_refusal_is_told_with_its_rule(code: Code, game: str, pile: str, lang: str) -> None:
    rule = find_game(game).rule_of(code)
    rules = build_ruleset(game)
    seen = view(State.deal(rules, deal_from_seed(rules, 1)).start(0), 0)
    told = teller(game, lang).refusal(Refusal(code, **DETAILS, pile=pile), seen)
    assert "{" not in told
    assert told.endswith(f"[{rule}]" if rule else ".")


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
    [(1, "Score: 1 card left. Excellent!"), (9, "Score: 9 cards left. Excellent!")],
)
def test_less_than_ten_cards_left_is_excellent(score: int, line: str) -> None:
    outcome = Outcome(Termination.BLOCKED, score, (), 0)
    assert list(teller("original").result(outcome))[1] == line


def test_ten_cards_left_is_not_excellent() -> None:
    outcome = Outcome(Termination.BLOCKED, 10, (), 0)
    assert list(teller("original").result(outcome))[1] == "Score: 10 cards left."


def test_a_spectator_of_a_duel_is_told_whose_piles_they_are() -> None:
    rules = build_ruleset("duel")
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    assert list(teller("duel").table(view(state, None)))[:2] == [
        "Piles of Name1: 1a up 1; 1d down 60.",
        "Piles of Name2: 2a up 1; 2d down 60.",
    ]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_of_a_duel_sees_the_own_piles_first(seat: int) -> None:
    rules = build_ruleset("duel")
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    assert list(teller("duel").table(view(state, seat)))[:2] == [
        "Your piles: a up 1; d down 60.",
        f"Piles of Name{2 - seat}: oa up 1; od down 60.",
    ]


def test_a_spectator_is_shown_no_hand() -> None:
    rules = build_ruleset("original", 2)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    told = list(teller("original", players=2).table(view(state, None)))
    assert told == [
        "Piles: A1 up 1; A2 up 1; D1 down 100; D2 down 100.",
        "Draw pile: 84. Hands: Name1 7, Name2 7.",
    ]
