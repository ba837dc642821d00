"""French number words, folded, with the Swiss and Belgian tens."""

from tenback.rules.guard.wordlist import word_set, words

__all__ = ["ENDINGS", "JOINTS", "NUMBERS", "ONES", "ORDINARY", "compose", "spell"]

_UNITS = words(
    """
    un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
    """
)
_TENS = {
    20: ("vingt",),
    30: ("trente",),
    40: ("quarante",),
    50: ("cinquante",),
    60: ("soixante",),
    70: ("septante",),
    80: ("quatrevingt", "huitante", "octante"),
    90: ("nonante",),
}
# The tens on which France, unlike Switzerland and Belgium, counts up to nineteen.
_LONG_TENS = {70: "soixante", 90: "quatrevingt"}
_OTHERS = words(
    """
    zero vingt vingts cent cents
    huitaine neuvaine dizaine douzaine quinzaine vingtaine trentaine quarantaine cinquantaine
    soixantaine septantaine huitantaine nonantaine centaine
    triple quadruple quintuple trentenaire quarantenaire
    """
)
_MISSPELLED = words(
    """
    katre quattre cinc sinq uit diz onz kinze katorze trante karante sinquante soissante swasante
    """
)

ONES = frozenset({"un", "une"})
JOINTS = frozenset({"et"})
ENDINGS = word_set("s ieme iemes")

# What the grammar of numbers would catch although it is another word. "Second" is in it: in
# all three languages it is a word of ordinary speech.
ORDINARY = word_set(
    """
    deuxieme deuxiemes nulle nulles tente tenter tentes tendrai tendrais tenuite elfe elfes sixte
    draie
    """
)


def _ordinal(word: str) -> str:
    if word.endswith("neuf"):
        return word.removesuffix("f") + "vieme"
    return word.removesuffix("e") + ("uieme" if word.endswith("cinq") else "ieme")


_BASIC = [*_UNITS[1:], *(word for words in _TENS.values() for word in words)]
NUMBERS = frozenset([*_BASIC, *map(_ordinal, _BASIC[1:]), *_OTHERS, *_MISSPELLED])


def _count(number: int) -> set[str]:
    if number <= 16:
        return {_UNITS[number - 1]}
    if number < 20:
        return {"dix" + _UNITS[number - 11]}
    ten, unit = number // 10 * 10, number % 10
    words = _TENS[ten]
    counted = {word + _UNITS[unit - 1] if unit else word for word in words}
    if unit == 1:
        counted |= {word + joint + one for word in words for joint in ("et", "") for one in ONES}
    if ten in _LONG_TENS:
        long_ten = _LONG_TENS[ten]
        counted |= {long_ten + rest for rest in _count(unit + 10)}
        counted |= {long_ten + "etonze"} if unit == 1 else set()
    if number == 80:
        counted.add("quatrevingts")
    return counted


def spell(number: int) -> frozenset[str]:
    """Every way to count to a number from 2 to 99 in one word."""
    return frozenset(_count(number))


def compose(number: int) -> frozenset[str]:
    """Every way to write a number from 2 to 99 in one word, counting and ordering."""
    counted = spell(number)
    if number == 2:
        return counted
    return counted | {_ordinal(word) for word in counted - {"quatrevingts"}}
