"""A card as SVG, as the browser draws it: sky, and stairs climbed as far as its number."""

from math import ceil

from tenback.draw.signs import sign_svg
from tenback.draw.sky import Sky, sky_of

__all__ = ["HEIGHT", "NUMBER_FONT", "WIDTH", "card_svg"]

WIDTH, HEIGHT = 100, 142
NUMBER_FONT = "Fraunces, 'Iowan Old Style', Palatino, 'DejaVu Serif', serif"
_RIM, _RADIUS, _RIM_COLOUR = 2.4, 11.5, "#fbf7ef"
_STAIRS = 42
#: Where the stars of a night stand in their tile, and how large they are.
_TILE, _NIGHT_HEIGHT = (71, 57), 88
_STARS = (
    (0.2, 0.22, 0.9),
    (0.66, 0.12, 0.7),
    (0.44, 0.62, 0.8),
    (0.88, 0.74, 1),
    (0.08, 0.84, 0.7),
)


def card_svg(
    card: int, highest: int, *, sign: str = "", is_base: bool = False, is_spent: bool = False
) -> str:
    """Draw a card, 100 units wide and 142 high, as a group to be placed in an SVG picture.

    ``highest`` is the highest card of the game; ``sign`` is a command or another mark that the card
    carries, ``is_spent`` if it no longer binds; a base is the row card that a pile begins with.
    """
    sky = sky_of(card, highest)
    name = f"tenback-{highest}-{card}"
    dash = ' stroke-dasharray="7 5" stroke-opacity=".75"' if is_base else ""
    size, baseline = (42, 74) if card > 99 else (50, 77)
    if sign:
        baseline -= 24
    edge = _RIM / 2
    box = f'x="{edge}" y="{edge}" width="{WIDTH - _RIM}" height="{HEIGHT - _RIM}" rx="{_RADIUS}"'
    return "".join(
        (
            f'<g><defs><linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">'
            f'<stop stop-color="{sky.top.hex}"/>'
            f'<stop offset=".85" stop-color="{sky.foot.hex}"/></linearGradient>'
            f'<clipPath id="{name}-edge"><rect {box}/></clipPath></defs>',
            f'<g clip-path="url(#{name}-edge)"><rect {box} fill="url(#{name})"/>',
            _night(sky, name, card) if sky.is_night else _sun(sky, name),
            _stairs(sky, card, highest),
            "</g>",
            f'<text x="50" y="{baseline}" text-anchor="middle" font-size="{size}" '
            f'font-weight="650" letter-spacing="-1.7" font-family="{NUMBER_FONT}" '
            f'fill="{sky.ink.hex}">{card}</text>',
            sign_svg(sign, is_spent=is_spent) if sign else "",
            f'<rect {box} fill="none" stroke="{_RIM_COLOUR}" stroke-width="{_RIM}"{dash}/></g>',
        )
    )


def _sun(sky: Sky, name: str) -> str:
    y = HEIGHT - (26 + sky.height * 84) - 12
    return (
        f'<radialGradient id="{name}-sun"><stop offset=".4" stop-color="#fffbe6" '
        'stop-opacity=".95"/><stop offset=".46" stop-color="#fff4c8" stop-opacity=".42"/>'
        '<stop offset="1" stop-color="#fff4c8" stop-opacity="0"/></radialGradient>'
        f'<circle cx="87" cy="{y:.1f}" r="12" fill="url(#{name}-sun)"/>'
    )


def _night(sky: Sky, name: str, card: int) -> str:
    y = HEIGHT - (30 + sky.height * 84) - 7
    stars = "".join(
        f'<circle cx="{left * _TILE[0]:.1f}" cy="{top * _TILE[1]:.1f}" r="{radius}"/>'
        for left, top, radius in _STARS
    )
    shift = (WIDTH - _TILE[0]) * card * 0.37
    return (
        f'<pattern id="{name}-stars" width="{_TILE[0]}" height="{_TILE[1]}" '
        f'patternUnits="userSpaceOnUse" patternTransform="translate({shift:.1f} 3.7)">'
        f'<g fill="#fff" fill-opacity=".75">{stars}</g></pattern>'
        f'<rect width="{WIDTH}" height="{_NIGHT_HEIGHT}" fill="url(#{name}-stars)"/>'
        f'<mask id="{name}-moon"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<circle cx="90.9" cy="{y - 2.2:.1f}" r="7.6"/></mask>'
        f'<circle cx="87" cy="{y:.1f}" r="7" fill="#f6f1dc" mask="url(#{name}-moon)"/>'
    )


def _stairs(sky: Sky, card: int, highest: int) -> str:
    """Draw the stairs, dark as far as they are climbed."""
    count = ceil((highest + 1) / 10)
    climbed = min(100.0, card / count * 10)
    return "".join(
        f'<path d="{_outline(count, start, end)}" fill="{colour.hex}"{opacity}/>'
        for start, end, colour, opacity in (
            (climbed, 100.0, sky.rest, ' fill-opacity=".45"'),
            (0.0, climbed, sky.climbed, ""),
        )
        if end > start
    )


def _outline(count: int, start: float, end: float) -> str:
    """Return the outline of the stairs between two places."""
    points: list[str] = []
    for step in range(count):
        left, right = step / count * WIDTH, (step + 1) / count * WIDTH
        if right > start and left < end:
            share = 100 - (step + 1) / count * 86 - 14 / count
            top = HEIGHT - _STAIRS * (1 - share / 100)
            points += [f"{max(left, start):.1f} {top:.1f}", f"{min(right, end):.1f} {top:.1f}"]
    return f"M{start:.1f} {HEIGHT}L{'L'.join(points)}L{end:.1f} {HEIGHT}z"
