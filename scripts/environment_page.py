"""Write the tables of docs/environments/encoding.md: python scripts/environment_page.py"""

from pathlib import Path

from tenback.envs.encoding import Encoding
from tenback.envs.writing import SECTIONS
from tenback.records import build_ruleset
from tenback.rules import GAMES

PAGE = Path(__file__).parent.parent / "docs" / "environments" / "encoding.md"
BEGIN, END = "<!-- indices: written by scripts/environment_page.py -->", "<!-- end of indices -->"


def tables() -> str:
    """Return where every section starts, a table for each game."""
    parts: list[str] = []
    for game in GAMES.values():
        encodings = [
            Encoding(build_ruleset(game.id, players=players)) for players in game.player_range
        ]
        first = encodings[0]
        names = [name for name in SECTIONS if name in first.sections]
        head = ["section", *(f"players: {one.rules.players}" for one in encodings)]
        lines = [head, ["---"] * len(head)]
        for name in names:
            shapes = (encoding.sections[name] for encoding in encodings)
            cells = [f"{part.start}: {part.rows} × {part.columns}" for part in shapes]
            lines.append([f"`{name}`", *cells])
        lines.append(["**all**", *(str(encoding.size) for encoding in encodings)])
        rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        cards = f"cards {first.lowest} to {first.lowest + first.cards - 1}"
        piles = ", ".join(f"{name} {index}" for index, name in enumerate(first.pile_names))
        parts.append(
            f"## {game.id}\n\n"
            f"{first.actions} actions, `end` is {first.end}; {cards}; piles {piles}.\n\n{rows}\n"
        )
    return "\n".join(parts)


def written(page: str) -> str:
    """Return the page with its tables as they should be."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
