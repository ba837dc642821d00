"""The bots that a worker keeps between decisions."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from tenback.bots import Bot, PreparedBot
from tenback.rules import Ruleset, View

__all__ = ["CreateBot", "KeptBots"]

CreateBot = Callable[[str, int], Bot]
_Key = tuple[str, int, Ruleset]
_Moment = tuple[int, int]


@dataclass(slots=True)
class _Kept:
    bot: Bot
    last: _Moment


class KeptBots:
    """The most recently used bots, one for each specification, seed and ruleset.

    A bot may remember what it saw. When the moment it is asked about is not later than the last
    one, it is another game, or the same one again: then a new bot takes its place.
    """

    def __init__(self, create: CreateBot, most: int) -> None:
        self._create = create
        self._most = most
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()

    def __len__(self) -> int:
        """Count them."""
        return len(self._kept)

    def take(self, specification: str, seed: int, view: View) -> Bot:
        """Return the bot for a decision, made and prepared if it is not there."""
        key = (specification, seed, view.rules)
        moment = (view.turns, len(view.laid))
        kept = self._kept.pop(key, None)
        if kept is None or kept.last >= moment:
            kept = _Kept(self.create(specification, seed, view.rules), moment)
        kept.last = moment
        self._kept[key] = kept
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return kept.bot

    def create(self, specification: str, seed: int, rules: Ruleset) -> Bot:
        """Make and prepare a bot without keeping it."""
        bot = self._create(specification, seed)
        if isinstance(bot, PreparedBot):
            bot.prepare(rules)
        return bot

    def drop(self, specification: str, seed: int, rules: Ruleset) -> None:
        """Forget a bot that failed."""
        self._kept.pop((specification, seed, rules), None)
