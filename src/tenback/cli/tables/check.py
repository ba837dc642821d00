"""``tenback tables check``."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tenback.cli.tables.common import each_row, find_row, open_store, run

__all__ = ["check_tables"]


def check_tables(code: str = "", *, database: str = "") -> int:
    """Read every table and replay every game; exit status 1 if anything is broken.

    Prints a line for each fault, then how many tables were checked. A server may be running.

    Parameters
    ----------
    code
        Check only this table.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    return run(_check(database, code))


async def _check(database: str, code: str) -> int:
    from tenback.server.live.inspection import check_table  # noqa: PLC0415 - an extra

    checked = broken = 0
    console = Console(stderr=True)
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn())
    async with open_store(database) as store:
        if code:
            faults = await check_table(store, await find_row(store, code))
            _tell(code.upper(), faults)
            return 1 if faults else 0
        files = await store.verify_files()
        for fault in files:
            print(f"database: {fault}")
        total = await store.count_tables()
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=total)
            async for row in each_row(store):
                faults = await check_table(store, row)
                checked, broken = checked + 1, broken + bool(faults)
                for fault in faults:
                    print(f"{row.code}: {fault}")
                bar.update(task, completed=checked)
    print(f"{checked} {'table' if checked == 1 else 'tables'} checked, {broken} broken")
    return 1 if broken or files else 0


def _tell(code: str, faults: list[str]) -> None:
    for fault in faults or ["nothing is broken"]:
        print(f"{code}: {fault}")
