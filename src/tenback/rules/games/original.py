"""The Original: one to five players against the deck (G)."""

from typing import ClassVar

from tenback.rules.game import GameRules
from tenback.rules.ruleset import Ruleset
from tenback.rules.values import Draws, Pile

__all__ = ["Original"]


class Original(GameRules):
    """Ninety-eight cards on two ascending and two descending piles."""

    id: ClassVar[str] = "original"
    menu_order: ClassVar[int] = 1
    aliases: ClassVar[tuple[str, ...]] = ("the-game", "jeu", "le-jeu", "spiel", "das-spiel")
    player_range: ClassVar[range] = range(1, 6)  # G-2
    highest: ClassVar[int] = 99
    piles: ClassVar[tuple[Pile, ...]] = (  # G-1
        Pile(True, 1),
        Pile(True, 1),
        Pile(False, 100),
        Pile(False, 100),
    )
    pile_names: ClassVar[tuple[str, ...]] = ("A1", "A2", "D1", "D2")
    options: ClassVar[frozenset[str]] = frozenset(
        {"expert_minimum", "expert_hand", "talk", "breach"}
    )
    former_options: ClassVar[frozenset[str]] = frozenset({"short_hand"})
    draws: ClassVar[Draws] = Draws.AS_LAID  # G-16

    def initial_hand_size(self, rules: Ruleset) -> int:
        """Eight, seven or six cards (G-4); one fewer in the second expert step (G-24, A-5)."""
        size = {1: 8, 2: 7}.get(rules.players, 6)
        return size - 1 if rules.expert_hand else size

    def minimum(self, rules: Ruleset, deck_count: int) -> int:
        """Two (G-7), three for experts (G-24), one once the deck is empty (G-17, A-4)."""
        if deck_count == 0:
            return 1
        return 3 if rules.expert_minimum else 2
