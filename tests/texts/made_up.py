"""A made-up language: English with every letter moved on by thirteen (the cipher rot13).

It is complete: catalogue, rules, grammar, style, examples, and all that the guard has to know. Its
plurals, lists, elision, signs and quotes are its own.
"""

import codecs
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from tenback.rules import GAMES
from tenback.texts import catalogue, guard_tables, rules_text
from tenback.texts.folders import read

__all__ = ["CODE", "NAME", "moved", "write_language"]

CODE = "qrt"
NAME = "Ratyvfu"

#: The games before any test registers another one.
_GAME_IDS = tuple(GAMES)

# Placeholders, rules, piles, addresses, names of people and of the game stay as they are, and so
# does "I", which would be the Roman numeral V.
_KEPT = re.compile(
    r"\{[^}]*\}|\[[A-Z]-\d+(?:,\s[A-Z]-\d+)*\]|\b[AD][12]\b|\bI\b|https?:\S+|--[\w-]+|/api/\w+"
    r"|The\sGame|Steffen\sBenndorf|Reinhard\sStaupe"
)
# Classes of letters, and names of fragments, in a pattern.
_KEPT_IN_PATTERN = re.compile(r"\\.|\[a-z\]|\{[a-z_]+\}")
_QUOTES = str.maketrans("“”", "«»")


def moved(text: str, kept: re.Pattern[str] = _KEPT) -> str:
    """Write an English text in the made-up language."""
    parts: list[str] = []
    end = 0
    for found in kept.finditer(text):
        parts += (codecs.encode(text[end : found.start()], "rot13"), found[0])
        end = found.end()
    return "".join([*parts, codecs.encode(text[end:], "rot13")]).translate(_QUOTES)


def write_language(folders: Path) -> None:
    """Write the folder of the language, and nothing else."""
    folder = folders / CODE
    (folder / "rules").mkdir(parents=True)
    (folder / "guard").mkdir()

    def write(path: str, text: str) -> None:
        (folder / path).write_text(text, encoding="utf-8")

    write("language.json", _json({"name": NAME}))
    write("catalogue.json", _json(_sentences()))
    write("grammar.json", _json(_GRAMMAR))
    write("examples.json", _json(_EXAMPLES))
    write("style.toml", _STYLE)
    for game in _GAME_IDS:
        write(f"rules/{game}.md", moved(rules_text(game, "en")))
    tables: dict[str, Any] = guard_tables("en")
    for name, table in tables.items():
        write(f"guard/{name}.toml", _toml(_guard_table(name, table)))
    write("guard/examples.tsv", _phrases())


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _sentences() -> dict[str, str]:
    sentences = {key: moved(sentence) for key, sentence in catalogue("en").items()}
    for key, words in catalogue("en").items():
        if key.startswith("words."):
            # A short word would soon mean two things: "h" for help is "u", and that is to undo.
            long = [word for word in words.split(",") if len(word) > 2 or word == "3!"]
            sentences[key] = ",".join(map(moved, long))
    return sentences


_GRAMMAR = {
    "plural": {"one": "i = 1 and v = 0", "few": "i % 10 = 2,3,4 and i % 100 != 12,13,14"},
    "list": {
        "and": {"pair": "{0} naq {1}", "last": "{0}, naq {1}", "more": "{0}, {1}"},
        "or": {"pair": "{0} be {1}", "last": "{0}, be {1}", "more": "{0}, {1}"},
        "row": {"pair": "{0}; {1}", "last": "{0}; {1}", "more": "{0}; {1}"},
    },
    "number": {"decimal": ",", "group": "’"},
    # "Of" elides before what is a vowel there.
    "elision": {"words": {"bs": "b’"}, "before": "^[nrvbh]"},
}
_EXAMPLES = {
    "plural": {"0": "other", "1": "one", "2": "few", "12": "other", "24": "few", "25": "other"},
    # A form that is not written is the plural.
    "turns": {"0": "0 gheaf.", "1": "1 ghea.", "2": "2 gheaf."},
    "list": {
        "and": ["A", "A naq B", "A, B, naq C", "A, B, C, naq D"],
        "or": ["A", "A be B", "A, B, be C", "A, B, C, be D"],
        "row": ["A", "A; B", "A; B; C", "A; B; C; D"],
    },
    "number": {"1234567": "1’234’567", "1234.5": "1’234,5"},
    "elision": [
        ["gur ghea bs {name}", "Nan", "gur ghea b’Nan"],
        ["gur ghea bs {name}", "Ora", "gur ghea bs Ora"],
    ],
}
_STYLE = """
quotes = "«»"
published = "choyvfurq"

[[typography]]
pattern = '[“”"]'
rule = "quotes are « and »"

[[terms]]
pattern = '\\bthe\\b'
instead = "gur"
"""


# What the guard knows


def _guard_table(name: str, table: dict[str, Any]) -> dict[str, Any]:
    def moved_pattern(text: str) -> str:
        return moved(text, _KEPT_IN_PATTERN)

    return {
        key: _each(value, moved if name == "numbers" and key != "hidden" else moved_pattern)
        for key, value in table.items()
    }


def _each(value: Any, move: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return move(value)
    if isinstance(value, list):
        return [_each(each, move) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        # Only words with a number each, those of "about", are keys of the language.
        return {
            moved(key) if isinstance(each, int) else key: _each(each, move)
            for key, each in cast("dict[str, Any]", value).items()
        }
    return value


def _toml(table: dict[str, Any], within: str = "") -> str:
    """Write a table; texts, numbers and lists of them are written as in JSON."""
    parts: dict[str, Any] = {key: each for key, each in table.items() if isinstance(each, dict)}
    lines = [f"{key} = {json.dumps(table[key])}" for key in table if key not in parts]
    for key, part in parts.items():
        name = f"{within}{key}"
        lines += ["", f"[{name}]", *_toml(part, f"{name}.").splitlines()]
    return "\n".join(lines) + "\n"


def _phrases() -> str:
    """Move the English phrases that are made of plain words, in small letters.

    A digit, a Roman numeral or a sign that resembles a letter would mean something else afterwards.
    """
    plain = re.compile(r"[A-Za-z]+(?:[ ,.?’'\-]+[A-Za-z]+)*[.?!]*")
    roman = re.compile(r"\b(?:[IVXLC]{2,}(?:th)?|[VXL]|[ivxlc]{4,})\b")
    lines = read("en", "guard", "examples.tsv").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    kept = {
        moved(phrase.lower()): verdict
        for verdict, phrase in rows
        if plain.fullmatch(phrase) and not roman.search(phrase)
    }
    return (
        "\n".join([lines[0], *(f"{verdict}\t{phrase}" for phrase, verdict in kept.items())]) + "\n"
    )
