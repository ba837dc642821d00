"""Links between pages lead somewhere, and the pages of the site are complete."""

import re
import tomllib
from pathlib import Path

import pytest
from scripts.registry_page import with_absolute_links, with_addresses
from scripts.site import (
    DOCS,
    OTHER_LANGUAGES,
    PACKAGES,
    ROOT,
    as_list,
    home_of,
    page_name,
    public_names,
    rules_pages,
    with_anchors,
    with_colours,
    with_links,
)
from scripts.site_docstrings import fenced

from tenback.table.listening import talk_guard

#: The pages for players that other languages have.
PLAYERS = ("browser", "terminal", "daily", "your-games", "puzzles", "talk")
PAGES = [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md"))]
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page: str) -> set[str]:
    """Return the anchors of the headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in headings)
    return {re.sub(r" ", "-", heading) for heading in kept}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there.read_text("utf-8")), target


def test_every_page_is_in_the_navigation_once() -> None:
    nav = (ROOT / "zensical.toml").read_text("utf-8")
    named = re.findall(r'"([\w./-]+\.md)"', nav)
    made = {f"api/{page_name(package)}" for package in PACKAGES} | {
        "changelog.md",
        "contributing.md",
    }
    made |= {str(place) for place in rules_pages()}
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert sorted(named) == sorted(pages | made)
    assert tomllib.loads(nav)["project"]["theme"]["font"] is False


def test_every_rule_has_an_anchor() -> None:
    page = with_anchors("| G-13 | Backwards jump. |\n| D-8 D-9 | Two. |\nSee G-14.\n")
    assert re.findall(r'id="([^"]+)"', page) == ["g-13", "d-8", "d-9"]
    assert "See G-14" in page


def test_examples_of_docstrings_become_code() -> None:
    told = fenced("What it does.\n\n>>> f(1)\n2\n>>> f(2)\n3\n\nMore.")
    assert told == "What it does.\n\n```pycon\n>>> f(1)\n2\n>>> f(2)\n3\n```\n\nMore."


def test_names_that_a_docstring_explains_become_a_list() -> None:
    told = as_list("Two:\n\n``a``, ``b``\n    One\n    thing.\n``c``\n    Another.\n\nEnd.")
    assert told == "Two:\n\n- ``a``, ``b``: One thing.\n- ``c``: Another.\n\nEnd."


def test_files_that_are_no_pages_become_words() -> None:
    page = DOCS / "research" / "README.md"
    told = with_links("[r](../results.md#x) [c](../../pyproject.toml) [o](https://o.org)", page)
    assert told == "[r](../results.md#x) c [o](https://o.org)"
    assert with_links("[a](docs/bots.md)", ROOT / "CHANGELOG.md") == "[a](bots.md)"


def test_the_rules_to_learn_from_are_pages() -> None:
    rules = "../../src/tenback/texts/languages/en/rules/duel.md"
    assert with_links(f"[d]({rules})", DOCS / "games" / "duel.md") == "[d](../en/duel.md)"


def test_examples_of_python_are_coloured() -> None:
    page = "```\n>>> 1 + 1\n2\n\n```\n\n```\nplain\n```\n"
    assert with_colours(page) == page.replace("```\n>>>", "```pycon\n>>>")


@pytest.mark.parametrize("package", PACKAGES)
def test_the_reference_finds_where_names_are_written(package: str) -> None:
    for name in public_names(package):
        home = home_of(package, name)
        if home is not None:
            source = ROOT / "src" / Path(*home.split("."))
            file = source.with_suffix(".py") if not source.is_dir() else source / "__init__.py"
            defined = rf"^(def|class|async def) {name}\b|^{name}\b\s*[:=]"
            assert re.search(defined, file.read_text("utf-8"), re.MULTILINE), (package, name)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_players_have_the_same_pages_in_every_language(language: str) -> None:
    wanted = {f"{name}.md" for name in PLAYERS}
    assert {path.name for path in (DOCS / language).glob("*.md")} == wanted
    assert all((DOCS / name).exists() for name in wanted)
    assert (DOCS / "tutorial" / f"players.{language}.md").exists()


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_the_guard_judges_the_examples_as_the_page_says(language: str) -> None:
    page = (DOCS / language / "talk.md").read_text("utf-8")
    judge = talk_guard().judge
    refused, allowed = page.split("\n| ")[1:], page.rpartition("|---|---|")[2]
    for row in refused:
        for phrase in re.findall(r"`([^`]+)`", row):
            verdict = judge(phrase, hints_allowed=False)
            assert (verdict is None) == (phrase in allowed), phrase


def test_the_registry_gets_links_that_lead_somewhere() -> None:
    url = "https://example.org/o/tenback"
    page = with_absolute_links((ROOT / "README.md").read_text("utf-8"), url, "1.0")
    targets = LINK.findall(FENCE.sub("", page))
    assert targets
    assert all(target.startswith("https://") for target in targets)
    assert f"]({url}/blob/v1.0/docs/install.md)" in page
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page)
    assert pictures
    assert all(target.startswith(f"{url}/raw/v1.0/docs/images/") for target in pictures)
    project = with_addresses((ROOT / "pyproject.toml").read_text("utf-8"), url)
    assert tomllib.loads(project)["project"]["urls"]["Homepage"] == url
