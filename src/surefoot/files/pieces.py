"""Reads the terrain of a file: checks outlines, fills in the ruleset's default heights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from surefoot.files.kinds import Footprint, Point
from surefoot.files.reading import Entry, Reading, check_ruleset_name
from surefoot.files.source import Way
from surefoot.files.terrain_forms import PIECE_FORMS, PieceForm, UprightForm
from surefoot.geometry import kernel, prepare
from surefoot.geometry.prepare import FURTHEST, Flaw
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, short_of, to_lattice
from surefoot.language import Field, Notation, Quantity, Quoted, Sentence, say
from surefoot.referee.protocol import installed
from surefoot.table.place import BOARD
from surefoot.table.record import Record, Value
from surefoot.table.table import surface_height
from surefoot.table.terrain import LINK_SORTS, SORTS, Piece, Sort
from surefoot.table.words import near, sort_name, suggested

# The width of doors, windows and railings that are in no wall with a width.
THIN = 0.1

# Sorts that may also lead across, between two points at the same height.
LEVEL_LINKS = ("rope", "grapple")
# Sorts that models and terrain can stand on.
SURFACES = ("platform", "lift", "stairs", "ramp", "wall", "obstacle", "door", "gap")
# Sorts that need a height, given or by default.
_TALL = ("wall", "obstacle", "railing", "door", "window", "stairs", "ramp")
# Sorts that are ways through the wall they stand in.
_OPENINGS = ("door", "window")
# Sorts whose points are always a centre line.
_LINES = ("railing", "ductway", "door", "window", "stairs", "ramp")


def read_pieces(reading: Reading, entries: list[Entry]) -> dict[str, Piece]:
    """All pieces of terrain without problems, in the order of the file."""
    return _Terrain(reading, entries).pieces()


def flat(points: Sequence[Point]) -> tuple[int, ...]:
    """Points on the lattice."""
    return tuple(to_lattice(value) for each in points for value in each)


def ring(reading: Reading, points: Sequence[Point], way: Way) -> tuple[int, ...] | None:
    """An outline on the lattice, counter-clockwise; None, with its problems added to the reading, if it can't be used."""
    flaws = prepare.problems(points)
    for flaw in flaws:
        reading.wrong(way, _flaw(flaw))
    if flaws:
        return None
    # A file may repeat corners, and the first at the end: an edge without a length has no direction.
    corners = prepare.distinct(points)
    while len(corners) > 3 and math.dist(corners[0], corners[-1]) <= TOLERANCE:
        corners.pop()
    return tuple(map(to_lattice, prepare.counter_clockwise([value for each in corners for value in each])))


def _flaw(flaw: Flaw) -> Sentence:
    """A problem of an outline in words."""
    match flaw.kind:
        case "not-finite":
            return say("a corner is not a finite number")
        case "too-far":
            return say("a corner is more than {most} from the origin", most=Quantity(FURTHEST))
        case "too-few-corners":
            return say("an outline needs at least 3 different corners, this one has {n}", n=flaw.corners)
        case "crosses-itself":
            x, y = map(Quantity, flaw.at)
            return say("the outline crosses or touches itself near ({x}, {y})", x=x, y=y)
        case "no-area":
            return say("the outline encloses no area")


def _footprint(where: Footprint, width: float | None) -> Region:
    """The footprint of a wall; empty if it can't be read."""
    if width is not None and not where.closed:
        return prepare.line_region(where.points, width)
    if len(where.points) < 3 or prepare.problems(where.points):
        return Region(())
    return Region((tuple(value for each in where.points for value in each),))


def _through(ends: Sequence[Point], wall: Region) -> float:
    """How thick a door must be to lead right through a wall that its middle is in; 0 if it is in no such wall."""
    (ax, ay), (bx, by) = ends[0], ends[-1]
    length, x, y = math.dist(ends[0], ends[-1]), (ax + bx) / 2, (ay + by) / 2
    if not wall.rings or length <= TOLERANCE or kernel.region_distance(x, y, wall.rings) > TOLERANCE:
        return 0.0
    # The line across the door, through its middle, longer than any wall is thick.
    far = math.dist(wall.bounds[:2], wall.bounds[2:]) + 1.0
    dx, dy = (ay - by) / length * far, (bx - ax) / length * far
    spans = kernel.leg_inside(x - dx, y - dy, x + dx, y + dy, wall.rings)
    reach = [
        2 * far * max(0.5 - low, high - 0.5)
        for low, high in zip(spans[0::2], spans[1::2], strict=True)
        if low <= 0.5 + TOLERANCE and high >= 0.5 - TOLERANCE
    ]
    return 2 * max(reach, default=0.0)


