"""What an agent is rewarded for: the end of the game, and on the way there by a potential.

The shaping adds ``discount * potential(after) - potential(before)`` to every step, refused ones
included, and the potential of a game that is over is 0. Such a shaping changes how fast an agent
learns, not what is best, if the agent discounts by the same number at the same steps (Ng, Harada,
Russell 1999).
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

from tenback.kernels import codes
from tenback.kernels.bits import HIGH, LOW, count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.piles import is_rivals_pile

__all__ = [
    "IllegalAction",
    "Reward",
    "RewardPlan",
    "Rewards",
    "Shaping",
    "final_reward",
    "potential",
]

#: ``win``: 1 for the winners and -1 for the others. ``left``: minus the share of the cards that
#: were not laid; in a duel that of the loser's cards, and the winner gets as much.
Reward = Literal["win", "left"]
#: ``laid``: the share of the cards that lie. ``room``: the share of the piles that is still to go.
Shaping = Literal["none", "laid", "room"]
#: What becomes of an action that the rules refuse: nothing changes, the game is given up, an error.
IllegalAction = Literal["refuse", "concede", "raise"]

LEFT: Final = get_args(Reward).index("left")
SHAPE_NONE: Final = get_args(Shaping).index("none")
SHAPE_LAID: Final = get_args(Shaping).index("laid")
CONCEDE: Final = get_args(IllegalAction).index("concede")
RAISE: Final = get_args(IllegalAction).index("raise")


class RewardPlan(NamedTuple):
    """The rewards as numbers, for compiled code."""

    kind: int
    shaping: int
    weight: float
    discount: float
    illegal: int
    illegal_reward: float


@dataclass(frozen=True, slots=True)
class Rewards:
    """What is rewarded; team games give every seat the same."""

    reward: Reward = "win"
    shaping: Shaping = "none"
    shaping_weight: float = 1.0
    discount: float = 1.0
    illegal: IllegalAction = "refuse"
    illegal_reward: float = 0.0

    def plan(self) -> RewardPlan:
        """Return the rewards as numbers; a ValueError names what is wrong."""
        if not 0 <= self.discount <= 1:
            raise ValueError(f"discount: {self.discount!r} is not from 0 to 1")
        return RewardPlan(
            _index("reward", self.reward, Reward),
            _index("shaping", self.shaping, Shaping),
            float(self.shaping_weight),
            float(self.discount),
            _index("illegal", self.illegal, IllegalAction),
            float(self.illegal_reward),
        )


def _index(name: str, value: str, kind: Any) -> int:
    known: tuple[str, ...] = get_args(kind)
    if value not in known:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(known)}")
    return known.index(value)


@jit
def final_reward(rules: PackedRules, state: PackedState, seat: int, kind: int) -> float:
    """Return what the end of the game is worth to a seat."""
    has_won = (state.winners >> seat) & 1 != 0
    if kind != LEFT:
        return 1.0 if has_won else -1.0
    share = state.score / rules.deck_size
    return share if has_won else -share


@jit
def potential(rules: PackedRules, state: PackedState, seat: int, shaping: int) -> float:
    """Return the potential of a position for a seat; 0 once the game is over."""
    if shaping == SHAPE_NONE or state.phase != codes.PLAYING:
        return 0.0
    if not rules.has_rivals:
        return _own_potential(rules, state, seat, shaping)
    mine = _own_potential(rules, state, seat, shaping)
    return mine - _own_potential(rules, state, 1 - seat, shaping)


@jit
def _own_potential(rules: PackedRules, state: PackedState, seat: int, shaping: int) -> float:
    if shaping == SHAPE_LAID:
        gone = state.gone[rules.deck_of[seat]]
        return count_cards(gone[LOW], gone[HIGH]) / rules.deck_size
    room = 0
    piles = 0
    for pile in range(4):
        if is_rivals_pile(rules, pile, seat):
            continue
        piles += 1
        top = state.tops[pile]
        room += rules.highest + 1 - top if rules.ascending[pile] else top - rules.lowest + 1
    return room / (piles * (rules.deck_size + 1))
