"""Who starts, decided after the hands are seen: by vote, by the host, or by lot (A-8, D-5).

Before that each seat may say how gladly it would, in one of three words (G-6, G-23).
"""

from msgspec.structs import replace

from tenback.records.deals import lot_from_seed
from tenback.records.proof import draw_lot
from tenback.rules import Code, Refusal
from tenback.table.base import CommandStruct, EventStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.facts import GameEnded, follow, what_followed
from tenback.table.guards import seat_at, verify_host
from tenback.table.model import Eagerness, FoundBy, Play, Stage, Table
from tenback.table.registry import Draft, applies, decides

__all__ = [
    "ChooseStarter",
    "GameStarted",
    "OfferStart",
    "StartOffered",
    "StarterVoted",
    "settle_starter",
    "start",
    "start_if_settled",
]


class ChooseStarter(CommandStruct, frozen=True, tag="choose_starter"):
    """Vote for the starter or, as the host, decide."""

    seat: int


class OfferStart(CommandStruct, frozen=True, tag="offer_start"):
    """Say how gladly you would start."""

    eagerness: Eagerness


class StarterVoted(IdleEvent, frozen=True, tag="starter_voted"):
    """Somebody would like this seat to start."""

    seat: int
    choice: int


class StartOffered(IdleEvent, frozen=True, tag="start_offered"):
    """A seat has said how gladly it would start."""

    seat: int
    eagerness: Eagerness


class GameStarted(EventStruct, frozen=True, tag="game_started"):
    """This seat has the first turn, with ``minimum`` cards to lay; it may be blocked at once."""

    seat: int
    minimum: int
    ended: GameEnded | None = None
    found_by: FoundBy = "lot"


@decides(ChooseStarter)
def choose_starter(draft: Draft, seat: int, command: ChooseStarter) -> None:
    """Count a vote; the last vote of those present decides. A lot breaks ties."""
    play = _dealt_play(draft.table)
    seat_at(draft.table, command.seat)
    if draft.table.settings.starter == "host":
        verify_host(draft.table, seat)
        start(draft, command.seat, "host")
        return
    if (seat, command.seat) not in play.votes:
        draft.add(StarterVoted(seat, command.seat))
    settle_starter(draft)


@decides(OfferStart)
def offer_start(draft: Draft, seat: int, command: OfferStart) -> None:
    """Say how gladly a seat would start; saying the same again changes nothing.

    In a duel there is nothing to agree on: it starts as soon as it is dealt (D-5).
    """
    play = _dealt_play(draft.table)
    if (seat, command.eagerness) not in play.offers:
        draft.add(StartOffered(seat, command.eagerness))


def _dealt_play(table: Table) -> Play:
    """Return the game that is dealt and has no starter yet, or refuse."""
    if table.play is None:
        raise Refusal(TableCode.NO_GAME)
    if table.stage is not Stage.DEALT:
        raise Refusal(Code.ALREADY_STARTED)
    return table.play


def start(draft: Draft, seat: int, found_by: FoundBy) -> None:
    """Start the game with this seat."""
    play = draft.table.play
    assert play is not None
    state = play.state.start(seat)
    _, ended = what_followed(play.state, state)
    draft.add(GameStarted(seat, state.minimum, ended, found_by))


def _drawn(play: Play, candidates: list[int]) -> int:
    if not play.deal.salt:
        lot = lot_from_seed(play.state.rules, play.deal.seed or 0)
        return lot if lot in candidates else candidates[lot % len(candidates)]
    return draw_lot(play.deal.salt, candidates)


def start_if_settled(draft: Draft) -> None:
    """Start at once if there is nothing to choose: one seat, a fixed starter, or a lot."""
    table, play = draft.table, draft.table.play
    assert play is not None
    rules = table.rules
    if rules.starter != "lot":
        start(draft, rules.starter, "fixed")
    elif rules.players == 1:
        start(draft, 0, "lot")
    elif table.settings.starter == "lot" or not rules.game.is_team_game or not table.people:
        start(draft, _drawn(play, list(range(rules.players))), "lot")


def settle_starter(draft: Draft) -> None:
    """Start once everybody present has voted."""
    table, play = draft.table, draft.table.play
    if table.stage is not Stage.DEALT or play is None or table.settings.starter != "vote":
        return
    votes = dict(play.votes)
    if not table.people or any(seat not in votes for seat in table.people):
        return
    # Whoever has gone away since has no say any more.
    choices = [votes[seat] for seat in table.people]
    counts = [choices.count(seat) for seat in range(table.rules.players)]
    best = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if len(best) == 1:
        start(draft, best[0], "vote")
    else:
        start(draft, _drawn(play, best), "lot")


@applies(StarterVoted)
def starter_voted(table: Table, event: StarterVoted) -> Table:
    """Note a vote; it replaces an earlier one of the same seat."""
    assert table.play is not None
    kept = tuple((voter, choice) for voter, choice in table.play.votes if voter != event.seat)
    return replace(table, play=replace(table.play, votes=(*kept, (event.seat, event.choice))))


@applies(StartOffered)
def start_offered(table: Table, event: StartOffered) -> Table:
    """Note how gladly a seat would start; it replaces what the seat said before."""
    assert table.play is not None
    kept = tuple((seat, said) for seat, said in table.play.offers if seat != event.seat)
    return replace(table, play=replace(table.play, offers=(*kept, (event.seat, event.eagerness))))


@applies(GameStarted)
def game_started(table: Table, event: GameStarted) -> Table:
    """Begin the first turn."""
    play = table.play
    assert play is not None
    state = follow(play.state.begun(event.seat, event.minimum), None, event.ended)
    begun = replace(play, state=state, starter=event.seat, found_by=event.found_by)
    return replace(table, play=replace(begun, votes=(), offers=()))
