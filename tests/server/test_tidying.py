"""Garbage of a serving process: no move waits for it; and nothing else that could be made before is made with the first requests."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from surefoot.server import bodies, tidying
from surefoot.server.app import create_app, from_environment
from surefoot.server.settings import VARIABLE, Settings


class Knot:
    """An object that holds itself."""

    def __init__(self) -> None:
        self.own = self


def test_a_server_never_looks_through_many_new_objects_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, settings(tmp_path).model_dump_json())
    found: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            found.append(info["collected"])

    with TestClient(from_environment()):
        gc.callbacks.append(note)
        try:
            for _ in range(150_000):
                Knot()
        finally:
            gc.callbacks.remove(note)
    assert found, "garbage was looked for"
    # A part of a thousandth of a second; of 50,000 it would be a fiftieth of a second.
    assert max(found) < 10_000


def test_threads_of_a_server_take_short_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, settings(tmp_path).model_dump_json())
    before = sys.getswitchinterval()
    with TestClient(from_environment()):
        assert sys.getswitchinterval() <= 0.001
    assert sys.getswitchinterval() == before


def test_garbage_that_has_become_old_is_found_when_little_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "EVERY", 0.02)
    # Whatever this process does meanwhile is little.
    monkeypatch.setattr(tidying, "LITTLE", 100.0)

    async def seen() -> tuple[bool, bool]:
        async with tidying.tidying():
            knot = Knot()
            there = weakref.ref(knot)
            # It becomes old, and is not held any more.
            kept = [[] for _ in range(150_000)]
            old = len(kept) > 0 and there() is not None
            del knot
            for _ in range(500):
                if there() is None:
                    break
                await asyncio.sleep(0.01)
            return old, there() is None

    assert asyncio.run(seen()) == (True, True)


def test_garbage_is_not_looked_for_among_what_was_there_before() -> None:
    before = gc.get_threshold(), gc.get_freeze_count()

    async def kept() -> int:
        async with tidying.tidying():
            return gc.get_freeze_count()

    assert asyncio.run(kept()) > 10_000
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


def test_no_handler_of_an_address_is_made_with_the_first_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    usual = bodies.StrictRoute.get_route_handler

    def noted(route: bodies.StrictRoute) -> Any:
        made.append(route.path)
        return usual(route)

    monkeypatch.setattr(bodies.StrictRoute, "get_route_handler", noted)
    with TestClient(create_app(settings(tmp_path))) as client:
        before = list(made)
        assert "/v1/games" in {path.removesuffix("/") for path in before}
        assert client.post("/v1/games", json={"bundled": "gantry"}).status_code == 201
        assert client.get("/v1/games/none").status_code in (401, 404)
    assert made == before


def settings(folder: Path) -> Settings:
    """A server without processes of its own."""
    return Settings(database=f"sqlite:///{folder / 'games.db'}", workers=0, names=("testserver",))
