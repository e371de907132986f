"""Legs in, itinerary out: what a path meets, in order, without a word about rules."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Text
from surefoot.records import dataclass
from surefoot.table.place import Place, Pose

# How a player may label a leg; an unlabelled leg walks and never guesses.
By = Literal["walk", "climb", "jump", "leap", "link", "lift", "turn", "fly", "swim", "through"]


@dataclass(frozen=True, slots=True)
class Leg:
    """One declared piece of a path, in millionths: straight to a point, in one manner.

    `on` names the surface meant where several lie above one another; `link` the ladder, rope or lift used;
    `turn` a change of facing (degrees clockwise) made on the spot; `manner` how it is walked (crawl, sidestep …);
    `rise` how far a lift travels; `height` the height at which the line is held, and `about` the point about which it
    turns, in rulesets whose legs may say so; `ahead` a distance straight ahead, in place of `to`, from wherever the model
    stands when the leg is declared.
    """

    to: tuple[int, int] | None = None
    by: By = "walk"
    on: str = ""
    link: str = ""
    turn: int = 0
    rise: int = 0
    manner: str = ""
    height: int | None = None
    about: tuple[int, int] | None = None
    ahead: int | None = None

    def __post_init__(self) -> None:
        if self.to is not None and (isinstance(self.to[0], float) or isinstance(self.to[1], float)):
            raise TypeError(
                f"Leg({self.to}) counts in millionths; for inches or metres write Leg.at{self.to}"
            )

    @classmethod
    def at(cls, x: float, y: float, by: By = "walk", **more: Any) -> Leg:
        """A leg to a point in the table's unit: inches, or metres.

        >>> Leg.at(8.5, 4, "climb", on="catwalk").to
        (8500000, 4000000)
        """
        return cls((to_lattice(x), to_lattice(y)), by, **more)


Mode = Literal[
    "walk",
    "step",
    "climb",
    "drop",
    "leap",
    "bridge",
    "hurdle",
    "ladder",
    "stairs",
    "lift",
    "turn",
    "set",
    "fly",
    "swim",
    "over",
]


class ModelZone(NamedTuple):
    """The zone of one model: the key of the `Zone` in the lens, and the model."""

    key: str
    model: str


@dataclass(frozen=True, slots=True)
class Stride:
    """A stretch of the path that is the same all along: one mode, one ground, the same zones.

    `length` is what the base's centre (or its furthest part) travels along the surface, `rise` the difference in
    height, `outward` how far an overhang pushes a climber out. Lengths are floats here; the bill puts them on the lattice.
    """

    mode: Mode
    start: Pose
    end: Pose
    length: float
    rise: float = 0.0
    turn: float = 0.0
    grounds: tuple[str, ...] = ()
    zones: tuple[ModelZone, ...] = ()
    # Zones that the mover was in from the start and that this stride only leaves.
    leaving: tuple[ModelZone, ...] = ()
    over: str = ""
    link: str = ""
    manner: str = ""
    outward: float = 0.0
    leg: int = 0
    # What the base stands on at its end, and the areas it is in (by the part that triggers hazards).
    surface: str = ""
    areas: tuple[str, ...] = ()
    # Models that the base passes over.
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """An area that the base enters or leaves at one point of the path: at the start of stride `stride`."""

    kind: Literal["enter", "leave"]
    stride: int
    pose: Pose
    what: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Where the itinerary had to stop before the declared end, and why."""

    kind: Literal["edge", "solid", "model", "board", "level", "link", "overhang", "room"]
    what: str
    pose: Pose
    rise: float = 0.0
    gap: float = 0.0
    says: Text = ""
    # The mover's action does not allow to climb here, wherever the path leads.
    no_climbing: bool = False
    # How the leg that it stopped was declared.
    by: By = "walk"


@dataclass(frozen=True, slots=True)
class Itinerary:
    """All that a path meets: strides in order, marks between them, and where the base may rest.

    `rests[i]` are the fractions of stride i at which the base could end, as intervals; `end` is the place reached,
    `fits` whether the base may rest there, `overlapped` what keeps it from that.
    """

    start: Place
    end: Place
    strides: tuple[Stride, ...]
    marks: tuple[Mark, ...] = ()
    rests: tuple[tuple[tuple[float, float], ...], ...] = ()
    hold: Hold | None = None
    fits: bool = True
    overlapped: tuple[tuple[str, str], ...] = ()

    @property
    def length(self) -> float:
        """Length of the whole track."""
        return sum(stride.length for stride in self.strides)

    def between(self, first: int, last: int) -> Itinerary:
        """Some of the strides alone, as a bill prices them."""
        return Itinerary(self.start, self.end, self.strides[first:last])
