"""Somebody who plays the tiny ruleset: dice from a seed, camps on the spot, and a word on the weather."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Asked, Reply
from surefoot.dice.requests import Break, Plan
from surefoot.dice.responders import Seeded
from surefoot.table.place import BOARD, Place
from tests.tiny.rules import Near


@dataclass
class Player(Seeded):
    """Answers everything that the tiny rules can ask."""

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Never far off, and always in the rain."""
        if isinstance(request, Plan) and isinstance(request.judge, Near):
            return Reply(Place("surface", BOARD, request.judge.x, request.judge.y))
        if request.what == "the weather":
            return Reply("rain")
        return super().reply(request, breaks)
