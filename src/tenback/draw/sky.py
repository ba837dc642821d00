"""The sky of the cards: dawn at the lowest number, dusk in the middle, night at the highest.

``sky.json`` holds the colours; ``web/src/lib/sky.ts`` reads the same file, and a test compares the
skies that the two make of it.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import cos, pi, sin
from typing import Any, NamedTuple

__all__ = ["Colour", "Sky", "sky_of"]


class Colour(NamedTuple):
    """Lightness, chroma and hue, as in CSS's oklch()."""

    lightness: float
    chroma: float
    hue: float

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour in sRGB (Ottosson's matrices), which every program can show."""
        a, b = (self.chroma * part(self.hue * pi / 180) for part in (cos, sin))
        long, middle, short = (
            (self.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
            (self.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
            (self.lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
        )
        return (
            _gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
            _gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
            _gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
        )

    @property
    def hex(self) -> str:
        """The colour as #rrggbb."""
        return "#{:02x}{:02x}{:02x}".format(*self.rgb)


def _gamma(part: float) -> int:
    part = min(1.0, max(0.0, part))
    curved = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * curved)


@dataclass(frozen=True, slots=True)
class Sky:
    """The colours of a card; ``height`` is how high it is, from 0 to 1."""

    top: Colour
    foot: Colour
    ink: Colour
    climbed: Colour
    rest: Colour
    is_night: bool
    height: float


Stops = list[list[float]]


@cache
def _data() -> dict[str, Any]:
    return json.loads((files("tenback.draw") / "sky.json").read_text("utf-8"))


@cache
def sky_of(card: int, highest: int) -> Sky:
    """Return the sky of a card; ``highest`` is the highest card there is."""
    data = _data()
    dusk: float = data["dusk"]
    height = min(1.0, max(0.0, (card - 1) / highest))
    is_night = height > dusk
    stops: Stops = data["night" if is_night else "day"]
    here = _along(stops, height)
    above = _along(stops, min(1.0 if is_night else dusk, height + 0.1))
    lightness, chroma, hue = here
    if is_night:
        foot, shade, glow = Colour(min(0.53, lightness + 0.03), chroma, hue), -0.13, 0.12
    else:
        foot = Colour(min(0.965, lightness + 0.045), chroma * 0.85, hue)
        shade, glow = -0.27, -0.09
    return Sky(
        above,
        foot,
        Colour(*data["light_ink" if is_night else "dark_ink"]),
        Colour(lightness + shade, chroma * 0.9, above.hue),
        Colour(lightness + glow, chroma * 0.75, above.hue),
        is_night,
        height,
    )


def _along(stops: Stops, at: float) -> Colour:
    """Return the colour between two stops; hues turn the shorter way."""
    index = next((index for index, stop in enumerate(stops) if stop[0] >= at), len(stops) - 1)
    a, l1, c1, h1 = stops[max(0, index - 1)]
    b, l2, c2, h2 = stops[index]
    share = 0.0 if a == b else min(1.0, max(0.0, (at - a) / (b - a)))
    turn = (h2 - h1 + 540) % 360 - 180
    return Colour(l1 + (l2 - l1) * share, c1 + (c2 - c1) * share, (h1 + turn * share + 360) % 360)
