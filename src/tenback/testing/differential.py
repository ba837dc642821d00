"""The kernels against ``rules/``: the same game played by both, compared after every step.

Used by the tests and by ``benchmarks/kernel_differential.py``. A difference is an
``AssertionError`` that names the ruleset, the seed and the position.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import numpy as np

from tenback.kernels.codes import code_name
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal
from tenback.kernels.judging import judge_end, judge_place
from tenback.kernels.legal import legal_sets
from tenback.kernels.packed import PILES, STATE, Numbers, PackedRules, PackedState, new_state
from tenback.kernels.packing import outcome_of, pack_ruleset, pack_state
from tenback.kernels.steps import begin_turn, end, place
from tenback.records import deal_from_seed, lot_from_seed
from tenback.records.conformance import Case, position_of
from tenback.records.notation import parse_placement
from tenback.rules import (
    GAMES,
    Phase,
    Placement,
    Refusal,
    Ruleset,
    State,
)
from tenback.rules.placement import gap
from tenback.testing import traces
from tenback.testing.random_play import rulesets_of
from tenback.testing.traces import Trace

__all__ = ["Tally", "every_ruleset", "late_position", "run", "trace_cases"]


@dataclass
class Tally:
    """What a run has met, so that a test can tell that nothing was left out."""

    turns: int = 0
    steps: int = 0
    games: Counter[str] = field(default_factory=Counter[str])
    codes: Counter[str] = field(default_factory=Counter[str])
    terminations: Counter[str] = field(default_factory=Counter[str])


def every_ruleset() -> list[Ruleset]:
    """List every game, number of players and option; games with few of them more than once.

    The game with most options has most ways to err: others come a third as often.
    """
    found = [list(rulesets_of(game)) for game in GAMES.values()]
    most = max(map(len, found))
    return [rules for some in found for rules in some * max(1, most // (3 * len(some)))]


def run(
    turns: int,
    seed: int = 0,
    rulesets: Sequence[Ruleset] | None = None,
    trace: Trace | None = None,
) -> Iterator[Tally]:
    """Compare game after game until ``turns`` turns are done; yield the tally after each game.

    Without ``rulesets`` every ruleset is played in turn. The steps are added to a ``trace``.
    """
    mixed = list(rulesets or every_ruleset())
    Random(seed).shuffle(mixed)
    tally = Tally()
    for number, rules in enumerate(cycle(mixed)):
        if tally.turns >= turns:
            return
        _Comparison(rules, seed + number, tally, trace).play()
        yield tally


def trace_cases(cases: Iterable[Case], trace: Trace) -> None:
    """Compare what both engines do with rule vectors, and write it into a trace."""
    for case in cases:
        state = position_of(case).completed().to_state()
        comparison = _Comparison(state.rules, 0, Tally(), trace)
        packed = pack_state(state)
        comparison.note(traces.SET, before=packed)
        comparison.compare(state, packed)
        for action in case.do:
            if state.turns or state.outcome is not None:
                break
            game = state.rules.game
            choice = None if action == "end" else parse_placement(game, action, state.seat)
            state = comparison.do(choice, state, packed)


class _Comparison:
    """One game played by both engines."""

    def __init__(self, rules: Ruleset, seed: int, tally: Tally, trace: Trace | None = None) -> None:
        self.rules = rules
        self.seed = seed
        self.tally = tally
        self.random = Random(seed)
        self.packed_rules = pack_ruleset(rules)
        self.trace = trace
        if trace is not None:
            trace.begin(self.packed_rules)
        # How often the step with the smallest gap is taken: such games last longer. And how
        # often a turn that may end goes on, and something forbidden is tried.
        self.care = self.random.choice((0.0, 0.7, 0.9, 1.0))
        self.zeal = self.random.choice((0.0, 0.2, 0.6))
        self.crime = self.random.choice((0.0, 0.05, 0.3))

    def play(self) -> None:
        """Play from the deal, or from a late position made up."""
        if self.random.random() < 0.6:
            decks = deal_from_seed(self.rules, self.seed)
            state = State.deal(self.rules, decks).start(lot_from_seed(self.rules, self.seed))
            packed = new_state()
            deal(self.packed_rules, packed, self.seed)
            self.note(traces.DEAL, seed=self.seed)
            self.compare(state, packed)
        else:
            state, packed = self.begin(late_position(self.rules, self.random))
        while state.phase is Phase.PLAYING:
            before = state.turns
            state = self.step(state, packed)
            self.tally.steps += 1
            self.tally.turns += state.turns - before
        self.tally.turns += 1
        assert state.outcome is not None
        self.tally.terminations[state.outcome.termination] += 1
        self.tally.games[self.rules.game.id] += 1

    def begin(self, unopened: State) -> tuple[State, PackedState]:
        """Begin a turn in both, and compare."""
        packed = pack_state(unopened)
        self.note(traces.BEGIN, before=packed)
        begin_turn(self.packed_rules, packed)
        state = unopened.begin_turn()
        self.compare(state, packed)
        return state, packed

    def step(self, state: State, packed: PackedState) -> State:
        """Do the same thing in both, and compare what comes of it."""
        return self.do(self.choose(state), state, packed)

    def do(self, choice: Placement | None, state: State, packed: PackedState) -> State:
        """Lay a card in both, or end the turn, and compare."""
        try:
            after = state.end() if choice is None else state.place(choice)
            code = None
        except Refusal as refusal:
            after, code = state, refusal.code
        if choice is None:
            number = end(self.packed_rules, packed)
            self.note(traces.END, reply=number)
        else:
            card, pile = choice.card, choice.pile
            number = place(self.packed_rules, packed, card, pile)
            self.note(traces.PLACE, card=card, pile=pile, reply=number)
        self.check("refusal", code, code_name(number), state)
        self.compare(after, packed)
        return after

    def note(self, done: int, **what: Any) -> None:
        """Write what is done into the trace, if there is one."""
        if self.trace is not None:
            self.trace.note(done, **what)

    def choose(self, state: State) -> Placement | None:
        """Choose a placement, or None to end the turn; it is not always legal."""
        draw = self.random.random
        if draw() < self.crime:
            if draw() < 0.2:
                return None
            hand = state.hands[state.seat]
            tried = [Placement(card, pile) for card in hand for pile in range(PILES)]
            breaches = [
                placed for placed in tried if state.judge_place(placed) in state.rules.game.breaches
            ]
            return self.random.choice(breaches or tried or [Placement(2, 0)])
        legal = list(state.legal_placements)
        if not legal or (state.judge_end() is None and draw() >= self.zeal):
            return None
        if draw() < self.care:
            piles = state.rules.game.piles
            return min(
                legal,
                key=lambda laid: gap(piles[laid.pile].ascending, state.tops[laid.pile], laid.card),
            )
        return self.random.choice(legal)

    # Comparing ------------------------------------------------------------------------------

    def compare(self, state: State, packed: PackedState) -> None:
        """Compare every field, every judgement and every legal placement."""
        expected = pack_state(state)
        if _bytes_but_decks(expected) != _bytes_but_decks(packed):
            for name in _COMPARED:
                wanted, found = getattr(expected, name), getattr(packed, name)
                if not np.array_equal(wanted, found):
                    raise self.difference(name, wanted, found, state)
        for deck, cards in enumerate(state.decks):
            drawn, last = int(packed.drawn[deck]), int(packed.deck_end[deck])
            self.check("deck", cards, tuple(packed.decks[deck, drawn:last].tolist()), state)
        self.check("outcome", state.outcome, outcome_of(packed), state)
        self.compare_judgements(state, packed)

    def compare_judgements(self, state: State, packed: PackedState) -> None:
        """Compare the code of every card on every pile, legal or not."""
        judged = np.zeros((4, 101), np.int64)
        sets = np.zeros((4, 2), np.uint64)
        _judge_all(self.packed_rules, packed, judged)
        total = legal_sets(self.packed_rules, packed, sets)
        cards = {*state.hands[state.seat], self.random.randrange(101)}
        count = 0
        for pile, (numbers, (low, high)) in enumerate(
            zip(judged.tolist(), sets.tolist(), strict=True)
        ):
            legal = 0
            for card in cards:
                code = state.judge_place(Placement(card, pile))
                self.tally.codes[code or "ALLOWED"] += 1
                if code_name(numbers[card]) != code:
                    what = f"judgement of {card} on {pile}"
                    raise self.difference(what, code, code_name(numbers[card]), state)
                if code is None:
                    legal |= 1 << card
            count += legal.bit_count()
            self.check("legal cards", legal, low | high << 64, state)
        self.check("number of legal placements", count, total, state)
        code = state.judge_end()
        self.tally.codes[code or "ALLOWED"] += 1
        number = judge_end(self.packed_rules, packed)
        self.check("end", code, code_name(number), state)
        if self.trace is not None:
            by_card = {
                card: judged[:, card].tolist() for card in sorted(cards)[: traces.MOST_JUDGED]
            }
            self.trace.add_result(packed, sets, number, by_card)

    def check(self, what: str, expected: object, found: object, state: State) -> None:
        """Raise unless the two are equal."""
        if expected != found:
            raise self.difference(what, expected, found, state)

    def difference(
        self, what: str, expected: object, found: object, state: State
    ) -> AssertionError:
        """Tell where the two engines differ."""
        return AssertionError(
            f"{what}: rules say {expected!r}, kernels say {found!r}; seed {self.seed}, {state}"
        )


# All but the decks, which the two keep in different ways.
_COMPARED = tuple(name for name in STATE.names or () if name not in ("decks", "drawn", "deck_end"))


def _bytes_but_decks(packed: PackedState) -> tuple[bytes, bytes]:
    whole = packed.tobytes()
    fields = STATE.fields
    assert fields is not None
    return (
        whole[: fields["drawn"][1]],
        whole[fields["hidden"][1] : fields["decks"][1]],
    )


@jit
def _judge_all(rules: PackedRules, state: PackedState, judged: Numbers) -> None:
    for pile in range(PILES):
        for card in range(101):
            judged[pile, card] = judge_place(rules, state, card, pile)


def late_position(rules: Ruleset, random: Random) -> State:
    """Make up a position near the end: short decks, short hands, any tops; no turn begun."""
    cards = [list(deck) for deck in rules.game.decks(rules)]
    for deck in cards:
        random.shuffle(deck)
    tops: list[int] = []
    gone = [0 for _ in cards]
    for pile in rules.game.piles:
        deck = random.randrange(len(cards))
        # A third of the piles are bare, the others show any card: each makes other codes likely.
        top = random.choice((cards[deck].pop(), cards[deck].pop(), pile.base))
        if top != pile.base:
            gone[deck] |= 1 << top
        tops.append(top)
    hands: list[tuple[int, ...]] = []
    most = random.choice((1, 2, 3, rules.hand_size))
    for seat in range(rules.players):
        deck = cards[rules.game.deck_of(seat)]
        size = random.randint(0 if seat else 1, most)
        hands.append(tuple(sorted(deck.pop() for _ in range(size))))
    decks = tuple(tuple(deck[: random.choice((0, 0, 0, 1, 2, 5))]) for deck in cards)
    return State(
        rules,
        tuple(hands),
        decks,
        tuple(tops),
        tuple(gone),
        phase=Phase.PLAYING,
        seat=random.choice([seat for seat, hand in enumerate(hands) if hand]),
    )
