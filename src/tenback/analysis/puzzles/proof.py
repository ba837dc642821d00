"""Proofs with every card known: which turns of a position win, each tried to the end."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tenback.analysis import duel, exhaustive
from tenback.analysis.keys import new_table
from tenback.analysis.puzzles.puzzle import TurnKey, turn_key
from tenback.analysis.team import team_weights
from tenback.kernels import codes
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import PackedState, new_state
from tenback.kernels.packing import pack_ruleset, pack_state
from tenback.kernels.turn_buffer import EXACT, OVERFLOWED, new_turn_buffer, placements_of
from tenback.rules import Placement, Ruleset, State

__all__ = ["MOST_CARDS", "ProvedTurn", "Prover"]

#: With more cards than this a position is not tried.
MOST_CARDS: Final = 64
_TURNS: Final = 1 << 16
_TABLE: Final = 1 << 17
_SLICE: Final = 50


class ProvedTurn(NamedTuple):
    """A turn, and whether it wins."""

    key: TurnKey
    placements: tuple[Placement, ...]
    wins: bool


class _Child(NamedTuple):
    """The position after a turn."""

    key: TurnKey
    placements: tuple[Placement, ...]
    state: PackedState


class _UndecidedError(Exception):
    """The budget was spent first."""


class Prover:
    """Decides the turns of positions of one ruleset; its memory is used again and again."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.packed = pack_ruleset(rules)
        self._weights = team_weights(bool(self.packed.has_commands))
        self._buffer = new_turn_buffer(_TURNS)
        self._deeper = new_turn_buffer(_TURNS)
        empty = new_state()
        if rules.game.is_team_game:
            search = exhaustive.new_exhaustive(empty, MOST_CARDS)
            self._lines = search._replace(table=new_table(_TABLE))
        else:
            self._duel = duel.new_duel_search(empty, MOST_CARDS)

    def try_turns(self, state: State, *, most: int | None, nodes: int) -> list[ProvedTurn] | None:
        """Decide the turns of a position, the likeliest to win first, until ``most`` of them win.

        None: more than ``nodes`` positions would have to be looked at, or there are too many turns.
        """
        if sum(map(len, (*state.hands, *state.decks))) > MOST_CARDS:
            return None
        root = pack_state(state)
        count = int(enumerate_turns(self.packed, root, EXACT, self._buffer))
        if self._buffer.marks[OVERFLOWED]:
            return None
        self._forget()
        children = list(self._children(state, root, count))
        try:
            if self.rules.game.is_team_game:
                return self._try_team(children, most, nodes)
            return self._try_duel(children, state.seat, most, nodes)
        except _UndecidedError:
            return None

    def _try_team(self, children: list[_Child], most: int | None, nodes: int) -> list[ProvedTurn]:
        found, wins, left = list[ProvedTurn](), 0, nodes
        for child in children:
            won, spent = self._is_cleared(child.state, left)
            left -= spent
            found.append(ProvedTurn(child.key, child.placements, won))
            wins += won
            if most is not None and wins >= most:
                break
        return found

    def _try_duel(
        self, children: list[_Child], seat: int, most: int | None, nodes: int
    ) -> list[ProvedTurn]:
        """Look ahead one turn further at a time, for all turns: several that win show early."""
        decided: dict[int, bool] = {}
        self._duel.marks[duel.NODES] = 0
        for depth in range(MOST_CARDS + 2):
            for index, child in enumerate(children):
                if index not in decided:
                    won = self._is_duel_won(child.state, seat, depth, nodes)
                    if won is not None:
                        decided[index] = won
                if most is not None and sum(decided.values()) >= most:
                    break
            else:
                if len(decided) < len(children):
                    continue
            return [
                ProvedTurn(children[index].key, children[index].placements, won)
                for index, won in sorted(decided.items())
            ]
        raise _UndecidedError

    def _children(self, state: State, root: PackedState, count: int) -> Iterator[_Child]:
        """Play every different turn, those that leave the most room first."""
        buffer = self._buffer
        listed = [int(index) for index in buffer.turns[:count]]
        room = {index: self._room(buffer.entries[index]) for index in listed}
        seen: set[TurnKey] = set()
        for index in sorted(listed, key=lambda index: -room[index]):
            placements = placements_of(buffer, index)
            key = turn_key(self.rules, state.tops, placements)
            if key in seen:
                continue
            seen.add(key)
            child = root.copy()
            play_turn(self.packed, child, buffer.entries[index])
            yield _Child(key, placements, child)

    def _room(self, entry: Any) -> int:
        """Say how much room a turn leaves, for the order alone."""
        room = 4 * int(entry.count)
        for pile, top in zip(self.rules.game.piles, entry.tops.tolist(), strict=True):
            room += -top if pile.ascending else top
        return room

    def _forget(self) -> None:
        """Forget the positions of another deal: keys do not tell decks apart."""
        if self.rules.game.is_team_game:
            self._lines.table[:] = 0
        else:
            self._duel.table_keys[:] = 0
            self._duel.marks[:] = 0

    def _is_cleared(self, child: PackedState, nodes: int) -> tuple[bool, int]:
        """Whether every card can be laid, and how many positions that took to find out."""
        if child.phase == codes.OVER:
            return bool(child.winners), 0
        search = self._lines
        search.states[0] = child
        search.marks[:] = 0
        search.marks[exhaustive.DEPTH] = search.marks[exhaustive.WON_DEPTH] = -1
        search.marks[exhaustive.BEST_SCORE] = 1 << 20
        while not exhaustive.explore(self.packed, search, self._deeper, self._weights, _SLICE):
            if search.marks[exhaustive.NODES] > nodes:
                raise _UndecidedError
        won = bool(search.marks[exhaustive.WON_DEPTH] >= 0)
        if not won and not exhaustive.is_proof(search):
            raise _UndecidedError
        return won, int(search.marks[exhaustive.NODES])

    def _is_duel_won(self, child: PackedState, seat: int, depth: int, nodes: int) -> bool | None:
        """Whether a seat wins, looking so many turns ahead; None if that is not far enough."""
        if child.phase == codes.OVER:
            return bool(int(child.winners) >> seat & 1)
        if depth == 0:
            return None
        search = self._duel
        search.states[0] = child
        duel.begin_depth(self.packed, search, self._deeper, depth)
        while not duel.look_ahead(self.packed, search, self._deeper, _SLICE):
            if search.marks[duel.NODES] > nodes:
                raise _UndecidedError
        if search.marks[duel.DROPPED]:
            raise _UndecidedError
        value = int(search.bounds[duel.ROOT, duel.VALUE])
        return (value > 0) == (int(child.seat) == seat) if abs(value) == duel.WIN else None
