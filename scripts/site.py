"""Gather the pages of the site in build/docs: PYTHONPATH=. python scripts/site.py

The pages are those of docs/ as they are, with five changes: every rule has an anchor of its own
(games/original.html#g-13), Python examples are coloured, links to files that are not pages become
plain text, the rules to learn the games from are those that the program tells, and the reference is
written from what the packages offer. Fonts and icon are the browser client's. ``make docs`` then
builds them; ``--check`` checks the result.
"""

import ast
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from scripts.site_docstrings import fenced

ROOT = Path(__file__).parent.parent
DOCS, SOURCE, SITE = ROOT / "docs", ROOT / "build" / "docs", ROOT / "build" / "site"
#: The client as plain files (``make site``), to be tried from the pages.
PLAY = ROOT / "build" / "play"
#: Pages that lie beside docs/ in the repository.
BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
#: The packages of the reference; the first is the whole.
PACKAGES = (
    "tenback",
    "tenback.rules",
    "tenback.records",
    "tenback.bots",
    "tenback.analysis",
    "tenback.lab",
    "tenback.envs",
    "tenback.testing",
    "tenback.draw",
)
#: Packages whose modules are imported one by one, each with what it needs.
MODULES = {
    "tenback.envs": ("solo", "vector", "aec", "spiel", "turns", "gpu", "encoding", "evaluation"),
    "tenback.testing": ("strategies", "invariants", "random_play", "hidden", "perft"),
}

LANGUAGES = ROOT / "src" / "tenback" / "texts" / "languages"
#: The languages beside English in which players have pages, and the games of the box.
OTHER_LANGUAGES, GAMES = ("fr", "de"), ("original", "extreme", "duel")
RULE_MARK = re.compile(r"\[((?:[GXDABCE]-\d+)(?:,\s+[GXDABCE]-\d+)*)\]")

#: The buttons of the first page; in the repository they would lead nowhere.
DEMO = (
    '<p class="ways">'
    '<a class="md-button md-button--primary demo" href="play/index.html">Play it here</a> '
    '<a class="md-button" href="install.html">Install it</a> '
    '<a class="md-button" href="tutorial/players.html">Your first game</a></p>\n'
)
#: What the pages share with the browser client: where it lies, and its place in the site.
SHARED = {
    "web/src/fonts/fraunces.woff2": "fonts/fraunces.woff2",
    "web/src/fonts/fraunces-LICENSE.txt": "fonts/fraunces-LICENSE.txt",
    "web/src/fonts/inter.woff2": "fonts/inter.woff2",
    "web/src/fonts/inter-LICENSE.txt": "fonts/inter-LICENSE.txt",
    "web/public/icon.svg": "images/icon.svg",
}

