"""The browser client: built files, served with a strict content security policy."""

import re
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.response import File

from tenback.server.refusals import ServerCode
from tenback.server.web.problems import ProblemError

__all__ = ["SECURITY_HEADERS", "STATIC", "static_page"]

STATIC = Path(__file__).parent.parent / "static"
_PACKAGE = Path(__file__).parents[2]
#: The folders of the package from which the client loads other files, by the suffix of the name.
_SHARED = {
    ".jsonl": _PACKAGE / "analysis" / "puzzles" / "data",
    ".npz": _PACKAGE / "bots" / "value" / "networks",
    ".wasm": _PACKAGE / "kernels" / "built",
}
#: The client asks for those files by a name with a digest, which they do not have here.
_DIGEST = re.compile(r"-[\w-]{8}(?=\.\w+$)")
_YEAR = "public, max-age=31536000, immutable"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        # Compiled kernels may run in the page's worker; text may not be run as a script.
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

#: Fixed and not guessed: browsers refuse styles and scripts of the wrong type, and save a page
#: that is kept without one, instead of showing it.
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".jsonl": "application/jsonl",
    ".npz": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>tenback</title>
<p>The server runs, but the browser client has not been built: run <code>make client</code>.</p>
<p>Programs talk to it as described at <a href="/api/protocol">/api/protocol</a>.</p></html>
"""


def _find(name: str) -> Path | None:
    """Find a built file of this name; files outside the folders are never found."""
    home = STATIC
    folder, _, last = name.rpartition("/")
    if folder == "assets" and (shared := _SHARED.get(Path(last).suffix)):
        home, name = shared, _DIGEST.sub("", last)
    try:
        file = (home / name).resolve()
        there = file.is_relative_to(home.resolve()) and file.is_file()
    except (OSError, ValueError):  # not a possible file name
        raise ProblemError(ServerCode.NO_PAGE, path=f"/{name}"[:80]) from None
    return file if there else None


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def static_page(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return a built file; any other path gets the page of the client, which routes itself."""
    name = str(request.path_params.get("path", "")).strip("/")
    file = _find(name)
    if file is not None:
        fixed = name.startswith("assets/")
        return File(
            file,
            content_disposition_type="inline",
            media_type=_TYPES.get(file.suffix),
            headers={"Cache-Control": _YEAR if fixed else "no-cache"},
        )
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(_NOT_BUILT, media_type="text/html")
    if "." in name.rpartition("/")[2]:
        raise ProblemError(ServerCode.NO_PAGE, path=f"/{name}"[:80])
    return File(
        index,
        content_disposition_type="inline",
        media_type="text/html",
        headers={"Cache-Control": "no-cache"},
    )
