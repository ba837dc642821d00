"""Twelve screens look as they did.

After a change that is meant to be seen, make their pictures anew and look at the difference:
``PYTHONPATH=. python scripts/screenshots.py --compared``.
"""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser
from tests.server.serving import Served
from tests.web.scenes import DEVICES, SCENES, Stand

PICTURES = Path(__file__).parent / "pictures"
COMPARED = (
    ("lobby", "desktop", "light"),
    ("lobby", "phone", "dark"),
    ("new-table", "desktop", "dark"),
    ("original", "desktop", "dark"),
    ("original", "phone", "light"),
    ("original", "lying", "dark"),
    ("extreme", "desktop", "light"),
    ("duel", "desktop", "dark"),
    ("duel", "phone", "light"),
    ("tutorial", "desktop", "light"),
    ("result", "desktop", "dark"),
    ("replay", "desktop", "light"),
)
#: Small enough for the repository, large enough to see a card out of place.
_SIZE = (480, 480)
#: From this difference on, of 255, a pixel differs clearly.
_CLEARLY = 48
#: The share of such pixels that a picture may have: another machine smooths letters in its own way.
_TOLERANCE = 0.015


def small(picture: bytes) -> Image.Image:
    """Make a screenshot small, for keeping and comparing."""
    with Image.open(io.BytesIO(picture)) as image:
        copy = image.convert("RGB")
        copy.thumbnail(_SIZE, Image.Resampling.LANCZOS)
        return copy


def differing(one: Image.Image, other: Image.Image) -> float:
    """Return the share of a picture that clearly differs from another."""
    if one.size != other.size:
        return 1.0
    soft = [image.filter(ImageFilter.GaussianBlur(1)) for image in (one, other)]
    difference = ImageChops.difference(*soft).convert("L")
    counts = difference.histogram()
    return sum(counts[_CLEARLY:]) / sum(counts)


@pytest.mark.parametrize("screen", COMPARED, ids="-".join)
def test_a_screen_looks_as_it_did(
    browser: Browser, served: Served, tmp_path: Path, screen: tuple[str, str, str]
) -> None:
    stand, (name, device, scheme) = Stand(served, browser), screen
    with stand.guest(DEVICES[device], scheme) as guest:
        SCENES[name](stand, guest)
        seen = small(guest.page.screenshot())
    file = f"{name}-{device}-{scheme}"
    seen.save(tmp_path / f"{file}.png")
    with Image.open(PICTURES / f"{file}.webp") as kept:
        share = differing(seen, kept.convert("RGB"))
    assert share < _TOLERANCE, f"{share:.1%} of it differ; it looks like {tmp_path}/{file}.png now"


def test_a_card_out_of_place_would_be_seen() -> None:
    with Image.open(PICTURES / "original-desktop-dark.webp") as kept:
        picture = kept.convert("RGB")
    moved = picture.copy()
    moved.paste(picture.crop((70, 70, 140, 170)), (300, 70))
    assert differing(picture, moved) > _TOLERANCE
