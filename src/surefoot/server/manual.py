"""Serves the manual at /manual/, where it has been built; the page links to it, and it links back."""

from __future__ import annotations

import mimetypes
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, RedirectResponse, Response

import surefoot
from surefoot.language import say
from surefoot.server.pages import SAFE
from surefoot.server.problems import Problem

router = APIRouter(include_in_schema=False)

AT = "/manual/"
# The link to the table in the manual, replaced by this server.
TABLE = b'href="http://127.0.0.1:8040/"'
# The theme of the manual has inline scripts and styles, and searches in a worker.
HEADERS = {
    **SAFE,
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "cache-control": "no-cache",
}
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Manual · Surefoot</title>
<h1>The manual is not installed here</h1>
<p>In a clone of Surefoot, <code>make docs</code> builds it. Its pages are also in the folder <code>docs</code>.</p>
<p><a href="/">Back to the table</a></p></html>
"""


@cache
def folder() -> Path | None:
    """The built manual: part of the package, or `site/` of a clone; None if there is none."""
    package = Path(str(files("surefoot.server"))) / "manual"
    clone = Path(surefoot.__file__).parents[2] / "site"
    return next((each for each in (package, clone) if (each / "index.html").is_file()), None)


@router.get(AT.rstrip("/"))
async def without_slash() -> Response:
    """Relative links need the slash at the end."""
    return RedirectResponse(AT)


@router.get(f"{AT}{{path:path}}")
async def page(path: str) -> Response:
    """A file of the manual; for a folder its index page."""
    home = folder()
    if home is None:
        return Response(MISSING, 404, media_type="text/html; charset=utf-8", headers=SAFE)
    found = (home / path).resolve()
    if found.is_dir():
        if path and not path.endswith("/"):
            return RedirectResponse(f"{AT}{path}/")
        found /= "index.html"
    if not found.is_relative_to(home.resolve()) or not found.is_file():
        raise Problem("request/unknown-address", say("The manual has no such page"))
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    if kind == "text/html":
        text = found.read_bytes().replace(TABLE, b'href="/"')
        return Response(text, media_type="text/html; charset=utf-8", headers=HEADERS)
    return FileResponse(found, media_type=kind, headers=HEADERS)
