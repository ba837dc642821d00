"""English number words, folded: no capitals, no accents, no hyphens."""

from tenback.rules.guard.wordlist import word_set, words

__all__ = ["ENDINGS", "JOINTS", "NUMBERS", "ONES", "ORDINARY", "compose", "spell"]

_UNITS = words(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = {
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_OTHERS = words(
    """
    zero hundred hundredth
    twenties thirties forties fifties sixties seventies eighties nineties teens
    dozen triple treble quadruple quintuple sextuple threescore fourscore tenner fiver
    """
)
_MISSPELLED = words(
    """
    fourty fivety fivty fiveteen forteen ninty nintey ninteen eightteen twelf twelwe sevn sevnty
    siks sewen eigth eigthy
    thirdy tirty therty thurty twenny tweny twunty
    """
)

ONES = frozenset({"one"})
JOINTS = frozenset({"and"})
ENDINGS = word_set("s es th ths ish fold some something odd er ers")

# What the grammar of numbers would catch although it is another word.
ORDINARY = word_set("center centers elfish teen")


def _ordinal(word: str) -> str:
    if word in _TENS:
        return word[:-1] + "ieth"
    return _ORDINALS.get(word, word + "th")


NUMBERS = frozenset(
    [*_UNITS[1:], *_TENS, *map(_ordinal, [*_UNITS[2:], *_TENS]), *_OTHERS, *_MISSPELLED]
)


def _parts(number: int) -> tuple[str, str]:
    """The ten, if it is said apart, and the last word of a number."""
    if number < 20:
        return "", _UNITS[number - 1]
    if number % 10 == 0:
        return "", _TENS[number // 10 - 2]
    return _TENS[number // 10 - 2], _UNITS[number % 10 - 1]


def spell(number: int) -> frozenset[str]:
    """Every way to count to a number from 2 to 99 in one word."""
    return frozenset({"".join(_parts(number))})


def compose(number: int) -> frozenset[str]:
    """Every way to write a number from 2 to 99 in one word, counting and ordering."""
    if number == 2:
        return spell(number)
    first, last = _parts(number)
    # The last word alone orders "one" and "two": thirty-first, thirty-second.
    ordered = {"one": "first", "two": "second"}.get(last) or _ordinal(last)
    return spell(number) | {first + ordered}
