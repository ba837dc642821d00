"""The talk guard: a table of phrases, and numbers in disguise."""

import re
import sys
import unicodedata
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tenback.rules.guard import TalkVerdict, read_words
from tenback.rules.talk import MAX_TEXT
from tenback.table.listening import talk_guard
from tenback.texts import LANGUAGES, guard_tables
from tenback.texts.folders import read

judge_text = talk_guard().judge


class Phrase(NamedTuple):
    language: str
    verdict: str
    text: str


def phrases_of(language: str, table: str) -> list[Phrase]:
    lines = table.splitlines()
    assert lines[0] == "verdict\tphrase"
    return [Phrase(language, *line.split("\t")) for line in lines[1:]]


#: Each language has a table in its folder; the one beside this file holds those of no language.
PHRASES = [
    *phrases_of("any", Path(__file__).with_name("talk_phrases.tsv").read_text("utf-8")),
    *(
        phrase
        for language in LANGUAGES
        for phrase in phrases_of(language, read(language, "guard", "examples.tsv"))
    ),
]


def code(text: str, *, hints_allowed: bool, commands: bool = True) -> str:
    verdict = judge_text(text, hints_allowed=hints_allowed, commands=commands)
    return "ok" if verdict is None else verdict.code


def is_right(phrase: Phrase) -> bool:
    strict = judge_text(phrase.text, hints_allowed=False)
    mild = "ok" if phrase.verdict == "HINT" else phrase.verdict
    return (
        ("ok" if strict is None else strict.code) == phrase.verdict
        and code(phrase.text, hints_allowed=True) == mild
        and (strict is None or (strict.excerpt != "" and strict.excerpt in phrase.text))
    )


# One test for many phrases: a test for each of thousands takes minutes.
@pytest.mark.parametrize("verdict", ["ok", "NUMBER", "HINT"])
@pytest.mark.parametrize("language", ["any", *LANGUAGES])
def test_every_phrase_gets_its_verdict(language: str, verdict: str) -> None:
    phrases = [one for one in PHRASES if (one.language, one.verdict) == (language, verdict)]
    assert [phrase.text for phrase in phrases if not is_right(phrase)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_balanced(language: str) -> None:
    of_language = [phrase for phrase in PHRASES if phrase.language == language]
    assert {phrase.verdict for phrase in of_language} == {"ok", "NUMBER", "HINT"}
    allowed = sum(phrase.verdict == "ok" for phrase in of_language)
    assert len(of_language) >= 80
    assert 0.3 < allowed / len(of_language) < 0.7


def test_no_phrase_is_written_twice() -> None:
    assert len({phrase.text for phrase in PHRASES}) == len(PHRASES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_as_the_language_spells_it_is_refused(language: str) -> None:
    words = read_words(guard_tables(language)).numbers
    spelled = [*words.counted.values(), *words.ordered.values()]
    assert len(spelled) == 98 + 97  # 2 to 99; the ordinals begin with the third
    for word in sorted(frozenset[str]().union(*spelled)):
        for carrier in ("{}", "A1 {}!", "hm, {} ..."):
            assert code(carrier.format(word), hints_allowed=True) == "NUMBER", word


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("please, thirty-five!", "thirty-five"),
        ("j'ai le quatre-vingt-dix-sept ici", "quatre-vingt-dix-sept"),
        ("die Fünfunddreißig hier", "Fünfunddreißig"),
        ("I have ３５ here", "３５"),
        ("press 3️⃣ now", "3️⃣"),
        ("it is t h i r t y ok", "t h i r t y"),
        ("vingt et un, non ?", "vingt et un"),
        ("one above the top please", "one above the top"),
        ("th\u200birty", "th\u200birty"),
    ],
)
def test_the_excerpt_is_the_number_as_typed(text: str, excerpt: str) -> None:
    assert judge_text(text, hints_allowed=True) == TalkVerdict("NUMBER", excerpt)


