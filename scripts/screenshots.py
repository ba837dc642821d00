"""Make the pictures of the browser client that are in the docs.

Run it from the root: ``PYTHONPATH=. python scripts/screenshots.py``; the tests' helpers serve it.
Every game on them comes from a seed, so that the pictures change only when the client does. Codes
of tables are drawn by lot, all the same, and the chances of a hint depend on the time it has.
With ``--compared`` it makes those that ``tests/web/test_pictures.py`` compares with instead.
Needs Chromium (scripts/install_services.sh).
"""

import argparse
import io
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.server.serving import serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client
from tests.web.playing import look
from tests.web.scenes import DESKTOP, DEVICES, HAND, SCENES, Stand, played
from tests.web.test_pictures import COMPARED, PICTURES, small

OUT = Path(__file__).parents[1] / "docs" / "images" / "web"
LIMIT = 200_000

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
#: Moments of a turn for the strip, in milliseconds after the card was laid.
_STRIP = (0, 90, 180, 270, 700)


def _strip(stand: Stand, out: Path) -> None:
    """Put the moments of a turn side by side: a card is picked up, laid, and jumps back."""
    calm = {"reduced_motion": "no-preference"}
    with stand.guest(DESKTOP | calm, "dark") as guest:
        guest.context.add_init_script("localStorage.setItem('tenback.speed', 'calm')")
        guest.sit(stand.play(played("original", 3, 5, 15)))
        guest.until(HAND)
        guest.page.wait_for_timeout(1500)
        best = look(guest).best
        assert best is not None
        guest.page.click(f'[data-hand-card="{best.card}"]')
        guest.page.wait_for_timeout(400)
        frames = [guest.page.screenshot()]
        guest.page.click(f'[data-pile="{best.pile}"] button')
        for before, after in pairwise(_STRIP):
            guest.page.wait_for_timeout(after - before)
            frames.append(guest.page.screenshot())
        pictures = [Image.open(io.BytesIO(one)).convert("RGB") for one in frames]
        small = [one.resize((640, 400), Image.Resampling.LANCZOS) for one in pictures]
        small[0].save(
            out / "turn.webp",
            save_all=True,
            append_images=small[1:],
            duration=[900, 120, 120, 120, 1400],
            quality=70,
        )
        print(f"turn.webp: {(out / 'turn.webp').stat().st_size / 1000:.0f} kB")


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
            _strip(stand, chosen.out)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
