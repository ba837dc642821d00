"""The style sheet (docs/texts.md), as far as a machine can check it: terms and typography."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenback.rules import GAMES
from tenback.texts import LANGUAGES, catalogue, rules_text
from tenback.texts.folders import read

#: The games before any test registers another one.
GAME_IDS = tuple(GAMES)
TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorial"
NO_BREAK = "\u00a0"
#: What each language says of its own style.
STYLES: dict[str, dict[str, Any]] = {
    language: tomllib.loads(read(language, "style.toml")) for language in LANGUAGES
}


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language that people read: where it stands, and what it says."""
    for key, sentence in catalogue(language).items():
        if not key.startswith("words."):
            yield key, sentence
    for game in GAME_IDS:
        for number, line in enumerate(paragraphs(rules_text(game, language)), 1):
            yield f"{game}.md, part {number}", line
    for page in pages(language):
        told = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for number, line in enumerate(paragraphs(told), 1):
            # Code and the targets of links are not read as sentences.
            words = re.sub(r"`[^`]*`|!(?=\[)|\]\([^)]*\)|\|[-|]+", "x", line)
            yield f"{language}/{page.name}, part {number}", words


def pages(language: str) -> Iterator[Path]:
    """Yield the pages for players; a language need not have any, its folder is enough."""
    tutorial = TUTORIALS / ("players.md" if language == "en" else f"players.{language}.md")
    if tutorial.exists():
        yield tutorial
    if language != "en":  # the English ones are for programmers as well
        yield from sorted((TUTORIALS.parent / language).glob("*.md"))


def paragraphs(text: str) -> list[str]:
    return [re.sub(r" *\n *", " ", block) for block in re.split(r"\n\s*\n", text)]


def found(language: str, pattern: str) -> list[str]:
    return [
        f"{where}: {match[0]!r} in {text!r}"
        for where, text in texts(language)
        for match in re.finditer(pattern, text.replace(STYLES[language].get("explained", "\0"), ""))
    ]


@pytest.mark.parametrize(
    ("language", "pattern", "instead"),
    [
        (language, term["pattern"], term["instead"])
        for language in LANGUAGES
        for term in STYLES[language]["terms"]
    ],
)
def test_a_term_that_must_not_occur(language: str, pattern: str, instead: str) -> None:
    assert found(language, pattern) == [], f"say instead: {instead}"


@pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if "explained" in STYLES[language]]
)
def test_what_the_printed_sheets_call_it_is_explained_once(language: str) -> None:
    told = " ".join(rules_text("original", language).split()).replace(NO_BREAK, " ")
    assert told.count(STYLES[language]["explained"]) == 1


def test_the_oya_is_explained_once_and_the_jump_has_one_name() -> None:
    told = {game: rules_text(game, "fr").count("l’Oya") for game in GAME_IDS}
    assert {game for game, count in told.items() if count} == {"original"}
    assert told["original"] == 1
    shown = {key: text for key, text in catalogue("fr").items() if not key.startswith("words.")}
    assert [key for key, text in shown.items() if "rétro" in text or "Oya" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_is_called_by_its_printed_name(language: str) -> None:
    assert catalogue(language)["command.THREE"] == "3!"
    assert "3!" in rules_text("extreme", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_names_a_rule_by_its_number(language: str) -> None:
    numbered = re.compile(r"(?<![A-Za-z])[GXDABCE]-\d+\b")
    assert [key for key, text in catalogue(language).items() if numbered.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_made_the_games(language: str) -> None:
    for game in GAME_IDS:
        told = " ".join(rules_text(game, language).split("##")[0].split())
        assert "Steffen Benndorf" in told
        assert ("Reinhard Staupe" in told) == (game == "duel")
    credit = catalogue(language)["web.lobby.unofficial"]
    assert credit.count("Steffen Benndorf") == 2
    assert credit.count("Reinhard Staupe") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_layout_is_not_the_published_one(language: str) -> None:
    words = STYLES[language]["published"]
    for key in ("web.option.about.layout", "web.layout.note", "session.layout_note"):
        assert words in catalogue(language)[key]


# Typography


def misses(language: str, pattern: str) -> list[str]:
    """Return where a pattern is found in the texts, code and addresses aside."""
    code = re.compile(r"3!|\{[^}]*\}|--\w+|/api/\w+|https?:\S+|\[[A-Z]-\d+(?:, [A-Z]-\d+)*\]")
    return [
        f"{where}: {text!r}"
        for where, text in texts(language)
        if re.search(pattern, code.sub("x", text))
    ]


@pytest.mark.parametrize(
    ("language", "pattern", "rule"),
    [
        (language, signs["pattern"], signs["rule"])
        for language in LANGUAGES
        for signs in STYLES[language]["typography"]
    ],
)
def test_signs_that_must_not_occur(language: str, pattern: str, rule: str) -> None:
    assert misses(language, pattern) == [], rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quote_that_opens_closes(language: str) -> None:
    opening, closing = STYLES[language]["quotes"]
    for where, text in texts(language):
        assert text.count(opening) == text.count(closing), where


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_are_those_of_the_language(language: str) -> None:
    others = "".join(set("“”„«»") - set(STYLES[language]["quotes"]))
    assert misses(language, f"[{others}]") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_double_spaces(language: str) -> None:
    assert misses(language, rf"[ {NO_BREAK}]{{2}}(?!\S*$)") == []
