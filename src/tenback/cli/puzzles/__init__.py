"""``tenback puzzles``: make, check and count the puzzles."""

from cyclopts import App

__all__ = ["puzzles"]

puzzles = App(name="puzzles")
_SUMMARIES = {
    "make": "Look for puzzles in games of strong bots; resumes where it was stopped.",
    "choose": "Rate the puzzles that were found, and choose those that ship.",
    "check": "Prove puzzles again, every card of them; exit status 1 if one does not hold.",
    "count": "Count the puzzles by theme, and how bots of each level do on them.",
}
for _name, _summary in _SUMMARIES.items():
    puzzles.command(f"tenback.cli.puzzles.{_name}:{_name}_puzzles", name=_name, help=_summary)
