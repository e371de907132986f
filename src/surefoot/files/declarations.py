"""Declarations of a file: who acts, the action, its path, target and details."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf
from typing import Any, Literal, cast

from surefoot.files import kinds
from surefoot.files.form import Misfits
from surefoot.files.forms import DeclareForm, LegForm
from surefoot.files.kinds import BYS
from surefoot.files.places import surface_at, surfaces_of
from surefoot.files.problems import FileInvalid
from surefoot.files.reading import ON_TABLE, Reading, not_what
from surefoot.files.refusals import Refusal, expected
from surefoot.files.source import Way, in_a_line
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.language import Notation, Quantity, Quoted, Sentence, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.ahead import ALL_AHEAD, point_ahead
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import (
    Action,
    Declaration,
    Detail,
    Ruleset,
    crowded,
    detail_problems,
    manner_problems,
    rival_problems,
)
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.vocabulary import meant_action, unknown_action
from surefoot.table.place import BOARD
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS
from surefoot.table.words import ALMOST, near, sort_name, suggested, written

Kind = Literal["declare", "happen", "tick"]

# The field that names an action of each kind.
_FIELDS = {"declare": "action", "happen": "happen", "tick": "tick"}
_CALLED = {"declare": say("an action"), "happen": say("an event"), "tick": say("a step of the clock")}
_UNKNOWN = {
    "declare": say("{ruleset} has no action {name}"),
    "happen": say("{ruleset} has no event {name}"),
    "tick": say("the clock of {ruleset} has no step {name}"),
}
_OPENINGS = ("door", "window", "ductway")
# Legs that newcomers write as actions, and how they are written.
_LEGS = {
    "climb": "{climb: [8, 4]}",
    "leap": "{leap: [8, 4]}",
    "jump": "{jump: [8, 4]}",
    "ladder": "{ladder: rungs}",
    "lift": "{lift: hoist, rise: 4}",
    "turn": "{turn: 90}",
}


class Declarations:
    """Reads the declarations of a file for its table."""

    def __init__(self, reading: Reading, table: Table) -> None:
        self.reading = reading
        self.table = table
        # A text to show before each declaration that was read.
        self.says: list[str] = []

    @cached_property
    def scene(self) -> Scene:
        """The geometry of the table; few declarations need it to be read."""
        return Scene(self.table)

    @cached_property
    def surfaces(self) -> list[str]:
        """The names of all surfaces, the board first."""
        return [BOARD, *(each.id for each in surfaces_of(self.scene) if each.id != BOARD)]

    def read(self) -> tuple[Declaration, ...]:
        """Every declaration without problems; the problems of the others are added to the reading."""
        data = self.reading.data.get("declare")
        if data is None:
            return ()
        if isinstance(data, Mapping):
            self.reading.wrong(
                ("declare",), say("expected a list of declarations: put '- ' before the first field")
            )
            return ()
        if not isinstance(data, list):
            self.reading.wrong(("declare",), expected(say("a list of declarations"), data))
            return ()
        found = [self._declaration(item, ("declare", i), later=i > 0) for i, item in enumerate(data)]
        return tuple(each for each in found if each is not None)

    def one(self, data: Any, way: Way = ()) -> Declaration | None:
        """A single declaration, as in a running game."""
        return self._declaration(data, way)

    def _declaration(self, data: Any, way: Way, *, later: bool = False) -> Declaration | None:
        if not isinstance(data, Mapping):
            example = Notation("{who: kal, action: move, path: [[4, 2]]}")
            self.reading.wrong(way, expected(say("a declaration such as {form}", form=example), data))
            return None
        data = self._with_path(data, way)
        point = data.get("path")
        if isinstance(point, list) and point and all(isinstance(each, (int, float)) for each in point):
            example = Notation(f"[{point}]")
            self.reading.wrong((*way, "path"), say("a path is a list of points: {example}", example=example))
            self._besides_path(data, way)
            return None
        form = self.reading.check(DeclareForm, data, way)
        if form is None:
            self._besides_path(data, way)
            return None
        before = len(self.reading.problems)
        kind, action = self._names(form, way)
        legs = _Legs(self, form, way, later=later).legs()
        details = EMPTY if action is None else self._details(action, form, way)
        # What the action that was probably meant needs besides is told once it is written.
        if action is not None and _is_named(action, form):
            self._shape(action, form, way)
        if len(self.reading.problems) > before or action is None:
            return None
        self.says.append(form.say)
        return Declaration(action.name, form.who, legs, form.target, details, kind)

    def _besides_path(self, data: Mapping[str, Any], way: Way) -> None:
        """Add the problems of the names and details in a declaration whose path can't be read."""
        try:
            form = DeclareForm.read({key: value for key, value in data.items() if key != "path"})
        except Misfits:
            # It is not the path, or not only: those problems are told already.
            return
        _, action = self._names(form, way)
        if action is not None:
            self._details(action, form, way)

    def _names(self, form: DeclareForm, way: Way) -> tuple[Kind, Action | None]:
        """The kind of a declaration and its action; adds a problem for each unknown name."""
        kind: Kind = "happen" if form.happen else "tick" if form.tick else "declare"
        action = self._action(form, kind, way)
        self._who(form, kind, way)
        if form.target:
            known = [*self.table.models, *self.table.pieces, *self.table.objects, *self.table.units]
            self.reading.refer(form.target, known, say("a target"), (*way, "target"))
        return kind, action

    def _with_path(self, data: Mapping[str, Any], way: Way) -> Mapping[str, Any]:
        """The data with `legs` read as the path, unless the action has a detail of that name."""
        ruleset = self.reading.ruleset
        action = ruleset.actions.get(str(data.get("action"))) if ruleset is not None else None
        named = [] if action is None else [detail.name for detail in action.details]
        if "legs" not in data or "legs" in named:
            return data
        if "path" in data:
            self.reading.wrong((*way, "legs"), say("legs and path mean the same: give only one of them"))
        return {"path" if key == "legs" else key: value for key, value in data.items() if key != "path"}

    def _action(self, form: DeclareForm, kind: Kind, way: Way) -> Action | None:
        ruleset = self.reading.ruleset
        if ruleset is None:
            return None
        name = form.action or form.happen or form.tick
        here: Way = (*way, _FIELDS[kind])
        action = ruleset.actions.get(name)
        if action is not None and action.kind == kind:
            return action
        if action is not None:
            form_of = Notation(f"{_FIELDS[action.kind]}: {name}")
            says = say(
                "{name} is {kind}: write {form}", name=Quoted(name), kind=_CALLED[action.kind], form=form_of
            )
            self.reading.wrong(here, says)
            return None
        known = {each.name: str(each.title) for each in ruleset.actions.values() if each.kind == kind}
        label = name.lower().partition(" ")[0]
        # Where climbing is an action of its own, Climb means that action.
        if kind == "declare" and label in _LEGS and not near(name, known, ALMOST):
            path = Notation(f"path: [{_LEGS[label]}]")
            says = say("{name} is part of a path, not an action: write {form}", name=Quoted(name), form=path)
            self.reading.wrong(here, says)
            return None
        manner = written(name, _manners(ruleset)) if kind == "declare" else ""
        if manner:
            path = Notation(f"path: [{{to: [8, 4], manner: {manner}}}]")
            says = say(
                "{name} is a manner of moving, not an action: write {form}", name=Quoted(name), form=path
            )
            self.reading.wrong(here, says)
            return None
        problem = _UNKNOWN[kind].filled(ruleset=Notation(ruleset.name), name=Quoted(name))
        self.reading.wrong(here, unknown_action(problem, name, known, ruleset.vocabulary))
        # The rest is read as if the name that is suggested stood there.
        return ruleset.actions.get(meant_action(name, known, ruleset.vocabulary))

    def _who(self, form: DeclareForm, kind: Kind, way: Way) -> None:
        if not form.who and kind == "declare":
            self.reading.wrong(way, say("name the model or unit that acts"), missing="who")
        known = [*self.table.models, *self.table.units]
        for name in form.who:
            self.reading.refer(name, known, say("a model or a unit"), (*way, "who"))

    def _shape(self, action: Action, form: DeclareForm, way: Way) -> None:
        crowd = crowded(action, form.who, self.table)
        if crowd is not None:
            self.reading.wrong((*way, crowd.where), sentence(crowd.says))
        given: tuple[tuple[str, str, bool], ...] = (
            ("path", action.path, bool(form.path)),
            ("target", action.target, bool(form.target)),
        )
        for name, wanted, there in given:
            if wanted == "required" and not there:
                self.reading.wrong(way, _NEEDED[name].filled(action=Notation(action.name)), missing=name)
            if wanted == "none" and there:
                self.reading.wrong((*way, name), _NEEDLESS[name].filled(action=Notation(action.name)))
        both = [name for name, wanted, there in given if there and wanted != "none"]
        for problem in rival_problems(self.reading.ruleset, action, both, form.others):
            self.reading.wrong((*way, problem.where), sentence(problem.says), problem.clause)

    def _details(self, action: Action, form: DeclareForm, way: Way) -> Record:
        given = dict(form.others)
        known = {detail.name: detail for detail in action.details}
        found: dict[str, Value] = {}
        for name, value in given.items():
            if name not in known:
                takes = {"who": True, "path": action.path != "none", "target": action.target != "none"}
                fields = [*known, *(each for each, taken in takes.items() if taken)]
                problem = say("{action} takes no {name}", action=Notation(action.name), name=Quoted(name))
                self.reading.wrong((*way, name), suggested(problem, name, fields))
                continue
            try:
                found[name] = detail_value(known[name], value, bare=self.reading.source.is_bare((*way, name)))
            except Refusal as error:
                meaning = sentence(known[name].says)
                says = say("{problem} ({meaning})", problem=error.says, meaning=meaning)
                self.reading.wrong((*way, name), says)
                continue
            for wrong in detail_problems(self.reading.ruleset, known[name], found[name]):
                inside = tuple(int(step) if step.isdigit() else step for step in wrong.where.split(".")[1:])
                self.reading.wrong((*way, name, *inside), sentence(wrong.says), wrong.clause)
        for name, detail in known.items():
            if detail.required and name not in given and _is_named(action, form):
                says = say(
                    "{action} needs {name}: {meaning}",
                    action=Notation(action.name),
                    name=Quoted(name),
                    meaning=sentence(detail.says),
                )
                self.reading.wrong(way, says, missing=name)
        return Record(found)


