"""The solver: its lines win by the rules, its verdicts are those of brute force."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.analysis.brute_force import team_wins, winner_of_duel

from tenback.analysis import (
    Solution,
    SolverProgress,
    SolvingInterrupted,
    Verdict,
    record_with_line,
    solve,
)
from tenback.kernels import UnsupportedRulesetError
from tenback.records import (
    GameRecord,
    Position,
    build_ruleset,
    deal_from_seed,
    format_record,
    lot_from_seed,
    parse_position,
    parse_record,
    verify_record,
)
from tenback.rules import Phase, Ruleset, State, Turn
from tenback.rules.games.original import Original
from tenback.testing.differential import every_ruleset

SIDE = {True: Verdict.WINNABLE, False: Verdict.UNWINNABLE}


def dealt(game: str, players: int, seed: int, **options: object) -> tuple[State, GameRecord]:
    rules = build_ruleset(game, players, options)
    starter = lot_from_seed(rules, seed)
    names = tuple(f"P{seat + 1}" for seat in range(players))
    record = GameRecord(rules, deal_from_seed(rules, seed), starter, names, seed=seed)
    return State.deal(rules, record.decks).start(starter), record


def position(text: str) -> State:
    return parse_position(text).to_state()


def tight_position(rules: Ruleset, source: Random) -> State:
    """Make up a position with few cards and little room, so that many are lost."""
    upper = rules.game.highest + 1
    cards = [list(deck) for deck in rules.game.decks(rules)]
    tops: list[int] = []
    for pile in rules.game.piles:
        ahead = source.randint(2, upper // 2)
        tops.append(upper - ahead if pile.ascending else ahead)
    for deck in cards:
        source.shuffle(deck)
        deck[:] = [card for card in deck if card not in tops]
    most = max(1, 6 // rules.players)
    hands = tuple(
        tuple(cards[rules.game.deck_of(seat)].pop() for _ in range(source.randint(1, most)))
        for seat in range(rules.players)
    )
    decks = tuple(tuple(deck[: source.choice((0, 0, 1, 3))]) for deck in cards)
    seat = source.randrange(rules.players)
    return Position(rules, tuple(tops), hands, decks, seat).to_state()


def tight_positions(game: str, count: int) -> Iterator[State]:
    """Yield such positions, with all options of a game and all numbers of players."""
    source = Random(11)
    rulesets = [rules for rules in every_ruleset() if rules.game.id == game]
    source.shuffle(rulesets)
    for _ in range(count):
        state = tight_position(rulesets[source.randrange(len(rulesets))], source)
        if state.outcome is None:
            yield state


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("original", {}),
        ("extreme", {}),
        ("extreme", {"one_pile": "retroactive", "breach": "lose", "short_hand": "clamp"}),
    ],
)
def test_a_line_wins_by_the_rules(game: str, players: int, options: dict[str, object]) -> None:
    start, record = dealt(game, players, 3, **options)
    solution = solve(start, seconds=None, nodes=50_000)
    assert solution.verdict is Verdict.WINNABLE
    state = start
    for turn in solution.line:
        turns = state.turns
        for placement in turn:
            assert placement in state.legal_placements
            state = state.place(placement)
        if state.outcome is None and state.turns == turns:
            state = state.end()
    assert state.outcome is not None
    assert state.outcome.won
    assert state.outcome.score == 0
    assert state == solution.final
    written = parse_record(format_record(record_with_line(record, solution)))
    assert verify_record(written).outcome == state.outcome


@pytest.mark.parametrize("game", ["original", "extreme"])
def test_small_team_positions_are_solved_exactly(game: str) -> None:
    met: Counter[Verdict] = Counter()
    for state in tight_positions(game, 200):
        solution = solve(state, seconds=None, nodes=20_000)
        assert solution.verdict is SIDE[team_wins(state)], state
        is_won = solution.final.outcome is not None and solution.final.outcome.won
        assert is_won == (solution.verdict is Verdict.WINNABLE)
        met[solution.verdict] += 1
    assert min(met[side] for side in SIDE.values()) > 20


def test_small_duels_are_solved_exactly() -> None:
    met: Counter[Verdict] = Counter()
    for state in tight_positions("duel", 200):
        solution = solve(state, seconds=None, nodes=20_000)
        winner = winner_of_duel(state)
        assert solution.verdict is SIDE[winner == state.seat], state
        # The line, best play of both sides, ends with the same winner.
        outcome = solution.final.outcome
        assert outcome is None or outcome.winner == winner, state
        assert outcome is not None or solution.final.is_doomed
        met[solution.verdict] += 1
    assert min(met[side] for side in SIDE.values()) > 20


def test_a_solo_endgame_with_an_empty_deck() -> None:
    start = position("original players=1 piles=80,90,12,20 hands=11,70,81,91,22 deck=")
    solution = solve(start)
    assert solution.verdict is SIDE[team_wins(start)] is Verdict.WINNABLE
    assert solution.final.outcome is not None


def test_a_card_that_can_never_fit_is_a_proof() -> None:
    solution = solve(position("original players=2 piles=90,97,3,4 hands=50,91,99|2 deck=55,56"))
    assert solution.verdict is Verdict.UNWINNABLE
    assert solution.final.outcome is not None
    assert not solution.final.outcome.won
    assert solution.cards_left == solution.final.outcome.score == 3
    assert solution.line


def test_a_lost_position_without_such_a_card_is_searched_to_the_end() -> None:
    # 84 could jump back on 94, but 95 has to be laid before it.
    start = position("original players=2 piles=94,96,4,5 hands=95|84 deck=")
    assert not team_wins(start)
    solution = solve(start)
    assert solution.verdict is Verdict.UNWINNABLE
    assert solution.nodes > 0


def test_an_open_turn_is_completed() -> None:
    start, record = dealt("original", 2, 8)
    placement = next(iter(start.legal_placements))
    solution = solve(start.place(placement), seconds=None, nodes=50_000)
    assert solution.verdict is Verdict.WINNABLE
    written = record_with_line(record, solution)
    assert written.turns[0].placements[0] == placement
    assert verify_record(written) == solution.final


def test_a_record_goes_on_after_its_turns() -> None:
    start, record = dealt("original", 3, 5)
    whole = record_with_line(record, solve(record, seconds=None, nodes=50_000))
    state = start
    for turn in whole.turns[:4]:
        for placement in turn.placements:
            state = state.place(placement)
        state = state.end()
    again = record_with_line(whole, solve(state, seconds=None, nodes=50_000))
    assert again.turns[:4] == whole.turns[:4]
    assert verify_record(again).outcome == again.outcome
    with pytest.raises(ValueError, match="not of a position of this record"):
        record_with_line(dealt("original", 3, 6)[1], Solution(*[state] * 7))  # type: ignore[arg-type] # only the start is read


def test_the_same_nodes_give_the_same_solution() -> None:
    start, _ = dealt("extreme", 5, 2)
    first, second = (solve(start, seconds=None, nodes=3_000) for _ in range(2))
    assert (first.line, first.verdict, first.nodes) == (second.line, second.verdict, second.nodes)
    assert first.nodes <= 3_000


@pytest.mark.parametrize("game", ["original", "duel"])
def test_a_spent_budget_leaves_it_undecided(game: str) -> None:
    start, _ = dealt(game, 2, 1)
    solution = solve(start, seconds=None, nodes=1)
    assert solution.verdict is Verdict.UNDECIDED
    assert solution.nodes <= 1


def test_a_duel_that_is_too_long_gets_the_best_of_some_depth() -> None:
    start, record = dealt("duel", 2, 1)
    solution = solve(start, seconds=None, nodes=200)
    assert solution.verdict is Verdict.UNDECIDED
    assert solution.depth == len(solution.line) >= 1
    assert verify_record(record_with_line(record, solution)) == solution.final


def test_progress_is_told_and_can_be_broken_off() -> None:
    told: list[SolverProgress] = []

    def stop(progress: SolverProgress) -> None:
        told.append(progress)
        if len(told) == 3:
            raise KeyboardInterrupt

    start, _ = dealt("extreme", 5, 2)
    with pytest.raises(SolvingInterrupted) as stopped:
        solve(start, on_progress=stop)
    assert [progress.nodes for progress in told] == sorted({p.nodes for p in told})
    assert stopped.value.solution.verdict is Verdict.UNDECIDED
    assert stopped.value.solution.nodes == told[-1].nodes


def test_a_game_that_is_over_is_its_own_solution() -> None:
    lost = position("original players=1 piles=99,99,2,2 hands=50 deck=")
    assert lost.phase is Phase.OVER
    solution = solve(lost)
    assert (solution.verdict, solution.line, solution.nodes) == (Verdict.UNWINNABLE, (), 0)


def test_bad_input_is_refused() -> None:
    start, record = dealt("original", 2, 1)
    with pytest.raises(ValueError, match="has not started"):
        solve(State.deal(start.rules, record.decks))
    with pytest.raises(ValueError, match="seconds must be more than 0"):
        solve(start, seconds=0)
    with pytest.raises(ValueError, match="nodes must be at least 1"):
        solve(start, nodes=0)

    class Sevens(Original):
        id = "sevens"

        def draw_count(self, rules: Ruleset, turn: Turn) -> int:
            return super().draw_count(rules, turn) - 1

    rules = Ruleset(Sevens(), 1)
    with pytest.raises(UnsupportedRulesetError, match="sevens"):
        solve(State.deal(rules, (tuple(range(2, 100)),)).start(0))
