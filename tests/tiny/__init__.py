"""A ruleset that can be checked by hand, with every kind of request in it, and a table to play it on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee import protocol
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.table.model import Base, Model, Unit
from surefoot.table.place import on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from tests.tiny.rules import ACTIONS, tariffs

RULESET = Ruleset("tiny", "tests.tiny", "inch", ACTIONS, tariffs)


@contextmanager
def installed(ruleset: Ruleset = RULESET) -> Iterator[Ruleset]:
    """As if a package with the tiny ruleset were installed beside the others."""
    really = protocol.installed
    points = {**really(), ruleset.name: SimpleNamespace(load=lambda: ruleset)}
    protocol.installed = lambda: points  # type: ignore[assignment]  # without the cache of the real one
    protocol.find.cache_clear()
    try:
        yield ruleset
    finally:
        protocol.installed = really
        protocol.find.cache_clear()


def model(name: str, x: float, y: float, unit: str = "") -> Model:
    """A model with M 5 on a round base."""
    return Model(
        name,
        Base("round", (to_lattice(1.0),)),
        on_surface(x, y),
        side="blue" if unit else "red",
        unit=unit,
        height=to_lattice(1.5),
        profile=Record(M=to_lattice(5)),
    )


def table(**options: int) -> Table:
    """Three models on a board: ana alone, bo and cy as a squad."""
    models = (model("ana", 3, 3), model("bo", 8, 3, "squad"), model("cy", 8, 5, "squad"))
    return Table(
        "tiny",
        "inch",
        Board(to_lattice(24), to_lattice(24)),
        options=Record(options),
        models=Shelf((each.id, each) for each in models),
        units=Shelf([("squad", Unit("squad", "blue", ("bo", "cy")))]),
    )


def legs(*points: tuple[float, float]) -> tuple[Leg, ...]:
    """A path from point to point."""
    return tuple(Leg((to_lattice(x), to_lattice(y))) for x, y in points)


def walk(*points: tuple[float, float], who: str = "ana") -> Declaration:
    """Somebody walks."""
    return Declaration("walk", (who,), legs(*points))


def leap(x: float, y: float, who: str = "ana", **details: bool) -> Declaration:
    """Somebody leaps."""
    return Declaration("leap", (who,), legs((x, y)), details=Record(details))


def dash(x: float, y: float, action: str = "dash") -> Declaration:
    """Ana dashes or sprints."""
    return Declaration(action, ("ana",), legs((x, y)))


MARCH = Declaration("march", ("squad",))
CAMP = Declaration("camp", ("ana",))
SHOVE = Declaration("shove", ("ana",), kind="happen")
END_ROUND = Declaration("end-round", kind="tick")
