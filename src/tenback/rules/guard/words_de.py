"""German number words, folded; umlauts both dropped (funf) and written out (fuenf)."""

from tenback.rules.guard.wordlist import word_set, words

__all__ = ["ENDINGS", "JOINTS", "NUMBERS", "ONES", "ORDINARY", "compose", "spell"]

_UNITS: dict[int, tuple[str, ...]] = {
    1: ("ein",),
    2: ("zwei", "zwo"),
    3: ("drei",),
    4: ("vier",),
    5: ("funf", "fuenf"),
    6: ("sechs",),
    7: ("sieben",),
    8: ("acht",),
    9: ("neun",),
    10: ("zehn",),
    11: ("elf",),
    12: ("zwolf", "zwoelf"),
}
_STEMS = {6: ("sech",), 7: ("sieb",)}
# Without an ß at hand people write dreissig, dreisig, dreizig or dreiBig.
_THIRTY = ("dreissig", "dreisig", "dreizig", "dreibig")
_OTHERS = words("null hundert dritt siebt dutzend fuffzig fuffzehn")
_DIALECT = words("zwoi fuf zwanzg drissg drissig vierzg fufzg sibezg achtzg nunzg zwai drai fumf")

ONES = word_set("ein eins eine einen einer einem eines")
JOINTS = frozenset({"und"})
ENDINGS = word_set(
    """
    e er ern ers en es em te ter ten tes tem ste ster sten stes stem tens stens ens tel teln
    fach faches fache mal erlei
    erkarte ersprung ersprunge erschritt erschritte ertrick erstapel erreihe erzahl
    """
)

# What the grammar of numbers would catch although it is another word (or only "second").
ORDINARY = word_set(
    """
    zweit zweite zweiter zweiten zweites zweitem zweitens achtet unten
    dreiste dreister dreisten dreistes dreistem dozenten einten elfe elfen trennte
    """
)


def _tens(ten: int) -> tuple[str, ...]:
    if ten == 20:
        return ("zwanzig",)
    if ten == 30:
        return _THIRTY
    unit = ten // 10
    return tuple(stem + "zig" for stem in _STEMS.get(unit, _UNITS[unit]))


def _count(number: int) -> set[str]:
    if number <= 12:
        return set(_UNITS[number])
    ten, unit = number // 10 * 10, number % 10
    if number < 20:
        return {stem + "zehn" for stem in _STEMS.get(unit, _UNITS[unit])}
    if unit == 0:
        return set(_tens(ten))
    return {first + "und" + last for first in _UNITS[unit] for last in _tens(ten)}


NUMBERS = frozenset(
    [word for number in range(2, 21) for word in _count(number)]
    + [word for ten in range(30, 100, 10) for word in _count(ten)]
    + [*_OTHERS, *_DIALECT]
)


def _order(number: int, word: str) -> set[str]:
    irregular = {3: "dritt", 7: "siebt", 8: "acht"}
    stem = irregular.get(number) or word + ("t" if number < 20 else "st")
    return {stem + ending for ending in ("e", "er", "en", "es", "em")}


def spell(number: int) -> frozenset[str]:
    """Every way to count to a number from 2 to 99 in one word."""
    return frozenset(_count(number))


def compose(number: int) -> frozenset[str]:
    """Every way to write a number from 2 to 99 in one word, counting and ordering."""
    counted = spell(number)
    if number == 2:
        return counted
    return counted.union(*(_order(number, word) for word in counted))
