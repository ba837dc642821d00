"""Public names of a package that are imported when they are first used."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tenback.extras import require_extra

__all__ = ["lazy_names"]


def lazy_names(
    package: str,
    homes: Mapping[str, Sequence[str]],
    extra: str = "",
    modules: Sequence[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package whose names have these homes.

    ``homes`` lists the names by the module that defines them. ``modules`` are parts of the package
    that are imported when they are first used, too. Where an ``extra`` is missing, using a name
    raises an ImportError that says what to install.
    """

    def get(name: str) -> Any:
        for home, names in homes.items():
            if name in names:
                if extra:
                    require_extra(extra, f"{package}.{name}")
                return getattr(import_module(f"{package}.{home}"), name)
        if name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names_of() -> list[str]:
        return sorted([*modules, *(name for names in homes.values() for name in names)])

    return get, names_of
