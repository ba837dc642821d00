"""One turn on a position, without a table: stateless, each request plays it from its beginning.

The position holds what its mover may know. Unknown cards are filled in to make a state, and nothing
of them is shown: the answer is a view of the mover's, and it stops before a card is drawn.
"""

from collections.abc import Sequence

import msgspec

from tenback.records import Position, parse_position
from tenback.records.errors import PositionError, RecordSyntaxError
from tenback.records.notation import format_seat
from tenback.records.possible import verify_possible
from tenback.rules import Code, Phase, Placement, Refusal
from tenback.rules.view import view
from tenback.server.bounds import verify_bounded
from tenback.server.live.refusing import refuse
from tenback.server.wire.happenings import Happening
from tenback.server.wire.narrate import narrate
from tenback.server.wire.practice import LookedAt
from tenback.server.wire.project import show_own, show_rules, show_table, show_waiting
from tenback.server.wire.views import TableView
from tenback.table import Deal, Play, Seat, SeatKind, Settings, Table, World, decide
from tenback.table.reasons import explain
from tenback.table.unions import CardPlaced, EndTurn, Place

__all__ = ["look_at", "read_position", "tell_error"]

_SETTINGS = Settings(spectators=False, stand_in="", pace=0)


def read_position(text: str) -> Position:
    """Read a position on which a turn can be played; ValueError says what is wrong with it."""
    position = parse_position(text)
    verify_possible(position)
    rules = position.rules
    if rules.hand_size != rules.game.initial_hand_size(rules):
        raise PositionError("hand_size= is not the size of a hand in this game")
    verify_bounded(rules)
    hand = position.hands[position.to_move]
    if isinstance(hand, int):
        raise PositionError("the hand of the seat to move must be known")
    if len(hand) + len(position.laid) > rules.hand_size:
        raise PositionError(f"a hand has at most {rules.hand_size} cards")
    return position


def look_at(
    position: Position,
    laid: Sequence[tuple[int, int]] = (),
    *,
    end: bool = False,
    names: Sequence[str] = (),
) -> LookedAt:
    """Play a turn, or the beginning of one, and show what its mover sees then."""
    table, seat = _table(position, names), position.to_move
    happenings: tuple[Happening, ...] = ()
    reason, finished = None, False
    commands = [Place(card, pile) for card, pile in laid] + ([EndTurn()] if end else [])
    for command in commands:
        try:
            if finished:
                raise Refusal(Code.TURN_OVER)
            [(event, after)] = decide(table, seat, command, World())
        except Refusal as refusal:
            reason = explain(refusal, table.rules, view(_play(table).state, None))
            break
        finished = event.passed is not None or event.ended is not None  # type: ignore[union-attr]
        if isinstance(event, CardPlaced):
            happenings = tuple(narrate(table, event, after)[:1])
            table = _with_card(table, event) if finished else after
    own = show_own(table, seat)
    assert own is not None
    return LookedAt(
        seat,
        _shown(table),
        show_waiting(seat, own.hand, may_take_back=bool(laid)) if finished else own,
        happenings,
        None if reason is None else refuse("", reason),
        finished,
        *(
            tuple(None if isinstance(cards, int) else cards for cards in places)
            for places in (position.hands, position.decks)
        ),
    )


def _table(position: Position, names: Sequence[str]) -> Table:
    state = position.completed().to_state()
    if state.phase is not Phase.PLAYING:
        raise PositionError("the mover is blocked: there is no turn to play")
    rules = position.rules
    called = tuple(names) or tuple(map(format_seat, range(rules.players)))
    if len(called) != rules.players:
        raise PositionError(f"{rules.players} players need as many names, not {len(called)}")
    memory = position.gone is not None or position.is_complete
    return Table(
        rules,
        msgspec.structs.replace(_SETTINGS, memory=memory),
        tuple(Seat(name, SeatKind.PERSON) for name in called),
        play=Play(1, state, Deal(()), called, ()),
    )


def _play(table: Table) -> Play:
    assert table.play is not None
    return table.play


def _with_card(table: Table, event: CardPlaced) -> Table:
    """Lay a card without what follows from it: whatever is drawn then is made up."""
    play = _play(table)
    state = play.state.laid_on(Placement(event.card, event.pile))
    play = msgspec.structs.replace(play, state=state, takeable=())
    return msgspec.structs.replace(table, play=play)


def _shown(table: Table) -> TableView:
    """Show the table; how many cards lay on a pile before this turn is not known."""
    shown = show_table("", table, show_rules(table.rules))
    assert shown.play is not None
    piles = tuple(
        msgspec.structs.replace(pile, count=max(pile.count, int(pile.top != pile.base)))
        for pile in shown.play.piles
    )
    return msgspec.structs.replace(shown, play=msgspec.structs.replace(shown.play, piles=piles))


def tell_error(error: ValueError) -> str:
    """Return an error about a position for people: the column is enough, there is one line."""
    if isinstance(error, RecordSyntaxError):
        return f"column {error.column}: expected {error.expected}, found {error.found[:40]!r}"
    return str(error)
