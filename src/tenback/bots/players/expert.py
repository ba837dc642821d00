"""The expert: takes the turn whose position its networks value most."""

from tenback.bots.players.learned import LearnedBot
from tenback.bots.search.plans import VALUED, SeatPlan, seat_plan
from tenback.rules import Ruleset

__all__ = ["Expert"]


class Expert(LearnedBot):
    """Values every turn worth a look by a network that was trained by self-play.

    Of its best turns a second network, where one ships, has a say in which is played.

    ``talk=1`` lets the seat give signals where whole games are played by bots alone; signals
    that stand on the table are always read.
    """

    def __init__(self, *, talk: int = 0) -> None:
        super().__init__()
        self.talk = bool(talk)

    def plan(self, rules: Ruleset) -> SeatPlan:
        """Value every turn by the network, and ask the second one about the best."""
        del rules
        return seat_plan(VALUED, talks=self.talk)
