"""The plain bots and the registry: legal turns in every game, no peeking, clear errors."""

import random
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from tenback.bots import BotError, choose_turn, create_bot, find_bots, play_out, play_turn, registry
from tenback.records import build_ruleset, deal_from_seed, parse_position
from tenback.rules import Placement, Ruleset, State, View, view
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.invariants import verify_outcome
from tenback.testing.random_play import all_rulesets, play_randomly, random_deal

BOTS = sorted(name for name, entry in find_bots().items() if entry.offered_by == "tenback")
RULESETS = list(all_rulesets())


def test_random_and_greedy_are_registered() -> None:
    assert {"random", "greedy"} <= set(BOTS)


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("start", range(20))
def test_bots_play_every_ruleset_to_the_end(name: str, start: int) -> None:
    source = random.Random(start)
    for rules in RULESETS[start::40]:
        bots = [create_bot(name, seed=seat) for seat in range(rules.players)]
        verify_outcome(play_out(random_deal(rules, source), bots))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_does_not_see_hidden_cards(name: str) -> None:
    source = random.Random(5)
    compared = 0
    for rules in RULESETS[::7]:
        state = play_randomly(random_deal(rules, source), source, turns=3)
        if state.outcome is not None:
            continue
        compared += 1
        other = deal_hidden_anew(state, state.seat, source)
        mine = choose_turn(state, create_bot(name, seed=1))
        assert mine == choose_turn(other, create_bot(name, seed=1))
    assert compared >= 30


def position(line: str) -> View:
    return view(parse_position(line).completed().to_state(), 0, memory=True)


def test_greedy_takes_the_smallest_gap_then_only_jumps() -> None:
    seen = position("original piles=20,50,90,70 hands=22,40,41,60,88,80,95,30 deck=?40")
    chosen = create_bot("greedy").choose(seen)
    assert list(chosen) == [Placement(40, 1), Placement(30, 1), Placement(80, 3)]


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_goes_on_in_the_middle_of_a_turn(name: str) -> None:
    state = parse_position("original hands=20,30,40,50,60,70 deck=?40").completed().to_state()
    state = state.place(Placement(20, 0))
    chosen = choose_turn(state, create_bot(name))
    assert Placement(20, 0) not in chosen
    assert play_turn(state, chosen).turns == 1


def test_greedy_prefers_the_lowest_pile_then_the_lowest_card() -> None:
    seen = position("original piles=20,20,90,90 hands=22,88,95,96 deck=?40")
    assert list(create_bot("greedy").choose(seen)) == [Placement(22, 0), Placement(88, 2)]


def test_greedy_beats_random_in_the_duel() -> None:
    rules = build_ruleset("duel")
    won = 0
    for seed in range(60):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(seed % 2)
        end = play_out(state, [create_bot("greedy"), create_bot("random", seed=seed)])
        won += end.outcome is not None and end.outcome.winner == 0
    assert won >= 57


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("genius", "there is no bot 'genius'; the bots are"),
        ("", "there is no bot ''"),
        ("greedy:depth=3", "it has no parameters, so 'depth=3' means nothing"),
        ("random:seed=3", "it has no parameters, so 'seed=3' means nothing"),
        ("montecarlo:depth=3", "there is no parameter 'depth'; it has .*samples"),
        ("montecarlo:samples", "'samples' is not PARAMETER=VALUE; it has .*samples"),
        ("montecarlo:seed=3", "whoever seats the bot gives the seed"),
    ],
)
def test_a_wrong_specification_is_a_clear_error(spec: str, told: str) -> None:
    with pytest.raises(BotError, match=told):
        create_bot(spec)


class Timid:
    """A third-party bot with parameters of several kinds."""

    def __init__(self, *, depth: int = 1, risk: float = 0.5, seed: int = 0) -> None:
        if depth < 1:
            raise ValueError("depth must be at least 1")
        self.told = (depth, risk, seed)

    def choose(self, view: View) -> tuple[Placement, ...]:
        return tuple(view.legal_placements)[:1]


@pytest.fixture
def third_party(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints(
        EntryPoint(name, f"{__name__}:{target}", registry.ENTRY_POINT_GROUP)
        for name, target in [("timid", "Timid"), ("greedy", "Timid"), ("gone", "Missing")]
    )

    def entry_points(group: str) -> EntryPoints:
        return points.select(group=group)

    monkeypatch.setattr(registry, "entry_points", entry_points)
    monkeypatch.setattr(registry, "import_module", _modules)


def _modules(name: str) -> object:
    import importlib
    import sys

    return sys.modules[__name__] if name == __name__ else importlib.import_module(name)


@pytest.mark.usefixtures("third_party")
def test_third_party_bots_are_found_by_entry_point() -> None:
    bot = create_bot("timid:depth=3,risk=0.25", seed=9)
    assert isinstance(bot, Timid)
    assert bot.told == (3, 0.25, 9)
    assert find_bots()["greedy"].offered_by == "tenback"


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("timid:depth=x", "is not a whole number"),
        ("timid:risk=x", "is not a number"),
        ("timid:depth=0", "depth must be at least 1"),
        ("gone", "cannot be loaded"),
    ],
)
def test_what_is_wrong_with_a_third_party_bot_is_said(spec: str, told: str) -> None:
    with pytest.raises(BotError, match=told):
        create_bot(spec)


def test_an_illegal_turn_of_a_bot_is_an_error() -> None:
    rules: Ruleset = build_ruleset("original", 1)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    with pytest.raises(BotError, match="MINIMUM"):
        play_turn(state, [next(iter(state.legal_placements))])
    with pytest.raises(BotError, match="NOT_IN_HAND"):
        play_turn(state, [Placement(1, 0)])
