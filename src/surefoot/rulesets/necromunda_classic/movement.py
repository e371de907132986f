"""One movement of a vehicle: its steps, its touches, and the impacts to resolve when it has stopped."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from surefoot.records import dataclass
from surefoot.referee.tariff import Tariff
from surefoot.rulesets.necromunda_classic.vehicle import Facing, Point


@dataclass(frozen=True, slots=True)
class Turn:
    """A pivot about the vehicle's centre, degrees clockwise."""

    degrees: float


@dataclass(frozen=True, slots=True)
class Go:
    """A straight line; `way` is its direction relative to the facing: 0 ahead, 90 right, 180 back."""

    length: float
    way: float = 0.0


@dataclass(frozen=True, slots=True)
class Steady:
    """A point of the move at which the vehicle must keep control."""

    modifier: int


Step = Turn | Go | Steady
# Dangerous areas tested for in an action, each with the vehicle that tested.
Tested = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch: after how many inches of the step, the moving vehicle, the thing that it touches, and the point."""

    at: float
    member: str
    kind: Literal["fighter", "vehicle", "terrain"]
    other: str
    point: Point


@dataclass(frozen=True, slots=True)
class RunOver:
    """A fighter that a vehicle touched, and its status then."""

    fighter: str
    by: str
    status: Literal["standing", "pinned", "seriously injured"]


@dataclass(frozen=True, slots=True)
class Crash:
    """Two vehicles that collided, each with its facing; `rammed` if the first one counts half its Move."""

    one: str
    facings: tuple[Facing, ...]
    other: str
    other_facings: tuple[Facing, ...]
    rammed: bool


@dataclass(frozen=True, slots=True)
class Struck:
    """A vehicle that hit terrain with a facing; `rammed` if it counts half its Move."""

    who: str
    facings: tuple[Facing, ...]
    what: str
    solid: bool
    rammed: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """A vehicle that fell over an edge: the distance, and the models underneath."""

    who: str
    drop: float
    onto: tuple[str, ...]


Impact = RunOver | Crash | Struck | Dropped


@dataclass
class Movement:
    """A vehicle on the move."""

    who: str
    # The Move that sets the hit of every impact, and its clauses.
    move: int
    move_clauses: tuple[str, ...]
    # Prices of a voluntary move; None if the move is involuntary.
    tariff: Tariff | None = None
    purse: int = 0
    spent: int = 0
    # Cited with every stretch, and the `how` of its moves.
    clauses: tuple[str, ...] = ()
    how: str = "drives"
    ram: bool = False
    # Every touch counts as head-on, and the vehicle takes no damage itself.
    tumbling: bool = False
    # Pushed aside by another: vehicles that it touches are pushed along or stop it, without a test.
    shoved: bool = False
    # The clauses that stop it at any collision.
    halts: tuple[str, ...] = ()
    # Also cited where solid terrain stops it.
    barred: tuple[str, ...] = ()
    # Vehicles that it pushes along as one body with itself.
    pushed: tuple[str, ...] = ()
    # Things touched and resolved in this step.
    cleared: tuple[str, ...] = ()
    # The rest of the step under way, and the steps after it.
    ahead: Step | None = None
    rest: tuple[Step, ...] = ()
    # Fighters that were touched and could not be moved.
    closed_in: tuple[str, ...] = ()
    started: bool = False
    over: bool = False
    lost_control: bool = False
    # Control was lost on the way, or the vehicle fell: the rest of the action is lost, with its tests.
    forfeited: bool = False
    tested: Tested = ()
    impacts: list[Impact] = field(default_factory=list)
    # Riders and loot that fall off, with their vehicles; they are placed when the movement is over.
    falling: list[tuple[str, str]] = field(default_factory=list)
