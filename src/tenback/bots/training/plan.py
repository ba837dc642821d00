"""How long and how fast to learn: the settings of a training, and their schedules."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from tenback.bots.value.weights import REAL_BITS
from tenback.records import build_ruleset
from tenback.rules import Ruleset, find_game

__all__ = ["MOST_GAMES", "MOST_SEED", "Plan"]

#: The seed of a deal holds the training's seed in its upper bits and the game's number in the
#: lower; the kernels' seeds are signed.
_GAME_BITS = 32
MOST_GAMES: Final = 1 << _GAME_BITS
MOST_SEED: Final = (1 << 63 - _GAME_BITS) - 1

_SHAPED_PART = 0.5
_SPREADS = (14, 22)
#: The same for a network that goes on: what it is asked about when it plays.
_LATER_SPREADS = (22, 30)
_SPREADING_PART = 0.6
_WHOLE_DECK = 98
_TALK_EVERY = 4
_LOOK_BACK = 5000
#: The share of a training for expert mode in which its minimum is phased in, from the end of games.
_EASED_PART = 0.7


@dataclass(frozen=True)
class Plan:
    """The settings of one training. ``steps`` times ``shards`` times ``batch`` games are played.

    With ``minutes`` the clock decides instead, and ``steps`` is not looked at. Both are those of
    the whole training, however often it was stopped.

    ``shards`` and not the number of threads decides which games make a step, so that the result
    does not depend on the machine.
    """

    game: str
    players: int
    expert_minimum: bool = False  #: at least three cards a turn (G-24)
    expert_hand: bool = False  #: one card fewer in hand
    steps: int = 20_000
    minutes: float = 0.0
    shards: int = 1
    batch: int = 8
    width: int = 128
    second: int = 32
    seed: int = 3_000_000
    rate: float = 0.003
    last_rate: float = 0.00005
    trace: float = 0.8
    last_trace: float | None = None  #: what the trace falls to; by default it does not
    shaping: float = 0.5
    #: Every how many turns promising games are split, and hopeless ones given up; 0 for never. On
    #: a GPU.
    split: int = 0
    gpu: bool = False  #: on a GPU: a step learns from its games in minibatches
    positions: int = 4096  #: the size of a minibatch
    bits: int = REAL_BITS  #: of the numbers of its rows, as they are written
    #: A network to go on from, or several, from whose mean it goes on; none for random weights.
    start: tuple[str, ...] = ()
    #: On how many sampled deals turns are tried, to learn how they differ; none for self-play
    #: alone. On a GPU.
    samples: int = 0
    #: Networks whose mean says what a position is worth, in the place of the game's end; on a GPU.
    teacher: tuple[str, ...] = ()

    @property
    def goes_on(self) -> bool:
        """Whether good values are known from the first game on."""
        return bool(self.start or self.teacher)

    @property
    def rulesets(self) -> tuple[Ruleset, Ruleset]:
        """Return the rules to train for, and those without the minimum of expert mode."""
        # The Duel knows neither option.
        hand = {"expert_hand": True} if self.expert_hand else {}
        minimum = {"expert_minimum": True} if self.expert_minimum else {}
        strict = build_ruleset(self.game, self.players, {**hand, **minimum})
        return strict, build_ruleset(self.game, self.players, hand)

    def strict_deck_at(self, done: float) -> int:
        """Return the largest deck with which the minimum of expert mode holds; it grows.

        Expert mode is hardly ever won, and losing alone teaches nothing. So it is learned from the
        end of its games.
        """
        if self.goes_on:
            return _WHOLE_DECK
        return min(_WHOLE_DECK, round(_WHOLE_DECK * done / _EASED_PART))

    @property
    def first_game(self) -> int:
        """Return the seed of the first deal; trainings and measurements never share deals."""
        return self.seed << _GAME_BITS

    def done(self, step: int, seconds: float) -> float:
        """Return how much of the training is done, from 0 to 1."""
        done = seconds / (60 * self.minutes) if self.minutes else step / self.steps
        return min(1.0, done)

    @property
    def talking(self) -> int:
        """Every how many games signals are given; 0 where there is nobody to tell."""
        return 0 if self.players == 1 or not find_game(self.game).is_team_game else _TALK_EVERY

    def rate_at(self, done: float) -> float:
        """Return the learning rate when so much is done: it falls linearly."""
        return self.rate + (self.last_rate - self.rate) * done

    def trace_at(self, done: float) -> float:
        """Return the trace (lambda) when so much is done: it falls linearly.

        At first the values say nothing and the ends of games everything; later the ends are noise.
        """
        last = self.trace if self.last_trace is None else self.last_trace
        return self.trace + (last - self.trace) * done

    def spread_at(self, done: float) -> int:
        """Return how much more than the cheapest turn one may advance to be looked at; rising.

        The cheap turns are good enough to learn values by, and few turns make games quick.
        """
        first, last = _LATER_SPREADS if self.goes_on else _SPREADS
        return min(last, round(first + (last - first) * done / _SPREADING_PART))

    def shaping_at(self, done: float) -> float:
        """Return what a narrowly lost game counts: nothing late or in a resumed training."""
        return 0.0 if self.goes_on else self.shaping * max(0.0, 1 - done / _SHAPED_PART)

    def keep_at(self, done: float) -> float:
        """Return the decay of the moving average, which looks back over ever more steps."""
        return 1 - 1 / (1 + _LOOK_BACK * min(1.0, 2 * done))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings by name."""
        return asdict(self)
