"""The catalogues are complete and alike in every language, and every sentence is used."""

import ast
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import tenback
from tenback.analysis import Verdict
from tenback.analysis.favouring import FAVOURS
from tenback.analysis.puzzles.puzzle import Theme
from tenback.analysis.reviewing import Judgement
from tenback.analysis.reviewing.explaining import REASONS
from tenback.bots.registry import find_bots
from tenback.records import Fault, build_ruleset
from tenback.records.layouts import LAYOUT_NAMES
from tenback.rules import GAMES, OPTIONS, CardCommand, Code, Rating, SignalKind, Termination
from tenback.rules.registry import own_codes, own_endings
from tenback.server.offers import FACES, LEVELS, PACES
from tenback.server.refusals import ServerCode
from tenback.server.tutorials import LESSONS
from tenback.table import Settings, TableCode
from tenback.table.listening import talk_guard
from tenback.table.model import Eagerness
from tenback.terminal.intents import WORDS, help_keys
from tenback.texts import LANGUAGES, Texts, catalogue, language_of_locale, rules_text
from tenback.texts.folders import read
from tenback.texts.passages import cited_rules, passages

SOURCE = Path(tenback.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"
OTHER_LANGUAGES = [language for language in LANGUAGES if language != "en"]

#: Codes with several sentences: about piles by their direction, about records by the fault.
FORMS = {
    "RECORD": ("", ".rule", *(f".{fault}" for fault in Fault)),
    "VALUE": (".up", ".down", ".up.no_jump", ".down.no_jump"),
    "NOT_IMPROVING": (".up", ".down"),
}
CODES = (*Code, *own_codes(), *TableCode, *ServerCode)
REFUSALS = tuple(code + form for code in CODES for form in FORMS.get(code, ("",)))

#: The letters of the rules that a game has.
LETTERS = {"original": "GAE", "extreme": "GXABE", "duel": "DCB"}

MOVES = ("step", "jump", "help")
OWN_BOTS = tuple(name for name, bot in find_bots().items() if bot.offered_by == "tenback")
#: What can be switched on and off at a table.
SWITCHES = tuple(
    name for name, value in msgspec.structs.asdict(Settings()).items() if isinstance(value, bool)
)

#: What cards of a game mean besides their number.
MARKS = tuple({mark for game in GAMES.values() for mark in game.marks.values()})

#: How gladly somebody would start.
EAGERNESS = get_args(Eagerness)

#: What can be said with one tap.
PHRASES = ("hello", "help", "wait", "well", "careful", "thanks")

#: What the help of any game lists.
HELP = tuple({key: None for game in GAMES for key in help_keys(build_ruleset(game))})

#: What may follow the beginning of a key that the source fills in while it runs.
FAMILIES: dict[str, tuple[str, ...]] = {
    "advise.": ("turn", "chance", "bounds", "games"),
    "advise.why.": FAVOURS,
    "bot.about.": OWN_BOTS,
    "command.": tuple(CardCommand),
    "words.command.": tuple(CardCommand),
    "force.": tuple(command for command in CardCommand if not command.is_flash),
    "duty.": ("minimum", "cover_skull", "cover_fire", "exactly_three"),
    "end.": (*Termination, *own_endings()),
    "game.": tuple(GAMES),
    "move.": MOVES,
    "pile.": ("up", "down"),
    "puzzle.theme.": tuple(Theme),
    "rating.": tuple(Rating),
    "refusal.": REFUSALS,
    "review.column.": (
        *("turn", "player", "laid", "chance", "curve", "lost", "luck"),
        *("adjusted", "accuracy"),
    ),
    "review.deal.": tuple(Verdict),
    "review.duel.": tuple(Verdict),
    "review.judgement.": tuple(Judgement),
    "review.sum.": ("start", "lost", "luck", "hidden", "end"),
    "review.why.": REASONS,
    "session.starting.": EAGERNESS,
    "signal.": tuple(SignalKind),
    "words.": WORDS,
    "web.bot.": OWN_BOTS,
    "web.command.": tuple(CardCommand),
    "web.pile.help.": ("above", "below"),
    "web.pile.help.brief.": ("above", "below"),
    "web.pile.of.": ("up", "down"),
    "web.pile.on.of.": ("up", "down"),
    "web.pile.on.own.": ("up", "down"),
    "web.pile.on.yours.": ("up", "down"),
    "web.pile.yours.": ("up", "down"),
    "web.daily.line.": ("best", "solver"),
    "web.daily.solver.": (*Verdict, "duel_won", "duel_lost"),
    "web.game.": tuple(GAMES),
    "web.game.about.": tuple(GAMES),
    "web.end.you.": (*Termination, *own_endings()),
    "web.face.": FACES,
    "web.level.": LEVELS,
    "web.log.card_placed.": MOVES,
    "web.log.you.card_placed.": MOVES,
    "web.log.start_offered.": EAGERNESS,
    "web.log.you.signal_given.": tuple(SignalKind),
    "web.log.you.start_offered.": EAGERNESS,
    "web.mark.": MARKS,
    "web.mark.about.": MARKS,
    "web.move.": MOVES,
    "web.move.short.": ("jump", "small", "wide", "far", "help", "none"),
    "web.option.": tuple(OPTIONS),
    "web.option.about.": tuple(OPTIONS),
    "web.option.value.": tuple(
        f"{option.name}.{value}"
        for option in OPTIONS.values()
        for value in option.values
        if isinstance(value, str)
    ),
    "web.option.value.layout.": (*LAYOUT_NAMES, "own"),
    "web.games.company.": ("alone", "bots", "people"),
    "web.games.kind.": ("daily", "reviewed", "imported"),
    "web.games.period.": ("week", "month", "year"),
    "web.games.result.": ("won", "lost"),
    "web.games.trouble.": ("private", "full"),
    "web.offline.lack.": ("module", "vectors", "worker"),
    "web.layout.": ("unknown", "twice", "no_card", "repeated", "too_few", "too_many"),
    "web.phrase.": PHRASES,
    "web.result.": tuple(Rating),
    "web.result.merit.": ("first_win", "best", "in_a_row"),
    "web.review.account.luck.": ("good", "bad", "even"),
    "web.review.learn.": ("best", "nearer", "worse", "same"),
    "web.review.learn.row.": ("now", "then", "best"),
    "web.send.": tuple(Rating),
    "web.setting.": SWITCHES,
    "web.setting.about.": SWITCHES,
    "web.setting.pace.": tuple(PACES),
    "web.setting.starter.": ("vote", "host", "lot"),
    "web.signal.": (SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS),
    "web.signal.short.": (SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS),
    "web.speed.": ("calm", "usual", "quick", "still"),
    "web.starter.own.": EAGERNESS,
    "web.starter.says.": EAGERNESS,
    "web.strength.": OWN_BOTS,
    "web.talk.taboo.": tuple(map(str, OPTIONS["talk"].values)),
    "web.temper.": LEVELS,
    "web.alone.": ("device", "server"),
    "web.theme.": ("system", "light", "dark"),
    "session.help.": HELP,
}


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def key_texts() -> Iterator[tuple[bool, str]]:
    """Yield each text of the interface that begins like a key: (filled in at run time, text)."""
    yield from python_texts()
    yield from web_texts()


def web_texts() -> Iterator[tuple[bool, str]]:
    """Yield the keys of the browser client: 'whole.keys' and `beginnings.${of keys}`."""
    heads = "|".join({key.partition(".")[0] for key in catalogue("en")})
    whole = re.compile(rf"""(['"])((?:{heads})\.[\w.]*\w)\1""")
    beginning = re.compile(rf"`((?:{heads})\.[\w.]*)\$\{{")
    for file in sorted([*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]):
        text = file.read_text(encoding="utf-8")
        yield from ((False, found[2]) for found in whole.finditer(text))
        yield from ((True, found[1]) for found in beginning.finditer(text))


def python_texts() -> Iterator[tuple[bool, str]]:
    """Yield the keys of the Python source."""
    heads = {key.partition(".")[0] + "." for key in catalogue("en")}
    for room in ("analysis/puzzles", "terminal", "cli", "table", "server"):
        for file in sorted((SOURCE / room).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            inside: set[int] = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    inside |= {id(part) for part in node.values}
                    match node.values:
                        case [ast.Constant(value=str(text)), ast.FormattedValue()]:
                            if any(text.startswith(head) for head in heads) and text[-1] == ".":
                                yield True, text
                        case _:
                            pass
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    text = node.value
                    is_key = any(text.startswith(head) for head in heads) and " " not in text
                    if id(node) not in inside and is_key:
                        yield False, text


def wanted_keys() -> set[str]:
    """Return every key that the source asks for, without the forms that a count chooses."""
    keys = {step.key for lesson in LESSONS.values() for step in lesson.script}
    for is_family, text in key_texts():
        keys |= {text + member for member in FAMILIES[text]} if is_family else {text}
    return keys


def with_forms(key: str) -> set[str]:
    """Return the key, or the two forms of it where a count chooses."""
    return {key} if key in catalogue("en") else {f"{key}.one", f"{key}.other"}


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_catalogue_has_the_keys_of_the_english_one(language: str) -> None:
    assert catalogue(language).keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_sentence_has_the_placeholders_of_the_english_one(language: str) -> None:
    ours = {key: placeholders(sentence) for key, sentence in catalogue(language).items()}
    assert ours == {key: placeholders(sentence) for key, sentence in catalogue("en").items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    assert [key for key, sentence in catalogue(language).items() if not sentence.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_sorted_and_indented_by_one(language: str) -> None:
    text = read(language, "catalogue.json")
    ordered = dict(sorted(json.loads(text).items()))
    assert text == json.dumps(ordered, indent=1, ensure_ascii=False) + "\n"


def test_the_source_fills_in_only_keys_of_known_families() -> None:
    assert {text for is_family, text in key_texts() if is_family} == FAMILIES.keys()


def test_every_key_the_source_asks_for_is_in_the_catalogue() -> None:
    wanted = {form for key in wanted_keys() for form in with_forms(key)}
    assert wanted - catalogue("en").keys() == set()


def test_every_key_of_the_catalogue_is_asked_for() -> None:
    wanted = {form for key in wanted_keys() for form in with_forms(key)}
    assert catalogue("en").keys() - wanted == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_a_sentence(code: str, language: str) -> None:
    texts = Texts(language)
    assert all(texts.has(f"refusal.{code}{form}") for form in FORMS.get(code, ("",)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", PHRASES)
def test_the_guard_lets_every_quick_phrase_pass(phrase: str, language: str) -> None:
    said = Texts(language)(f"web.phrase.{phrase}")
    assert talk_guard().judge(said, hints_allowed=False) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guard_lets_every_signal_pass_in_words(language: str) -> None:
    texts = Texts(language)
    said = [
        *(texts("signal.holds", name="Ana", command=texts(f"command.{c}")) for c in CardCommand),
        *(texts("signal.keep_off", name="Ana", pile=pile) for pile in ("A1", "D2")),
        *(texts("signal.small_steps", name="Ana", pile=pile) for pile in ("A1", "D2")),
    ]
    assert [each for each in said if talk_guard().judge(each, hints_allowed=False)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_commands_differ(language: str) -> None:
    texts = Texts(language)
    assert len({texts(f"command.{command}").casefold() for command in CardCommand}) == len(
        CardCommand
    )


# Words that are typed


def help_lines(game: str, language: str) -> list[tuple[str, str]]:
    texts = Texts(language)
    keys = help_keys(build_ruleset(game))
    lines = (texts(f"session.help.{key}", pile="A1").split("\t") for key in keys)
    return [(usage, about) for usage, about in lines]


def meanings() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for word in WORDS:
            for spelling in Texts(language).words(f"words.{word}"):
                found.setdefault(spelling.casefold(), set()).add(word)
    return found


def test_no_word_means_two_things_in_any_languages() -> None:
    assert {spelling: means for spelling, means in meanings().items() if len(means) > 1} == {}


def test_no_word_holds_a_space_or_is_empty() -> None:
    assert [spelling for spelling in meanings() if not spelling or len(spelling.split()) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_a_word_for_everything_in_its_own_language(language: str) -> None:
    texts = Texts(language)
    named = {usage.split()[0] for usage, _ in help_lines("extreme", language)}
    own = {word: named & set(texts.words(f"words.{word}")) for word in WORDS if word != "help"}
    assert [word for word, found in own.items() if len(found) != 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_help_lists_what_the_game_has(game: str, language: str) -> None:
    texts = Texts(language)
    named = {usage.split()[0] for usage, _ in help_lines(game, language)}

    def is_listed(word: str) -> bool:
        return not named.isdisjoint(texts.words(f"words.{word}"))

    team = GAMES[game].is_team_game
    assert [is_listed(word) for word in ("keep_off", "small_steps", "clear")] == [team] * 3
    assert is_listed("holds") == (game == "extreme")
    assert is_listed("say")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_help_fits_into_eighty_columns(game: str, language: str) -> None:
    lines = help_lines(game, language)
    assert max(len(usage) for usage, _ in lines) < 20
    assert max(len(f"  {usage:<20}{about}") for usage, about in lines) <= 80


# Sentences with a number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_sentence_has_both_forms(language: str) -> None:
    stems = {key.rpartition(".")[0] for key in catalogue(language) if key.endswith(".one")}
    others = {key.rpartition(".")[0] for key in catalogue(language) if key.endswith(".other")}
    assert stems == others


def test_a_missing_sentence_is_named() -> None:
    with pytest.raises(KeyError, match=r"no sentence 'nowhere\.to' in the catalogue 'fr'"):
        Texts("fr")("nowhere.to")


def test_a_missing_language_is_named_with_those_there_are() -> None:
    known = ", ".join(LANGUAGES)
    with pytest.raises(ValueError, match=f"no language 'xx'; there are {known}"):
        Texts("xx")


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_written(game: str, language: str) -> None:
    assert rules_text(game, language).startswith("# The Game")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_fit_into_eighty_columns(game: str, language: str) -> None:
    assert max(map(len, rules_text(game, language).splitlines())) <= 80


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_cite_the_same_rules_in_every_language(game: str, language: str) -> None:
    assert cited_rules(rules_text(game, language)) == cited_rules(rules_text(game, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", Code)
def test_the_rules_tell_why_something_is_refused(game: str, code: Code, language: str) -> None:
    rules = GAMES[game].rule_of(code)
    belongs = rules and {rule[0] for rule in rules.split(", ")} <= set(LETTERS.get(game, ""))
    if belongs:
        assert not cited_rules(rules_text(game, language)).isdisjoint(rules.split(", "))
        told = passages(game, language, rules)
        assert told
        assert not any(cited_rules(passage) for passage in told)


def test_what_a_game_takes_over_is_told_by_the_original() -> None:
    assert passages("extreme", "en", "G-18") == passages("original", "en", "G-18") != ()
    assert passages("extreme", "en", "Z-1") == ()


# The language of the locale


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE_AT@euro"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "fry_NL"}, "en"),
        ({"LC_MESSAGES": "fr_CH.UTF-8", "LANG": "de_CH.UTF-8"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "en_GB"}, "de"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of_locale(environment) == language
