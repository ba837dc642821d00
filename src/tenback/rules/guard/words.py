"""What the guard knows of one language: its number words, and phrases around them.

A language gives it as plain data (``docs/adding-a-language.md`` tells what each name holds);
``read_words`` checks the data and puts its patterns together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tenback.rules.guard.table_reader import TableReader

__all__ = ["ClauseHint", "CountWords", "GuardWords", "NumberWords", "read_words"]

_CARDS = range(2, 100)
_ORDERED = range(3, 100)


@dataclass(frozen=True, slots=True)
class NumberWords:
    """The number words of a language, folded.

    ``numbers``: the words that numbers are made of, in rows with ``joints`` and ``endings``.
    ``ones`` count only within a row. ``ordinary`` words look like such a row but are not numbers;
    ``not_misspelled`` words are one letter away from one of ``long`` but are words of their own.
    ``hidden`` patterns are found within other words, ``across`` words also across gaps. ``counted``
    and ``ordered`` spell every card; torn in two they are found as well, but not where two
    innocent words ``meet_elided`` or ``meet_at_comma``.
    """

    numbers: frozenset[str]
    ones: frozenset[str]
    joints: frozenset[str]
    endings: frozenset[str]
    ordinary: frozenset[str]
    not_misspelled: frozenset[str]
    long: frozenset[str]
    hidden: tuple[str, ...]
    across: frozenset[str]
    meet_elided: frozenset[str]
    meet_at_comma: frozenset[str]
    roman_endings: frozenset[str]
    counted: Mapping[int, frozenset[str]]
    ordered: Mapping[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class CountWords:
    """The words around a count in one language; tuples are patterns.

    ``cards`` to ``jumps`` are the things that are counted. ``about``: words for a rough count.
    ``between`` may stand between a number and its thing; ``either`` joins two numbers of one count,
    ``out_of`` relates them. ``articles`` before a number make it the name of a card. With ``left``
    there may be more things than a hand holds, but not with ``held``. ``after`` and ``before``
    measure a distance between cards, unless it is the distance to the ``goal`` of the game.
    """

    cards: tuple[str, ...]
    turns: tuple[str, ...]
    players: tuple[str, ...]
    piles: tuple[str, ...]
    commands: tuple[str, ...]
    minutes: tuple[str, ...]
    jumps: tuple[str, ...]
    about: Mapping[str, int]
    between: frozenset[str]
    either: frozenset[str]
    out_of: tuple[str, ...]
    articles: frozenset[str]
    left: tuple[str, ...]
    held: tuple[str, ...]
    goal: tuple[str, ...]
    after: tuple[str, ...]
    before: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseHint:
    """A hint whose ``parts``, patterns, stand in one clause in any order.

    A part does not count within a phrase of ``unless``: "jump" and "A1" are a hint in "a jump is
    due on A1", and none in "thanks for the jump on A1". Languages share words ("retro", "trick"),
    so the phrases of one language also excuse the parts of another under the same name.
    """

    parts: tuple[str, ...]
    unless: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuardWords:
    """Everything the guard knows of one language.

    ``harmless`` phrases hold a number word and name no card; ``sums`` give a value away without
    one. ``hints`` are patterns of hints, ``clauses`` are hints in parts, ``allowed`` are patterns
    of what looks like a hint but is none, ``printed`` are names of commands that would be hints if
    they were not in capitals.
    """

    numbers: NumberWords
    counts: CountWords
    harmless: tuple[str, ...]
    sums: tuple[str, ...]
    allowed: tuple[str, ...]
    printed: tuple[str, ...]
    hints: tuple[str, ...]
    clauses: Mapping[str, ClauseHint]


def read_words(data: Mapping[str, object]) -> GuardWords:
    """Read the tables ``numbers``, ``counts``, ``phrases`` and ``hints`` of a language.

    What is missing, unknown or malformed is a ValueError that names it.
    """
    whole = TableReader("guard", data)
    numbers = _read_numbers(whole.table("numbers"))
    counts = _read_counts(whole.table("counts"))
    phrases = whole.table("phrases")
    hints = whole.table("hints")
    words = GuardWords(
        numbers=numbers,
        counts=counts,
        harmless=phrases.patterns("harmless"),
        sums=phrases.patterns("sums"),
        allowed=hints.patterns("allowed"),
        printed=hints.patterns("printed"),
        hints=hints.patterns("hints"),
        clauses={name: _read_clause(each) for name, each in hints.tables("clauses").items()},
    )
    for table in (phrases, hints, whole):
        table.verify_read()
    return words


def _read_clause(table: TableReader) -> ClauseHint:
    hint = ClauseHint(parts=table.patterns("parts"), unless=table.patterns("unless"))
    table.verify_read()
    return hint


def _read_numbers(table: TableReader) -> NumberWords:
    variants = table.word_lists("variants")
    endings = table.words("order_endings") if table.has("order_endings") else frozenset({""})
    counted, ordered = table.by_number("counted", _CARDS), table.by_number("ordered", _ORDERED)
    words = NumberWords(
        numbers=table.words("numbers") | table.words("others") | table.words("misspelled"),
        ones=table.words("ones"),
        joints=table.words("joints"),
        endings=table.words("endings"),
        ordinary=table.words("ordinary"),
        not_misspelled=table.words("not_misspelled"),
        long=table.words("long"),
        hidden=table.patterns("hidden"),
        across=table.words("across"),
        meet_elided=table.phrases("meet_elided"),
        meet_at_comma=table.phrases("meet_at_comma"),
        roman_endings=table.words("roman_endings"),
        counted={
            number: frozenset(_spellings(words, variants)) for number, words in counted.items()
        },
        ordered={
            number: frozenset(
                word + ending for word in _spellings(words, variants) for ending in endings
            )
            for number, words in ordered.items()
        },
    )
    table.verify_read()
    return words


def _spellings(words: frozenset[str], variants: Mapping[str, frozenset[str]]) -> set[str]:
    """Return the words in every spelling: each part that has variants is replaced by each."""
    spelled = set(words)
    for part, others in variants.items():
        spelled |= {word.replace(part, other) for word in spelled for other in others}
    return spelled


def _read_counts(table: TableReader) -> CountWords:
    words = CountWords(
        cards=table.patterns("cards"),
        turns=table.patterns("turns"),
        players=table.patterns("players"),
        piles=table.patterns("piles"),
        commands=table.patterns("commands"),
        minutes=table.patterns("minutes"),
        jumps=table.patterns("jumps"),
        about=table.numbers("about"),
        between=table.words("between"),
        either=table.words("either"),
        out_of=table.patterns("out_of"),
        articles=table.words("articles"),
        left=table.patterns("left"),
        held=table.patterns("held"),
        goal=table.patterns("goal"),
        after=table.patterns("after"),
        before=table.patterns("before"),
    )
    table.verify_read()
    return words
