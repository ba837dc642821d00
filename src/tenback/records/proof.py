"""Deals that can be checked: a hash is published before the game, and its text after it.

The hash is SHA-256 of a short text: the game, the number of players, the layout of the commands
(if there are any), every deck in the order it is drawn, and a random salt. Anybody who noted the
hash when the cards were dealt can check at the end that no card was moved, even by hand.
"""

import hashlib
import re
from collections.abc import Sequence

from tenback.records.rulesets import format_layout
from tenback.rules import NO_COMMANDS, Ruleset

__all__ = ["commit_deal", "deal_text", "draw_lot", "is_digest", "salt_seed"]

_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_digest(text: str) -> bool:
    """Whether a text has 64 hexadecimal digits, as salts and hashes do."""
    return _DIGEST.fullmatch(text) is not None


def deal_text(rules: Ruleset, decks: Sequence[Sequence[int]], salt: str) -> str:
    """Return the text that is hashed, line by line."""
    lines = ["tenback deal 1", f"{rules.game.id} {rules.players}"]
    if rules.layout is not NO_COMMANDS:
        lines.append(format_layout(rules.layout))
    lines += (" ".join(map(str, deck)) for deck in decks)
    return "\n".join([*lines, salt])


def commit_deal(rules: Ruleset, decks: Sequence[Sequence[int]], salt: str) -> str:
    """Return the hash that is published when the cards are dealt."""
    return hashlib.sha256(deal_text(rules, decks, salt).encode()).hexdigest()


def draw_lot(salt: str, candidates: Sequence[int]) -> int:
    """Draw one of the candidates from the salt, which nobody knows before the game is over."""
    bits = int(hashlib.sha256(f"lot {salt}".encode()).hexdigest(), 16)
    return candidates[bits % len(candidates)]


def salt_seed(salt: str) -> int:
    """Return a seed for the randomness of bots, as secret as the deal."""
    return int(hashlib.sha256(f"bots {salt}".encode()).hexdigest()[:15], 16)