RULE_ROW = re.compile(r"^\| ((?:[GXDABCE]-\d+ )+)\|", re.MULTILINE)
EXAMPLE = re.compile(r"^```\n>>> ", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def with_anchors(page: str) -> str:
    """Give every row of a table of rules anchors: the ids of its rules in lower case."""

    def anchored(row: re.Match[str]) -> str:
        ids = row[1].split()
        return "| " + "".join(f'<a id="{name.lower()}"></a>{name} ' for name in ids) + "|"

    return RULE_ROW.sub(anchored, page)


def with_links(page: str, path: Path) -> str:
    """Let links lead to pages of the site; other files of the repository become plain text."""
    told = {text: place for place, text in rules_pages().items()}

    def linked(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        file, hash_sign, anchor = target.partition("#")
        there = (path.parent / file).resolve()
        if there.parent == ROOT and there.name in BESIDE:
            home = DOCS / BESIDE[there.name]
        elif there.is_relative_to(DOCS) and there.is_file():
            home = there
        elif there in told:
            home = DOCS / told[there]
        else:
            return words
        up = "../" * (len(page_of(path).parts) - 1)
        return f"[{words}]({up}{home.relative_to(DOCS)}{hash_sign}{anchor})"

    return LINK.sub(linked, page)


def with_colours(page: str) -> str:
    """Name the language of Python examples, which the repository's pages leave out."""
    return EXAMPLE.sub("```pycon\n>>> ", page)


def page_of(path: Path) -> Path:
    """Return where a file of the repository lies in the site."""
    return path.relative_to(DOCS) if path.is_relative_to(DOCS) else Path(BESIDE[path.name])


def _source(module: str) -> Path:
    """Return the file of a module or a package."""
    path = ROOT / "src" / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(package: str) -> list[str]:
    """Read the names that a package offers, without importing it."""
    for node in ast.parse(_source(package).read_text("utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return [str(name) for name in ast.literal_eval(value)]
            case _:
                pass
    return []


def home_of(module: str, name: str) -> str | None:
    """Return the module in which a name is written; None if it is a package."""
    if _source(f"{module}.{name}").exists():
        return None
    for node in ast.walk(ast.parse(_source(module).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and any(one.name == name for one in node.names):
            return home_of(node.module or "", name)
    return module


def summary(module: str, name: str) -> str:
    """Return the first line of what a name's docstring says."""
    for node in ast.parse(_source(module).read_text("utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            return first.replace("``", "`").replace("|", "\\|")
    return ""


def page_name(package: str) -> str:
    """Return the file of a package's reference."""
    return f"{package.rpartition('.')[2]}.md"


def reference(package: str) -> str:
    """Write the reference page of a package."""
    modules = [f"{package}.{module}" for module in MODULES.get(package, ())]
    found = {name: home for module in (package, *modules) for name, home in offered(module).items()}
    lead = ast.get_docstring(ast.parse(_source(package).read_text("utf-8"))) or ""
    rows = [
        f"| [`{name}`](#{home}.{name}) | {summary(home, name)} |" for name, home in found.items()
    ]
    contents = "\n".join(("| name | |", "|---|---|", *rows, ""))
    parts = [f"::: {home}.{name}\n" for name, home in found.items()]
    return "\n".join((f"# {package}\n", fenced(as_list(lead)), "", contents, *parts))


def as_list(told: str) -> str:
    """Write names that a docstring explains in indented lines as a list."""
    named = re.compile(r"^(``[^\n]+)\n((?:    [^\n]+\n?)+)", re.MULTILINE)
    return named.sub(lambda one: f"- {one[1]}: {' '.join(one[2].split())}\n", told)


def offered(module: str) -> dict[str, str]:
    """Return the names that a module offers, packages left out, and where each is written."""
    homes = {name: home_of(module, name) for name in public_names(module)}
    return {name: home for name, home in homes.items() if home is not None}


def rules_pages() -> dict[Path, Path]:
    """Return where the rules to learn from lie in the site, each with the file of its text."""
    return {
        Path(language) / f"{game}.md": LANGUAGES / language / "rules" / f"{game}.md"
        for language in ("en", *OTHER_LANGUAGES)
        for game in GAMES
    }


def write_rules() -> None:
    """Write the rules to learn from, as the program tells them, with links to each rule."""
    homes = {
        name: game
        for game in reversed(GAMES)
        for row in RULE_ROW.finditer((DOCS / "games" / f"{game}.md").read_text("utf-8"))
        for name in row[1].split()
    }

    def linked(mark: re.Match[str]) -> str:
        names = re.split(r",\s+", mark[1])
        links = (f"[{name}](../games/{homes[name]}.md#{name.lower()})" for name in names)
        return f"({', '.join(links)})"

    for place, text in rules_pages().items():
        page = RULE_MARK.sub(linked, text.read_text("utf-8"))
        (SOURCE / place).parent.mkdir(exist_ok=True)
        (SOURCE / place).write_text(page, encoding="utf-8")


def gather() -> None:
    """Write all pages."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(DOCS, SOURCE, ignore=shutil.ignore_patterns("*.md"))
    pages = [*DOCS.rglob("*.md"), *(ROOT / name for name in BESIDE)]
    for path in pages:
        page = with_colours(with_links(path.read_text("utf-8"), path))
        if path.parent.name == "games":
            page = with_anchors(page)
        if path == DOCS / "index.md":
            page = page.replace("\n![", f"\n{DEMO}\n![", 1)
        place = SOURCE / page_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(page, encoding="utf-8")
    write_rules()
    for file, place in SHARED.items():
        (SOURCE / place).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / file, SOURCE / place)
    (SOURCE / "api").mkdir()
    for package in PACKAGES:
        (SOURCE / "api" / page_name(package)).write_text(reference(package), encoding="utf-8")


class _Page(HTMLParser):
    """What a built page loads, what it links to, and its anchors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or given.get("name") or "")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        for name in ("src", "href", "data-src"):
            if tag in ("script", "img", "iframe", "source") or (tag == "link" and name == "href"):
                self.loads += [given[name] or ""] if given.get(name) else []


def problems() -> list[str]:
    """List links that lead nowhere and files that would be loaded from elsewhere."""
    pages = {path: _Page(path.read_text("utf-8")) for path in SITE.rglob("*.html")}
    found: list[str] = []
    for path, page in pages.items():
        told = path.relative_to(SITE)
        if path.name == "404.html":
            continue
        found += [f"{told} loads {url}" for url in page.loads if urlsplit(url).netloc]
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.exists():
                found.append(f"{told} links to {link}, which is not there")
            elif parts.fragment and there in pages and parts.fragment not in pages[there].ids:
                found.append(f"{told} links to {link}, which has no such anchor")
    return sorted(set(found)) if pages else ["there are no pages"]


if __name__ == "__main__":
    if "--play" in sys.argv:
        shutil.copytree(PLAY, SITE / "play", dirs_exist_ok=True)
        sys.exit()
    if "--check" in sys.argv:
        sys.exit("\n".join(problems()) or 0)
    gather()
