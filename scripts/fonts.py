"""Cut the fonts of the browser client out of their npm packages: the letters we write, no more.

Run it from the root after ``make client``: ``python scripts/fonts.py``. Besides the development
tools it needs the package ``brotli``, for the compression of woff2.
"""

# fontTools has hardly any types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / "web" / "node_modules" / "@fontsource-variable"
OUT = ROOT / "web" / "src" / "fonts"

#: English, French and German, with their quotes, dashes and spaces, and the signs of the texts.
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100)] + [
    ord(letter) for letter in "ŒœŸ‘’‚“”„–—…•‹›€−→←↑↓×·\u202f\u2009"
]

#: File, what is left of its axes: a range stays variable, a number is fixed.
FONTS: dict[str, tuple[str, dict[str, float | tuple[float, float]]]] = {
    "fraunces": (
        "fraunces-latin-full-normal.woff2",
        {"opsz": 72, "SOFT": 100, "WONK": 0, "wght": (500, 700)},
    ),
    "inter": ("inter-latin-wght-normal.woff2", {"wght": (400, 700)}),
}


def main() -> int:
    """Write both fonts and their licences."""
    for name, (file, axes) in FONTS.items():
        font = TTFont(PACKAGES / name / "files" / file)
        cutter = Subsetter(Options(layout_features=["kern", "liga", "lnum", "tnum", "calt"]))
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        font = instantiateVariableFont(font, axes)
        font.flavor = "woff2"
        to = OUT / f"{name}.woff2"
        font.save(to)
        licence = (PACKAGES / name / "LICENSE").read_text(encoding="utf-8")
        (OUT / f"{name}-LICENSE.txt").write_text(licence, encoding="utf-8")
        print(f"{to.name}: {to.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
