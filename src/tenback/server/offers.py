"""What may be chosen over the wire. Strength is for the host to choose, time is not."""

from collections.abc import Collection

from tenback.bots.samples import MASTER_SAMPLES, MONTECARLO_SAMPLES

__all__ = [
    "DAILY_BOT",
    "FACES",
    "LEVELS",
    "LIGHT_BOT",
    "PACES",
    "TURN_SECONDS",
    "USUAL_BOT",
    "base_of",
    "hurry",
    "is_light",
    "is_offered",
    "most_samples",
]

#: Pictures that people may have at their seats. Any other word could say what may not be said.
FACES = ("fox", "cat", "owl", "bear", "hare", "frog", "penguin", "panda", "mouse", "whale")
#: Bots as levels for people, the gentlest first.
LEVELS = ("gentle", "steady", "expert", "master")
#: The level that sits down where nobody has chosen one.
USUAL_BOT = "steady"
#: The level that plays the deal of the day with everybody.
DAILY_BOT = "steady"
#: Plays for a bot whose code is not ready yet.
LIGHT_BOT = "greedy"
#: Seconds for a turn that a host is offered; 0 is as long as one likes.
TURN_SECONDS = (0, 30, 60, 120, 300)
#: Milliseconds between the cards of a bot, by the word for it.
PACES = {"at_once": 0, "quick": 300, "calm": 700, "slow": 1500}

#: The parameters of bots that whoever opens a table may set, with their bounds.
_OPTIONS = {
    "montecarlo": {"samples": (1, 1000), "ms": (1, 1000)},
    "master": {"samples": (1, 500), "ms": (1, 1000)},
}
#: How many deals these bots sample if nothing is set.
_SAMPLES = {"montecarlo": MONTECARLO_SAMPLES, "master": MASTER_SAMPLES}
#: Bots that need no compiled code and choose within milliseconds.
_LIGHT = ("random", "greedy")


def base_of(specification: str) -> str:
    """Return a bot's name without its parameters."""
    return specification.partition(":")[0]


def is_offered(specification: str, bots: Collection[str]) -> bool:
    """Whether a table may seat this bot: it exists, and its options are within bounds."""
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


def most_samples(name: str) -> int:
    """Return how many samples a bot may be given at most; 0 if it takes none."""
    return _OPTIONS.get(name, {}).get("samples", (0, 0))[1]


def is_light(specification: str) -> bool:
    """Whether a bot chooses at once, so that it need not wait behind others."""
    return specification in _LIGHT


def hurry(specification: str, share: float) -> str:
    """Return the bot that takes only a share of the time; the same if there is no such bot."""
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
