"""Show every screen of the browser client as people with other colour vision see it.

Run it from the root: ``PYTHONPATH=. python scripts/colour_blind.py --out FOLDER``. Chromium
simulates protanopia, deuteranopia, tritanopia and achromatopsia. Every screen gives one sheet,
``NAME.webp``, with the picture as it is on the left. What colour alone tells is lost in the others.
With names of screens it takes only those. Needs Chromium (scripts/install_services.sh).
"""

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.server.serving import serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client
from tests.web.guest import Guest
from tests.web.scenes import DEVICES, SCENES, Stand

KINDS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
#: These fill a wide screen; the others are looked at on a phone.
WIDE = ("duel", "statistics", "layout", "findings", "rules")
_HEIGHT = 480


def seen(guest: Guest) -> Iterator[Image.Image]:
    """Yield the page as it is, and as each kind of colour vision sees it."""
    line: Any = guest.context.new_cdp_session(guest.page)  # its messages have no types
    for kind in KINDS:
        see = "Emulation.setEmulatedVisionDeficiency"
        line.send(see, {"type": kind})  # pyright: ignore[reportUnknownMemberType] untyped there
        with Image.open(io.BytesIO(guest.page.screenshot())) as picture:
            width = round(picture.width * _HEIGHT / picture.height)
            yield picture.convert("RGB").resize((width, _HEIGHT), Image.Resampling.LANCZOS)


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Put pictures of one height into a row."""
    row = Image.new("RGB", (sum(one.width for one in pictures), _HEIGHT))
    left = 0
    for one in pictures:
        row.paste(one, (left, 0))
        left += one.width
    return row


def main() -> int:
    """Take all screens, or those whose name is given, light and dark in turn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these, such as lobby")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the sheets")
    chosen = parser.parse_args()
    build_client()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db", review_samples=8) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        stand = Stand(served, browser)
        for number, (name, visit) in enumerate(SCENES.items()):
            if chosen.names and name not in chosen.names:
                continue
            device = "desktop" if name in WIDE else "phone"
            with stand.guest(DEVICES[device], ("light", "dark")[number % 2]) as guest:
                visit(stand, guest)
                side_by_side(list(seen(guest))).save(chosen.out / f"{name}.webp", quality=85)
                print(name, flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
