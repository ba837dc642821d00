"""From the values of ``rules/`` to packed records, and back."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import numpy as np

from tenback.kernels import codes
from tenback.kernels.duties import duty_number
from tenback.kernels.facts import facts_after
from tenback.kernels.packed import (
    MAX_DECK,
    MAX_NUMBER,
    MAX_PLAYERS,
    PILES,
    PackedRules,
    PackedState,
    new_rules,
    new_state,
)
from tenback.rules import GameRules, Outcome, Phase, Placement, Ruleset, State, View
from tenback.rules.games.duel import Duel
from tenback.rules.games.extreme import Extreme
from tenback.rules.games.original import Original
from tenback.rules.values import Draws

__all__ = [
    "UnsupportedRulesetError",
    "cards_of_set",
    "outcome_of",
    "pack_ruleset",
    "pack_state",
    "pack_view",
    "set_of_cards",
    "verify_piles",
]

#: What the kernels restate: a game that overrides one of these methods is refused.
_HOOKS = (
    *("deck_of", "judge_standing", "judge_duties", "judge", "judge_end", "closes"),
    *("waives_minimum", "draw_count", "shortfall", "is_cleared", "winners_of_clearing"),
    *("winners_of_failing", "cards_left"),
)
_KNOWN = (GameRules, Original, Extreme, Duel)
#: What the quickest play-out knows.
_PLAIN = (Original.draws, Original.piles)
_PHASES = {
    Phase.STARTING: codes.STARTING,
    Phase.PLAYING: codes.PLAYING,
    Phase.OVER: codes.OVER,
}
#: What ``ONE_PILE`` binds, by the value of the option.
_ONE_PILE = {
    "onward": codes.ONE_PILE_ONWARD,
    "retroactive": codes.ONE_PILE_RETROACTIVE,
    "after": codes.ONE_PILE_AFTER,
}
#: Every field of a ruleset, with the values that the kernels carry; None: checked elsewhere. A
#: value added to an option is refused until it is listed here.
_CARRIED: dict[str, Collection[object] | None] = {
    "game": None,
    "players": None,
    "expert_minimum": (False, True),
    "expert_hand": (False, True),  # seen in the hand size
    "talk": ("oya", "nsv"),  # no effect on play
    "short_hand": ("strict", "clamp"),
    "one_pile": _ONE_PILE,
    "breach": ("refuse", "lose"),
    "layout": None,
    "starter": None,
    "hand_size": None,
}


class UnsupportedRulesetError(ValueError):
    """A ruleset that the kernels do not carry; ``field`` names what they do not know."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(f"the kernels do not carry {field}={value!r}")
        self.field = field
        self.value = value


def pack_ruleset(rules: Ruleset) -> PackedRules:
    """Pack a ruleset; an ``UnsupportedRulesetError`` names what the kernels do not know."""
    for field in type(rules).__dataclass_fields__:
        value = getattr(rules, field)
        if field not in _CARRIED:
            raise UnsupportedRulesetError(field, value)
        known = _CARRIED[field]
        if known is not None and value not in known:
            raise UnsupportedRulesetError(field, value)
    game = rules.game
    _verify_game(game)
    decks = game.decks(rules)
    _verify_numbers(game, decks[0])
    packed = new_rules()
    packed.players = rules.players
    packed.hand_size = rules.hand_size
    packed.minimum = rules.game.minimum(rules, 1)
    packed.late_minimum = rules.game.minimum(rules, 0)
    packed.clamps = rules.short_hand == "clamp"
    packed.one_pile = _ONE_PILE[rules.one_pile]
    packed.breach_loses = rules.breach == "lose"
    packed.starter = -1 if rules.starter == "lot" else rules.starter
    packed.decks = len(decks)
    packed.deck_size = len(decks[0])
    packed.lowest = decks[0][0]
    packed.highest = decks[0][-1]
    for number, pile in enumerate(game.piles):
        packed.ascending[number] = pile.ascending
        packed.bases[number] = pile.base
        packed.owners[number] = -1 if pile.owner is None else pile.owner
    for seat in range(rules.players):
        packed.deck_of[seat] = game.deck_of(seat)
        packed.sides[seat] = sum(1 << one for one in game.winners_of_clearing(rules, seat))
    packed.own_piles = sum(pile.owner in (None, 0) for pile in game.piles)
    packed.has_rivals = any(pile.owner is not None for pile in game.piles)
    packed.has_commands = "layout" in game.options
    packed.draws = list(Draws).index(game.draws)
    packed.duties = duty_number(game.own_duties)
    is_bare = not (packed.has_rivals or packed.has_commands or packed.duties)
    packed.is_plain = is_bare and (game.draws, game.piles) == _PLAIN
    for code, termination in game.causes.items():
        packed.causes[codes.code_number(code)] = codes.termination_number(termination)
    for code, termination in game.breaches.items():
        packed.breaches[codes.code_number(code)] = codes.termination_number(termination)
    for card, command in rules.layout.as_mapping().items():
        packed.commands[card] = codes.command_number(command)
        packed.command_cards[codes.command_number(command)] |= set_of_cards([card])
    return packed


