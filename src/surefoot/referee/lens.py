"""The lens: what each thing on the table is to one mover in one action. Pure data, by selectors, never by table.

Trace knows no rules; whatever it must know of a ruleset stands here.
"""

from __future__ import annotations

from dataclasses import field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from surefoot.geometry.shapes import Part
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.records import dataclass
from surefoot.table.model import Model
from surefoot.table.terrain import SORTS, Piece
from surefoot.table.words import instead

if TYPE_CHECKING:
    from surefoot.referee.scene import Area

# absent: not there. ground: its tags count under the base; a gap that is ground is walked over. level: can be stood on, its sides are climbed.
# top: the same, but no base may end on it.
# hurdle: crossed on the way, never ended on. solid: cannot be entered. link: leads from one height to another.
# pass: may be moved through at no cost, never ended on.
# A model with decks may be a level too: it is climbed and stood on like terrain, its hull is no model any more.
Role = Literal["absent", "ground", "level", "top", "hurdle", "solid", "link", "pass"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Selects terrain by generic fields; every field that is given must fit."""

    sorts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    without_states: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for sort in self.sorts:
            if sort not in SORTS:
                raise ValueError(
                    f"Pieces(sorts={self.sorts!r}): there is no sort {sort!r} of terrain{instead(sort, SORTS)}"
                )

    def fits(self, piece: Piece) -> bool:
        """Whether a piece is meant."""
        return (
            (not self.sorts or piece.sort in self.sorts)
            and (not self.ids or piece.id in self.ids)
            and (not self.tags or any(tag in piece.tags for tag in self.tags))
            and (not self.states or any(state in piece.state for state in self.states))
            and not any(state in piece.state for state in self.without_states)
        )


@dataclass(frozen=True, slots=True)
class Models:
    """Selects models by generic fields, seen from a mover: every field that is given must fit."""

    relation: Literal["any", "friend", "enemy", "unit", "other-unit"] = "any"
    keywords: tuple[str, ...] = ()
    without_keywords: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    without_statuses: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    def fits(self, model: Model, mover: Model) -> bool:
        """Whether a model is meant."""
        return (
            _related(self.relation, model, mover)
            and (not self.ids or model.id in self.ids)
            and (not self.keywords or _any_of(self.keywords, model.keywords))
            and not (self.without_keywords and _any_of(self.without_keywords, model.keywords))
            and (not self.statuses or _any_of(self.statuses, model.statuses))
            and not (self.without_statuses and _any_of(self.without_statuses, model.statuses))
        )


def _any_of(words: tuple[str, ...], present: tuple[str, ...]) -> bool:
    """Whether one of some words is present."""
    # Most models have no status.
    return bool(present) and any(word in present for word in words)


def _related(relation: str, model: Model, mover: Model) -> bool:
    if relation == "any":
        return True
    if relation == "friend":
        return model.side == mover.side
    if relation == "enemy":
        return model.side != mover.side
    return (model.unit == mover.unit and mover.unit != "") == (relation == "unit")


@dataclass(frozen=True, slots=True)
class Zone:
    """Ground near certain models that matters to the mover.

    Nearer than `reach` in plan (exactly as near counts only if `closed`), and within `height` up or down; or, with
    `space`, nearer than `reach` through the air. `through_walls` off: what solid terrain hides has no zone.
    """

    key: str
    of: Models
    reach: float
    height: float | None = None
    space: bool = False
    closed: bool = False
    through_walls: bool = True


@dataclass(frozen=True, slots=True)
class Met:
    """A model that a mover meets at another height than it stands at: ground that is stepped onto for free lifts the mover."""

    model: str
    # The one of those heights that is nearest to the mover, for questions that look at no single place.
    nearest: float
    # The pieces near it that lift the mover: each with the level that it lies on, and the height at which a mover with its
    # centre on it meets the model. Elsewhere it is met as it stands. Empty: only the nearest height is known.
    on: tuple[tuple[str, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class LowRoof:
    """A floor under which a mover fits, but not where something that is stepped onto for free lifts its centre."""

    # What lifts it, and the level that this lies on.
    low: str
    level: float
    # The floor, the greatest height at which the mover fits under it, and whether it passes through: then it only may not end there.
    roof: str
    fits: float
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Vaulted:
    """Sorts of pieces that are crossed in stride, if no higher than a free step: on their tops the ground that they stand on still counts.

    Areas with one of the tags `below` do not: they stay below the top.
    """

    sorts: tuple[str, ...]
    below: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lens:
    """What the mover sees. The first selector that fits decides; what none fits is absent."""

    pieces: tuple[tuple[Pieces, Role], ...]
    models: tuple[tuple[Models, Role], ...]
    zones: tuple[Zone, ...] = ()
    # Which part of the base must be supported where it rests. Its centre decides which ground it is on; any part meets a hazard.
    rest: Part = "all"
    # Rises and drops up to this are walked, gaps up to this many base widths are walked over.
    step: float = 0.0
    gap_in_bases: float = 0.0
    gap: float = 0.0
    # Whether the far side of such a gap may lie lower than a step, if the base has room along it.
    gap_down: bool = False
    # Overhangs reaching out further than this stop a climb; None: none can be climbed past.
    overhang: float | None = None
    climbs: bool = True
    # Models that are met at another height than they stand at, somewhere.
    heights: tuple[Met, ...] = ()
    # Floors under which the mover does not fit with its centre on something that is stepped onto for free.
    low_roofs: tuple[LowRoof, ...] = ()
    # Hurdles that are as high for the mover as what they are part of, each with that height: a door that is climbed with its wall.
    tops: tuple[tuple[str, float], ...] = ()
    # How far above an area a floor or a slope may be that still counts as its ground; None: as far as a free step.
    drape: float | None = None
    # Pieces on whose tops the ground at their foot counts, however far above it that is.
    vaulted: Vaulted | None = None
    _hash: int = field(default=0, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # A lens keys every memo of what is seen through it, and has dozens of selectors.
        parts = (getattr(self, each.name) for each in fields(self) if each.compare)
        object.__setattr__(self, "_hash", hash(tuple(parts)))

    def __hash__(self) -> int:
        return self._hash

    def role_of_piece(self, piece: Piece) -> Role:
        """What a piece of terrain is to the mover."""
        if len(self.pieces) <= _FEW:
            return next((role for selector, role in self.pieces if selector.fits(piece)), "absent")
        named, others = _selectors(self)
        tried = (self.pieces[number] for number in sorted((*named.get(piece.id, ()), *others)))
        return next((role for selector, role in tried if selector.fits(piece)), "absent")

    def role_of_model(self, model: Model, mover: Model) -> Role:
        """What another model is to the mover."""
        return next((role for selector, role in self.models if selector.fits(model, mover)), "absent")


# Up to this number, selectors are tried one by one; above it, they are indexed by name.
_FEW = 32


@lru_cache(maxsize=64)
def _selectors(lens: Lens) -> tuple[dict[str, list[int]], list[int]]:
    """The numbers of the selectors of pieces: those that name a piece, by its name, and all others."""
    named: dict[str, list[int]] = {}
    others: list[int] = []
    for number, (selector, _) in enumerate(lens.pieces):
        for name in selector.ids:
            named.setdefault(name, []).append(number)
        if not selector.ids:
            others.append(number)
    return named, others


def ground_span(lens: Lens, low: float, high: float) -> tuple[float, float]:
    """The heights at which an area between two others is the ground of a mover."""
    above = lens.step if lens.drape is None else lens.drape
    return low - lens.step, high + above


def ground_height(lens: Lens, tags: tuple[str, ...], piece: Piece | None, z: float) -> float:
    """The height at which ground with some tags is looked for under a mover on a piece: at the foot of one that is vaulted."""
    vaulted = lens.vaulted
    if vaulted is None or piece is None or piece.sort not in vaulted.sorts:
        return z
    height = from_lattice(piece.height)
    stays_below = any(tag in tags for tag in vaulted.below)
    return z if stays_below or beyond(height, lens.step) else z - height


def is_ground_at(lens: Lens, area: Area, z: float, piece: Piece | None = None) -> bool:
    """Whether an area is the ground of a mover at a height, on a piece if one is named."""
    bottom, top = ground_span(lens, area.low, area.high)
    z = ground_height(lens, area.tags, piece, z)
    return within(bottom, z) and within(z, top)


def in_height(zone: Zone, apart: float) -> bool:
    """Whether a difference in height leaves a model's zone in force."""
    return zone.height is None or within(abs(apart), zone.height)
