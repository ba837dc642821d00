"""Which bots may be seated over the wire: strength is for the host to choose, time is not."""

from collections.abc import Collection

__all__ = ["is_offered"]

#: What may be set of a bot by whoever opens a table, with the least and the most.
_OPTIONS = {
    "montecarlo": {"samples": (1, 1000), "ms": (1, 1000)},
    "master": {"samples": (1, 500), "ms": (1, 1000)},
}


def is_offered(specification: str, bots: Collection[str]) -> bool:
    """Whether a table may seat this bot: one there is, with modest options if any."""
    name, colon, rest = specification.partition(":")
    if name not in bots:
        return False
    return not colon or all(_is_modest(name, part) for part in rest.split(","))


def _is_modest(name: str, part: str) -> bool:
    key, _, value = part.partition("=")
    bounds = _OPTIONS.get(name, {}).get(key)
    if bounds is None or not value.isascii() or not value.isdigit() or len(value) > 6:
        return False
    return bounds[0] <= int(value) <= bounds[1]