def _verify_game(game: GameRules) -> None:
    """Refuse a game that overrides a hook, has other piles or came too late to be compiled."""
    for hook in _HOOKS:
        if getattr(type(game), hook) not in (getattr(known, hook) for known in _KNOWN):
            raise UnsupportedRulesetError("game", f"{game.id}, which has its own {hook}")
    has_shape = len(game.piles) == PILES and game.player_range[-1] <= MAX_PLAYERS
    if not has_shape or (game.own_duties is not None and duty_number(game.own_duties) < 0):
        raise UnsupportedRulesetError("game", game.id)


def _verify_numbers(game: GameRules, deck: Sequence[int]) -> None:
    """Refuse a game with more cards, or other numbers, than packed records have room for."""
    if len(deck) > MAX_DECK:
        raise UnsupportedRulesetError("game", f"{game.id}, which has more than {MAX_DECK} cards")
    numbers = [deck[0] - 1, deck[-1] + 1, *(pile.base for pile in game.piles)]
    if min(numbers) < 0 or max(numbers) >= MAX_NUMBER:
        told = f"{game.id}, whose cards and bases are not all from 0 to {MAX_NUMBER - 1}"
        raise UnsupportedRulesetError("game", told)


def verify_piles(game: GameRules) -> None:
    """Refuse a game whose piles lie otherwise than networks and solver take for granted.

    A team has two that go up, then two that go down; of two rivals each has one and one.
    """
    if _shape_of(game) not in (_shape_of(Original()), _shape_of(Duel())):
        raise UnsupportedRulesetError("game", f"{game.id}, whose piles lie in another order")


def _shape_of(game: GameRules) -> list[tuple[bool, int | None]]:
    return [(pile.ascending, pile.owner) for pile in game.piles]


@lru_cache(maxsize=256)
def _shared_rules(rules: Ruleset) -> PackedRules:
    return pack_ruleset(rules)


def set_of_cards(cards: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return cards as two words."""
    mask = sum(1 << card for card in cards)
    return _words(mask)


def _words(mask: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([mask & (2**64 - 1), mask >> 64], dtype=np.uint64)


def cards_of_set(low: int | np.uint64, high: int | np.uint64) -> tuple[int, ...]:
    """List the cards of two words, in order."""
    mask = int(low) | int(high) << 64
    return tuple(card for card in range(128) if mask >> card & 1)


def pack_state(state: State) -> PackedState:
    """Pack a whole game; signals and the previous turn have no effect on play and are left out."""
    packed = new_state()
    for seat, hand in enumerate(state.hands):
        packed.hands[seat] = set_of_cards(hand)
    for deck, cards in enumerate(state.decks):
        packed.gone[deck] = _words(state.gone[deck])
        packed.decks[deck, : len(cards)] = cards
        packed.deck_end[deck] = len(cards)
    _pack_table(packed, state.phase, state.seat, state.minimum, state.turns)
    _pack_turn(packed, state.rules, state.tops, state.laid)
    _pack_outcome(packed, state.outcome)
    return packed


def pack_view(view: View) -> PackedState:
    """Pack what a seat knows: its own hand, what is gone, and how many cards are where.

    The view must be that of a seat, made with ``memory=True``. The cards of other hands and of
    the decks stay unknown until ``fill_unseen`` deals them.
    """
    if view.seat is None or view.gone is None:
        raise ValueError("pack_view needs the view of a seat, made with memory=True")
    packed = new_state()
    packed.hands[view.seat] = set_of_cards(view.hand)
    for seat, count in enumerate(view.hand_counts):
        packed.hidden[seat] = 0 if seat == view.seat else count
    for deck, count in enumerate(view.deck_counts):
        packed.gone[deck] = _words(view.gone[deck])
        packed.deck_end[deck] = count
    _pack_table(packed, view.phase, view.to_move, view.minimum, view.turns)
    _pack_turn(packed, view.rules, view.tops, view.laid)
    _pack_outcome(packed, view.outcome)
    return packed


def _pack_table(packed: PackedState, phase: Phase, seat: int, minimum: int, turns: int) -> None:
    packed.phase = _PHASES[phase]
    packed.seat = seat
    packed.minimum = minimum
    packed.turns = turns


def _pack_turn(
    packed: PackedState,
    rules: Ruleset,
    tops: tuple[int, ...],
    laid: tuple[Placement, ...],
) -> None:
    packed.tops[:] = tops
    packed.laid = len(laid)
    facts = 0
    for card, pile in laid:
        facts = facts_after(_shared_rules(rules), packed.seat, facts, card, pile)
    packed.facts = facts


def _pack_outcome(packed: PackedState, outcome: Outcome | None) -> None:
    if outcome is not None:
        packed.termination = codes.termination_number(outcome.termination)
        packed.score = outcome.score
        packed.winners = sum(1 << seat for seat in outcome.winners)
        packed.outcome_seat = outcome.seat


def outcome_of(packed: PackedState) -> Outcome | None:
    """Unpack how a game ended, None while it lasts."""
    termination = codes.termination_name(int(packed.termination))
    if termination is None:
        return None
    winners = tuple(seat for seat in range(5) if int(packed.winners) >> seat & 1)
    return Outcome(termination, int(packed.score), winners, int(packed.outcome_seat))
