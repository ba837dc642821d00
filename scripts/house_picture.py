"""Draw the house, one room a line, from the import contract: python scripts/house_picture.py

A room is a package; the first sentence of its docstring says what it is.
"""

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "house.svg"
WIDTH, HEIGHT, GAP, LEFT = 900, 44, 8, 14
#: The client is no Python package; it stands on the roof.
CLIENT = ("web", "The browser client: it shows what the server says, and states no rule")


def rooms() -> list[tuple[str, str]]:
    """List the rooms from the roof down, each with what it is."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers: list[str] = contracts["contracts"][0]["layers"]
    return [CLIENT, *((layer.removeprefix("tenback."), what_is(layer)) for layer in layers)]


def what_is(package: str) -> str:
    """Return the first sentence of a package."""
    source = ROOT / "src" / Path(*package.split(".")) / "__init__.py"
    told = ast.get_docstring(ast.parse(source.read_text())) or ""
    return told.partition("\n\n")[0].replace("\n", " ").replace("``", "").rstrip(".")


def draw() -> str:
    """Draw the rooms one upon another: each may use those below."""
    found = rooms()
    height = len(found) * (HEIGHT + GAP) + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="system-ui, sans-serif">',
        "<title>The house: a room may use the rooms below it</title>",
    ]
    for number, (name, what) in enumerate(found):
        top = GAP + number * (HEIGHT + GAP)
        share = number / (len(found) - 1)
        # From dawn to night, like the cards.
        hue = f"hsl({round(388 - 158 * share) % 360} 52% {round(86 - 60 * share)}%)"
        ink = "#fff" if share > 0.5 else "#1b1b2f"
        lines += [
            f'<rect x="{GAP}" y="{top}" width="{WIDTH - 2 * GAP}" height="{HEIGHT}" rx="9" '
            f'fill="{hue}"/>',
            f'<text x="{LEFT + GAP}" y="{top + 27}" font-size="17" font-weight="700" '
            f'fill="{ink}">{escape(name)}</text>',
            f'<text x="150" y="{top + 27}" font-size="14.5" fill="{ink}">{escape(what)}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(PICTURE)