class _Terrain:
    def __init__(self, reading: Reading, entries: list[Entry]) -> None:
        self.reading = reading
        self.entries = entries
        self.forms: dict[str, tuple[PieceForm, Way]] = {}
        self.outlines: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]] = {}
        self.done: dict[str, Piece | None] = {}
        # Pieces whose foot is being computed, to find a piece that stands on itself.
        self.pending: list[str] = []

    def pieces(self) -> dict[str, Piece]:
        for entry in self.entries:
            form = self._form(entry)
            if form is not None:
                self.forms[entry.id] = (form, entry.way)
        for name in self.forms:
            self._outline(name)
        found = {name: self._piece(name) for name in self.forms}
        for name, (form, way) in self.forms.items():
            if found[name] is None:
                self._lose(form, name, way)
        pieces = {name: piece for name, piece in found.items() if piece is not None}
        self._buried(pieces)
        return pieces

    def _buried(self, pieces: Mapping[str, Piece]) -> None:
        """Add a problem for each platform below the board, if nothing at all leads down there."""
        if not self.reading.data.get("board") or any(_lowest(piece) < 0 for piece in pieces.values()):
            return
        for name, piece in pieces.items():
            if piece.sort == "platform" and piece.z < 0:
                says = say(
                    "it is below the board, and nothing leads down there; write a pit as {pit}",
                    pit=Notation(f"{{gap: …, depth: {from_lattice(-piece.z):g}}}"),
                )
                self.reading.wrong((*self.forms[name][1], "z"), says)

    def _form(self, entry: Entry) -> PieceForm | None:
        sorts = [key for key in entry.data if key in SORTS]
        if len(sorts) == 1:
            found = self.reading.check(PIECE_FORMS[sorts[0]], entry.data, entry.way, entry.id)
            part = None if found is not None else PIECE_FORMS[sorts[0]].readable(entry.data)
            if part is not None:
                self._lose(part, entry.id, entry.way)
            return found
        self.reading.broken[entry.id] = None
        if sorts:
            names = tuple(map(Quoted, sorts))
            says = say("a piece has one sort, this one has {names}: make them several pieces", names=names)
            self.reading.wrong(entry.way, says)
            return None
        self.reading.check(
            PieceForm, {key: each for key, each in entry.data.items() if key in PieceForm.fields}, entry.way
        )
        common = [*PieceForm.fields, "height", "width"]
        strange = [key for key in entry.data if key not in common]
        close = next((key for key in strange if near(key, SORTS)), strange[0] if strange else "")
        if close in ("type", "kind", "sort") and entry.data[close] in SORTS:
            form = Notation(f"{entry.data[close]}: …")
            says = say("the field that holds its position names its sort: write {form}", form=form)
            self.reading.wrong((*entry.way, close), says)
        elif close:
            problem = say("there is no sort of terrain {sort}", sort=Quoted(close))
            self.reading.wrong((*entry.way, close), suggested(problem, close, SORTS))
        else:
            says = say(
                "give its sort and its outline, such as {form}; known: {sorts}",
                form=Notation("wall: [[2, 3], [8, 3]]"),
                sorts=Notation(", ".join(SORTS)),
            )
            self.reading.wrong(entry.way, says)
        return None

    def _lose(self, form: PieceForm, name: str, way: Way) -> None:
        """Keep what can be read of a piece with problems, so that its words are checked as well."""
        check_traits(self.reading, form.traits, (*way, "traits"))
        self.reading.lost_pieces[name] = Piece(
            name,
            cast(Sort, form.sort),
            tags=form.tags,
            face_tags=form.face_tags,
            state=form.state,
            traits=form.traits,
        )

    # --- outlines -----------------------------------------------------------------------------

    def _outline(self, name: str) -> None:
        """Store the outline and the line of a piece, and the fields that were filled in."""
        form, way = self.forms[name]
        here = (*way, form.sort)
        where = _where(form)
        if isinstance(form, UprightForm):
            self.outlines[name] = ((), flat(where), ())
            return
        closed = isinstance(where, Footprint) and where.closed
        points = where.points if isinstance(where, Footprint) else where
        width: float | None = getattr(form, "width", None)
        if closed or (width is None and len(points) > 2 and form.sort not in _LINES):
            if width is not None:
                self.reading.wrong(
                    (*way, "width"), say("a rectangle already has a width: leave this one out")
                )
            corners = ring(self.reading, points, here)
            self._keep(name, corners, (), ())
            return
        filled: tuple[str, ...] = ()
        if width is None:
            width = self._usual_width(form, points)
            filled = ("width",)
        if width is None:
            says = say("{sort} that is given as a line needs a width", sort=sort_name(form.sort))
            self.reading.wrong(way, says, missing="width")
            self._keep(name, None, (), ())
            return
        if form.sort in _OPENINGS and short_of(width, min(self._thicknesses(form, points), default=0.0)):
            thick = Quantity(self._thicknesses(form, points)[0])
            says = say("too thin to lead through its wall: leave this out, or write {thick}", thick=thick)
            self.reading.wrong((*way, "width"), says)
        self._keep(name, self._along(points, width, here), flat((points[0], points[-1])), filled)

    def _keep(
        self, name: str, outline: tuple[int, ...] | None, line: tuple[int, ...], filled: tuple[str, ...]
    ) -> None:
        if outline is None:
            self.reading.broken[name] = None
        else:
            self.outlines[name] = (outline, line, filled)

    def _usual_width(self, form: PieceForm, points: Sequence[Point]) -> float | None:
        if form.sort == "railing":
            return THIN
        if form.sort not in _OPENINGS:
            return None
        return next(iter(self._thicknesses(form, points)), THIN)

    def _thicknesses(self, door: PieceForm, points: Sequence[Point]) -> list[float]:
        """How thick a door must be to lead through each wall that it is in, those on its own floor first."""
        found: list[tuple[bool, float]] = []
        for wall, _ in self.forms.values():
            where = _where(wall)
            if wall.sort == "wall" and isinstance(where, Footprint):
                through = _through(points, _footprint(where, getattr(wall, "width", None)))
                found += [((wall.on, wall.z) != (door.on, door.z), through)] if through else []
        return [through for _, through in sorted(found, key=lambda each: each[0])]

    def _along(self, points: Sequence[Point], width: float, way: Way) -> tuple[int, ...] | None:
        region = prepare.line_region(points, width)
        if not region.rings:
            self.reading.wrong(way, say("its two ends are the same point"))
            return None
        if len(region.rings) > 1:
            self.reading.wrong(way, say("the line closes on itself: make it two lines, or give an outline"))
            return None
        return tuple(to_lattice(value) for value in region.rings[0])

    # --- heights ------------------------------------------------------------------------------

    def _piece(self, name: str) -> Piece | None:
        if name in self.done:
            return self.done[name]
        form, way = self.forms[name]
        if name in self.pending:
            self.reading.wrong((*way, "on"), say("{name} would stand on itself", name=Quoted(name)))
            self.reading.broken[name] = None
            return None
        self.pending.append(name)
        foot = self._foot_of(form, way, name)
        self.pending.pop()
        ready = name in self.outlines and foot is not None and name not in self.reading.broken
        piece = self._built(form, way, foot) if ready and foot is not None else None
        if piece is None:
            self.reading.broken[name] = None
        self.done[name] = piece
        return piece

    def _foot_of(self, form: PieceForm, way: Way, name: str) -> float | None:
        """The height of the surface that the piece stands on; None if there is none."""
        if not form.on or form.on == BOARD:
            return 0.0
        return self._top_of(form.on, self._middle(name), (*way, "on"))

    def _middle(self, name: str) -> Point:
        outline, line, _ = self.outlines.get(name, ((), (), ()))
        corners = outline or line or (0, 0)
        return (
            from_lattice(sum(corners[0::2])) / (len(corners) // 2),
            from_lattice(sum(corners[1::2])) / (len(corners) // 2),
        )

    def _top_of(self, surface: str, middle: Point, way: Way) -> float | None:
        walkable = [name for name, (form, _) in self.forms.items() if form.sort in SURFACES]
        if surface in self.forms and surface not in walkable:
            says = say(
                "{name} is {sort}: nothing can stand on it",
                name=Quoted(surface),
                sort=sort_name(self.forms[surface][0].sort),
            )
            self.reading.wrong(way, says)
            return None
        if not self.reading.refer(surface, [BOARD, *walkable], say("a surface"), way):
            return None
        piece = self._piece(surface)
        return None if piece is None else surface_height(piece, *middle)

    def _built(self, form: PieceForm, way: Way, foot: float) -> Piece | None:
        outline, line, filled_before = self.outlines[form.id]
        filled = list(filled_before)
        details: dict[str, Value] = {}
        z, height = self._heights(form, way, foot, filled, details)
        if z is None or height is None:
            return None
        if form.climbable is not None:
            details["climbable"] = "yes" if form.climbable else "no"
        for text in ("under", "supports"):
            if getattr(form, text, ""):
                details[text] = getattr(form, text)
        check_traits(self.reading, form.traits, (*way, "traits"))
        return Piece(
            form.id,
            cast(Sort, form.sort),
            outline,
            line,
            to_lattice(z),
            to_lattice(height),
            form.on if form.on != BOARD else "",
            form.tags,
            form.face_tags,
            form.structure,
            form.state,
            Record(details),
            form.traits,
            tuple(sorted(filled)),
            form.labels,
        )

    def _heights(
        self, form: PieceForm, way: Way, foot: float, filled: list[str], details: dict[str, Value]
    ) -> tuple[float | None, float | None]:
        if form.sort == "platform":
            return self._platform(form, way, foot, filled, details)
        if form.sort == "lift":
            return self._lift(form, way, details)
        if form.sort == "gap":
            return self._gap(form, way, foot, filled, details)
        if isinstance(form, UprightForm):
            return self._upright(form, way, foot, filled, details)
        z = foot if form.z is None else form.z
        height: float | None = getattr(form, "height", None)
        if height is None:
            height = (
                self._usual(form, way, "height", filled)
                if form.sort in _TALL
                else self._default(form, filled)
            )
        elif height == 0 and form.sort in _TALL:
            says = say("{sort} needs a height above 0", sort=sort_name(form.sort))
            self.reading.wrong((*way, "height"), says)
            return z, None
        if form.sort == "window":
            sill: float | None = getattr(form, "sill", None)
            if sill is None:
                self.reading.wrong(way, say("is missing: height of its sill above its foot"), missing="sill")
                return z, None
            details["sill"] = to_lattice(sill)
        return z, height

    def _default(self, form: PieceForm, filled: list[str]) -> float:
        """The ruleset's default height of a sort that may also be flat."""
        ruleset = self.reading.ruleset
        if ruleset is None or form.sort not in ruleset.default_heights:
            return 0.0
        filled.append("height")
        return float(ruleset.default_heights[form.sort])

    def _usual(self, form: PieceForm, way: Way, called: str, filled: list[str]) -> float | None:
        """The ruleset's default height or depth of a sort; a problem if it has none."""
        ruleset = self.reading.ruleset
        if ruleset is None:
            return 0.0
        if form.sort in ruleset.default_heights:
            filled.append(called)
            return float(ruleset.default_heights[form.sort])
        fields: dict[str, Field] = {
            "ruleset": Notation(ruleset.name),
            "sort": sort_name(form.sort),
            "field": Notation(called),
        }
        says = (
            say("{ruleset} has no default depth for {sort}: add {field}", **fields)
            if called == "depth"
            else say("{ruleset} has no default height for {sort}: add {field}", **fields)
        )
        self.reading.wrong(way, says, missing=called)
        return None

    def _platform(
        self, form: PieceForm, way: Way, foot: float, filled: list[str], details: dict[str, Value]
    ) -> tuple[float | None, float | None]:
        thickness = getattr(form, "thickness", None) or 0.0
        z = form.z
        if z is None:
            usual = self._usual(form, way, "z", filled)
            z = None if usual is None else foot + usual
        elif z < foot + thickness - TOLERANCE and form.on:
            says = say(
                "its top would be below {on}, which it stands on at height {foot}",
                on=Quoted(form.on),
                foot=Quantity(foot),
            )
            self.reading.wrong((*way, "z"), says)
            return None, None
        if thickness:
            if z is not None and 0 < z < thickness - TOLERANCE and not form.on:
                says = say("its slab would reach below the board: its top is at {z}", z=Quantity(z))
                self.reading.doubt((*way, "thickness"), says)
            details["thickness"] = to_lattice(thickness)
        if foot:
            details["foot"] = to_lattice(foot)
        return z, thickness

    def _lift(
        self, form: PieceForm, way: Way, details: dict[str, Value]
    ) -> tuple[float | None, float | None]:
        low, high = getattr(form, "shaft", (0.0, 0.0))
        if low >= high:
            says = say(
                "the low end of the shaft ({low}) must be below its high end ({high})",
                low=Quantity(low),
                high=Quantity(high),
            )
            self.reading.wrong((*way, "shaft"), says)
            return None, None
        z = low if form.z is None else form.z
        if not low - TOLERANCE <= z <= high + TOLERANCE:
            says = say(
                "the lift is at {z}, outside its shaft from {low} to {high}",
                z=Quantity(z),
                low=Quantity(low),
                high=Quantity(high),
            )
            self.reading.wrong((*way, "z"), says)
            return None, None
        details |= {"low": to_lattice(low), "high": to_lattice(high)}
        return z, 0.0

    def _gap(
        self, form: PieceForm, way: Way, foot: float, filled: list[str], details: dict[str, Value]
    ) -> tuple[float | None, float | None]:
        depth: float | None = getattr(form, "depth", None)
        if depth is None:
            depth = self._usual(form, way, "depth", filled)
        if depth is None:
            return None, None
        top = foot if form.z is None else form.z
        if not short_of(top - depth, foot):
            says = say(
                "its floor at height {floor} must be below {surface}, which it is cut into at height {foot}",
                floor=Quantity(top - depth),
                surface=Quoted(form.on) if form.on and form.on != BOARD else say("the board"),
                foot=Quantity(foot),
            )
            self.reading.wrong((*way, "z") if form.z is not None else (*way, "depth"), says)
            return None, None
        details["depth"] = to_lattice(depth)
        # The foot of a gap is its floor.
        return top - depth, 0.0

    def _upright(
        self, form: UprightForm, way: Way, foot: float, filled: list[str], details: dict[str, Value]
    ) -> tuple[float | None, float | None]:
        _, line, _ = self.outlines[form.id]
        x0, y0, x1, y1 = (from_lattice(value) for value in line)
        given = form.z if form.start is None else form.start
        low = foot if given is None else self._height_or_surface(given, (x0, y0), (*way, "from"))
        high = None if form.to is None else self._height_or_surface(form.to, (x1, y1), (*way, "to"))
        if low is None:
            return None, None
        if form.facing is not None:
            details["facing"] = to_lattice(form.facing % 360.0)
        if form.to is not None and form.height is not None:
            self.reading.wrong((*way, "to"), say("give either to or height, not both"))
            return low, None
        if form.to is not None:
            height = None if high is None else high - low
        else:
            height = form.height if form.height is not None else self._usual(form, way, "to", filled)
        level = form.sort in LEVEL_LINKS and math.hypot(x1 - x0, y1 - y0) > TOLERANCE
        upside_down = height is not None and height <= (-TOLERANCE if level else TOLERANCE)
        if upside_down and self.reading.ruleset is not None:
            self.reading.wrong(
                (*way, "to"), say("its head must be above its foot at {foot}", foot=Quantity(low))
            )
            return low, None
        return low, height

    def _height_or_surface(self, given: float | str, at: Point, way: Way) -> float | None:
        if isinstance(given, str):
            return 0.0 if given == BOARD else self._top_of(given, at, way)
        return given


def _lowest(piece: Piece) -> int:
    """The lowest height that a way down leads to; 0 for pieces of other sorts."""
    if piece.sort == "lift":
        return piece.details.number("low")
    return piece.z if piece.sort in ("gap", "stairs", "ramp", *LINK_SORTS) else 0


def _where(form: PieceForm) -> Any:
    return getattr(form, form.sort.replace("-", "_"))


def check_traits(reading: Reading, traits: Mapping[str, Value], way: Way) -> None:
    """Add a problem for traits that are not under the name of a ruleset, or under a misspelt one."""
    if not traits:
        return
    ruleset = reading.ruleset
    known = [*installed(), *([ruleset.name] if ruleset is not None else [])]
    words = ruleset.vocabulary if ruleset is not None else None
    bare = () if words is None else tuple(entry.name for entry in (*words.traits, *words.piece_traits))
    for name, value in traits.items():
        if not isinstance(value, Record) or (name in bare and name not in known):
            # The ruleset of the file comes last, if it is known.
            form = Notation(f"{{{known[-1] if known else 'ruleset'}: {{…}}}}")
            says = say("traits go under the name of their ruleset: {form}", form=form)
            reading.wrong((*way, name), says)
        else:
            check_ruleset_name(reading, name, (*way, name))
