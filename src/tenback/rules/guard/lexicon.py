"""The number words of all languages together, and what can be built from them.

One grammar serves all languages: number words in a row, with or without a joint (`et`, `und`,
`and`) and an ending, are a number. It need not know which rows are good French: `soixante-dix`,
`septante`, `fünfunddreißig` and `three five` are all rows of number words.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from tenback.rules.guard.patterns import any_of, compile_any
from tenback.rules.guard.words import NumberWords

__all__ = ["LONGEST", "Lexicon", "longest_first"]

# Nothing longer is tried as one word: "quatre-vingt-dix-neuvièmes" has 23 letters.
LONGEST = 30


class Lexicon:
    """The number words of some languages.

    ``spelled`` are the cards' own numbers, each as one word. Torn words ("thir ty") are compared
    with these only: the grammar would find too much in the joints of innocent words ("eine
    Nacht").
    """

    numbers: frozenset[str]
    ones: frozenset[str]
    joints: frozenset[str]
    ordinary: frozenset[str]
    spelled: frozenset[str]

    def __init__(self, languages: Sequence[NumberWords]) -> None:
        def union(words: Callable[[NumberWords], frozenset[str]]) -> frozenset[str]:
            return frozenset[str]().union(*map(words, languages))

        self.numbers = union(lambda words: words.numbers)
        self.ones = union(lambda words: words.ones)
        self.joints = union(lambda words: words.joints)
        self.ordinary = union(lambda words: words.ordinary)
        self.spelled = frozenset[str]().union(
            *(
                spellings
                for words in languages
                for spelled in (words.counted, words.ordered)
                for spellings in spelled.values()
            )
        )
        number, one, joint = map(longest_first, (self.numbers, self.ones, self.joints))
        ending = longest_first(union(lambda words: words.endings))
        self._row = re.compile(
            rf"(?:{one}{joint}?)?{number}(?:{joint}?(?:{number}|{one}))*{ending}?"
        )
        self._hidden = compile_any(each for words in languages for each in words.hidden)

    def is_number(self, word: str) -> bool:
        """Whether a word without gaps is a number, alone or composed, or holds a clear one."""
        return word not in self.ordinary and (
            word in self.spelled
            or self._hidden.search(word) is not None
            or (len(word) <= LONGEST and self._row.fullmatch(word) is not None)
        )


def longest_first(words: Iterable[str]) -> str:
    """A pattern for any of the words that does not read "sixty" as "six" and a rest."""
    return any_of(sorted(words, key=lambda word: (-len(word), word)))
