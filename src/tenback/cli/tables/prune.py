"""``tenback tables prune``."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tenback.cli.lifetimes import KeepOptions
from tenback.cli.tables.common import open_store, run

if TYPE_CHECKING:
    from tenback.server.live.janitor import Lifetimes

__all__ = ["prune_tables"]

_DONE = {"over": "closed", "closed": "deleted with their games"}


def prune_tables(
    *,
    keep: KeepOptions | None = None,
    dry_run: Annotated[bool, Parameter(negative="")] = False,
    database: str = "",
) -> None:
    """Close and delete tables that nobody has visited for long, as a running server does by itself.

    No server may be using the database, except with --dry-run.

    Parameters
    ----------
    dry_run
        Only print what would be done.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    run(_prune(database, (keep or KeepOptions()).lifetimes, dry_run))


async def _prune(database: str, lifetimes: "Lifetimes", dry: bool) -> None:
    from tenback.server.live.janitor import Janitor  # noqa: PLC0415 - an extra

    async with open_store(database, to_change=not dry) as store:
        janitor = Janitor(store, lifetimes)
        if not dry:
            await janitor.bring_up_all()
        done = await janitor.prune(dry=dry)
    for status, count in done.items():
        told = _DONE.get(status, "deleted")
        print(f"{count} {status} tables {'would be ' if dry else ''}{told}")
    if not done.total():
        print("nothing to do")
