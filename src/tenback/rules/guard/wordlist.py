"""Word lists as data that reads well."""

__all__ = ["word_set", "words"]


def words(text: str) -> tuple[str, ...]:
    """The words of a text, cut at its white space."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text, where their order does not matter."""
    return frozenset(text.split())
