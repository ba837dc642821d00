"""``tenback tables``: manage the tables in a server's database."""

from cyclopts import App

__all__ = ["tables"]

tables = App(name="tables")
_SUMMARIES = {
    "list": "List tables, the most recently used first.",
    "show": "Show a table and its games.",
    "check": "Read every table and play every game again; exit status 1 if anything is broken.",
    "export": "Write everything that is kept of a table as JSON.",
    "delete": "Delete tables with all their games.",
    "prune": "Close and delete tables that nobody has visited for long.",
}
for _name, _summary in _SUMMARIES.items():
    tables.command(f"tenback.cli.tables.{_name}:{_name}_tables", name=_name, help=_summary)
