"""``tenback verify-deal``: check that the cards were fixed before the game."""

from pathlib import Path

from tenback.cli.common import load_record
from tenback.cli.errors import CliError
from tenback.records.proof import commit_deal, deal_text, draw_lot, is_digest
from tenback.rules import RulesetError

__all__ = ["verify_deal"]


def verify_deal(record: Path, commitment: str = "", *, show: bool = False) -> int:
    """Check a deal: compute the hash of a record's cards and compare it with the published one.

    Parameters
    ----------
    record
        The record of a finished game, as the table offers it for download.
    commitment
        The hash that was published when the cards were dealt: 64 hexadecimal digits. Without it
        the computed hash is only printed, for you to compare.
    show
        Also print the text that is hashed; 'sha256sum' gives the same hash.
    """
    noted = commitment.strip().lower()
    if noted and not is_digest(noted):
        raise CliError(f"commitment: {commitment!r} is not 64 hexadecimal digits")
    game = load_record(record)
    if not game.salt:
        raise CliError(f"{record}: no salt: no hash of this deal was published", status=1)
    try:
        computed = commit_deal(game.rules, game.decks, game.salt)
    except RulesetError as error:
        raise CliError(f"{record}: {error}") from None
    if show:
        print(deal_text(game.rules, game.decks, game.salt))
    print(f"hash of the deal: {computed}")
    if game.rules.starter == "lot":
        lot = draw_lot(game.salt, range(game.rules.players))
        print(f"a lot among all seats would have drawn P{lot + 1}")
    if not noted:
        return 0
    if noted != computed:
        print("NOT the published one: these are not the cards that were committed to")
        return 1
    print("the published one: the cards were fixed before the game")
    return 0
