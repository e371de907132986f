"""One movement of a vehicle: its steps, what it touches on the way, and what is to be resolved when it has stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from surefoot.referee.tariff import Tariff
from surefoot.rulesets.necromunda_classic.vehicle import Facing, Point


@dataclass(frozen=True, slots=True)
class Turn:
    """A pivot about the vehicle's centre, degrees clockwise."""

    degrees: float


@dataclass(frozen=True, slots=True)
class Go:
    """A straight line; `way` is the direction from where the vehicle looks: 0 ahead, 90 right, 180 back."""

    length: float
    way: float = 0.0


@dataclass(frozen=True, slots=True)
class Steady:
    """A point of the move at which the vehicle must keep control."""

    modifier: int


Step = Turn | Go | Steady


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch: after how much of the step, by which of the vehicles that move, of what, and where."""

    at: float
    member: str
    kind: Literal["fighter", "vehicle", "terrain"]
    other: str
    point: Point


@dataclass(frozen=True, slots=True)
class RunOver:
    """A fighter that a vehicle touched, and how it stood there."""

    fighter: str
    by: str
    status: Literal["standing", "pinned", "seriously injured"]


@dataclass(frozen=True, slots=True)
class Crash:
    """Two vehicles that collided, each with the facing that was touched; whether the first one counts half its Move."""

    one: str
    facings: tuple[Facing, ...]
    other: str
    other_facings: tuple[Facing, ...]
    rammed: bool


@dataclass(frozen=True, slots=True)
class Struck:
    """A vehicle that hit terrain with a facing; whether that was solid, and whether it counts half its Move."""

    who: str
    facings: tuple[Facing, ...]
    what: str
    solid: bool
    rammed: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """A vehicle that fell over an edge: how far, and on whom."""

    who: str
    drop: float
    onto: tuple[str, ...]


Impact = RunOver | Crash | Struck | Dropped


@dataclass
class Movement:
    """A vehicle on the move."""

    who: str
    # The Move that gives every impact its power, and the clauses that set it.
    move: int
    move_clauses: tuple[str, ...]
    # Prices of a move of its own will; none if it is moved otherwise.
    tariff: Tariff | None = None
    purse: int = 0
    spent: int = 0
    # Cited with every stretch, and how it is told.
    clauses: tuple[str, ...] = ()
    how: str = "drives"
    ram: bool = False
    # Every touch counts as head-on, and it takes no damage itself.
    tumbling: bool = False
    # Moved aside by another: what it meets is pushed along or stops it, without a test.
    shoved: bool = False
    # The clauses by which any collision brings it to a stop.
    halts: tuple[str, ...] = ()
    # Cited besides where something solid stops it.
    barred: tuple[str, ...] = ()
    # Vehicles that it pushes along as one body with itself.
    pushed: tuple[str, ...] = ()
    # What was touched and dealt with in this step.
    cleared: tuple[str, ...] = ()
    # The rest of the step under way, and the steps after it.
    ahead: Step | None = None
    rest: tuple[Step, ...] = ()
    # Fighters that were touched and could not be moved.
    closed_in: tuple[str, ...] = ()
    started: bool = False
    over: bool = False
    lost_control: bool = False
    # Dangerous areas tested for, with the vehicle that tested.
    tested: tuple[tuple[str, str], ...] = ()
    impacts: list[Impact] = field(default_factory=list)
    # Riders and loot that fall off, with their vehicles, to be placed when it has stopped.
    falling: list[tuple[str, str]] = field(default_factory=list)
