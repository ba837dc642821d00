"""Sums and comparisons that give a value away although `one` is the only number in them.

`One`, `un` and `ein` are words of ordinary speech and pass by themselves. A sum with any other
number falls with that number; what is left for this file are a few turns of phrase.
"""

import re

from tenback.rules.guard.reading import Reading, Span

__all__ = ["find_sum"]

_END = r"(?= [,.]|$)"
_TOP = r"(?:it|that|this|those|these|the top|the pile|the card|yours|mine|his|hers|theirs)"
_UNIT = r"(?: (?:step|number|card|point|rank|notch|value|unit))?"
_CRAN = r"(?: (?:cran|point|unite))?"
_STUFE = r"(?:stufe|zahl|nummer|punkt|wert)"
# "This one", "the next one": a pronoun, not the number.
_FREE = "".join(
    rf"(?<!{word} )"
    for word in ("this", "that", "the", "which", "other", "every", "no", "next", "a")
)

_ENGLISH = [
    rf"one{_UNIT} (?:more|less|fewer|greater|bigger|smaller) than",
    rf"{_FREE}one{_UNIT} (?:higher|lower)",
    rf"{_FREE}one{_UNIT} (?:off|away)(?: (?:from|here|there)|{_END})",
    rf"{_FREE}one{_UNIT} (?:above|below|over|under|beneath|past|beyond|after|before)"
    rf"(?: {_TOP}|{_END})",
    rf"(?:plus|minus|(?<!one )by) one{_END}",
    r"(?:plus|minus|add|subtract) one (?:to|from|and|on)",
    r"off by one",
    r"(?:a )?step of one",
    r"one (?:plus|minus|times)",
    rf"(?:double|twice|half) (?:of )?(?:the )?(?:it|that|this|top|yours|mine)(?: card)?{_END}",
    r"(?:double|twice|half) (?:of )?the (?:top|value|number)",
    r"(?:double|twice) (?:this|that|the) pile",
    rf"{_FREE}one (?:up|down) from (?:{_TOP}|here|there)",
]
_FRENCH = [
    rf"(?:plus|(?<!au )(?<!du )moins) un{_CRAN}{_END}",
    r"(?:plus|moins) un (?:par rapport|sur (?:la|cette|ce|le)|que)",
    rf"(?<!l )(?:un{_CRAN}|une unite) (?:de plus|de moins){_END}",
    r"une? de (?:plus|moins) (?:que|par rapport)",
    rf"(?<!l )(?:un{_CRAN}|une unite) (?:au dessus|au dessous|en dessous|en dessus)",
    rf"un{_CRAN} plus (?:haut|bas)(?:{_END}| que| ici| la\b)",
    rf"(?:haut|haute|bas|basse|superieure?|inferieure?|monter?|descends?|descendre)"
    rf" d une?(?: (?:cran|point|unite))?{_END}",
    r"(?:le double|la moitie) (?:de (?:ca|cela|celle|celui|la tienne|la mienne|la carte|la valeur"
    r"|la pile|cette pile)"
    r"|du (?:sommet|dessus|nombre))",
]
_GERMAN = [
    rf"(?:eins|eine|einen|eine?n? {_STUFE}) (?:hoher|hoeher|tiefer|niedriger|grosser|groesser"
    r"|kleiner|druber|drueber|drunter|daruber|darueber|darunter)",
    r"eins (?:mehr|weniger|zuruck|zurueck|weiter|davor|danach)(?: als)?",
    r"eine?[nrs]? (?:mehr|weniger) als (?:die|das|der|diese|oben|meine|deine|eure)",
    r"eins (?:uber|ueber|unter) (?:der|die|dem|dieser|deiner|meiner|eurer)",
    r"(?:plus|minus|um) eins",
    r"eins (?:plus|minus|mal)",
    r"(?:das doppelte|die halfte|die haelfte) (?:davon|von (?:dieser|deiner|meiner))",
    r"das doppelte vo[nm]",
    r"(?:doppelt|halb) so (?:hoch|gross|klein|niedrig)",
]
# Two digits spelled one by one, neither of which names a card by itself.
_DIGIT_BY_DIGIT = [
    r"(?<!this )(?<!that )(?<!no )(?:one one|eins eins|un un)",
    r"^(?:one|eins|un) [,.] (?:one|eins|un)$",
]
_SUM = re.compile(
    "|".join(rf"(?:\b{phrase}\b)" for phrase in [*_ENGLISH, *_FRENCH, *_GERMAN, *_DIGIT_BY_DIGIT])
)


def find_sum(reading: Reading) -> Span | None:
    """Where a value is named by a sum with `one`, or by doubling or halving."""
    found = _SUM.search(reading.sentence)
    return reading.span(reading.words_in(found)) if found else None
