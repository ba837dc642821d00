"""Cards are drawn as the browser draws them, and pictures are well-formed."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tenback import Game, draw
from tenback.draw.sky import Colour, sky_of
from tenback.rules import GAMES, CardCommand, view

ROOT = Path(__file__).parents[2]
ART = ROOT / "web" / "src" / "art"
SIGNS = json.loads((ROOT / "src/tenback/draw/signs.json").read_text("utf-8"))
SVG = "{http://www.w3.org/2000/svg}"


def shapes_of(source: str) -> list[dict[str, str]]:
    found = re.findall(r"<(\w+)((?:\s+[\w-]+=\"[^\"]*\")+)\s*/>", source)
    return [{"shape": tag} | dict(re.findall(r'([\w-]+)="([^"]*)"', rest)) for tag, rest in found]


@pytest.mark.parametrize("command", CardCommand)
def test_the_browser_draws_the_same_sign(command: CardCommand) -> None:
    source = (ART / "CommandSign.svelte").read_text("utf-8")
    named = f"command === '{command}'}}"
    start = source.rindex(named) if source.count(named) else source.rindex("{:else}")
    # The branch reaches to the next one; an "{:else}" that opens it does not end it.
    start += len("{:else}")
    end = re.search(r"\{(:else|/if)", source[start:])
    assert end is not None
    assert shapes_of(source[start : start + end.start()]) == SIGNS["commands"][command]
    assert (command in SIGNS["flash"]) == command.is_flash


def test_the_browser_draws_the_same_flame() -> None:
    source = (ART / "MarkSign.svelte").read_text("utf-8")
    flame = source[source.index("{#if mark === 'fire'}") : source.index("{:else}")]
    assert shapes_of(flame) == SIGNS["marks"]["fire"]


def test_the_browser_computes_the_same_sky() -> None:
    for one in json.loads((ROOT / "web/test/skies.json").read_text("utf-8")):
        sky = sky_of(one["card"], one["highest"])
        parts = (sky.top, sky.foot, sky.ink, sky.climbed, sky.rest)
        for part, wanted in zip(parts, one["sky"], strict=True):
            # The file has six decimals.
            assert part == pytest.approx(tuple(wanted), abs=1e-5)


def test_colours_are_those_of_css() -> None:
    assert Colour(1, 0, 0).hex == "#ffffff"
    assert Colour(0.628, 0.2577, 29.23).hex == "#ff0000"  # what CSS calls red


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_every_top_and_every_card_of_the_hand(name: str) -> None:
    game = Game(name, seed=3)
    seen = game.view()
    root = ET.fromstring(draw.svg(seen))
    words = [node.text or "" for node in root.iter(f"{SVG}text")]
    for number in (*seen.tops, *seen.hand):
        assert str(number) in words
    assert root.get("width") == "640"


def test_a_picture_of_a_view_hides_what_the_seat_may_not_know() -> None:
    game = Game("original", players=2, seed=7, starter=0)
    hidden = set(game.state.hands[1])
    root = ET.fromstring(draw.svg(view(game.state, 0)))
    assert hidden.isdisjoint(
        int(node.text or "0") for node in root.iter(f"{SVG}text") if (node.text or "").isdigit()
    )
    assert str(sorted(hidden)[0]) in draw.svg(game.state)
    assert "P2: 7 cards" in draw.text(view(game.state, 0))


def test_a_spent_command_is_struck_out() -> None:
    game = Game("extreme", players=2, seed=1, starter=0)
    card = next(card for card in game.state.hands[0] if game.rules.layout.by_card[card])
    lasting = draw.card_svg(card, 99, sign="STOP")
    spent = draw.card_svg(card, 99, sign="STOP", is_spent=True)
    stroke = "M9 39 39 9"
    assert stroke in spent
    assert stroke not in lasting


def test_stairs_fall_on_a_pile_that_descends() -> None:
    rising, falling = (draw.card_svg(57, 99, is_falling=one) for one in (False, True))
    starts = [
        re.findall(r'<path d="M[\d.]+ 142L([\d.]+) ([\d.]+)', one) for one in (rising, falling)
    ]
    (_, (_, low)), (_, (_, high)) = starts
    assert float(high) < float(low)  # counted from the top of the card
    assert "-falling" in draw.svg(Game("original", seed=3).view())


@pytest.mark.parametrize("highest", [59, 99])
def test_sun_and_moon_stand_clear_of_the_number(highest: int) -> None:
    moon = 6.5  # its radius; the disc of the sun is smaller, and its glow fades
    for card in range(1, highest + 2):
        [y] = re.findall(r'cy="([\d.]+)" r="(?:13|6.5)"', draw.card_svg(card, highest))
        assert float(y) - moon > 80  # the number ends at 77


def test_notebooks_find_a_drawing() -> None:
    game = Game("original", seed=3)
    for shown in (game, game.state, game.view()):
        assert shown._repr_svg_().startswith("<svg ")  # pyright: ignore[reportPrivateUsage]
