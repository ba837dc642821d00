"""A card as SVG, as the browser draws it: sky, and stairs walked as far as its number."""

from math import ceil

from tenback.draw.signs import sign_svg
from tenback.draw.sky import Sky, sky_of

__all__ = ["HEIGHT", "NUMBER_FONT", "WIDTH", "card_svg"]

WIDTH, HEIGHT = 100, 142
NUMBER_FONT = "Fraunces, 'Iowan Old Style', Palatino, 'DejaVu Serif', serif"
_RIM, _RADIUS, _RIM_COLOUR = 2.4, 11.5, "#fbf7ef"
_STAIRS = 42
#: Where the stars of a night stand in their tile, and how large they are.
_TILE, _NIGHT_HEIGHT = (71, 57), 34
_STARS = (
    (0.2, 0.22, 0.9),
    (0.66, 0.12, 0.7),
    (0.44, 0.62, 0.8),
    (0.88, 0.74, 1),
    (0.08, 0.84, 0.7),
)


def card_svg(  # noqa: PLR0913 - what can be seen of a card
    card: int,
    highest: int,
    *,
    sign: str = "",
    is_base: bool = False,
    is_falling: bool = False,
    is_spent: bool = False,
) -> str:
    """Draw a card, 100 units wide and 142 high, as a group to be placed in an SVG picture.

    ``highest`` is the highest card of the game; ``sign`` is a command or another mark that the card
    carries, ``is_spent`` if it no longer binds; a base is the row card that a pile begins with;
    stairs fall on a pile that descends.
    """
    sky = sky_of(card, highest)
    name = f"tenback-{highest}-{card}{'-falling' if is_falling else ''}"
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
            _stars(name, card) if sky.is_night else "",
            _stairs(sky, card, highest, is_falling=is_falling),
            (_moon if sky.is_night else _sun)(name, *_light(card, highest, is_falling=is_falling)),
            "</g>",
            f'<text x="50" y="{baseline}" text-anchor="middle" font-size="{size}" '
            f'font-weight="650" letter-spacing="-1.7" font-family="{NUMBER_FONT}" '
            f'fill="{sky.ink.hex}">{card}</text>',
            sign_svg(sign, is_spent=is_spent) if sign else "",
            f'<rect {box} fill="none" stroke="{_RIM_COLOUR}" stroke-width="{_RIM}"{dash}/></g>',
        )
    )


def _light(card: int, highest: int, *, is_falling: bool) -> tuple[float, float]:
    """Return where the sun or the moon stands: on the step of its ten, further with more ones."""
    count = ceil((highest + 1) / 10)
    step = min(count - 1, card // 10)
    along = 0.25 + 0.5 * min(9, card - 10 * step) / 9
    x = min(92, max(8, (step + along) / count * WIDTH))
    return WIDTH - x if is_falling else x, _step_top(step, count)


def _sun(name: str, x: float, y: float) -> str:
    return (
        f'<radialGradient id="{name}-sun"><stop offset=".37" stop-color="#fffbe6" '
        'stop-opacity=".98"/><stop offset=".43" stop-color="#fff4c8" stop-opacity=".45"/>'
        '<stop offset="1" stop-color="#fff4c8" stop-opacity="0"/></radialGradient>'
        f'<circle cx="{x:.1f}" cy="{y - 5:.1f}" r="13" fill="url(#{name}-sun)"/>'
    )


def _moon(name: str, x: float, y: float) -> str:
    y -= 7
    return (
        f'<mask id="{name}-moon"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<circle cx="{x + 3.6:.1f}" cy="{y - 2.1:.1f}" r="7"/></mask>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="#f6f1dc" mask="url(#{name}-moon)"/>'
    )


def _stars(name: str, card: int) -> str:
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
    )


def _stairs(sky: Sky, card: int, highest: int, *, is_falling: bool) -> str:
    """Draw the stairs, dark as far as they are walked."""
    count = ceil((highest + 1) / 10)
    walked = min(100.0, card / count * 10)
    if is_falling:
        walked = 100 - walked
    return "".join(
        f'<path d="{_outline(count, start, end, is_falling=is_falling)}" '
        f'fill="{colour.hex}"{opacity}/>'
        for start, end, colour, opacity in (
            (walked, 100.0, sky.rest, ' fill-opacity=".45"'),
            (0.0, walked, sky.climbed, ""),
        )
        if end > start
    )


def _step_top(step: int, count: int) -> float:
    """Return how far the top of a step is below the top of the card."""
    return HEIGHT - _STAIRS * ((step + 1) / count * 0.86 + 0.14 / count)


def _outline(count: int, start: float, end: float, *, is_falling: bool) -> str:
    """Return the outline of the stairs between two places."""
    points: list[str] = []
    for step in range(count):
        left, right = step / count * WIDTH, (step + 1) / count * WIDTH
        if right > start and left < end:
            top = _step_top(count - 1 - step if is_falling else step, count)
            points += [f"{max(left, start):.1f} {top:.1f}", f"{min(right, end):.1f} {top:.1f}"]
    return f"M{start:.1f} {HEIGHT}L{'L'.join(points)}L{end:.1f} {HEIGHT}z"
