"""The folders of the languages: what belongs to a language is in its folder, and nowhere else."""

from importlib.resources import files

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "read"]

DEFAULT_LANGUAGE = "en"

_FOLDERS = files("tenback.texts") / "languages"


def _found() -> tuple[str, ...]:
    codes = sorted(folder.name for folder in _FOLDERS.iterdir() if folder.is_dir())
    return DEFAULT_LANGUAGE, *(code for code in codes if code != DEFAULT_LANGUAGE)


#: The codes of all languages: the default first, the others in alphabetical order.
LANGUAGES = _found()


def read(language: str, *path: str) -> str:
    """Read a file of a language."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return _FOLDERS.joinpath(language, *path).read_text(encoding="utf-8")