def test_the_excerpt_of_a_hint() -> None:
    verdict = judge_text("Hm, I can jump back here.", hints_allowed=False)
    assert verdict == TalkVerdict("HINT", "I can jump back")
    assert judge_text("ah, j’ai un rétro !", hints_allowed=False) == TalkVerdict(
        "HINT", "j’ai un rétro"
    )


@pytest.mark.parametrize(
    "text",
    [
        "six\u200bty",
        "s\u00adi\u00adx",
        "f\u2060ive",
        "tw\ufe0fo",
        "tu\u0308 six",
        "z\u0301w\u0301e\u0301i\u0301",
        "s\u3164ix",
        "\u202esix\u202c",
        "fu\u0308nf",
        "se\u0337p\u0337t",
    ],
)
def test_invisible_signs_hide_nothing(text: str) -> None:
    assert code(text, hints_allowed=True) == "NUMBER"


def test_every_numeral_of_every_script_is_a_number() -> None:
    passed = [
        hex(point)
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(sign := chr(point))[0] == "N"
        and code(f"mine {sign}", hints_allowed=True) != "NUMBER"
    ]
    assert passed == []


@pytest.mark.parametrize("name", ["A1", "A2", "D1", "D2", "a1", "d2"])
def test_pile_names_may_be_said(name: str) -> None:
    assert judge_text(f"{name}!", hints_allowed=False) is None
    assert judge_text(f"not on {name}, please", hints_allowed=False) is None
    for number in ("3", "35", "1"):
        assert code(f"{name}{number}", hints_allowed=True) == "NUMBER"
        assert code(f"{name} {number}", hints_allowed=True) == "NUMBER"


# Numbers are spelled here once more, independently of the guard's own lexicon.

EN = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
EN_UNITS = [*EN.split(), "sixteen", "seventeen", "eighteen", "nineteen"]
EN_TENS = dict(zip(range(20, 100, 10), re.findall(r"\w+ty", "twenty thirty forty fifty "
               "sixty seventy eighty ninety"), strict=True))  # fmt: skip
