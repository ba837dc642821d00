"""The one encoding of actions and observations, the same in every environment.

An action lays a card on a pile, or ends the turn; an observation is an array of zeros and ones
that holds what the seat may know. ``docs/environments/encoding.md`` gives every index. A change of
any index is a new ``VERSION``, and with it a new name of the environments
(``tenback/Original-v0``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenback.envs.writing import (
    SECTIONS,
    Row,
    gather_mask,
    gather_observation,
    spread_row,
    words_for,
)
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.packing import pack_ruleset, pack_view
from tenback.kernels.piles import first_own_pile
from tenback.records.notation import NotationError, format_placement, parse_placement
from tenback.rules import CardCommand, Placement, Ruleset, View

__all__ = ["VERSION", "Encoding", "Section"]

VERSION = 0
PILES = 4
END_NAME = "end"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the observation: so many rows of so many entries each."""

    name: str
    start: int
    rows: int
    columns: int

    @property
    def stop(self) -> int:
        """The first index behind the section."""
        return self.start + self.rows * self.columns

    def of(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the section as a matrix, by reference; leading axes stay as they are."""
        shape = (*observation.shape[:-1], self.rows, self.columns)
        return observation[..., self.start : self.stop].reshape(shape)


class Encoding:
    """The actions and the observation of a ruleset.

    >>> from tenback import build_ruleset
    >>> encoding = Encoding(build_ruleset("original"))
    >>> encoding.actions, encoding.size
    (393, 705)
    >>> encoding.name_of(132), encoding.action_of("35>A1"), encoding.name_of(encoding.end)
    ('35>A1', 132, 'end')
    """

    def __init__(self, rules: Ruleset, *, memory: bool = True) -> None:
        self.rules = rules
        self.memory = memory
        self.packed: PackedRules = pack_ruleset(rules)
        self.lowest = int(self.packed.lowest)
        self.cards = int(self.packed.highest) - self.lowest + 1
        #: How many actions there are.
        self.actions = self.cards * PILES + 1
        #: The action that ends the turn.
        self.end = self.actions - 1
        self.sections: Mapping[str, Section] = {one.name: one for one in self._lay_out()}
        #: How many entries an observation has.
        self.size = max(one.stop for one in self.sections.values())
        self._words = words_for(max(self.size, self.actions))
        self.pile_names = tuple(rules.game.pile_name(pile, 0) for pile in range(PILES))

    def _lay_out(self) -> Iterator[Section]:
        """Yield the sections that this ruleset has, one behind the other."""
        start = 0
        for name, (rows, columns) in self._shapes().items():
            if rows * columns:
                yield Section(name, start, rows, columns)
                start += rows * columns

    def _shapes(self) -> dict[str, tuple[int, int]]:
        rules, packed = self.rules, self.packed
        decks = int(packed.decks)
        seats_a_deck = rules.players // decks
        undealt = max(0, int(packed.deck_size) - rules.hand_size * seats_a_deck)
        commands = PILES if packed.has_commands else 0
        touches = 1 if packed.has_commands or packed.duties else 0
        shapes = {
            "hand": (1, self.cards),
            "gone": (decks, self.cards),
            "tops": (PILES, self.cards + 2),
            "decks": (decks, undealt),
            "hand_counts": (rules.players, rules.hand_size),
            "to_move": (1, rules.players),
            "minimum": (1, int(max(packed.minimum, packed.late_minimum))),
            "laid": (1, rules.hand_size),
            "helped": (1, 1 if packed.has_rivals else 0),
            "touched": (touches, PILES),
            "commands": (commands, len(CardCommand)),
            "skulls": (touches and 1, commands),
            "bound": (touches and 1, commands),
            "three": (1, 1 if commands else 0),
        }
        assert tuple(shapes) == SECTIONS
        return shapes

    # Actions --------------------------------------------------------------------------------

    def action_at(self, placement: Placement | None, seat: int = 0) -> int:
        """Return the action by which a seat lays a card; None ends the turn."""
        if placement is None:
            return self.end
        card, pile = placement
        return (card - self.lowest) * PILES + (pile - self._first_pile(seat)) % PILES

    def placement_of(self, action: int, seat: int = 0) -> Placement | None:
        """Return what a seat lays by an action; None ends the turn."""
        self.verify_action(action)
        if action == self.end:
            return None
        card, pile = divmod(int(action), PILES)
        return Placement(card + self.lowest, (pile + self._first_pile(seat)) % PILES)

    def _first_pile(self, seat: int) -> int:
        return int(first_own_pile(self.packed, seat))

    def name_of(self, action: int) -> str:
        """Return the name of an action: ``35>A1``, or ``end``; piles as the mover calls them."""
        placement = self.placement_of(action)
        if placement is None:
            return END_NAME
        return format_placement(self.rules.game, placement, 0)

    def action_of(self, name: str) -> int:
        """Return the action of a name, in any case of letters."""
        if name.strip().casefold() == END_NAME:
            return self.end
        try:
            placement = parse_placement(self.rules.game, name, 0)
        except NotationError as error:
            raise ValueError(f"there is no action {name!r}: {error}, or 'end'") from None
        if not 0 <= placement.card - self.lowest < self.cards:
            last = self.lowest + self.cards - 1
            raise ValueError(f"there is no action {name!r}: cards are {self.lowest} to {last}")
        return self.action_at(placement)

    def verify_action(self, action: int) -> None:
        """Raise unless the number is an action."""
        if not 0 <= action < self.actions:
            raise ValueError(f"there is no action {action}; actions are 0 to {self.end}")

    # Arrays ---------------------------------------------------------------------------------

    def observe(self, view: View) -> Row:
        """Return the observation of a view; it must be that of a seat, with its memory."""
        if view.seat is None:
            raise ValueError("an observation is that of a seat, not of a spectator")
        return self.observe_packed(pack_view(view), view.seat)

    def observe_packed(self, state: PackedState, seat: int) -> Row:
        """Return what a seat may know of a packed state, or of a packed view of that seat."""
        row, bits = np.empty(self.size, np.int8), np.empty(self._words, np.uint64)
        gather_observation(self.packed, state, seat, self.memory, bits)
        spread_row(bits, row.ctypes.data, self.size)
        return row

    def mask(self, view: View) -> Row:
        """Return the legal actions of a view, 1 for each; none when it is not its turn."""
        row, bits = np.zeros(self.actions, np.int8), np.empty(self._words, np.uint64)
        if view.seat == view.to_move:
            gather_mask(self.packed, pack_view(view), bits)
            spread_row(bits, row.ctypes.data, self.actions)
        return row

    def read(self, observation: NDArray[Any]) -> dict[str, Any]:
        """Return what an observation says, in values for people.

        Seats and decks are counted from the own one on, piles have the names that the seat uses.
        """
        if observation.shape != (self.size,):
            raise ValueError(
                f"an observation has the shape {(self.size,)}, not {observation.shape}"
            )
        parts = {name: part.of(observation) for name, part in self.sections.items()}
        told: dict[str, Any] = {
            "hand": self._cards(parts["hand"][0]),
            "gone": tuple(self._cards(row) for row in parts["gone"]),
            "tops": {
                name: self.lowest - 1 + int(row.argmax())
                for name, row in zip(self.pile_names, parts["tops"], strict=True)
            },
            "decks": tuple(int(row.sum()) for row in parts["decks"]) if "decks" in parts else (0,),
            "hand_counts": tuple(int(row.sum()) for row in parts["hand_counts"]),
            "to_move": int(parts["to_move"][0].argmax()),
            "minimum": int(parts["minimum"].sum()),
            "laid": int(parts["laid"].sum()),
        }
        for name in ("helped", "three"):
            if name in parts:
                told[name] = bool(parts[name][0, 0])
        for name in ("touched", "skulls", "bound"):
            if name in parts:
                told[name] = self._piles(parts[name][0])
        if "commands" in parts:
            told["commands"] = {
                name: tuple(CardCommand)[int(row.argmax())].value
                for name, row in zip(self.pile_names, parts["commands"], strict=True)
                if row.any()
            }
        return told

    def _cards(self, row: NDArray[Any]) -> tuple[int, ...]:
        return tuple(self.lowest + int(index) for index in np.flatnonzero(row))

    def _piles(self, row: NDArray[Any]) -> tuple[str, ...]:
        return tuple(self.pile_names[index] for index in np.flatnonzero(row))
