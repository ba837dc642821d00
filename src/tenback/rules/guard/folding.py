"""Bring a text to plain small letters, digits and separators, each with its place of origin.

Everything later in the guard reads the folded text: an accent, a full-width letter, a
look-alike from another alphabet or a zero-width joint cannot hide a word from it.
"""

import unicodedata
from typing import NamedTuple

__all__ = ["FoldedText", "fold"]

# Look-alikes of Latin letters. Capitals and small letters of one Greek letter may resemble
# different Latin ones (Ν is an N, ν a v), hence the two tables of equal length.
_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјкмнорстухһԁԛԝпвΑΒΕΖΗΙΚΜΝΟΡΤΥΧαειικνορτυχηωϲ"
    "ɑɡıɩɴɪʀʏʟʜʙɢᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱłŁøØđĐħŧ",
    "ABESIJKMHOPCTYXaesijkmhopctyxhdqwnbABEZHIKMNOPTYXaeiikvoptuxnwc"
    "agiinirylhbgacdejkmoptuvwzfslLoOdDht",
)
_LIGATURES = {"æ": "ae", "œ": "oe", "ß": "ss", "ẞ": "SS", "Æ": "AE", "Œ": "OE"}

# Boxed and flag letters that no Unicode normal form turns into letters: first sign, first letter.
_LETTER_ALPHABETS = ((0x1F150, 26), (0x1F170, 26), (0x1F1E6, 26))

# Pictures of a number: dice, mahjong tiles, dominoes, playing cards, the 8-ball, 💯, 🔞, 🔟,
# clock faces, the number sign of braille.
_NUMBER_PICTURES = (
    range(0x2680, 0x2686),
    range(0x1F007, 0x1F022),
    range(0x1F030, 0x1F094),
    range(0x1F0A1, 0x1F0CF),
    range(0x1F0D1, 0x1F0F6),
    range(0x1F3B1, 0x1F3B2),
    range(0x1F4AF, 0x1F4B0),
    range(0x1F51E, 0x1F520),
    range(0x1F550, 0x1F568),
    range(0x283C, 0x283D),
)

# Letters by category that show nothing on the screen.
_INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")


class FoldedText(NamedTuple):
    """A folded text; ``origin[i]`` is the place in ``source`` of its i-th character."""

    source: str
    plain: str
    cased: str
    origin: tuple[int, ...]

    def excerpt(self, start: int, end: int) -> str:
        """The part of the source, as typed, that was folded into ``plain[start:end]``."""
        last = self.origin[end - 1] + 1
        # What was folded away right behind (an accent, a keycap) belongs to the sign before it.
        while last < len(self.source) and _vanishes(self.source[last]):
            last += 1
        return self.source[self.origin[start] : last].strip()


def fold(text: str) -> FoldedText:
    """Fold a text sign by sign; every numeral of any script becomes an ASCII digit."""
    cased: list[str] = []
    origin: list[int] = []
    for place, sign in enumerate(text):
        for letter in _fold_sign(sign):
            cased.append(letter)
            origin.append(place)
    kept = "".join(cased)
    return FoldedText(text, kept.lower(), kept, tuple(origin))


def _fold_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if _vanishes(sign):
        return ""
    if _is_numeral(sign):
        return "0"
    for first, count in _LETTER_ALPHABETS:
        if first <= ord(sign) < first + count:
            return chr(ord("A") + ord(sign) - first)
    folded: list[str] = []
    for part in unicodedata.normalize("NFKD", sign):
        if _vanishes(part):
            continue
        if _is_numeral(part):
            folded.append(part if part.isascii() else "0")
            continue
        # A sign that no table knows stays only if lower() keeps its length: ``origin`` must fit.
        latin = _LIGATURES.get(part, part).translate(_LOOK_ALIKES)
        folded.append(latin if len(latin.lower()) == len(latin) else " ")
    return "".join(folded)


def _vanishes(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me", "Cf") or sign in _INVISIBLE


def _is_numeral(sign: str) -> bool:
    # Han numerals are letters by category but carry a numeric value.
    return (
        unicodedata.category(sign)[0] == "N"
        or unicodedata.numeric(sign, None) is not None
        or any(ord(sign) in pictures for pictures in _NUMBER_PICTURES)
    )
