"""Games to review: played by bots or at random, and open ends, with every card known."""

import random
from dataclasses import replace
from functools import cache

from tenback.analysis import Verdict, solve
from tenback.analysis.reviewing.known import is_open
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import GameRecord, RecordedTurn, build_ruleset, deal_from_seed
from tenback.rules import Placement, State


def random_turn(state: State, source: random.Random) -> tuple[Placement, ...]:
    """Lay legal cards at random until the turn may end, or the game does."""
    laid: list[Placement] = []
    now = state
    while now.outcome is None and now.turns == state.turns and not now.can_end():
        laid.append(source.choice(list(now.legal_placements)))
        now = now.place(laid[-1])
    return tuple(laid)


@cache
def played(game: str, players: int, seed: int, bot: str = "") -> GameRecord:
    """Let a bot, or chance, play a game."""
    rules = build_ruleset(game, players)
    decks = deal_from_seed(rules, seed)
    state = State.deal(rules, decks).start(0)
    source, chooser = random.Random(seed), create_bot(bot) if bot else None
    turns: list[RecordedTurn] = []
    while state.outcome is None:
        placements = choose_turn(state, chooser) if chooser else random_turn(state, source)
        turns.append(RecordedTurn(state.seat, placements))
        state = play_turn(state, placements)
    names = ("Ana", "Bo", "Cléo", "Dan", "Eve")[:players]
    return GameRecord(rules, decks, 0, names, tuple(turns), state.outcome)


def follow(record: GameRecord, turns: int) -> State:
    """Return the state after so many turns of a record."""
    state = State.deal(record.rules, record.decks).start(record.starter)
    for turn in record.turns[:turns]:
        state = play_turn(state, turn.placements)
    return state


def continued(
    record: GameRecord, turns: int, line: tuple[tuple[Placement, ...], ...]
) -> GameRecord:
    """Return a record that leaves another one after so many turns and follows a line."""
    state, entries = follow(record, turns), list(record.turns[:turns])
    for placements in line:
        entries.append(RecordedTurn(state.seat, placements))
        state = play_turn(state, placements)
    return replace(record, entries=tuple(entries), outcome=state.outcome)


@cache
def won_end(game: str, players: int) -> tuple[GameRecord, int]:
    """Find a game with an open end that the solver wins: the record, and the turns before it."""
    for seed in range(200):
        record = played(game, players, seed, "expert")
        for turns in range(len(record.turns)):
            state = follow(record, turns)
            if not is_open(state, state.seat):
                continue
            if solve(state, seconds=None, nodes=5_000).verdict is Verdict.WINNABLE:
                return record, turns
            break
    raise AssertionError("no game of these seeds has an open end that is won")


def solved_end(game: str, players: int) -> tuple[GameRecord, int]:
    """Return a record that follows the solver's line from the open end, and where it begins."""
    record, turns = won_end(game, players)
    line = solve(follow(record, turns), seconds=None, nodes=5_000).line
    return continued(record, turns, line), turns


def blundered_end(game: str, players: int) -> tuple[GameRecord, int]:
    """Return a record that throws the open end away with its first turn, and where that is."""
    record, turns = won_end(game, players)
    state = follow(record, turns)
    for seed in range(200):
        turn = random_turn(state, random.Random(seed))
        after = play_turn(state, turn)
        if solve(after, seconds=None, nodes=5_000).verdict is Verdict.UNWINNABLE:
            rest: list[tuple[Placement, ...]] = [turn]
            while after.outcome is None:
                rest.append(random_turn(after, random.Random(1)))
                after = play_turn(after, rest[-1])
            return continued(record, turns, tuple(rest)), turns
    raise AssertionError("no random turn throws this end away")
