"""From the table to what each seat may see: built by allow-list, never by leaving out."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

from msgspec.structs import replace

from tenback.records.placed import show_placements
from tenback.records.rulesets import format_layout
from tenback.rules import (
    NO_COMMANDS,
    Outcome,
    Phase,
    Placement,
    Ruleset,
    State,
    View,
)
from tenback.rules.game import GameRules
from tenback.rules.placement import fits
from tenback.rules.turns import dooming_among, is_safe, list_breaching, list_legal
from tenback.rules.values import ClosedTurn, Pile, Turn
from tenback.rules.view import own_hand, view
from tenback.server.wire.http import ExampleView, GameSummary, Proof, TableSummary
from tenback.server.wire.views import (
    Agreement,
    Duty,
    LastTurn,
    Legal,
    Offer,
    OutcomeView,
    Own,
    PileView,
    PlayView,
    RevealView,
    RulesView,
    SeatView,
    SignalView,
    TableView,
    Vote,
)
from tenback.table import Play, Seat, SeatKind, Table
from tenback.table.moves import Move, describe_move

__all__ = [
    "show_duties",
    "show_example",
    "show_outcome",
    "show_own",
    "show_play",
    "show_proof",
    "show_rules",
    "show_table",
    "show_turns",
    "show_waiting",
    "summarise_game",
    "summarise_table",
]


def show_rules(rules: Ruleset) -> RulesView:
    """Show what is agreed; which cards carry commands is printed on them and known to all."""
    by_card = enumerate(rules.layout.by_card)
    return RulesView(
        rules.game.id,
        rules.players,
        rules.hand_size,
        rules.game.lowest,
        rules.game.highest,
        rules.game.is_team_game,
        rules.changed_options(),
        "" if rules.layout is NO_COMMANDS else format_layout(rules.layout),
        {card: command for card, command in by_card if command is not None},
        dict(rules.game.marks),
    )


def show_table(code: str, table: Table, rules: RulesView) -> TableView:
    """Show what everybody may see."""
    return TableView(
        code,
        table.stage,
        rules,
        table.settings,
        table.host,
        tuple(map(_show_seat, table.seats)),
        tuple(sorted(table.rematching)),
        tuple(Agreement(*pair) for pair in sorted(table.standing_in)),
        None if table.play is None else show_play(table, table.play),
    )


def _show_seat(seat: Seat | None) -> SeatView | None:
    if seat is None:
        return None
    return SeatView(seat.name, seat.kind, seat.bot, seat.ready, seat.away, seat.stand_in)


def show_play(table: Table, play: Play) -> PlayView:
    """Show a game as everybody may see it."""
    rules = table.rules
    seen = view(play.state, None, memory=table.settings.memory)
    return PlayView(
        number=play.number,
        phase=seen.phase,
        commitment=play.commitment,
        starter=play.starter,
        to_move=seen.to_move,
        turns=seen.turns,
        minimum=seen.minimum,
        piles=_show_piles(rules, seen, play.heights),
        laid=show_placements(seen.laid),
        hand_counts=seen.hand_counts,
        deck_counts=seen.deck_counts,
        signals=tuple(SignalView(*signal) for signal in seen.signals),
        silenced=seen.is_silenced,
        duties=show_duties(seen.duties),
        last_turns=show_turns(seen.last_turns),
        votes=tuple(Vote(seat, choice) for seat, choice in play.votes),
        offers=tuple(Offer(seat, eagerness) for seat, eagerness in play.offers),
        conceding=tuple(sorted(play.conceding)),
        helped=play.helped,
        gone=None if seen.gone is None else _show_gone(seen.gone),
        outcome=show_outcome(seen.outcome),
        reveal=_show_reveal(play, seen),
    )


def show_duties(duties: Sequence[tuple[str, int]]) -> tuple[Duty, ...]:
    """Show what the open turn still owes."""
    return tuple([Duty(name, count) for name, count in duties])


def show_turns(turns: Sequence[ClosedTurn]) -> tuple[LastTurn, ...]:
    """Show the last turn of each seat."""
    return tuple(
        [LastTurn(one.seat, show_placements(one.laid), one.drawn, one.tops) for one in turns]
    )


def _show_piles(rules: Ruleset, seen: View, heights: Sequence[int]) -> tuple[PileView, ...]:
    commands, to_cover = dict(seen.visible_commands), seen.piles_to_cover
    names = _pile_names(rules.game, rules.players)
    return tuple(
        PileView(
            names[index],
            pile.ascending,
            pile.base,
            pile.owner,
            seen.tops[index],
            commands.get(index),
            heights[index],
            index in to_cover,
        )
        for index, pile in enumerate(rules.game.piles)
    )


@cache
def _pile_names(game: GameRules, players: int) -> tuple[tuple[str, ...], ...]:
    """Return what each seat calls each pile."""
    piles = range(len(game.piles))
    return tuple(tuple(game.pile_name(pile, seat) for seat in range(players)) for pile in piles)


def _show_gone(gone: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(card for card in range(mask.bit_length()) if mask >> card & 1) for mask in gone
    )


def show_outcome(outcome: Outcome | None) -> OutcomeView | None:
    """Show how a game ended."""
    if outcome is None:
        return None
    return OutcomeView(
        outcome.termination, outcome.score, outcome.winners, outcome.seat, outcome.rating
    )


def _show_reveal(play: Play, seen: View) -> RevealView | None:
    if seen.phase is not Phase.OVER or seen.reveal is None:
        return None
    deal = play.deal
    return RevealView(
        seen.reveal.hands,
        seen.reveal.decks,
        deal.decks,
        deal.salt,
        deal.text(seen.rules),
    )


def show_proof(play: Play) -> Proof:
    """Show the published hash of a deal, and once the game is over the text it is of."""
    over = play.state.outcome is not None and bool(play.deal.salt)
    return Proof(play.commitment, play.deal.text(play.state.rules) if over else None)


def summarise_game(play: Play) -> GameSummary:
    """Tell who played a game and how it ended, if it has."""
    outcome = show_outcome(play.state.outcome)
    return GameSummary(play.number, play.names, play.date, play.commitment, outcome)


def summarise_table(code: str, table: Table) -> TableSummary:
    """Tell what may be known of a table before sitting down."""
    return TableSummary(
        code,
        table.rules.game.id,
        table.rules.players,
        table.stage,
        tuple(n for n, seat in enumerate(table.seats) if seat is None),
        tuple(None if seat is None else seat.name for seat in table.seats),
        table.rules.changed_options(),
        table.settings.spectators,
        table.settings.public,
    )


def show_own(table: Table, seat: int | None) -> Own | None:
    """Show what only the holder of a seat may see; nothing to spectators and before the deal."""
    play = table.play
    if seat is None or play is None or not 0 <= seat < len(table.seats):
        return None
    sitting = table.seats[seat]
    state = play.state
    is_program = sitting is not None and sitting.kind is SeatKind.PROGRAM
    gone = _show_gone(state.gone) if is_program else None
    turn = state.turn if state.seat == seat else None
    if turn is None or table.bot_to_move is not None:
        return show_waiting(seat, own_hand(state, seat), gone=gone)
    rules = table.rules
    legal = _show_legal(rules, turn)
    refusal = rules.game.judge_end(rules, turn)
    breach = refusal is not None and state.accepts_breach(refusal)
    return Own(
        seat=seat,
        hand=turn.hand,
        legal=legal,
        may_end=refusal is None or breach,
        end_refusal=refusal,
        end_breach=breach,
        may_take_back=bool(play.takeable) and table.settings.take_back,
        doomed=refusal is not None and all(one.dooms or one.breach for one in legal),
        gone=gone,
    )


def show_waiting(
    seat: int,
    hand: tuple[int, ...],
    *,
    may_take_back: bool = False,
    gone: tuple[tuple[int, ...], ...] | None = None,
) -> Own:
    """Show a hand to whoever has nothing to lay now."""
    return Own(
        seat=seat,
        hand=hand,
        legal=(),
        may_end=False,
        end_refusal=None,
        end_breach=False,
        may_take_back=may_take_back,
        doomed=False,
        gone=gone,
    )


def show_example(rule: str, state: State) -> ExampleView:
    """Show a position that explains a rule, as the mover sees it."""
    seen = view(state, state.seat)
    bases = [pile.base for pile in state.rules.game.piles]
    heights = [int(top != base) for top, base in zip(seen.tops, bases, strict=True)]
    piles = _show_piles(state.rules, seen, heights)
    legal = () if seen.turn is None else _show_legal(state.rules, seen.turn)
    return ExampleView(rule, show_rules(state.rules), piles, seen.hand, legal)


def _show_legal(rules: Ruleset, turn: Turn) -> tuple[Legal, ...]:
    if rules.game.judges_by_value_alone and rules.breach == "refuse":
        by_pile = _show_fitting(rules.game, turn)
        if is_safe(rules, turn, list(map(len, by_pile))):
            return tuple(chain.from_iterable(by_pile))
    placements = list_legal(rules, turn)
    dooming = dooming_among(rules, turn, placements)
    legal = [_show_placement(rules, turn, one, dooms=one in dooming) for one in placements]
    for placed, code in list_breaching(rules, turn):
        legal.append(replace(_show_placement(rules, turn, placed), breach=code))
    return tuple(legal)


def _show_placement(
    rules: Ruleset, turn: Turn, placement: Placement, *, dooms: bool = False
) -> Legal:
    card, pile = placement
    move, by = describe_move(rules.game.piles[pile], turn.seat, turn.tops[pile], card)
    return Legal(card, pile, move, by, dooms)


def _show_fitting(game: GameRules, turn: Turn) -> list[list[Legal]]:
    """Show what may be laid on each pile, where nothing but the value is judged."""
    hand, seat = turn.hand, turn.seat
    return [
        [
            Legal(card, index, move[0], move[1])
            for card in hand
            if (move := moves[card - top]) is not None
        ]
        for index, (pile, top) in enumerate(zip(game.piles, turn.tops, strict=True))
        for moves in [_moves_on(pile.ascending, pile.owner in (None, seat))]
    ]


class _Moves(dict[int, tuple[Move, int] | None]):
    """How a card is shown that is so much higher than the top; None if it does not fit.

    Only the difference counts, so this is small, and faster than a table of tops and cards.
    """

    def __init__(self, ascending: bool, is_own: bool) -> None:
        super().__init__()
        self._pile = Pile(ascending, 0, None if is_own else 0)

    def __missing__(self, difference: int) -> tuple[Move, int] | None:
        is_fitting = fits(self._pile.ascending, 0, difference)
        move = describe_move(self._pile, None, 0, difference) if is_fitting else None
        self[difference] = move
        return move


_moves_on = cache(_Moves)
