"""The expert: takes the turn whose position its network values most."""

from tenback.bots.players.learned import LearnedBot
from tenback.bots.search.best_turn import best_valued_turn
from tenback.bots.search.plans import VALUED, SeatPlan, seat_plan
from tenback.kernels.packed import PackedRules, PackedState
from tenback.rules import Ruleset

__all__ = ["Expert"]


class Expert(LearnedBot):
    """Values every turn worth a look by a network that was trained by self-play.

    ``talk=1`` lets the seat give signals where whole games are played by bots alone; signals
    that stand on the table are always read.
    """

    def __init__(self, *, talk: int = 0) -> None:
        super().__init__()
        self.talk = bool(talk)

    def plan(self, rules: Ruleset) -> SeatPlan:
        """Value every turn by the network."""
        del rules
        return seat_plan(VALUED, talks=self.talk)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Take the turn with the largest value."""
        desk = self.desk_for(rules)
        self.buffer = desk.buffer
        return best_valued_turn(packed, seen, self.limits, self.heard.signals, desk)
