"""Which bots may be seated over the wire: strength is for the host to choose, time is not."""

from collections.abc import Collection

__all__ = ["hurry", "is_light", "is_offered"]

#: What may be set of a bot by whoever opens a table, with the least and the most.
_OPTIONS = {
    "montecarlo": {"samples": (1, 1000), "ms": (1, 1000)},
    "master": {"samples": (1, 500), "ms": (1, 1000)},
}
#: What these look at if nothing is set.
_SAMPLES = {"montecarlo": 100, "master": 64}
#: Bots that need no compiled code and choose within milliseconds.
_LIGHT = ("random", "greedy")


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


def is_light(specification: str) -> bool:
    """Whether a bot chooses at once, so that it need not wait behind others."""
    return specification in _LIGHT


def hurry(specification: str, share: float) -> str:
    """Give the bot that takes only a share of the time; the same if there is no such bot."""
    name, _, rest = specification.partition(":")
    if name not in _OPTIONS:
        return specification
    parts = [part.partition("=") for part in rest.split(",") if part]
    if not any(key in _OPTIONS[name] for key, _, _ in parts):
        parts.append(("samples", "=", str(_SAMPLES[name])))
    told = (
        f"{key}={max(1, int(int(value) * share))}" if key in _OPTIONS[name] else f"{key}={value}"
        for key, _, value in parts
    )
    return f"{name}:{','.join(told)}"
