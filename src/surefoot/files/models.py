"""Models, units, characters and objects of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from surefoot.files.forms import (
    LONG_OBJECTS,
    BodyForm,
    CharacterForm,
    DeckForm,
    ModelForm,
    ObjectForm,
    StandingForm,
    UnitForm,
)
from surefoot.files.kinds import MOST_MODELS, Millimetres, anything
from surefoot.files.pieces import check_traits, ring
from surefoot.files.places import (
    Places,
    carriers,
    check_standing,
    height_field,
    height_of,
    names_surface,
    settle,
    settled,
    unsupported,
)
from surefoot.files.reading import Entry, Reading
from surefoot.files.refusals import Refusal
from surefoot.files.source import Way
from surefoot.geometry.shapes import MILLIMETRES_PER_INCH, turn
from surefoot.geometry.tolerance import MILLIONTHS, to_lattice
from surefoot.language import Either, Notation, Quoted, Sentence, say
from surefoot.records import dataclass, replace
from surefoot.table.model import Base, BaseKind, Deck, Model, Object, Unit, base_outline
from surefoot.table.place import BOARD, Place
from surefoot.table.record import EMPTY, Record, Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.words import ALMOST, corrected, near

# The base of a character, used if it is put on a table.
CHARACTER_BASE = Millimetres("round", (32.0,))

# Fields that decide where a model stands, and which words it may have.
_STANDING = ("at", "on", "z", "place")
_DECISIVE = ("profile", "keywords", "unit", "models", "of")
# Fields of a unit whose models the file lists elsewhere.
_OF_NAMED_MODELS = ("id", "models", "side", "profile", "keywords", "traits", "labels")


@dataclass(frozen=True, slots=True)
class Draft:
    """A model before it has its place."""

    model: Model
    form: StandingForm | None
    way: Way
    # Its position in its unit's ranks, relative to the unit's own point.
    shift: tuple[float, float] = (0.0, 0.0)


class Muster:
    """Sets up all models of a file on its terrain."""

    def __init__(self, reading: Reading, table: Table, scale: float | None) -> None:
        self.reading = reading
        self.table = table
        self.scale = scale
        self.drafts: dict[str, Draft] = {}
        self.units: dict[str, tuple[UnitForm, Way]] = {}
        self.members: dict[str, list[str]] = {}
        # Those with other problems: the names that they refer to are checked as well.
        self.lost_units: list[tuple[UnitForm, Way]] = []
        self.unplaced: list[tuple[StandingForm, Way]] = []

    def set_up(
        self, models: list[Entry], units: list[Entry], characters: list[Entry]
    ) -> tuple[Table, dict[str, Way]]:
        """The table with all models that have no problems, and the way to each. Overlaps are for `check_overlaps`."""
        for entry in models:
            form = self.reading.check(ModelForm, entry.data, entry.way, entry.id)
            if form is not None:
                self._draft(form, form, entry.way, entry.id, form.unit)
            else:
                self._lose(ModelForm, entry, entry.id, "")
        for entry in units:
            unit = self.reading.check(UnitForm, entry.data, entry.way, entry.id)
            if unit is not None:
                self._unit(unit, entry.way)
            else:
                self._lose(UnitForm, entry, f"{entry.id}.1", entry.id)
                lost = UnitForm.readable(entry.data)
                self.lost_units += [] if lost is None else [(lost, entry.way)]
        for entry in characters:
            character = self.reading.check(CharacterForm, entry.data, entry.way, entry.id)
            if character is not None:
                self._character(character, entry.way)
        ways = {name: draft.way for name, draft in self.drafts.items()}
        table = self._placed()
        for name, draft in self.drafts.items():
            if name not in table.models:
                # It would have a place: that a character has none is told by its place.
                self.reading.lost_models[name] = draft.model.at(Place("gone"))
        check_standing(self.reading, table, ways)
        return self._grouped(table), ways

    # --- single models ------------------------------------------------------------------------

    def _draft(
        self,
        form: BodyForm,
        standing: StandingForm,
        way: Way,
        name: str,
        unit: str,
        shift: tuple[float, float] = (0.0, 0.0),
        keywords: tuple[str, ...] = (),
        labels: tuple[str, ...] = (),
    ) -> None:
        base = self._base(form, way)
        decks = self._decks(form, base, way) if base is not None else None
        check_traits(self.reading, form.traits, (*way, "traits"))
        model = replace(
            self._body(form, name, unit),
            keywords=tuple(sorted(dict.fromkeys((*form.keywords, *keywords)))),
            labels=tuple(sorted(dict.fromkeys((*form.labels, *labels)))),
        )
        if base is None or decks is None:
            self.reading.broken[name] = None
            self.reading.lost_models[name] = model
            self.unplaced.append((standing, way))
            return
        model = replace(model, base=base, decks=decks)
        ruleset = self.reading.ruleset
        if ruleset is not None and not decks:
            model = replace(model, decks=ruleset.default_decks(model))
        self.drafts[name] = Draft(model, standing, way, shift)
        if unit:
            self.members.setdefault(unit, []).append(name)

    def _body(self, form: BodyForm, name: str, unit: str) -> Model:
        """A model without its base, its decks and its place."""
        return Model(
            name,
            Base("round", (MILLIONTHS,)),
            Place("off"),
            form.side,
            unit,
            to_lattice(form.height if form.height is not None else self._usual_height()),
            form.profile,
            tuple(sorted(form.keywords)),
            tuple(sorted(dict.fromkeys((*form.status, *form.statuses)))),
            form.counters,
            (),
            form.traits,
            tuple(sorted(form.labels)),
        )

    def _lose(self, form: type[ModelForm | UnitForm], entry: Entry, name: str, unit: str) -> None:
        """Keep what can be read of a model with problems, so that its words are checked as well."""
        found = form.readable(entry.data)
        if found is None:
            return
        unread = entry.data.keys() - found.given
        if not unread.intersection(_STANDING) and found.given.intersection(_STANDING):
            self.unplaced.append((found, entry.way))
        if unread.intersection(_DECISIVE):
            return
        check_traits(self.reading, found.traits, (*entry.way, "traits"))
        self.reading.lost_models[name] = self._body(found, name, unit)

    def _usual_height(self) -> float:
        ruleset = self.reading.ruleset
        return 0.0 if ruleset is None else float(ruleset.default_heights.get("model", 0.0))

    def _base(self, form: BodyForm, way: Way) -> Base | None:
        if form.hull is not None:
            corners = ring(self.reading, form.hull, (*way, "hull"))
            return None if corners is None else Base("hull", corners)
        if form.base is None:
            says = say("is missing: its diameter in millimetres (or a hull in the table's unit)")
            self.reading.wrong(way, says, missing="base")
            return None
        return self.base(form.base, (*way, "base"))

    def base(self, millimetres: Millimetres, way: Way) -> Base | None:
        """A base on the lattice of the table's unit."""
        if self.scale is None:
            self.reading.wrong(
                way,
                say(
                    "bases are in millimetres, this ruleset is in metres: add the metres for each inch of the table "
                    "at the top of the file, such as scale: 2"
                ),
            )
            return None
        size = tuple(to_lattice(value / MILLIMETRES_PER_INCH * self.scale) for value in millimetres.size)
        if min(size) < 1000:
            says = say("a base of {size} is too small", size=Notation(f"{min(millimetres.size):g} mm"))
            self.reading.wrong(way, says)
            return None
        return Base(cast(BaseKind, millimetres.kind), size)

    def _decks(self, form: BodyForm, base: Base, way: Way) -> tuple[Deck, ...] | None:
        given: list[tuple[str, DeckForm, Way]] = []
        if form.deck is not None:
            given.append(("deck", form.deck, (*way, "deck")))
        given += [(name, deck, (*way, "decks", name)) for name, deck in form.decks.items()]
        decks: list[Deck] = []
        for name, deck, here in given:
            if deck.outline is None:
                outline: tuple[int, ...] | None = base_outline(base)
            else:
                outline = ring(self.reading, deck.outline.points, (*here, "outline"))
            if outline is None:
                return None
            decks.append(Deck(name, outline, to_lattice(deck.z), deck.tags))
        return tuple(decks)

    def _character(self, form: CharacterForm, way: Way) -> None:
        profile: dict[str, Value] = dict(form.profile)
        for key, value in form.others.items():
            try:
                profile[key] = anything(value)
            except Refusal as error:
                self.reading.wrong((*way, key), error.says)
        check_traits(self.reading, form.traits, (*way, "traits"))
        size = tuple(
            to_lattice(value / MILLIMETRES_PER_INCH * (self.scale or 1.0)) for value in CHARACTER_BASE.size
        )
        model = Model(
            form.id,
            Base("round", size),
            Place("off"),
            form.side,
            form.unit,
            to_lattice(self._usual_height()),
            Record(profile),
            form.keywords,
            tuple(sorted(dict.fromkeys((*form.status, *form.statuses)))),
            form.counters,
            (),
            form.traits,
            form.labels,
        )
        self.drafts[form.id] = Draft(model, None, way)
        if form.unit:
            self.members.setdefault(form.unit, []).append(form.id)

    # --- units --------------------------------------------------------------------------------

    def _unit(self, form: UnitForm, way: Way) -> None:
        self.units[form.id] = (form, way)
        own = [key for key in form.given if key not in _OF_NAMED_MODELS]
        ranks = [key for key in ("count", "formation", "of") if key in own]
        if form.models and own:
            says = say(
                "a unit either lists its models or sets up its own: leave out models, or {fields}",
                fields=Either(tuple(map(Notation, sorted(own)))),
            )
            self.reading.wrong((*way, "models"), says)
        elif not form.models and not ranks:
            says = say("list its models (models: [a, b]), or how many to set up (count: 10)")
            self.reading.wrong(way, says, missing="models")
        elif ranks:
            self._ranks(form, way)

    def _ranks(self, form: UnitForm, way: Way) -> None:
        columns, rows = form.formation or (form.count or 1, 1)
        count = form.count if form.count is not None else columns * rows
        if count > columns * rows:
            says = say(
                "{count} models don't fit into a formation of {columns} × {rows} = {room}",
                count=count,
                columns=columns,
                rows=rows,
                room=columns * rows,
            )
            self.reading.wrong((*way, "formation"), says)
            return
        base = self._base(form, way)
        if base is None:
            self.unplaced.append((form, way))
            self.reading.broken[form.id] = None
            for i in range(1, count + 1):
                self.reading.broken[f"{form.id}.{i}"] = None
            return
        gap = form.gap or 0.0
        step, rank = base.shape.across(90.0) + gap, base.shape.across(0.0) + gap
        keywords, labels = self._of(form, way)
        for i in range(count):
            shift = turn((i % columns) * step, -(i // columns) * rank, form.facing or 0.0)
            self._draft(form, form, way, f"{form.id}.{i + 1}", form.id, shift, keywords, labels)

    def _of(self, form: UnitForm, way: Way | None = None) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The field `of` of a unit as keywords and labels: a keyword if the ruleset knows the word."""
        ruleset = self.reading.ruleset
        words = None if ruleset is None or ruleset.vocabulary is None else ruleset.vocabulary.keywords
        if not form.of or words is None or any(word.name == form.of for word in words):
            return ((form.of,) if form.of else ()), ()
        close = near(form.of, [word.name for word in words if not word.described], ALMOST)
        if close and way is not None:
            problem = say("there is no keyword {word}", word=Quoted(form.of))
            self.reading.wrong((*way, "of"), corrected(problem, close))
        return (), (form.of,)

    def _grouped(self, table: Table) -> Table:
        """The table with its units, and the unit of each model set."""
        for lost, way in self.unplaced:
            if isinstance(lost, ModelForm) and lost.unit and self.units:
                self.reading.refer(lost.unit, self.units, say("a unit"), (*way, "unit"))
        for form, way in self.lost_units:
            for member in form.models:
                self.reading.refer(member, self.drafts, say("a model"), (*way, "models"))
        for name, (form, way) in self.units.items():
            for member in form.models:
                if self.reading.refer(member, self.drafts, say("a model"), (*way, "models")):
                    self._join(member, name, way)
        units: dict[str, Unit] = {}
        for name, members in self.members.items():
            if self.units and name not in self.units:
                way = self.drafts[members[0]].way
                self.reading.refer(name, self.units, say("a unit"), (*way, "unit"))
                continue
            named = self.units.get(name)
            unit = named[0] if named is not None else None
            there = tuple(member for member in members if member in table.models)
            sides = sorted({table.models[member].side for member in there})
            side = unit.side if unit is not None and unit.side else sides[0] if len(sides) == 1 else ""
            own = unit is not None and bool(unit.models)
            units[name] = Unit(
                name,
                side,
                there,
                unit.profile if unit is not None and own else EMPTY,
                tuple(sorted(dict.fromkeys((*unit.keywords, *self._of(unit)[0]))))
                if unit is not None
                else (),
                unit.traits if unit is not None and own else EMPTY,
                tuple(sorted(dict.fromkeys((*unit.labels, *self._of(unit)[1])))) if unit is not None else (),
            )
        # A unit without models has a problem already.
        self.reading.broken |= dict.fromkeys(name for name in self.units if name not in units)
        models = table.models
        for name, each in units.items():
            for member in each.models:
                if models[member].unit != name:
                    models = models.with_(member, replace(models[member], unit=name))
        return table.changed(units=Shelf(units.items()), models=models)

    def _join(self, member: str, unit: str, way: Way) -> None:
        others = [name for name, members in self.members.items() if member in members and name != unit]
        if others:
            says = say("{name} already belongs to {unit}", name=Quoted(member), unit=Quoted(others[0]))
            self.reading.wrong((*way, "models"), says)
        elif member not in self.members.setdefault(unit, []):
            self.members[unit].append(member)

    # --- places -------------------------------------------------------------------------------

    def _placed(self) -> Table:
        decks = tuple(
            f"{name}.{deck.name}" for name, draft in self.drafts.items() for deck in draft.model.decks
        )
        places = Places(self.reading, self.table, decks)
        names = tuple(self.drafts)
        for form, way in self.unplaced:
            places.place(form, way, names)
        models: dict[str, Model] = {}
        standing: dict[str, tuple[StandingForm, Way]] = {}
        for name, draft in self.drafts.items():
            if draft.form is None:
                models[name] = draft.model
                continue
            place = places.place(draft.form, draft.way, names)
            if place is None:
                self.reading.broken[name] = None
                continue
            if place.kind not in ("reserve", "aboard", "off", "gone"):
                place = replace(
                    place, x=place.x + to_lattice(draft.shift[0]), y=place.y + to_lattice(draft.shift[1])
                )
            # The height of a unit on a surface that it names is that of its own point: the others may stand on a slope.
            first = draft.shift == (0.0, 0.0) or not names_surface(draft.form)
            if first and height_of(draft.form) is not None:
                standing[name] = (draft.form, draft.way)
            models[name] = draft.model.at(place)
        return self._carried(models, standing)

    def _carried(self, models: dict[str, Model], standing: Mapping[str, tuple[StandingForm, Way]]) -> Table:
        """The table with the models whose carriers are on it; a cycle of carriers is a problem."""
        table = self.table.changed(models=Shelf(models.items()))
        for name, model in models.items():
            if name in carriers(table, model):
                says = say("{name} would carry itself", name=Quoted(name))
                self.reading.wrong((*self.drafts[name].way, "on"), says)
                self.reading.broken[name] = None
        # A model on a carrier that is left out is left out too; the carrier's problem was added already.
        while True:
            lost = [
                name
                for name, model in table.models.items()
                if name in self.reading.broken or not self._has_ground(table, model)
            ]
            if not lost:
                break
            self.reading.broken |= dict.fromkeys(lost)
            table = table.changed(models=table.models.without(*lost))
        there = {name: given for name, given in standing.items() if name in table.models}
        return settle(self.reading, table, there)

    @staticmethod
    def _has_ground(table: Table, model: Model) -> bool:
        place = model.place
        if place.kind == "aboard":
            return place.on in table.models
        if place.kind != "surface" or place.on == BOARD or place.on in table.pieces:
            return True
        return table.deck(place.on) is not None


def too_many(reading: Reading, models: Iterable[Entry], units: Iterable[Entry]) -> bool:
    """Whether a file sets up more models than are allowed; a problem if so."""
    count = len(list(models))
    for entry in units:
        wanted = entry.data.get("count")
        count += wanted if isinstance(wanted, int) and wanted > 0 else 0
    if count > MOST_MODELS:
        says = say("a table has at most {most} models, this one has {found}", most=MOST_MODELS, found=count)
        reading.wrong(("units",), says)
    return count > MOST_MODELS


def read_objects(reading: Reading, table: Table, muster: Muster, entries: list[Entry]) -> Shelf[Object]:
    """The objects of a file."""
    decks = tuple(f"{model.id}.{deck.name}" for model in table.models.values() for deck in model.decks)
    places = Places(reading, table, decks)
    found: dict[str, Object] = {}
    for entry in entries:
        form = reading.check(ObjectForm, entry.data, entry.way, entry.id)
        readable = form if form is not None else ObjectForm.readable(entry.data)
        held = readable is not None and _known_holders(reading, table, readable, entry.way)
        thing = _object(form, entry.way, places, muster) if form is not None else None
        if thing is not None and held:
            found[entry.id] = thing
        else:
            reading.broken[entry.id] = None
    return Shelf(found.items())


def _known_holders(reading: Reading, table: Table, form: ObjectForm, way: Way) -> bool:
    """Whether an object's carriers are known; a problem for each that is not."""
    called, here = say("a model"), (*way, "carried-by")
    known = [reading.refer(holder, table.models, called, here) for holder in form.carried_by]
    return all(known)


def _object(form: ObjectForm, way: Way, places: Places, muster: Muster) -> Object | None:
    reading, table = places.reading, places.table
    sorts = [key for key in LONG_OBJECTS if getattr(form, key.replace("-", "_")) is not None]
    if len(sorts) + bool(form.sort) != 1:
        long = Either(tuple(map(Notation, LONG_OBJECTS)))
        says = (
            say("its sort is given twice: give either sort, or one of {long}", long=long)
            if sorts
            else say(
                "is missing: what it is, such as sort: loot, or one of {long} with its length", long=long
            )
        )
        reading.wrong(way, says, missing="sort")
        return None
    length = getattr(form, sorts[0].replace("-", "_")) if sorts else form.length
    if form.carried_by and form.at is not None:
        reading.wrong(
            (*way, "at"), say("give either its position (at) or its carrier (carried-by), not both")
        )
        return None
    if form.carried_by:
        place: Place | None = Place("aboard", form.carried_by[0])
    elif form.at is None and form.place is None:
        reading.wrong(
            way, say("give its position (at: [x, y]) or its carrier (carried-by: name)"), missing="at"
        )
        return None
    else:
        place = places.place(form, way, tuple(table.models))
    if place is None:
        return None
    found = settled(places.scene, place, form)
    if isinstance(found, Sentence):
        reading.wrong((*way, height_field(form)), found)
        return None
    place = found
    base = muster.base(form.base, (*way, "base")) if form.base is not None else None
    unheld = unsupported(places.scene, form.id, place)
    if unheld is not None:
        reading.wrong((*way, "at"), unheld)
    if unheld is not None or (form.base is not None and base is None):
        return None
    return Object(
        form.id,
        form.sort or sorts[0],
        place,
        form.carried_by,
        base,
        to_lattice(length or 0.0),
        to_lattice(form.weight or 0.0),
        form.details,
        form.labels,
    )
