"""The number words of the three languages together, and what can be built from them.

One grammar serves all languages: number words in a row, with or without a joint (`et`, `und`,
`and`) and an ending, are a number. It need not know which rows are good French: `soixante-dix`,
`septante`, `fünfunddreißig` and `three five` are all rows of number words.
"""

import re
from collections.abc import Iterable

from tenback.rules.guard import words_de, words_en, words_fr

__all__ = ["JOINTS", "LONGEST", "NUMBERS", "ONES", "ORDINARY", "SPELLED", "is_number"]

NUMBERS = words_en.NUMBERS | words_fr.NUMBERS | words_de.NUMBERS
ONES = words_en.ONES | words_fr.ONES | words_de.ONES
JOINTS = words_en.JOINTS | words_fr.JOINTS | words_de.JOINTS
ORDINARY = words_en.ORDINARY | words_fr.ORDINARY | words_de.ORDINARY
_ENDINGS = words_en.ENDINGS | words_fr.ENDINGS | words_de.ENDINGS

# The cards' own numbers, each as one word. Torn words ("thir ty") are compared with these only:
# the grammar would find too much in the joints of innocent words ("eine Nacht").
SPELLED = frozenset[str]().union(
    *(
        language.compose(number)
        for language in (words_en, words_fr, words_de)
        for number in range(2, 100)
    )
)

# Nothing longer is tried as one word: "quatre-vingt-dix-neuvièmes" has 23 letters.
LONGEST = 30


def _any_of(words: Iterable[str]) -> str:
    # Longest first, so that "sixty" is not read as "six" and a rest.
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


_NUMBER = _any_of(NUMBERS)
_ONE = _any_of(ONES)
_JOINT = _any_of(JOINTS)
_ROW = re.compile(
    rf"(?:{_ONE}{_JOINT}?)?{_NUMBER}(?:{_JOINT}?(?:{_NUMBER}|{_ONE}))*{_any_of(_ENDINGS)}?"
)

# Within a longer word ("playseven") these are still numbers: no ordinary word holds them.
_HIDDEN = re.compile(
    "three|seven|sixth|ninth|forty|fifty|sixty|ninety|twelve|thirty|twenty"
    "|(?:thir|four|fif|nine)teen"
    "|cinq|quatre|quatorze|quinze|treize|douze|trente|(?:quar|cinqu|soix|sept|huit|oct|non)ante"
    "|fuenf|zwoelf|zwanzig|dreissig|(?:vier|funf|sech|sieb|acht|neun)z(?:ig|ehn)"
    "|(?:zwei|drei|vier|funf|sechs|sieben|acht|neun)und[a-z]{3}"
)


def is_number(word: str) -> bool:
    """Whether a word without gaps is a number, alone or composed, or holds a clear one."""
    return word not in ORDINARY and (
        _HIDDEN.search(word) is not None
        or (len(word) <= LONGEST and _ROW.fullmatch(word) is not None)
    )
