"""Agents to evaluate: a built-in bot, a function of yours, or an ONNX file."""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tenback.bots import find_bots
from tenback.envs.writing import Rows

__all__ = ["Agent", "AgentError", "Policy", "load_agent", "mask_logits"]

#: Observations and masks of some games, a row each, to an action for each.
Policy = Callable[[Rows, Rows], NDArray[Any]]


class AgentError(ValueError):
    """An agent that cannot be loaded, or that answers with something else than actions."""


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent by name: a bot's specification, or a policy with a digest of its file."""

    name: str
    policy: Policy | None = None  #: None: a bot, which plays by its own interface
    digest: str = ""


def load_agent(name: str) -> Agent:
    """Find an agent: ``model.onnx``, ``file.py:function``, ``module:function``, or else a bot.

    The function takes (observations, masks) and returns actions. An ONNX file takes observations
    as 32-bit floats and returns a number for each action; the largest of the legal ones is played.
    """
    if name.endswith(".onnx"):
        path = _existing(name)
        return Agent(path.name, _onnx_policy(path), _digest(path))
    if name.endswith(".py"):
        raise AgentError(f"{name}: name its function as well, {name}:choose")
    target, _, attribute = name.rpartition(":")
    if target.endswith(".py"):
        path = _existing(target)
        return Agent(f"{path.name}:{attribute}", _of_file(path, attribute), _digest(path))
    if target and "=" not in attribute and target not in find_bots():
        if not _is_module(target):
            raise AgentError(
                f"there is no module {target!r}, here or installed; "
                f"a file is named with its ending, {target}.py:{attribute}"
            )
        module = _loaded(target, lambda: importlib.import_module(target))
        source = Path(module.__file__ or "")
        return Agent(name, _attribute(module, target, attribute), _digest(source))
    return Agent(name)


def _existing(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise AgentError(f"there is no file {name}")
    return path


def _is_module(target: str) -> bool:
    _look_in(Path.cwd())  # a command does not look here, `python -m` does
    try:
        return importlib.util.find_spec(target) is not None
    except (ImportError, ValueError):
        return False


def _look_in(folder: Path) -> None:
    """Let modules of a folder be found, after all others: none of them hides Python's own."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _of_file(path: Path, attribute: str) -> Policy:
    # A name of its own: as `random` or `queue` the file would take the place of Python's module.
    place = path.resolve()
    name = f"_tenback_agent_{hashlib.sha256(str(place).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pickle and dataclasses look for it there
    _look_in(place.parent)
    loader = spec.loader
    _loaded(str(path), lambda: loader.exec_module(module))
    return _attribute(module, path.name, attribute)


_Loaded = TypeVar("_Loaded")


def _loaded(name: str, load: Callable[[], _Loaded]) -> _Loaded:
    """Load somebody's code or model, which may fail in any way."""
    try:
        return load()
    except Exception as error:
        told = " ".join(str(error).split())
        raise AgentError(f"{name} cannot be loaded: {type(error).__name__}: {told}") from error


def _attribute(module: Any, name: str, attribute: str) -> Policy:
    policy: Any = getattr(module, attribute, None)
    if not callable(policy):
        raise AgentError(f"{name} has no function {attribute!r}")
    return cast("Policy", policy)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def mask_logits(logits: NDArray[Any], masks: Rows) -> NDArray[np.int64]:
    """Return the legal action with the largest logit, game by game."""
    return np.where(masks != 0, logits, -np.inf).argmax(1)


def _onnx_policy(path: Path) -> Policy:
    try:
        runtime: Any = importlib.import_module("onnxruntime")
    except ImportError:
        raise AgentError("onnxruntime is not installed; pip install onnxruntime") from None
    given = {"providers": ["CPUExecutionProvider"]}
    session = _loaded(path.name, lambda: runtime.InferenceSession(str(path), **given))
    name = session.get_inputs()[0].name

    def choose(observations: Rows, masks: Rows) -> NDArray[np.int64]:
        (logits, *_) = session.run(None, {name: observations.astype(np.float32)})
        found = np.asarray(logits)
        if found.shape != masks.shape:
            raise AgentError(
                f"{path.name} answered numbers of shape {found.shape}, not {masks.shape}: "
                "one for each action of each game"
            )
        return mask_logits(found, masks)

    return choose
