"""The deal of the day: the same cards for everyone, fixed years ahead, known only on their day.

Every day has a key. The keys form a hash chain: the key of a day is the hash of the key of the day
after. The last key is a random secret; the hash of the first key, the ``anchor``, is published.
From a key all earlier ones follow but no later one, so each day's key can be revealed when the day
is over, and checked by anybody who noted the anchor. The cards of every game follow from the key.

All hashes are SHA-256 of ASCII text, written as 64 hexadecimal digits.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tenback.records.proof import is_digest
from tenback.records.rulesets import build_ruleset
from tenback.rules import GAMES, Ruleset

__all__ = [
    "OPEN_KEY",
    "DailyDeal",
    "DailyKind",
    "KeyChain",
    "daily_deal",
    "daily_kinds",
    "daily_rules",
    "day_number",
    "is_key_of",
]

#: The key of every day where nobody can keep a secret, as on a page without a server: there the
#: cards follow from the date alone.
OPEN_KEY = "open"
#: The players of each game's second deal; fewer where the game allows fewer.
_COMPANY = 3


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# Keys -----------------------------------------------------------------------------------------


def day_number(start: date, day: date) -> int:
    """Return the number of a day in a chain: 1 on the first."""
    return (day - start).days + 1


def _key_before(key: str, days: int) -> str:
    for _ in range(days):
        key = _hash(key)
    return key


def is_key_of(key: str, number: int, anchor: str) -> bool:
    """Whether a key is that of day ``number``: hashed that many times, it gives the anchor."""
    return is_digest(key) and number >= 1 and _key_before(key, number) == anchor


@dataclass(frozen=True, slots=True)
class KeyChain:
    """The keys of ``days`` days from ``start`` on; ``secret`` is the last of them."""

    start: date
    days: int
    secret: str

    def __contains__(self, day: date) -> bool:
        """Whether the chain has a key for this day."""
        return 1 <= day_number(self.start, day) <= self.days

    def key(self, day: date) -> str:
        """Return the key of a day, which is secret until the day is over."""
        if day not in self:
            raise ValueError(f"the chain has no key for {day}")
        return _chain_key(self.secret, self.days - day_number(self.start, day))

    @property
    def anchor(self) -> str:
        """The published hash that all keys lead to."""
        return _chain_key(self.secret, self.days)

    @property
    def last(self) -> date:
        """The last day."""
        return self.start + timedelta(days=self.days - 1)


@lru_cache(maxsize=16)
def _chain_key(secret: str, days: int) -> str:
    return _key_before(secret, days)


# Cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class DailyKind:
    """A game and a number of players."""

    game: str
    players: int

    def __str__(self) -> str:
        """Return its name, such as original-1."""
        return f"{self.game}-{self.players}"


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The cards of a day, and the salt of their hash."""

    rules: Ruleset
    decks: tuple[tuple[int, ...], ...]
    salt: str


def daily_kinds() -> tuple[DailyKind, ...]:
    """Return what has a deal every day: each game for its fewest players, and for up to three."""
    return tuple(
        DailyKind(game.id, players)
        for game in GAMES.values()
        for players in sorted({min(game.player_range), min(_COMPANY, max(game.player_range))})
    )


def daily_rules(kind: DailyKind) -> Ruleset:
    """Return the rules of a kind: those of the box, with no option changed."""
    return build_ruleset(kind.game, kind.players, {})


def daily_deal(key: str, day: date, kind: DailyKind) -> DailyDeal:
    """Deal the cards of a day."""
    rules = daily_rules(kind)
    seed = _hash(f"tenback daily 1\n{day.isoformat()}\n{kind.game} {kind.players}\n{key}")
    decks = tuple(
        _shuffled(cards, seed, number) for number, cards in enumerate(rules.game.decks(rules))
    )
    return DailyDeal(rules, decks, _hash(f"salt {seed}"))


def _shuffled(cards: Sequence[int], seed: str, deck: int) -> tuple[int, ...]:
    """Shuffle: Fisher-Yates from the last card down, a 64-bit word for each card."""
    order, words = list(cards), _words(seed, deck)
    for last in range(len(order) - 1, 0, -1):
        other = next(words) * (last + 1) >> 64
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _words(seed: str, deck: int) -> Iterator[int]:
    """Yield 64-bit words: four from each hash, the first digits first."""
    block = 0
    while True:
        digits = _hash(f"deck {deck} block {block} {seed}")
        yield from (int(digits[at : at + 16], 16) for at in range(0, 64, 16))
        block += 1
