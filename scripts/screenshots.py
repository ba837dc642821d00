"""Make the pictures of the browser client that are in the docs.

Run it from the root: ``PYTHONPATH=. python scripts/screenshots.py``; the tests' helpers serve it.
Every game on them comes from a seed, so that the pictures change only when the client does. There
are two exceptions: codes of tables are random, and the chances of a hint depend on its time.
With ``--compared`` it makes those that ``tests/web/test_pictures.py`` compares with instead.
Needs Chromium (scripts/install_services.sh).
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.server.serving import serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client
from tests.web.filming import film_turn
from tests.web.scenes import DEVICES, SCENES, Stand
from tests.web.test_pictures import COMPARED, PICTURES, small

OUT = Path(__file__).parents[1] / "docs" / "images" / "web"
LIMIT = 200_000  # bytes

SHOTS: tuple[tuple[str, str, str], ...] = (
    ("lobby", "desktop", "light"),
    ("lobby", "phone", "dark"),
    ("new-table", "desktop", "light"),
    ("new-table", "phone", "light"),
    ("options", "desktop", "light"),
    ("options", "phone", "dark"),
    ("gathering", "desktop", "light"),
    ("gathering", "phone", "dark"),
    ("original", "desktop", "light"),
    ("original", "desktop", "dark"),
    ("original", "phone", "light"),
    ("extreme", "desktop", "dark"),
    ("extreme", "phone", "light"),
    ("duel", "desktop", "light"),
    ("duel", "phone", "dark"),
    ("on-fire", "desktop", "dark"),
    ("on-fire", "phone", "light"),
    ("hint", "desktop", "light"),
    ("hint", "phone", "dark"),
    ("tutorial", "desktop", "light"),
    ("tutorial", "phone", "light"),
    ("original", "lying", "dark"),
    ("duel", "lying", "light"),
    ("story", "phone", "dark"),
    ("result", "desktop", "light"),
    ("result", "phone", "dark"),
    ("dawn", "desktop", "dark"),
    ("lost", "desktop", "dark"),
    ("replay", "desktop", "light"),
    ("replay", "phone", "dark"),
    ("review", "desktop", "light"),
    ("review", "phone", "dark"),
    ("findings", "desktop", "dark"),
    ("learn", "phone", "light"),
    ("statistics", "desktop", "light"),
    ("statistics", "phone", "dark"),
    ("games", "desktop", "light"),
    ("games", "phone", "dark"),
    ("daily", "desktop", "light"),
    ("daily", "phone", "dark"),
    ("share", "desktop", "light"),
    ("share", "phone", "dark"),
    ("puzzle", "desktop", "dark"),
    ("puzzle-wrong", "desktop", "light"),
    ("puzzle-duel", "phone", "light"),
    ("puzzle-extreme", "phone", "dark"),
    ("puzzle", "lying", "light"),
    ("verify", "desktop", "light"),
    ("rules", "desktop", "light"),
    ("layout", "desktop", "light"),
    ("layout", "phone", "dark"),
)


def _keep(picture: bytes, file: Path) -> None:
    """Write a picture as small as it goes; one too large for the docs is an error."""
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").save(file, quality=82, method=6)
    size = file.stat().st_size
    print(f"{file.name}: {size / 1000:.0f} kB")
    if size > LIMIT:
        raise SystemExit(f"{file} is larger than {LIMIT / 1000:.0f} kB")


def _make_compared(stand: Stand) -> None:
    for name, device, scheme in COMPARED:
        with stand.guest(DEVICES[device], scheme) as guest:
            SCENES[name](stand, guest)
            file = PICTURES / f"{name}-{device}-{scheme}.webp"
            small(guest.page.screenshot()).save(file, quality=80, method=6)
            print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


def main() -> int:
    """Make all of them, or those whose name is given."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these, such as lobby")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--compared", action="store_true", help="those that a test compares with")
    chosen = parser.parse_args()
    build_client()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        stand = Stand(served, browser)
        if chosen.compared:
            _make_compared(stand)
            return 0
        for name, device, scheme in SHOTS:
            if chosen.names and name not in chosen.names:
                continue
            with stand.guest(DEVICES[device], scheme) as guest:
                SCENES[name](stand, guest)
                _keep(guest.page.screenshot(), chosen.out / f"{name}-{device}-{scheme}.webp")
                if guest.troubles:
                    raise SystemExit(f"{name}: {guest.troubles}")
        if not chosen.names or "turn" in chosen.names:
            film_turn(stand, chosen.out / "turn.webp")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