FR = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
FR_UNITS = [*FR.split(), "dix-sept", "dix-huit", "dix-neuf"]
FR_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
DE = "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
DE_UNITS = [*DE.split(), "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
DE_TENS = {
    20: "zwanzig",
    30: "dreißig",
    40: "vierzig",
    50: "fünfzig",
    60: "sechzig",
    70: "siebzig",
    80: "achtzig",
    90: "neunzig",
}


def english(number: int) -> list[str]:
    if number < 20:
        return [EN_UNITS[number - 1]]
    ten, unit = EN_TENS[number // 10 * 10], number % 10
    if not unit:
        return [ten]
    word = EN_UNITS[unit - 1]
    return [f"{ten}-{word}", f"{ten} {word}", ten + word, f"{EN_UNITS[number // 10 - 1]} {word}"]


def french(number: int) -> list[str]:
    if number < 20:
        return [FR_UNITS[number - 1]]
    ten, unit = number // 10 * 10, number % 10
    bases = {70: ["septante"], 80: ["huitante", "octante"], 90: ["nonante"]}.get(ten, [])
    joint = "-et-" if unit == 1 else "-"
    forms = [f"{base}{joint}{FR_UNITS[unit - 1]}" if unit else base for base in bases]
    if ten in (70, 90):
        base = "soixante" if ten == 70 else "quatre-vingt"
        forms.append(f"{base}-{FR_UNITS[unit + 9]}")
        if number == 71:
            forms.append("soixante et onze")
    elif ten == 80:
        forms.append(f"quatre-vingt-{FR_UNITS[unit - 1]}" if unit else "quatre-vingts")
    else:
        forms.append(f"{FR_TENS[ten]}{joint}{FR_UNITS[unit - 1]}" if unit else FR_TENS[ten])
    return [*forms, *(form.replace("-", " ") for form in forms)]


def german(number: int) -> list[str]:
    if number < 20:
        return [DE_UNITS[number - 1], *(["zwo"] if number == 2 else [])]
    ten, unit = DE_TENS[number // 10 * 10], number % 10
    if not unit:
        return [ten]
    word = DE_UNITS[unit - 1]
    return [f"{word}und{ten}", f"{word} und {ten}", f"{word}-und-{ten}"]


def ordinals(number: int) -> list[str]:
    forms = {form + "ième" for form in french(number) if form.endswith(("x", "t"))}
    forms |= {form + "ste" for form in german(number) if number >= 20}
    forms |= {form + "th" for form in english(number) if form.endswith(("four", "six", "seven"))}
    return sorted(forms) if number > 2 else []


def digits(number: int) -> list[str]:
    arabic = "".join(chr(0x660 + int(digit)) for digit in str(number))
    wide = "".join(chr(0xFF10 + int(digit)) for digit in str(number))
    return [str(number), arabic, wide]


def spelled(number: int) -> list[str]:
    return [*english(number), *french(number), *german(number), *ordinals(number)]


CARRIERS = [
    "{}",
    "{}!",
    "I have {} here",
    "my card is {}, ok?",
    "not on this one please, {}",
    "j'ai {} sur cette pile",
    "encore un tour : {}",
    "ich habe {} bitte",
    "einen Moment, {} hier",
    "A1 {} D2",
]
# They fit between any two letters of a number, in any carrier.
TEARS = [" ", ".", "-", "_", "*", "/", "·", " - ", "...", "\u200b", "🙂", "+", "|"]
DISGUISES = ["tear", "spread", "accents", "case", "wide", "alike"]
LOOK_ALIKES = str.maketrans("aeopcxi", "аеорсхі")  # the second row is Cyrillic


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.replace("ß", "ss"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


@st.composite
def disguised(draw: st.DrawFn, text: str) -> str:
    for disguise in draw(st.lists(st.sampled_from(DISGUISES))):
        match disguise:
            case "tear" if len(text) > 1:
                place = draw(st.integers(1, len(text) - 1))
                text = text[:place] + draw(st.sampled_from(TEARS)) + text[place:]
            case "spread" if len(text) < 60:
                text = draw(st.sampled_from(TEARS)).join(text)
            case "accents":
                text = draw(st.sampled_from([without_accents(text), text + "\u0301"]))
            case "case":
                text = draw(st.sampled_from([text.upper(), text.title(), text.swapcase()]))
            case "wide":
                text = "".join(chr(ord(c) + 0xFEE0) if "a" <= c <= "z" else c for c in text)
            case "alike":
                text = text.translate(LOOK_ALIKES)
            case _:
                pass
    return text


@pytest.mark.parametrize("number", range(2, 100))
def test_every_number_in_every_form_is_refused(number: int) -> None:
    for form in [*spelled(number), *digits(number)]:
        for carrier in CARRIERS:
            text = carrier.format(form)
            assert code(text, hints_allowed=True, commands=False) == "NUMBER", text


@settings(deadline=None)
@given(st.data())
def test_disguised_numbers_are_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(2, 99))
    form = data.draw(st.sampled_from([*spelled(number), *digits(number)]))
    text = data.draw(st.sampled_from(CARRIERS)).format(data.draw(disguised(form)))
    assert code(text, hints_allowed=True, commands=False) == "NUMBER", text


#: Phrases in which only the printed name says that a command is meant.
PRINTED_NAME = [
    phrase.text
    for phrase in PHRASES
    if phrase.verdict == "ok" and re.search(r"(?<!consigne )(?<!« )(?<!Befehl )3!", phrase.text)
]


@pytest.mark.parametrize("text", PRINTED_NAME)
def test_where_there_are_no_commands_3_is_a_number(text: str) -> None:
    assert code(text, hints_allowed=True, commands=False) == "NUMBER"


@pytest.mark.parametrize("number", [2, *range(4, 100)])
def test_no_other_number_with_an_exclamation_mark_is_a_command(number: int) -> None:
    for text in (f"I have a {number}!", f"j'ai un {number}!", f"ich habe eine {number}!"):
        assert code(text, hints_allowed=True) == "NUMBER", text


# A count may be said if the thing counted follows, if there can be so many, and if it is no
# distance.

COUNTED = {
    "cards": (8, ["{} cards", "{} cartes", "{} Karten"]),
    "turns": (8, ["{} more turns", "encore {} tours", "noch {} Züge"]),
    "players": (5, ["{} players", "{} joueurs", "{} Spieler"]),
    "piles": (4, ["{} piles", "{} autres piles", "{} Stapel"]),
}
LEFT = ["{} cards left", "il reste {} cartes", "noch {} Karten"]
MEASURED = ["{} cards higher", "{} cartes au-dessus", "{} Karten drüber", "a gap of {} cards"]


def spellings(number: int) -> list[str]:
    return [str(number), english(number)[0], french(number)[0], german(number)[0]]


@pytest.mark.parametrize("thing", COUNTED)
@pytest.mark.parametrize("number", range(2, 100))
def test_a_count_passes_where_there_can_be_so_many(thing: str, number: int) -> None:
    most, carriers = COUNTED[thing]
    if thing == "turns":
        most = 49  # "more" and "encore" speak of what is left
    for spelling in spellings(number):
        for carrier in carriers:
            text = carrier.format(spelling)
            expected = "ok" if number <= most else "NUMBER"
            assert code(text, hints_allowed=False) == expected, text


@pytest.mark.parametrize("number", range(2, 99))
def test_any_number_of_cards_may_be_left_but_none_away(number: int) -> None:
    for spelling in spellings(number):
        for carrier in LEFT:
            assert code(carrier.format(spelling), hints_allowed=False) == "ok"
        for carrier in MEASURED:
            assert code(carrier.format(spelling), hints_allowed=True) == "NUMBER"
        for bare in ("{}", "card {}", "la carte {}", "noch {}", "{} of them", "the {} card"):
            assert code(bare.format(spelling), hints_allowed=True) == "NUMBER"


@settings(deadline=None)
@given(st.text(), st.booleans())
def test_any_text_gets_a_verdict(text: str, hints_allowed: bool) -> None:
    verdict = judge_text(text, hints_allowed=hints_allowed)
    if verdict is not None:
        assert verdict.excerpt
        assert verdict.excerpt in text
        assert verdict.code == "NUMBER" or not hints_allowed


@settings(deadline=None)
@given(st.lists(st.sampled_from([phrase.text for phrase in PHRASES]), min_size=1, max_size=4))
@example(["please no jump on A1", "I HAVE NO JUMP"])
def test_a_refused_phrase_stays_refused_among_others(phrases: list[str]) -> None:
    codes = {code(phrase, hints_allowed=False) for phrase in phrases}
    together = code(". ".join(phrases), hints_allowed=False)
    if codes != {"ok"}:
        assert together != "ok"


def work(text: str) -> int:
    """Count the calls that it takes to judge a text."""
    calls = 0

    def count(frame: FrameType | None, event: str, argument: object) -> None:
        nonlocal calls
        del frame, argument
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        judge_text(text, hints_allowed=False)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(
    "part", ["a ", "i have ", "ein", "$", "s*", "un et ", "ich kann ", "jump ", "two . ", "A1, "]
)
def test_the_work_grows_with_the_length_of_a_text_and_no_faster(part: str) -> None:
    times = MAX_TEXT // 2 // len(part)
    # Twice the text may take twice the work; four times would be quadratic.
    assert work(part * 2 * times) < 2.5 * work(part * times)


def test_the_name_of_a_command_may_be_said_where_there_are_commands() -> None:
    for text in ("I have NO JUMP", "j'ai PAS DE SAUT en main"):
        assert code(text, hints_allowed=False) == "ok"
        assert code(text, hints_allowed=False, commands=False) == "HINT"
