"""The signs that cards carry: commands and other marks.

``signs.json`` holds the shapes; a test compares them with those that the browser draws.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from tenback.draw.sky import Colour

__all__ = ["SIGN_SIZE", "sign_svg"]

SIGN_SIZE = 50
_LEFT, _TOP = 25, 83
_PLATE, _SPENT_PLATE = Colour(0.975, 0.018, 95), Colour(0.86, 0.01, 90)
_LASTING, _FLASH, _SPENT = Colour(0.4, 0.12, 275), Colour(0.42, 0.16, 25), Colour(0.52, 0.01, 90)
_DARK, _FLAME, _HEART = Colour(0.24, 0.05, 40), Colour(0.7, 0.19, 42), Colour(0.93, 0.13, 95)


@cache
def _data() -> dict[str, Any]:
    return json.loads((files("tenback.draw") / "signs.json").read_text("utf-8"))


def sign_svg(name: str, *, is_spent: bool = False) -> str:
    """Draw a sign at its place on a card; nothing for a name that has no drawing."""
    data = _data()
    if name in data["commands"]:
        kind = "flash" if name in data["flash"] else "lasting"
        sign = _SPENT if is_spent else _FLASH if kind == "flash" else _LASTING
        styles = _command_styles(sign, _SPENT_PLATE if is_spent else _PLATE)
        shapes = data["plate"][kind] + data["commands"][name]
        strike = {"shape": "path", "class": "strike", "d": "M9 39 39 9"}
        shapes = [*shapes, strike] if is_spent else shapes
    elif name in data["marks"]:
        shapes, styles = data["plate"]["lasting"] + data["marks"][name], _mark_styles()
    else:
        return ""
    faint = ' opacity=".62"' if is_spent else ""
    drawn = "".join(_shape(shape, styles) for shape in shapes)
    place = f"translate({_LEFT} {_TOP}) scale({SIGN_SIZE / 48:.4f})"
    return f'<g transform="{place}"{faint}>{drawn}</g>'


def _command_styles(sign: Colour, plate: Colour) -> dict[str, str]:
    round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
    cut = f'fill="none" stroke="{plate.hex}" {round_ends}'
    return {
        "plate": f'fill="{plate.hex}" stroke="{sign.hex}" stroke-width="1.6"',
        "solid": f'fill="{sign.hex}"',
        "stroke": f'fill="none" stroke="{sign.hex}" stroke-width="3.2" {round_ends}',
        "cut": f'{cut} stroke-width="4"',
        "cut thin": f'{cut} stroke-width="2"',
        "strike": f'stroke="{sign.hex}" stroke-width="4" {round_ends}',
    }


def _mark_styles() -> dict[str, str]:
    return {
        "plate": f'fill="{_DARK.hex}" stroke="{_PLATE.hex}" stroke-width="2.5"',
        "flame": f'fill="{_FLAME.hex}"',
        "heart": f'fill="{_HEART.hex}"',
    }


def _shape(shape: dict[str, str], styles: dict[str, str]) -> str:
    told = " ".join(
        f'{name}="{value}"' for name, value in shape.items() if name not in ("shape", "class")
    )
    return f"<{shape['shape']} {told} {styles[shape['class']]}/>"
