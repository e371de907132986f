"""Reads the bodies of requests for games as strictly as frames of a socket: plain JSON, of bounded size, depth and width.

Python's own reader takes numbers that are none (NaN), halves of characters and lists in lists without end, each of which
breaks something behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from surefoot.language import say
from surefoot.server.problems import Problem

# Forms have fewer fields than this.
MOST_FIELDS = 50


class _Strict(Request):
    """A request whose body is read as strictly as a frame."""

    async def json(self) -> Any:
        """The body; raises Problem if it is no JSON or too wide."""
        try:
            found = from_json(await self.body(), allow_inf_nan=False)
        except ValueError:
            raise Problem("request/unreadable", say("The body is not JSON")) from None
        if isinstance(found, dict) and len(found) > MOST_FIELDS:
            says = say("A request has at most {most} fields", most=MOST_FIELDS)
            raise Problem("request/unreadable", says)
        return found


class StrictRoute(APIRoute):
    """A route that reads bodies strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of FastAPI, with strict requests."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_Strict(request.scope, request.receive))

        return strict
