"""What a file declares: who, what, along which path, with which details."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, cast

from pydantic_core import PydanticCustomError

from surefoot.files import kinds
from surefoot.files.forms import DeclareForm, LegForm
from surefoot.files.kinds import BYS, FURTHEST, shown
from surefoot.files.places import surface_at, surfaces_of
from surefoot.files.problems import FileInvalid
from surefoot.files.reading import Reading, with_article
from surefoot.files.source import Way, in_a_line
from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import (
    Action,
    Declaration,
    Detail,
    detail_problems,
    manner_problems,
    rival_problems,
)
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.table.place import BOARD
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS
from surefoot.table.words import instead

Kind = Literal["declare", "happen", "tick"]

_SAID = {"declare": "action", "happen": "happen", "tick": "tick"}
_CALLED = {"declare": "action", "happen": "happening", "tick": "tick"}
_OPENINGS = ("door", "window", "ductway")


class Declarations:
    """Reads the declarations of a file, made on its table."""

    def __init__(self, reading: Reading, table: Table) -> None:
        self.reading = reading
        self.table = table
        self.scene = Scene(table)
        self.surfaces = [BOARD, *(each.id for each in surfaces_of(self.scene) if each.id != BOARD)]
        # What a narrator says before each declaration that was read.
        self.says: list[str] = []

    def read(self) -> tuple[Declaration, ...]:
        """Every declaration; those with problems are left out, their problems noted."""
        data = self.reading.data.get("declare")
        if data is None:
            return ()
        if isinstance(data, Mapping):
            self.reading.wrong(
                ("declare",), "expected a list of declarations; put a '- ' before the first field"
            )
            return ()
        if not isinstance(data, list):
            self.reading.wrong(("declare",), f"expected a list of declarations, found {shown(data)}")
            return ()
        found = [self._declaration(item, ("declare", i)) for i, item in enumerate(data)]
        return tuple(each for each in found if each is not None)

    def one(self, data: Any, way: Way = ()) -> Declaration | None:
        """A single declaration, as it may be typed in during a game."""
        return self._declaration(data, way)

    def _declaration(self, data: Any, way: Way) -> Declaration | None:
        if not isinstance(data, Mapping):
            says = "expected a declaration such as {who: kal, action: move, path: [[4, 2]]}"
            self.reading.wrong(way, f"{says}, found {shown(data)}")
            return None
        data = self._with_path(data, way)
        form = self.reading.check(DeclareForm, data, way)
        if form is None:
            return None
        kind: Kind = "happen" if form.happen else "tick" if form.tick else "declare"
        before = len(self.reading.problems)
        action = self._action(form, kind, way)
        who = self._who(form, kind, way)
        legs = _Legs(self, form, way).legs()
        if form.target:
            known = [*self.table.models, *self.table.pieces, *self.table.objects, *self.table.units]
            self.reading.refer(form.target, known, "a target", (*way, "target"))
        details = EMPTY if action is None else self._details(action, form, way)
        if action is not None:
            self._shape(action, form, way)
        if len(self.reading.problems) > before or action is None:
            return None
        self.says.append(form.say)
        return Declaration(action.name, who, legs, form.target, details, kind)

    def _with_path(self, data: Mapping[str, Any], way: Way) -> Mapping[str, Any]:
        """People also call a path its legs; unless the action has details of that name, it is the path."""
        ruleset = self.reading.ruleset
        action = ruleset.actions.get(str(data.get("action"))) if ruleset is not None else None
        named = [] if action is None else [detail.name for detail in action.details]
        if "legs" not in data or "legs" in named:
            return data
        if "path" in data:
            self.reading.wrong((*way, "legs"), "the path is given already; leave one of the two out")
        return {"path" if key == "legs" else key: value for key, value in data.items() if key != "path"}

    def _action(self, form: DeclareForm, kind: Kind, way: Way) -> Action | None:
        ruleset = self.reading.ruleset
        if ruleset is None:
            return None
        name = form.action or form.happen or form.tick
        here: Way = (*way, _SAID[kind])
        action = ruleset.actions.get(name)
        if action is not None and action.kind == kind:
            return action
        if action is not None:
            said = "something that is declared" if action.kind == "declare" else f"a {_CALLED[action.kind]}"
            self.reading.wrong(here, f"{name!r} is {said}: write {_SAID[action.kind]}: {name}")
            return None
        known = [each.name for each in ruleset.actions.values() if each.kind == kind]
        said = f"{ruleset.name} has no {_CALLED[kind]} called {name!r}"
        self.reading.wrong(here, said + instead(name, known, "it has"))
        return None

    def _who(self, form: DeclareForm, kind: Kind, way: Way) -> tuple[str, ...]:
        if not form.who and kind == "declare":
            self.reading.wrong(way, "is missing: who does it, or to whom it happens", missing="who")
        known = [*self.table.models, *self.table.units]
        for name in form.who:
            self.reading.refer(name, known, "a model or a unit", (*way, "who"))
        return form.who

    def _shape(self, action: Action, form: DeclareForm, way: Way) -> None:
        given: tuple[tuple[str, str, bool], ...] = (
            ("path", action.path, bool(form.path)),
            ("target", action.target, bool(form.target)),
        )
        for name, wanted, there in given:
            if wanted == "required" and not there:
                self.reading.wrong(way, f"is missing: {action.name} needs a {name}", missing=name)
            if wanted == "none" and there:
                self.reading.wrong((*way, name), f"{action.name} takes no {name}")
        both = [name for name, wanted, there in given if there and wanted != "none"]
        for problem in rival_problems(self.reading.ruleset, action, both, form.model_extra or {}):
            self.reading.wrong((*way, problem.where), problem.says, problem.clause)

    def _details(self, action: Action, form: DeclareForm, way: Way) -> Record:
        given = dict(form.model_extra or {})
        known = {detail.name: detail for detail in action.details}
        found: dict[str, Value] = {}
        for name, value in given.items():
            if name not in known:
                fields = [*known, *(each for each in ("who", "path", "target"))]
                says = f"{action.name} takes no {name!r}{instead(name, fields, 'it takes')}"
                self.reading.wrong((*way, name), says)
                continue
            try:
                found[name] = detail_value(known[name], value, bare=self.reading.source.is_bare((*way, name)))
            except PydanticCustomError as error:
                self.reading.wrong((*way, name), f"{error.message()} ({known[name].says})")
                continue
            for problem in detail_problems(self.reading.ruleset, known[name], found[name]):
                inside = tuple(int(step) if step.isdigit() else step for step in problem.where.split(".")[1:])
                self.reading.wrong((*way, name, *inside), problem.says, problem.clause)
        for name, detail in known.items():
            if detail.required and name not in given:
                self.reading.wrong(way, f"is missing: {detail.says}", missing=name)
        return Record(found)


def detail_value(detail: Detail, value: Any, *, bare: bool = False) -> Value:
    """A detail as a declaration keeps it: lengths, angles and points on the lattice.

    A bare word may stand for a switch: yes, no, on and off. In quotes it is a text.
    """
    if detail.kind in ("length", "angle"):
        return to_lattice(kinds.number(value))
    if detail.kind == "number":
        return kinds.whole(value)
    if detail.kind == "switch":
        return kinds.switch(value) if bare else kinds.strict_switch(value)
    if detail.kind == "names":
        return kinds.names(value)
    if detail.kind == "text":
        return kinds.word(value)
    if detail.kind == "point":
        return tuple(to_lattice(each) for each in kinds.spot(value) if each is not None)
    return kinds.anything(value)


@dataclass
class _Course:
    """Where the mover is and looks after the legs so far, as far as the file alone can tell."""

    at: tuple[float, float] | None
    facing: float | None


class _Legs:
    """Reads one path."""

    def __init__(self, declarations: Declarations, form: DeclareForm, way: Way) -> None:
        self.reading = declarations.reading
        self.table = declarations.table
        self.scene = declarations.scene
        self.surfaces = declarations.surfaces
        self.form = form
        self.way = way
        ruleset = self.reading.ruleset
        self.said = frozenset() if ruleset is None else ruleset.legs
        model = self.table.models.get(form.who[0]) if len(form.who) == 1 else None
        if model is not None and model.place.on_table:
            pose = self.table.pose(model.id)
            self.course = _Course((pose.x, pose.y), pose.facing)
        else:
            self.course = _Course(None, None)

    def legs(self) -> tuple[Leg, ...]:
        legs = tuple(self._leg(leg, (*self.way, "path", i)) for i, leg in enumerate(self.form.path))
        for i, leg in enumerate(legs):
            for says in manner_problems(self.reading.ruleset, (leg,)):
                self.reading.wrong((*self.way, "path", i, "manner"), says)
        return legs

    def _leg(self, form: LegForm, way: Way) -> Leg:
        if form.turn is not None:
            if self.course.facing is not None:
                self.course.facing = (self.course.facing + form.turn) % 360.0
            return self._turn(form, form.turn, way)
        if form.forward is not None:
            return self._forward(form, form.forward, way)
        if form.lift:
            self._piece(form.lift, ("lift",), "a lift", (*way, "lift"))
            rise = to_lattice(form.rise or 0.0)
            return Leg(by="lift", link=form.lift, rise=rise, manner=form.manner)
        link = form.ladder or form.link
        if link:
            self._piece(link, LINK_SORTS, "a ladder or a rope", (*way, "ladder" if form.ladder else "link"))
        if form.through:
            self._piece(form.through, _OPENINGS, "a door, a window or a ductway", (*way, "through"))
        by, spot, key = self._goal(form)
        to, on, height = self._point(spot, form.on, (*way, key), way)
        # Which way somebody looks after walking is for the rules to say.
        self.course = _Course(None if to is None else (from_lattice(to[0]), from_lattice(to[1])), None)
        rise = to_lattice(form.rise or 0.0)
        return Leg(to, by, on, link or form.through, rise=rise, manner=form.manner, height=height)

    def _turn(self, form: LegForm, degrees: float, way: Way) -> Leg:
        about = None
        if form.about is not None:
            about = (to_lattice(form.about[0]), to_lattice(form.about[1]))
            self.course.at = None
            if "about" not in self.said:
                self.reading.wrong((*way, "about"), "models of this ruleset turn on the spot; leave it out")
        return Leg(by="turn", turn=to_lattice(degrees), manner=form.manner, about=about)

    @staticmethod
    def _goal(form: LegForm) -> tuple[By, tuple[float, float, float | None] | None, str]:
        if form.ladder or form.link:
            return "link", form.to, "to"
        if form.through:
            return "through", form.to, "to"
        for by in BYS:
            spot = getattr(form, by)
            if spot is not None:
                return cast(By, by), spot, by
        return cast(By, form.by), form.to, "to"

    def _point(
        self, spot: tuple[float, float, float | None] | None, on: str, way: Way, leg: Way
    ) -> tuple[tuple[int, int] | None, str, int | None]:
        if on:
            self.reading.refer(on, self.surfaces, "a surface", (*leg, "on"))
        if spot is None:
            return None, on, None
        x, y, height = spot
        to = (to_lattice(x), to_lattice(y))
        if height is None:
            return to, on, None
        if "height" in self.said:
            return to, on, to_lattice(height)
        found = surface_at(self.scene, x, y, height)
        if isinstance(found, str):
            self.reading.wrong(way, found)
            return to, on, None
        if on and found.id != on:
            self.reading.wrong(
                way, f"at height {height:g} there is {found.id!r}, not {on!r}; leave one of the two out"
            )
        return to, found.id, None

    def _piece(self, name: str, sorts: tuple[str, ...], called: str, way: Way) -> None:
        piece = self.table.pieces.get(name)
        thing = self.table.objects.get(name)
        if piece is None and thing is not None and thing.sort in sorts:
            # Somebody may have set it up by then.
            return
        if piece is not None and piece.sort not in sorts:
            self.reading.wrong(way, f"expected {called}, but {name!r} is {with_article(piece.sort)}")
        elif piece is None:
            known = [each.id for each in self.table.pieces.values() if each.sort in sorts]
            self.reading.refer(name, known, called, way)

    def _forward(self, form: LegForm, distance: float, way: Way) -> Leg:
        at, facing = self.course.at, self.course.facing
        if at is None or facing is None:
            self._lost(way)
            return Leg(manner=form.manner)
        length = distance if distance < inf else self._to_the_edge(at, facing)
        dx, dy = turn(0.0, length, facing)
        end = (at[0] + dx, at[1] + dy)
        self.course = _Course(end, facing)
        return Leg((to_lattice(end[0]), to_lattice(end[1])), manner=form.manner)

    def _to_the_edge(self, at: tuple[float, float], facing: float) -> float:
        """How far it is to the edge of the board, for whoever goes on as far as the rules let him."""
        board = self.table.board
        if board is None:
            return FURTHEST
        ahead = turn(0.0, 1.0, facing)
        far = [
            (side - here) / step
            for here, step, size in zip(at, ahead, (board.width, board.depth), strict=True)
            for side in (0.0, from_lattice(size))
            if abs(step) > TOLERANCE and (side - here) / step > 0
        ]
        return min(far, default=FURTHEST)

    def _lost(self, way: Way) -> None:
        here = (*way, "forward")
        if len(self.form.who) != 1:
            self.reading.wrong(
                here, "forward is one model's own direction; several have none in common: give a point [x, y]"
            )
        elif self.form.who[0] not in self.table.models:
            if self.form.who[0] in self.table.units:
                self.reading.wrong(here, "a unit has no facing of its own: give a point [x, y]")
        elif not self.table.models[self.form.who[0]].place.on_table:
            self.reading.wrong(
                here, f"{self.form.who[0]} is not on the table, so it looks nowhere: give a point [x, y]"
            )
        else:
            self.reading.wrong(
                here,
                "after the leg before, only the rules know where it looks: give a point [x, y], or turn first and go forward only",
            )


def declaration(table: Table, /, **fields: Any) -> Declaration:
    """A declaration on a table from the fields that a scenario would give it; raises FileInvalid with every problem."""
    reading = Reading(in_a_line(fields, "<declaration>"), ruleset_of(table))
    # Whatever stands on the table may be what was meant by a name that does not.
    for name in (*table.models, *table.units, *table.pieces, *table.objects):
        reading.owners[name] = ("something on the table", ())
    found = Declarations(reading, table).one(reading.data)
    if found is None or reading.problems:
        raise FileInvalid(reading.problems)
    return found
