"""The grammar that sentences need once they are filled: plurals, lists, elision, numbers.

The rules are data, the file ``grammar.json`` of each language; the browser client reads the same
files. Plural rules are written as Unicode's CLDR writes them ("i = 0,1"), lists and signs of
numbers are CLDR's as well, and the client's tests hold them to the browser's ``Intl``.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from tenback.texts.folders import read

__all__ = ["Grammar", "grammar"]

_RELATION = re.compile(r"([niv])(?: % (\d+))? (!?=) ([\d,]+)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language does with counts, lists, names and numbers."""

    plural: Mapping[str, str]
    lists: Mapping[str, Mapping[str, str]]
    elided: Mapping[str, str]
    elides: re.Pattern[str] | None
    before_placeholder: re.Pattern[str] | None
    decimal: str
    group: str

    def form_of(self, count: int) -> str:
        """Name the plural form of a count as CLDR does: "one", "few", "many" or "other"."""
        found = (form for form, rule in self.plural.items() if _holds(rule, count))
        return next(found, "other")

    def listed(self, items: Sequence[str], kind: Literal["and", "or", "row"] = "and") -> str:
        """Join a list: "A, B and C"; "or" for a choice, "row" for longer parts."""
        if not items:
            return ""
        patterns = self.lists[kind]
        joined = items[0]
        for place, item in enumerate(items[1:], 2):
            key = "more" if place < len(items) else "last" if len(items) > 2 else "pair"
            joined = patterns[key].replace("{0}", "\0").replace("{1}", item).replace("\0", joined)
        return joined

    def elide(self, sentence: str, details: Mapping[str, object]) -> str:
        """Shorten a word before a placeholder whose value begins with a vowel: "d’{name}"."""
        if self.before_placeholder is None:
            return sentence

        def shorten(found: re.Match[str]) -> str:
            value = str(details.get(found[2], ""))
            if self.elides is None or self.elides.match(value) is None:
                return found[0]
            return self.elided[found[1].lower()] + found[0][len(found[1]) + 1 :]

        return self.before_placeholder.sub(shorten, sentence)

    def number(self, value: float, digits: int = 0) -> str:
        """Write a number with the language's own signs."""
        whole, _, rest = f"{value:,.{digits}f}".partition(".")
        grouped = whole.replace(",", self.group)
        return f"{grouped}{self.decimal}{rest}" if rest else grouped


def _holds(rule: str, count: int) -> bool:
    """Whether a CLDR plural rule holds for a whole number."""
    return any(
        all(_is_so(relation, count) for relation in every.split(" and "))
        for every in rule.split(" or ")
    )


def _is_so(relation: str, count: int) -> bool:
    found = _RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is not a relation such as 'i % 10 = 1'")
    operand, modulus, sign, values = found.groups()
    value = 0 if operand == "v" else abs(count)
    if modulus:
        value %= int(modulus)
    return (value in map(int, values.split(","))) == (sign == "=")


@cache
def grammar(language: str) -> Grammar:
    """Read the grammar of a language."""
    data: dict[str, Any] = json.loads(read(language, "grammar.json"))
    elided: dict[str, str] = data["elision"]["words"]
    words = "|".join(elided)
    return Grammar(
        plural=data["plural"],
        lists=data["list"],
        elided=elided,
        elides=re.compile(data["elision"]["before"], re.IGNORECASE) if elided else None,
        before_placeholder=re.compile(rf"\b({words}) \{{(\w+)\}}", re.IGNORECASE)
        if elided
        else None,
        decimal=data["number"]["decimal"],
        group=data["number"]["group"],
    )
