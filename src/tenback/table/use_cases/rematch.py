"""Another game at the same table; the next seat starts it."""

from msgspec.structs import replace

from tenback.rules import Refusal
from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.model import Stage, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.use_cases.dealing import deal, verify_full
from tenback.table.use_cases.starting import start

__all__ = ["Rematch", "RematchWished", "settle_rematch"]


class Rematch(CommandStruct, frozen=True, tag="rematch"):
    """Wish for another game or, with ``wish`` false, no longer."""

    wish: bool = True

    def is_always_heard(self, table: Table) -> bool:
        """Let everybody play again."""
        del table
        return self.wish


class RematchWished(IdleEvent, frozen=True, tag="rematch_wished"):
    """Somebody wishes to play again, or no longer does."""

    seat: int
    wish: bool = True


@decides(Rematch)
def rematch(draft: Draft, seat: int, command: Rematch) -> None:
    """Play again as soon as everybody present wishes to."""
    if draft.table.stage is not Stage.OVER:
        raise Refusal(TableCode.NO_GAME if draft.table.play is None else TableCode.GAME_ON)
    verify_full(draft.table)
    if (seat in draft.table.rematching) != command.wish:
        draft.add(RematchWished(seat, command.wish))
    settle_rematch(draft)


def settle_rematch(draft: Draft) -> None:
    """Deal again once all agree; the seat after the last starter starts."""
    table, play = draft.table, draft.table.play
    if table.stage is not Stage.OVER or play is None or None in table.seats:
        return
    if not table.rematching or not set(table.people) <= table.rematching:
        return
    fixed = table.rules.starter
    following = ((play.starter or 0) + 1) % table.rules.players
    deal(draft)
    if fixed != "lot":
        start(draft, fixed, "fixed")
    else:  # a single player takes no turns with anybody, and starts as in the first game
        start(draft, following, "turn" if table.rules.players > 1 else "lot")


@applies(RematchWished)
def rematch_wished(table: Table, event: RematchWished) -> Table:
    """Note the wish."""
    one = frozenset({event.seat})
    wishes = table.rematching | one if event.wish else table.rematching - one
    return replace(table, rematching=wishes)
