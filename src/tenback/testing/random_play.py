"""Random play by the plain rules, and all rulesets."""

import random
from collections.abc import Iterator
from itertools import product

from tenback.rules import GAMES, OPTIONS, GameRules, Layout, Placement, Ruleset, State

__all__ = ["all_rulesets", "play_randomly", "random_deal", "random_layout", "rulesets_of"]


def random_layout(source: random.Random) -> Layout:
    """Draw a layout of the commands."""
    return Layout.random(source.sample(range(2, 100), 98))


def all_rulesets(*, talk: bool = False) -> Iterator[Ruleset]:
    """Yield every registered game, player count and combination of the options it reads.

    ``talk`` does not affect the play of cards and is left out unless asked for.
    """
    for game in GAMES.values():
        yield from rulesets_of(game, talk=talk)


def rulesets_of(game: GameRules, *, talk: bool = False) -> Iterator[Ruleset]:
    """Yield every player count of a game and combination of the options it reads."""
    names = [name for name in OPTIONS if name in game.options and (talk or name != "talk")]
    layouts = (None, random_layout(random.Random(0))) if "layout" in game.options else (None,)
    for players in game.player_range:
        for values in product(*(OPTIONS[name].values for name in names)):
            for layout in layouts:
                chosen = dict(zip(names, values, strict=True))
                if layout is not None:
                    chosen["layout"] = layout  # type: ignore[assignment] # not a word
                yield Ruleset(game, players, **chosen)  # type: ignore[arg-type] # checked there


def random_deal(rules: Ruleset, source: random.Random) -> State:
    """Deal and let a random seat start."""
    decks = tuple(tuple(source.sample(deck, len(deck))) for deck in rules.game.decks(rules))
    return State.deal(rules, decks).start(source.randrange(rules.players))


def play_randomly(state: State, source: random.Random, turns: int | None = None) -> State:
    """Lay random legal cards to the end of the game, or until a number of turns is over.

    If breaches are accepted (breach=lose), one is tried now and then.
    """
    may_breach = state.rules.breach == "lose"
    last = None if turns is None else state.turns + turns
    while state.outcome is None and (last is None or state.turns < last):
        if state.laid and state.judge_end() is None and source.random() < 0.8:
            state = state.end()
            continue
        if may_breach and state.hands[state.seat] and source.random() < 0.01:
            card, pile = source.choice(state.hands[state.seat]), source.randrange(len(state.tops))
            if state.can_place(Placement(card, pile)):
                state = state.place(Placement(card, pile))
                continue
            if state.laid and state.can_end():
                state = state.end()
                continue
        options = list(state.legal_placements)
        state = state.place(source.choice(options)) if options else state.end()
    return state
