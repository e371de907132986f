"""The interactive documentation at /docs: served from here, and under the same policy as the page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from surefoot.language import say
from surefoot.server.pages import SAFE, TYPES
from surefoot.server.problems import Problem

router = APIRouter(include_in_schema=False)

FILES = ("index.html", "explorer.css", "explorer.js")


@cache
def _content(name: str) -> bytes:
    return (files("surefoot.server.explorer") / name).read_bytes()


def _served(name: str) -> Response:
    kind = TYPES[name[name.rfind(".") :]]
    return Response(_content(name), media_type=kind, headers={**SAFE, "cache-control": "no-cache"})


@router.get("/docs")
async def index() -> Response:
    """The interactive documentation."""
    return _served("index.html")


@router.get("/docs/{name}")
async def file(name: str) -> Response:
    """A file of the interactive documentation."""
    if name not in FILES:
        raise Problem("request/unknown-address", say("There is nothing at this address"))
    return _served(name)
