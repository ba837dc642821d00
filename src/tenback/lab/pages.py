"""A result as a web page in one self-contained file."""

import html
from collections.abc import Sequence

__all__ = ["build_page"]

_STYLE = """\
body {
  font: 16px/1.5 system-ui, sans-serif; color: #22303c; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
}
figure { margin: 0 0 2rem; }
svg { width: 100%; height: auto; }
h2 { font-size: 1.1rem; margin-bottom: .3rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .25rem 1.5rem .25rem 0; border-bottom: 1px solid #dfe4e8; }
th { font-weight: normal; color: #66737f; }
"""


def build_page(
    tables: Sequence[tuple[str, Sequence[tuple[str, str]]]], svg: str, about: str
) -> str:
    """Build a page with a plot and a table of figures for each title.

    ``about`` says to a screen reader what the plot shows.
    """
    title = html.escape("; ".join(name for name, _ in tables))
    told = "\n".join(
        f"<h2>{html.escape(name)}</h2>\n<table>\n{_rows(rows)}</table>" for name, rows in tables
    )
    picture = svg[svg.index("<svg") :]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{_STYLE}</style>
</head>
<body>
<figure role="img" aria-label="{html.escape(about)}: {title}">
{picture}
</figure>
{told}
</body>
</html>
"""


def _rows(rows: Sequence[tuple[str, str]]) -> str:
    return "".join(
        f'<tr><th scope="row">{html.escape(name)}</th><td>{html.escape(value)}</td></tr>\n'
        for name, value in rows
    )
