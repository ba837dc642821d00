"""Making puzzles out of games of strong bots: where one turn wins, and bots miss it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tenback.analysis.paths import play_line
from tenback.analysis.puzzles.margin import MarginProver
from tenback.analysis.puzzles.proof import Prover
from tenback.analysis.puzzles.puzzle import (
    BOTS,
    Core,
    Exact,
    Margin,
    Puzzle,
    TurnKey,
    format_turn,
    turn_key,
)
from tenback.analysis.puzzles.themes import themes_of
from tenback.analysis.solver import solve
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import Position, build_ruleset, deal_from_seed, format_position
from tenback.rules import Placement, State
from tenback.rules.view import view

__all__ = ["Maker"]

#: Positions with fewer cards to lay are too easy, with more too hard to see through. A duel ends
#: long before the cards do.
_FEWEST: Final = 5
_MOST: Final = 22
_MOST_IN_DUEL: Final = 11
#: Cards left to draw while cards are hidden: with more, a single turn decides too little.
_MOST_TO_DRAW: Final = 45
_FEWEST_TURNS: Final = 6
_NODES: Final = 20_000
_NODES_IN_DUEL: Final = 500
#: In a duel: how many turns may win, as a share of those that lose, and how often it is dealt anew.
_MOST_WINNING: Final = 0.2
_DEALS: Final = 4
_LINE_NODES: Final = 40_000
_SAMPLES: Final = 2048
#: Positions of one game are alike. How many turns they have to be apart, and how many are kept:
#: in a duel, where turns side by side are of two players, and in a team game.
_APART: Final = ((1, 3), (3, 2))

#: How much each bot's mistake counts when the tempting turn is chosen.
_TEMPTED: Final = {"expert": 6, "tuned": 4, "steady": 1, "planner": 2, "greedy": 2, "gentle": 0.5}


class Maker:
    """Makes puzzles of one game and number of players."""

    def __init__(self, game: str, players: int) -> None:
        self.rules = build_ruleset(game, players)
        self._player = create_bot("expert")
        self._bots = {name: create_bot(name) for name in BOTS}
        self._prover = Prover(self.rules)
        self._margins = MarginProver(self.rules)

    def from_game(self, seed: int, *, hidden: bool = False) -> list[Puzzle]:
        """Return the puzzles of one game, not rated yet; ``hidden``: not every card is known."""
        apart, most = _APART[self.rules.game.is_team_game]
        found: list[tuple[int, Puzzle]] = []
        for state in reversed(list(self._play(seed))):
            if found and found[-1][0] - state.turns < apart:
                continue
            puzzle = (
                self._from_hidden(_bare(state, hidden=True), seed)
                if hidden
                else self._from_deals(_bare(state, hidden=False), seed)
            )
            if puzzle is not None:
                found.append((state.turns, puzzle))
            if len(found) == most:
                break
        return [puzzle for _, puzzle in found]

    def _from_deals(self, state: State, seed: int) -> Puzzle | None:
        """Try a position with its cards; in a duel also with the unseen ones dealt anew.

        A duel has few positions in which one turn wins, and most of its cards are unseen.
        """
        deals = 1 if self.rules.game.is_team_game else _DEALS
        source = random.Random(seed)
        tried: set[State] = set()
        for number in range(deals):
            dealt = state if number == 0 else _dealt_anew(state, source)
            if dealt in tried:
                continue
            tried.add(dealt)
            puzzle = self._from_open(dealt)
            if puzzle is not None:
                return puzzle
        return None

    def _play(self, seed: int) -> Iterator[State]:
        """Let strong bots play; yield the positions before their turns."""
        state = State.deal(self.rules, deal_from_seed(self.rules, seed)).start(0)
        while state.outcome is None:
            yield state
            state = play_turn(state, choose_turn(state, self._player))

    # With every card known ------------------------------------------------------------------

    def _from_open(self, state: State) -> Puzzle | None:
        is_team = self.rules.game.is_team_game
        most, nodes = (_MOST, _NODES) if is_team else (_MOST_IN_DUEL, _NODES_IN_DUEL)
        if not _FEWEST <= sum(map(len, (*state.hands, *state.decks))) <= most:
            return None
        tried = self._prover.try_turns(state, most=2 if is_team else None, nodes=nodes)
        if tried is None or len(tried) < _FEWEST_TURNS:
            return None
        winning = [one for one in tried if one.wins]
        losing = {one.key: one.placements for one in tried if not one.wins}
        if not winning or len(winning) > (1 if is_team else len(losing) * _MOST_WINNING):
            return None
        core = Core.common([one.key for one in winning])
        if any(core.is_in(key) for key in losing):
            return None
        answer = min((one.placements for one in winning), key=len)
        wrong = self._tempting(state, core, losing)
        if wrong is None:
            return None
        after = play_line(state, [wrong])
        refuted = solve(after, seconds=None, nodes=_LINE_NODES)
        won = solve(play_line(state, [answer]), seconds=None, nodes=_LINE_NODES)
        proof = Exact(len(tried), refuted.cards_left, len(winning))
        lines = [_format_line(one.start, one.line) for one in (won, refuted)]
        return self._puzzle(state, (answer, wrong), core, proof, lines)

    # With hidden cards ----------------------------------------------------------------------

    def _from_hidden(self, state: State, seed: int) -> Puzzle | None:
        """Find a margin, and prove it on other deals than those it was found on."""
        if sum(map(len, state.decks)) > _MOST_TO_DRAW:
            return None
        if not self._margins.is_likely(state, seed=2 * seed):
            return None
        compared = self._margins.compare(state, samples=_SAMPLES, seed=2 * seed + 1)
        if compared is None or len(compared) < _FEWEST_TURNS:
            return None
        answer, *others = compared
        core = Core.common([answer.key])
        wrong = self._tempting(state, core, {one.key: one.placements for one in others})
        if wrong is None:
            return None
        key = turn_key(self.rules, state.tops, wrong)
        proof = Margin(
            len(compared),
            round(answer.chance, 3),
            round(others[0].chance, 3),
            round(next(one.chance for one in others if one.key == key), 3),
            round(min(one.low for one in others), 3),
            _SAMPLES,
            2 * seed + 1,
        )
        return self._puzzle(state, (answer.placements, wrong), core, proof)

    # What bots make of it -------------------------------------------------------------------

    def _tempting(
        self, state: State, core: Core, others: dict[TurnKey, tuple[Placement, ...]]
    ) -> tuple[Placement, ...] | None:
        """Return the wrong turn that bots play most, or else the one that `expert` values most."""
        liked: Counter[TurnKey] = Counter()
        for name, weight in _TEMPTED.items():
            for _ in range(BOTS[name]):
                key = turn_key(self.rules, state.tops, choose_turn(state, self._bots[name]))
                if key in others and not core.is_in(key):
                    liked[key] += weight  # type: ignore[assignment]
        if liked:
            return others[liked.most_common(1)[0][0]]
        valued = (key for key in self._margins.rank(state) if key in others)
        return next((others[key] for key in valued), None)

    def _tries(self, state: State, core: Core) -> tuple[int, ...]:
        """Count how often each bot finds the answer."""
        return tuple(
            sum(
                core.is_in(turn_key(self.rules, state.tops, choose_turn(state, bot)))
                for _ in range(BOTS[name])
            )
            for name, bot in self._bots.items()
        )

    def _puzzle(
        self,
        state: State,
        turns: tuple[Sequence[Placement], Sequence[Placement]],
        core: Core,
        proof: Exact | Margin,
        lines: Sequence[str] = ("", ""),
    ) -> Puzzle | None:
        answer, wrong = turns
        themes = themes_of(state, answer, wrong)
        if not themes:
            return None
        game, seat = self.rules.game, state.seat
        position = (
            Position.of_state(state)
            if isinstance(proof, Exact)
            else Position.of_view(view(state, seat, memory=True))
        )
        return Puzzle(
            "",  # it gets a name when it is chosen
            format_position(position),
            format_turn(game, answer, seat),
            format_turn(game, wrong, seat),
            proof,
            themes,
            0,
            0,
            *lines,
            tries=self._tries(state, core),
            core=core.format() if isinstance(proof, Exact) and proof.wins > 1 else "",
        )


def _bare(state: State, *, hidden: bool) -> State:
    """Return what a puzzle keeps of a state: no signals, and nothing of the turns before."""
    position = Position.of_state(replace(state, signals=()))
    if hidden:
        position = Position.of_view(view(position.to_state(), state.seat, memory=True)).completed()
    return position.to_state()


def _dealt_anew(state: State, source: random.Random) -> State:
    """Deal the cards that the mover cannot see anew; hands and decks keep their sizes."""
    game, hands, decks = state.rules.game, list(state.hands), list(state.decks)
    for deck, cards in enumerate(state.decks):
        others = [
            seat for seat in range(len(hands)) if seat != state.seat and game.deck_of(seat) == deck
        ]
        unseen = [*cards, *(card for seat in others for card in hands[seat])]
        source.shuffle(unseen)
        for seat in others:
            hands[seat] = tuple(sorted(unseen[: len(hands[seat])]))
            del unseen[: len(hands[seat])]
        decks[deck] = tuple(unseen)
    return replace(state, hands=tuple(hands), decks=tuple(decks))


def _format_line(state: State, line: Sequence[Sequence[Placement]]) -> str:
    """Write the turns of a line, each as its player calls the piles."""
    told: list[str] = []
    for turn in line:
        told.append(format_turn(state.rules.game, turn, state.seat))
        state = play_line(state, [tuple(turn)])
    return " / ".join(told)
