"""Serves the page: its files under one hash, with the headers that restrict what it may load."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server.joining import joined
from surefoot.server.problems import Problem

router = APIRouter(include_in_schema=False)

# Files of the page are served below this address and their hash, so that they can be cached forever.
AT = "/page/"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# Only files of this server, no inline scripts or styles, no frames, and no referrer.
SAFE = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# The tag of the start page that names these languages.
WORDS = b'<meta name="words" content="%s">'
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Page:
    """All files of the page by their path, and one hash over them."""

    files: dict[str, bytes]
    hash: str

    @property
    def index(self) -> bytes:
        """The start page: its links point below the hash, and it names the languages that have a catalogue."""
        text = self.files["index.html"].replace(b'"page/', f'"page/{self.hash}/'.encode())
        return text.replace(WORDS % b"", WORDS % " ".join(self.languages).encode())

    @property
    def languages(self) -> list[str]:
        """The languages with a catalogue of the page's texts: `words/de.json` is that of `de`."""
        return [path[len("words/") : -len(".json")] for path in self.files if path.startswith("words/")]


@cache
def page() -> Page:
    """The files of the installed page, and those that join them."""
    found = dict(sorted(_files(files("surefoot.server") / "page", "")))
    found |= joined(found)
    whole = sha256()
    for path, content in found.items():
        whole.update(f"{path}\0{len(content)}\0".encode())
        whole.update(content)
    return Page(found, whole.hexdigest()[:16])


def _files(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _files(each, f"{path}{each.name}/")
        elif _suffix(each.name) in TYPES:
            found.append((path + each.name, each.read_bytes()))
    return found


def _suffix(name: str) -> str:
    return name[name.rfind(".") :] if "." in name else ""


@router.get("/")
async def index(request: Request) -> Response:
    """The start page."""
    tag = f'"{page().hash}"'
    headers = {**SAFE, "cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(page().index, media_type=TYPES[".html"], headers=headers)


@router.get("/embed.js")
async def embed() -> Response:
    """The table for other pages of this server, at an address that stays."""
    text = f'export * from "./page/{page().hash}/js/embed/element.js";\n'
    return Response(text, media_type=TYPES[".js"], headers={**SAFE, "cache-control": "no-cache"})


@router.get("/surefoot.json")
async def no_engine() -> Response:
    """On a server tables ask the server: there is no engine for browsers."""
    return Response('{"engine":""}', media_type="application/json", headers=SAFE)


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon, at the address where browsers look for it."""
    return _file("icon.svg", "public, max-age=86400")


@router.get(f"{AT}{{stamp}}/{{path:path}}")
async def file(stamp: str, path: str) -> Response:
    """A file of the page. Files of another version are not served."""
    if stamp != page().hash:
        raise Problem(
            "request/unknown-address",
            say("This file belongs to another version of the page. Reload the page"),
        )
    return _file(path, FOREVER)


def _file(path: str, kept: str) -> Response:
    known = page().files
    if path not in known:
        raise Problem("request/unknown-address", say("The page has no such file"))
    return Response(known[path], media_type=TYPES[_suffix(path)], headers={**SAFE, "cache-control": kept})
