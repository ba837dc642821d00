"""Environments for agents that learn: Gymnasium, PettingZoo, OpenSpiel, all with one encoding.

Importing this package registers the environments with Gymnasium, where it is installed.

``tenback.envs.solo``, ``tenback.envs.vector``
    Gymnasium, one game or thousands: ``gymnasium.make("tenback/Original-v0")`` and ``make_vec``.
``tenback.envs.aec``
    PettingZoo: every seat an agent.
``tenback.envs.spiel``
    OpenSpiel: importing it registers ``tenback_original`` and the other games.
``tenback.envs.turns``
    Whole turns as actions, with what each leaves.
``tenback.envs.gpu``
    Games on a GPU, for PyTorch, JAX and CuPy.
``tenback.envs.encoding``
    What actions and observations mean.
``tenback.envs.evaluation``
    How strong an agent is on deals that everybody plays.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tenback.extras import require_extra

require_extra("kernels", __name__)

from tenback.envs.encoding import VERSION, Encoding  # noqa: E402 - what is missing is said first
from tenback.rules import GAMES  # noqa: E402

__all__ = ["VERSION", "Encoding", "environment_id", "register"]

#: Parts that need Gymnasium or PettingZoo, and the others.
_SHELLS = ("aec", "parallel", "solo", "vector")
_PARTS = ("encoding", "evaluation", "gpu", "spiel", "turns")


def environment_id(game: str) -> str:
    """Return the name of a game's environment.

    >>> environment_id("original"), environment_id("two-words")
    ('tenback/Original-v0', 'tenback/TwoWords-v0')
    """
    return f"tenback/{game.title().replace('-', '')}-v{VERSION}"


def register() -> None:
    """Register every game with Gymnasium; what is registered already stays."""
    gymnasium: Any = import_module("gymnasium")  # an extra
    for game in GAMES:
        if environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game),
                entry_point="tenback.envs.solo:TenbackEnv",
                vector_entry_point="tenback.envs.vector:TenbackVectorEnv",
                kwargs={"game": game},
            )


def __getattr__(name: str) -> Any:
    """Import a part of the package when it is first named: ``tenback.envs.aec``."""
    if name in _SHELLS:
        require_extra("rl", f"{__name__}.{name}")
    elif name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    """List the names of the package and its parts."""
    return sorted([*__all__, *_SHELLS, *_PARTS])


if find_spec("gymnasium") is not None:
    register()
