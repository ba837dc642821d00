"""Rebuilds a view of the rules from a message, so that any bot can play remotely."""

from tenback.records import build_ruleset
from tenback.records.placed import read_placements
from tenback.records.rulesets import parse_layout
from tenback.rules import (
    NO_COMMANDS,
    ClosedTurn,
    Outcome,
    Ruleset,
    Signal,
    View,
)
from tenback.rules.view import Reveal
from tenback.server.wire.views import Own, PlayView, RulesView

__all__ = ["rebuild_rules", "rebuild_view"]


def rebuild_rules(shown: RulesView) -> Ruleset:
    """Return the ruleset in a message."""
    return build_ruleset(
        shown.game,
        shown.players,
        shown.options,
        layout=parse_layout(shown.layout) if shown.layout else NO_COMMANDS,
        hand_size=shown.hand_size,
    )


def rebuild_view(rules: Ruleset, play: PlayView, own: Own) -> View:
    """Return the view of a seat in a message."""
    outcome, reveal = play.outcome, play.reveal
    gone = play.gone if own.gone is None else own.gone
    return View(
        rules=rules,
        seat=own.seat,
        phase=play.phase,
        to_move=play.to_move,
        turns=play.turns,
        minimum=play.minimum,
        tops=tuple(pile.top for pile in play.piles),
        laid=read_placements(play.laid),
        hand=own.hand,
        hand_counts=play.hand_counts,
        deck_counts=play.deck_counts,
        signals=tuple(Signal(one.seat, one.kind, one.subject) for one in play.signals),
        is_silenced=play.silenced,
        last_turns=tuple(
            ClosedTurn(one.seat, read_placements(one.laid), one.drawn, one.tops)
            for one in play.last_turns
        ),
        outcome=outcome
        and Outcome(outcome.termination, outcome.score, outcome.winners, outcome.seat),
        gone=None if gone is None else tuple(sum(1 << card for card in deck) for deck in gone),
        reveal=reveal and Reveal(reveal.hands, reveal.decks),
    )
