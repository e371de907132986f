"""The page: the files that a browser loads, under one hash, and the rules that it has to keep while it shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from surefoot.server.problems import Problem

router = APIRouter(include_in_schema=False)

# Where files of the page are found; what stands there under a hash never changes.
AT = "/page/"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
# Nothing but files of this server, no script or style inside a page, nobody may frame it, and no address leaks.
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
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Page:
    """All files of the page by their path, and one hash over them."""

    files: dict[str, bytes]
    hash: str

    @property
    def index(self) -> bytes:
        """The page itself: whatever it loads, it loads under the hash."""
        return self.files["index.html"].replace(b'"page/', f'"page/{self.hash}/'.encode())


@cache
def page() -> Page:
    """The page as it is installed."""
    found = dict(sorted(_files(files("surefoot.server") / "page", "")))
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
    """The page."""
    tag = f'"{page().hash}"'
    headers = {**SAFE, "cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(page().index, media_type=TYPES[".html"], headers=headers)


@router.get("/favicon.ico")
async def icon() -> Response:
    """The sign of the page, where browsers look for it unasked."""
    return _file("icon.svg", "public, max-age=86400")


@router.get(f"{AT}{{stamp}}/{{path:path}}")
async def file(stamp: str, path: str) -> Response:
    """A file of the page; of another version than this server's, none."""
    if stamp != page().hash:
        raise Problem(
            "request/unknown-address", "this is a file of another version of the page; load it again"
        )
    return _file(path, FOREVER)


def _file(path: str, kept: str) -> Response:
    known = page().files
    if path not in known:
        raise Problem("request/unknown-address", "the page has no such file")
    return Response(known[path], media_type=TYPES[_suffix(path)], headers={**SAFE, "cache-control": kept})