def _is_named(action: Action, form: DeclareForm) -> bool:
    """Whether a declaration names its action as it is called, and not nearly so."""
    return action.name in (form.action, form.happen, form.tick)


def _manners(ruleset: Ruleset) -> tuple[str, ...]:
    """The manners of walking a leg that a ruleset knows."""
    vocabulary = ruleset.vocabulary
    return () if vocabulary is None else tuple(each.name for each in vocabulary.manners if not each.sorts)


_NEEDED = {"path": say("{action} needs a path"), "target": say("{action} needs a target")}
_NEEDLESS = {"path": say("{action} takes no path"), "target": say("{action} takes no target")}


def detail_value(detail: Detail, value: Any, *, bare: bool = False) -> Value:
    """A detail as a declaration stores it: lengths, angles and points on the lattice.

    A bare word (without quotes) may be a switch: yes, no, on or off. In quotes it is a text.
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
    """The mover's position and facing after the legs so far; None where only the rules know them."""

    at: tuple[float, float] | None
    facing: float | None


class _Legs:
    """Reads one path. What a later declaration finds is known when it is made: its legs ahead are placed then."""

    def __init__(
        self, declarations: Declarations, form: DeclareForm, way: Way, *, later: bool = False
    ) -> None:
        self.later = later
        self.reading = declarations.reading
        self.table = declarations.table
        self.declarations = declarations
        self.form = form
        self.way = way
        ruleset = self.reading.ruleset
        self.said = frozenset() if ruleset is None else ruleset.legs
        model = self.table.models.get(form.who[0]) if len(form.who) == 1 else None
        if model is not None and model.place.on_table:
            pose = self.table.pose(model.id)
            self.course = _Course((pose.x, pose.y), pose.facing)
        elif model is not None and later:
            # It may be on the table by then.
            self.course = _Course((0.0, 0.0), 0.0)
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
            self._piece(form.lift, ("lift",), say("a lift"), (*way, "lift"))
            rise = to_lattice(form.rise or 0.0)
            return Leg(by="lift", link=form.lift, rise=rise, manner=form.manner)
        link = form.ladder or form.link
        if link:
            self._piece(
                link, LINK_SORTS, say("a ladder or a rope"), (*way, "ladder" if form.ladder else "link")
            )
        if form.through:
            self._piece(form.through, _OPENINGS, say("a door, a window or a ductway"), (*way, "through"))
        by, spot, key = self._goal(form)
        to, on, height = self._point(spot, form.on, (*way, key), way)
        # Only the rules know the facing of a model after it has walked.
        self.course = _Course(None if to is None else (from_lattice(to[0]), from_lattice(to[1])), None)
        rise = to_lattice(form.rise or 0.0)
        return Leg(to, by, on, link or form.through, rise=rise, manner=form.manner, height=height)

    def _turn(self, form: LegForm, degrees: float, way: Way) -> Leg:
        about = None
        if form.about is not None:
            about = (to_lattice(form.about[0]), to_lattice(form.about[1]))
            self.course.at = None
            if "about" not in self.said:
                says = say("models of this ruleset turn on the spot: leave out about")
                self.reading.wrong((*way, "about"), says)
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
            self.reading.refer(on, self.declarations.surfaces, say("a surface"), (*leg, "on"))
        if spot is None:
            return None, on, None
        x, y, height = spot
        to = (to_lattice(x), to_lattice(y))
        if height is None:
            return to, on, None
        if "height" in self.said:
            return to, on, to_lattice(height)
        found = surface_at(self.declarations.scene, x, y, height)
        if isinstance(found, Sentence):
            self.reading.wrong(way, found)
            return to, on, None
        if on and found.id != on:
            says = say(
                "the surface at height {height} is {found}, not {on}: give only one of them",
                height=Quantity(height),
                found=Quoted(found.id),
                on=Quoted(on),
            )
            self.reading.wrong(way, says)
        return to, found.id, None

    def _piece(self, name: str, sorts: tuple[str, ...], called: Sentence, way: Way) -> None:
        piece = self.table.pieces.get(name)
        thing = self.table.objects.get(name)
        if piece is None and thing is not None and thing.sort in sorts:
            # It may be set up by then.
            return
        if piece is not None and piece.sort not in sorts:
            self.reading.wrong(way, not_what(called, name, sort_name(piece.sort)))
        elif piece is None:
            known = [each.id for each in self.table.pieces.values() if each.sort in sorts]
            self.reading.refer(name, known, called, way)

    def _forward(self, form: LegForm, distance: float, way: Way) -> Leg:
        at, facing = self.course.at, self.course.facing
        if at is None or facing is None:
            self._lost(way)
            return Leg(manner=form.manner)
        ahead = ALL_AHEAD if distance == inf else to_lattice(distance)
        if self.later:
            return Leg(manner=form.manner, ahead=ahead)
        end = point_ahead(self.table, at, facing, ahead)
        self.course = _Course(end, facing)
        return Leg((to_lattice(end[0]), to_lattice(end[1])), manner=form.manner)

    def _lost(self, way: Way) -> None:
        here = (*way, "forward")
        if len(self.form.who) != 1:
            self.reading.wrong(here, say("several models have no common facing: give a point [x, y]"))
        elif self.form.who[0] not in self.table.models:
            if self.form.who[0] in self.table.units:
                self.reading.wrong(here, say("a unit has no facing: give a point [x, y]"))
        elif not self.table.models[self.form.who[0]].place.on_table:
            problem = say("{name} is not on the table and has no facing: give a point [x, y]")
            self.reading.wrong(here, problem.filled(name=Quoted(self.form.who[0])))
        else:
            self.reading.wrong(
                here,
                say(
                    "the facing after the previous leg is up to the rules: give a point [x, y], or use only turn and forward"
                ),
            )


_SORTS = (say("a model"), say("a unit"), say("a piece of terrain"), say("an object"))


def declaration(table: Table, given: Mapping[str, Any] | None = None, /, **fields: Any) -> Declaration:
    """A declaration on a table from the fields of a scenario, by name or as a mapping; raises FileInvalid with every problem."""
    reading = Reading(
        in_a_line({**(given or {}), **fields}, "<declaration>"), ruleset_of(table), unknown_name=ON_TABLE
    )
    # Names on the table are suggested for misspelt ones.
    shelves: tuple[Mapping[str, object], ...] = (table.models, table.units, table.pieces, table.objects)
    for sort, names in zip(_SORTS, shelves, strict=True):
        if names:
            reading.owners |= dict.fromkeys(names, (sort, ()))
    found = Declarations(reading, table).one(reading.data)
    if found is None or reading.problems:
        raise FileInvalid(reading.problems)
    return found
