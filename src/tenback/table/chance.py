"""What comes from outside the table: randomness, the date, the known bots."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from tenback.records.proof import commit_deal, deal_text
from tenback.rules import Ruleset

__all__ = ["Deal", "World", "draw_deal"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Shuffled decks and the salt of their hash; local games may have a seed instead of a salt."""

    decks: tuple[tuple[int, ...], ...]
    salt: str = ""
    seed: int | None = None

    def commitment(self, rules: Ruleset) -> str:
        """Return the hash that is published; "" without a salt."""
        return commit_deal(rules, self.decks, self.salt) if self.salt else ""

    def text(self, rules: Ruleset) -> str:
        """Return the text that is hashed."""
        return deal_text(rules, self.decks, self.salt)


def draw_deal(rules: Ruleset) -> Deal:
    """Shuffle with the operating system's secure randomness."""
    chance = secrets.SystemRandom()
    decks: list[tuple[int, ...]] = []
    for cards in rules.game.decks(rules):
        deck = list(cards)
        chance.shuffle(deck)
        decks.append(tuple(deck))
    return Deal(tuple(decks), salt=secrets.token_hex(32))


@dataclass(frozen=True, slots=True)
class World:
    """What ``decide`` may ask from outside: cards, the date, and which bots exist."""

    deal: Callable[[Ruleset], Deal] = draw_deal
    date: Callable[[], str] = str
    knows_bot: Callable[[str], bool] = bool
