"""The master: searches over sampled deals, with `expert` as everybody's next turns."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import LearnedBot
from tenback.bots.players.parameters import verify_parameter
from tenback.bots.samples import MASTER_SAMPLES
from tenback.bots.search.best_turn import NO_TURN, SPREAD
from tenback.bots.search.deep import add_samples, list_candidates
from tenback.bots.search.in_time import halve_in_time
from tenback.bots.search.plans import CANDIDATES, SEARCHED, Depth, SeatPlan, seat_plan
from tenback.kernels.packed import PackedRules, PackedState
from tenback.rules import Ruleset

__all__ = ["LEAST_GAIN", "Master", "depth_for"]

#: How much more than the cheapest turn a turn within a sample may advance.
_NEAR = 8
#: The same where at least three cards are laid (G-24), and with commands: the cheapest turns are
#: seldom the best there.
_NEAR_IN_EXPERT_MODE = 16
_NEAR_WITH_COMMANDS = 20
#: The same for the candidates of the Original, for one and two players and in expert mode: a wider
#: choice was not better there. For three and more it is, most of all for five.
_NARROW_SPREAD = 20
#: As ``trust``, for teams, and for four and more in the Original: they nearly always win, and a few
#: samples cannot tell turns apart that hardly differ.
_TRUST, _HIGH_TRUST = 16.0, 64.0
#: How many turns a team tries. With so many milliseconds, of which few decisions take all, teams of
#: the Original try as many as one player does.
_FEW: Final = 6
_LONG_MS: Final = 200
#: As ``least_gain``, in chances. Half of it is lost at most where two turns are taken for equal.
LEAST_GAIN = 0.001
#: As ``playout``: what was measured best.
_BY_GAME = -1
_NEVER = -1


def depth_for(
    rules: Ruleset, turns: int = 0, playout: int = _BY_GAME, *, is_long: bool = False
) -> Depth:
    """Return how far to search; ``turns=0`` and ``playout=-1`` take what was measured best.

    A team is followed round the table, until the seat whose hand is known moves again; without
    commands not beyond three turns, for every turn makes the sampled deals noisier. Against that
    noise the network's own opinion counts too (``trust``). Within samples fewer turns are looked at
    than at the table, so that there is time for more samples. Alone in the Original many turns are
    tried, and the samples decide between them. In the Original and games like it the end is played
    out: in a team once the deck is empty, alone earlier.
    """
    packed, alone = packed_rules(rules), rules.players == 1
    is_like_original = not packed.has_rivals and not packed.has_commands
    if playout == _BY_GAME:
        playout = (12 if alone else 0) if is_like_original else _NEVER
    is_narrow = is_like_original and (rules.expert_minimum or rules.players <= 2)
    spread = _NARROW_SPREAD if is_narrow else SPREAD
    near = _NEAR
    if packed.has_commands:
        near = _NEAR_WITH_COMMANDS
    elif rules.expert_minimum:
        near = _NEAR_IN_EXPERT_MODE
    turns = turns or (rules.players if packed.has_commands else min(rules.players, 3))
    if alone and not packed.has_commands:
        return Depth(turns, playout, spread=spread, near=near)
    is_sure = is_like_original and not is_narrow and rules.players >= 4
    trust = _HIGH_TRUST if is_sure else _TRUST
    candidates = CANDIDATES if is_long and is_like_original else _FEW
    return Depth(turns, playout, candidates, trust, spread, near)


class Master(LearnedBot):
    """Tries the turns that `expert` likes best on sampled deals.

    ``samples`` is how many deals the last two candidates are tried on; with ``ms`` a decision takes
    so much time instead, and less where the samples have settled it. After a candidate a sample is
    played on for ``turns`` turns, and to the end once the deck holds at most ``playout`` cards;
    what is not given is chosen by the game. ``talk=1`` as for `expert`.
    """

    def __init__(  # noqa: PLR0913 - the parameters of its specification
        self,
        *,
        samples: int = MASTER_SAMPLES,
        ms: int = 0,
        turns: int = 0,
        playout: int = _BY_GAME,
        talk: int = 0,
        seed: int = 0,
    ) -> None:
        verify_parameter("samples", samples, least=1)
        verify_parameter("ms", ms, least=0)
        verify_parameter("turns", turns, least=0)
        verify_parameter("playout", playout, least=_BY_GAME)
        super().__init__(seed=seed)
        self.turns = turns
        self.playout = playout
        self.samples = samples
        self.ms = ms
        self.clock: Callable[[], float] = perf_counter  #: what ``ms`` is counted by, in seconds
        self.talk = bool(talk)

    def plan(self, rules: Ruleset) -> SeatPlan | None:
        """Search with the network; a bot that thinks by the clock is not compiled whole."""
        if self.ms:
            return None
        depth = self.depth(rules)
        return seat_plan(SEARCHED, samples=self.samples, talks=self.talk, depth=depth)

    def depth(self, rules: Ruleset) -> Depth:
        """Return how far it searches."""
        return depth_for(rules, self.turns, self.playout, is_long=self.ms >= _LONG_MS)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Carry out the plan, or search by the clock."""
        if not self.ms:
            return super().choose_entry(rules, packed, seen)
        started, limits, heard = self.clock(), self.limits, self.heard
        depth, search = self.depth(rules), self.search_for(rules)
        self.buffer, generator = search.desk.buffer, self.generator_for(seen)
        count = list_candidates(packed, seen, limits, heard.signals, depth, search)
        if count == 0:
            return NO_TURN
        return halve_in_time(
            search.candidates,
            count,
            lambda alive, more: add_samples(
                packed, seen, limits, depth, heard, alive, more, search, generator
            ),
            started=started,
            seconds=self.ms / 1000,
            clock=self.clock,
            least_gain=LEAST_GAIN,
        )
