"""A position: a moment of a game, with whatever is known about the hidden cards."""

from dataclasses import dataclass, replace

from tenback.rules import Phase, Placement, Ruleset, Signal, State, View

__all__ = ["Cards", "Position"]

#: Known cards, or only how many there are.
Cards = tuple[int, ...] | int


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game, with whatever is known about hands and decks."""

    rules: Ruleset
    tops: tuple[int, ...]
    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    to_move: int = 0
    minimum: int = 0
    laid: tuple[Placement, ...] = ()
    gone: tuple[tuple[int, ...], ...] | None = None
    signals: tuple[Signal, ...] = ()
    turns: int = 0

    @classmethod
    def of_state(cls, state: State) -> "Position":
        """Return the position of a state, hidden cards included."""
        return cls(
            replace(state.rules, starter="lot"),  # the starter no longer matters
            state.tops,
            state.hands,
            state.decks,
            state.seat,
            state.minimum,
            state.laid,
            None,
            state.signals,
            state.turns,
        )

    @classmethod
    def of_view(cls, view: View) -> "Position":
        """Return the position as one seat knows it."""
        return cls(
            replace(view.rules, starter="lot"),
            view.tops,
            tuple(
                view.hand if seat == view.seat else count
                for seat, count in enumerate(view.hand_counts)
            ),
            view.deck_counts,
            view.to_move,
            view.minimum,
            view.laid,
            None if view.gone is None else tuple(map(_cards_of_mask, view.gone)),
            view.signals,
            view.turns,
        )

    @property
    def is_complete(self) -> bool:
        """Whether every hand and deck is known."""
        return not any(isinstance(cards, int) for cards in (*self.hands, *self.decks))

    def unseen(self, deck: int) -> tuple[int, ...]:
        """List the cards of a deck that are in no known place, in ascending order."""
        game = self.rules.game
        known = set(self.gone[deck] if self.gone else ())
        if len(self.decks) == 1:  # in a duel the top may have either colour
            known.update(self.tops)
        if game.deck_of(self.to_move) == deck:
            known.update(placement.card for placement in self.laid)
        for seat, hand in enumerate(self.hands):
            if not isinstance(hand, int) and game.deck_of(seat) == deck:
                known |= set(hand)
        pile = self.decks[deck]
        if not isinstance(pile, int):
            known |= set(pile)
        return tuple(card for card in game.decks(self.rules)[deck] if card not in known)

    def completed(self) -> "Position":
        """Fill unknown places with the lowest unseen cards, so that the position can be played.

        The effect of a single turn does not depend on the cards filled in.
        """
        game = self.rules.game
        hands, decks = list(self.hands), list(self.decks)
        for deck in range(len(decks)):
            unseen = list(self.unseen(deck))
            for seat, hand in enumerate(hands):
                if isinstance(hand, int) and game.deck_of(seat) == deck:
                    hands[seat] = _take(unseen, hand)
            pile = decks[deck]
            if isinstance(pile, int):
                decks[deck] = _take(unseen, pile)
        return replace(self, hands=tuple(hands), decks=tuple(decks))

    def to_state(self) -> State:
        """Return the state; every card must be known. A missing minimum follows from the cards."""
        hands: list[tuple[int, ...]] = []
        decks: list[tuple[int, ...]] = []
        for cards, known in [(c, hands) for c in self.hands] + [(c, decks) for c in self.decks]:
            if isinstance(cards, int):
                raise ValueError("the position has unknown cards; complete it first")
            known.append(cards)
        game = self.rules.game
        gone: list[int] = []
        for deck, all_cards in enumerate(game.decks(self.rules)):
            held = set(decks[deck]).union(
                *(hand for seat, hand in enumerate(hands) if game.deck_of(seat) == deck)
            )
            gone.append(sum(1 << card for card in all_cards if card not in held))
        state = State(
            self.rules,
            tuple(tuple(sorted(hand)) for hand in hands),
            tuple(decks),
            self.tops,
            tuple(gone),
            Phase.PLAYING,
            self.to_move,
            self.minimum,
            self.laid,
            self.turns,
            signals=self.signals,
        )
        if self.minimum:
            return state
        if not self.laid:
            return state.begin_turn()
        # The minimum was fixed with the whole hand, and a turn that has begun was not blocked.
        hand, deck = hands[self.to_move], decks[game.deck_of(self.to_move)]
        minimum = self.rules.minimum(len(hand) + len(self.laid), len(deck))
        return replace(state, minimum=minimum)


def _take(cards: list[int], count: int) -> tuple[int, ...]:
    """Take cards from the front; if there are too few, some are taken twice."""
    source = cards if len(cards) >= count else (cards or [0]) * (count + 1)
    taken = tuple(source[:count])
    del cards[:count]
    return taken


def _cards_of_mask(mask: int) -> tuple[int, ...]:
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)
