"""Examples in docstrings as code on the site: an extension of Griffe, which reads the sources."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fenced(docstring: str) -> str:
    """Put every example between fences."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", docstring)


class FencedExamples(griffe.Extension):
    """Fences the examples of everything that has a docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
