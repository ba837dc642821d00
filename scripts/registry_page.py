"""Make the sources ready for a registry: python scripts/registry_page.py FOLDER URL

A registry shows README.md on a page of its own, where links into the repository lead nowhere. In a
copy of the sources (FOLDER) they become absolute, pictures too, and pyproject.toml gets the
project's addresses. URL is the repository as one opens it in a browser.
"""

import re
import sys
from pathlib import Path

PICTURE = re.compile(r"(!\[[^\]]*\]\()(?![a-z]+:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)(\[[^\]]+\]\()(?![a-z]+:|#)([^)\s]+)\)")


def with_absolute_links(page: str, url: str, version: str) -> str:
    """Let links lead to the files of this version, and pictures to their bytes."""
    page = PICTURE.sub(rf"\g<1>{url}/raw/v{version}/\g<2>)", page)
    return LINK.sub(rf"\g<1>{url}/blob/v{version}/\g<2>)", page)


def with_addresses(project: str, url: str) -> str:
    """Add the project's addresses to pyproject.toml."""
    told = (
        "[project.urls]\n"
        f'Homepage = "{url}"\n'
        f'Changelog = "{url}/blob/main/CHANGELOG.md"\n'
        f'Documentation = "{url}/blob/main/docs/index.md"\n'
        f'Issues = "{url}/issues"\n\n'
    )
    return project.replace("[project.scripts]\n", f"{told}[project.scripts]\n", 1)


def prepare(folder: Path, url: str) -> None:
    """Change the two files."""
    package = (folder / "src" / "tenback" / "__init__.py").read_text("utf-8")
    version = re.search(r'^__version__ = "([^"]+)"', package, re.MULTILINE)
    if version is None or not re.fullmatch(r"https://[^\s/]+/\S*[^/\s]", url):
        sys.exit(f"registry_page: {url!r} is not like https://example.org/owner/tenback")
    readme, project = folder / "README.md", folder / "pyproject.toml"
    page = with_absolute_links(readme.read_text("utf-8"), url, version[1])
    readme.write_text(page, encoding="utf-8")
    project.write_text(with_addresses(project.read_text("utf-8"), url), encoding="utf-8")


if __name__ == "__main__":
    prepare(Path(sys.argv[1]), sys.argv[2])
