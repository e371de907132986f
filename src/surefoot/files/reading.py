"""The state of reading one file: its problems so far, its names, and the line of each field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import count
from typing import Any, TypeVar

from surefoot.files.form import Form, Misfit, Misfits
from surefoot.files.forms import NAMED_SECTIONS, DeckForm, LegForm, PlaceForm, ScenarioForm
from surefoot.files.kinds import name as read_name
from surefoot.files.problems import FileProblem
from surefoot.files.refusals import Refusal, expected
from surefoot.files.source import Source, Way, child
from surefoot.language import Notation, Quoted, Sentence, Text, say
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.protocol import Problem, Ruleset
from surefoot.table.model import Model
from surefoot.table.place import BOARD
from surefoot.table.terrain import Piece
from surefoot.table.words import corrected, near, sort_name, suggested

F = TypeVar("F", bound=Form)

# One entry of each section.
CALLED = {
    "terrain": say("a piece of terrain"),
    "models": say("a model"),
    "units": say("a unit"),
    "characters": say("a character"),
    "objects": say("an object"),
}

# A model that a unit sets up in ranks.
OF_A_UNIT = say("a model of a unit")

# Where names are looked up: in a file, or on the table of a running game.
IN_FILE = say("there is no {name} in this file")
ON_TABLE = say("there is no {name} on this table")


@dataclass(frozen=True, slots=True)
class Entry:
    """One named entry of a section: its name, its data and the way to it."""

    id: str
    data: Mapping[str, Any]
    way: Way


@dataclass
class Reading:
    """Collects every problem of a file instead of stopping at the first."""

    source: Source
    ruleset: Ruleset | None = None
    problems: list[FileProblem] = field(default_factory=list)
    # What the file says and hardly means.
    doubts: list[FileProblem] = field(default_factory=list)
    # Every name of the file, with its kind and the way to it. Names whose entry is wrong stay known, so that
    # references to them are not reported as well.
    owners: dict[str, tuple[Sentence, Way]] = field(default_factory=dict)
    broken: dict[str, None] = field(default_factory=dict)
    # Entries whose own name can't be used, by the name that they are read under instead.
    renamed: set[str] = field(default_factory=set)
    # Entries with problems: they are not on the table, but their words are checked as well.
    lost_models: dict[str, Model] = field(default_factory=dict)
    lost_pieces: dict[str, Piece] = field(default_factory=dict)
    # Every ruleset that the file has data for.
    stated: tuple[str, ...] = ()
    # The problem with a name that is unknown; its field is `{name}`.
    unknown_name: Sentence = IN_FILE

    @property
    def data(self) -> Mapping[str, Any]:
        """The whole file; empty if it is not a mapping."""
        return self.source.data if isinstance(self.source.data, Mapping) else {}

    def wrong(self, way: Way, says: Sentence, clause: str = "", *, missing: str = "") -> None:
        """Add a problem; `missing` names a field that should be there."""
        shown_field = self.field(way)
        if missing:
            shown_field = f"{shown_field}.{missing}" if shown_field else missing
        self.problems.append(self._noted(self.source.line(way), shown_field, says, clause))

    def doubt(self, way: Way, says: Sentence) -> None:
        """Add something that the file may say, but hardly means."""
        self.doubts.append(self._noted(self.source.line(way), self.field(way), says))

    def _noted(self, line: int, shown_field: str, says: Text, clause: str = "") -> FileProblem:
        ruleset = "" if self.ruleset is None else self.ruleset.name
        return FileProblem(self.source.file, line, shown_field, says, clause, ruleset=ruleset)

    def field(self, way: Way) -> str:
        """A way as text: `models.kal.at`, `declare[0].path[2]`."""
        text, node = "", self.source.root
        for depth, step in enumerate(way):
            below = child(node, step)
            if below is None:
                continue
            label = f"[{step}]" if isinstance(step, int) else str(step)
            if isinstance(step, int) and depth == 1 and way[0] in NAMED_SECTIONS:
                called = child(below, "id")
                label = str(called.value) if called is not None else label
            text += label if label.startswith("[") or not text else f".{label}"
            node = below
        return text

    # --- sections -----------------------------------------------------------------------------

    def entries(self, section: str) -> list[Entry]:
        """The named entries of a section, written as a list with ids or as a mapping by id."""
        data = self.data.get(section)
        if data is None:
            return []
        if isinstance(data, Mapping):
            return [
                entry
                for key, item in data.items()
                if (entry := self._under_key(section, key, item)) is not None
            ]
        if isinstance(data, list):
            return [
                entry for i, item in enumerate(data) if (entry := self._in_list(section, i, item)) is not None
            ]
        self.wrong((section,), expected(say("a list of entries with ids, or a mapping by id"), data))
        return []

    def _under_key(self, section: str, key: str, item: Any) -> Entry | None:
        way: Way = (section, key)
        if not isinstance(item, Mapping):
            self.wrong(way, expected(say("{entry} as a mapping of its fields", entry=CALLED[section]), item))
            self._known_but_broken(key, section, way)
            return None
        if "id" in item and str(item["id"]) != key:
            self.wrong((*way, "id"), say("its name is already {name}: leave out the id", name=Quoted(key)))
        try:
            read_name(key)
        except Refusal as error:
            self.wrong(way, error.says)
            return self._renamed(
                f"unnamed-{section.removesuffix('s')}-{len(self.owners)}", item, way, section
            )
        return self._named(Entry(key, {**item, "id": key}, way), section)

    def _in_list(self, section: str, position: int, item: Any) -> Entry | None:
        way: Way = (section, position)
        if not isinstance(item, Mapping):
            self.wrong(way, expected(say("{entry} as a mapping of its fields", entry=CALLED[section]), item))
            return None
        if "id" not in item:
            self.wrong(way, say("{entry} needs a name", entry=CALLED[section]), missing="id")
            return self._renamed(f"unnamed-{section.removesuffix('s')}-{position}", item, way, section)
        return self._named(Entry(str(item["id"]), item, way), section)

    def _known_but_broken(self, name: str, section: str, way: Way) -> None:
        self.owners.setdefault(name, (CALLED[section], way))
        self.broken[name] = None

    def _named(self, entry: Entry, section: str) -> Entry:
        if self.claim(entry.id, CALLED[section], entry.way):
            return entry
        again = next(name for n in count(1) if (name := entry.id + n * "-again") not in self.owners)
        return self._renamed(again, entry.data, entry.way, section)

    def _renamed(self, name: str, item: Mapping[str, Any], way: Way, section: str) -> Entry:
        """An entry without a usable name, under one that nothing refers to: its other problems are found all the same."""
        self.owners[name] = (CALLED[section], way)
        self.renamed.add(name)
        return Entry(name, {**item, "id": name}, way)

    def claim(self, name: str, called: Sentence, way: Way) -> bool:
        """Register a name; a name that is in use already is a problem."""
        if name == BOARD:
            self.wrong(way, say("{name} is the name of the board: choose another", name=Quoted(BOARD)))
            return False
        if name in self.owners:
            other, first = self.owners[name]
            self.wrong(
                way,
                say(
                    "{name} is already the name of {other} on line {line}: choose another",
                    name=Quoted(name),
                    other=other,
                    line=Notation(str(self.source.line(first))),
                ),
            )
            return False
        self.owners[name] = (called, way)
        return True

    # --- forms --------------------------------------------------------------------------------

    def check(self, form: type[F], data: Any, way: Way, name: str = "") -> F | None:
        """The data as a form; None, with every problem added, if it does not fit."""
        try:
            return form.read(data)
        except Misfits as wrong:
            self.note(form, wrong, way)
        if name:
            self.broken[name] = None
        return None

    def note(self, form: type[Form], wrong: Misfits, way: Way) -> None:
        """Add everything that does not fit a form as a problem."""
        for each in wrong.all:
            self._note(form, each, way)

    def _note(self, form: type[Form], misfit: Misfit, start: Way) -> None:
        way = (*start, *misfit.steps)
        if misfit.what == "missing":
            key = str(way[-1])
            says = say("is missing: {field}", field=describe(form_at(form, misfit.steps[:-1]), key))
            self.wrong(way[:-1], says, missing=key)
        elif misfit.what == "unknown":
            self.wrong(way, self._unknown(form_at(form, misfit.steps[:-1]), str(way[-1])))
        elif misfit.what == "not a mapping":
            called = say("a mapping of fields")
            if form_at(form, misfit.steps) is LegForm:
                called = say("a point {point} or a leg such as {leg}", point=_POINT, leg=_CLIMB)
            self.wrong(way, expected(called, misfit.found))
        elif misfit.what == "not a list":
            self.wrong(way, expected(say("a list"), misfit.found))
        else:
            assert misfit.says is not None
            self.wrong(way, misfit.says)

    def _unknown(self, form: type[Form], key: str) -> Sentence:
        sort = str(getattr(form, "sort", ""))
        here = (
            say("{sort} has no field {key}", sort=sort_name(sort), key=Quoted(key))
            if sort
            else say("there is no field {key} here", key=Quoted(key))
        )
        hint = _HINTS.get((sort, key))
        if form is LegForm and key in ("x", "y"):
            hint = say("write the point as {point}", point=_POINT)
        if hint is not None:
            return say("{problem}; {hint}", problem=here, hint=hint)
        known = field_names(form)
        if key == "true" and "on" in known:
            # YAML 1.1 reads the word on as true, so programs that read and write it turn one into the other.
            written = Notation('"on"')
            return say("{problem}; many programs turn on into true: write {on}", problem=here, on=written)
        if key in ("kind", "type") and "sort" in known:
            return corrected(here, "sort")
        if "profile" in known and self._is_number(key):
            written = Notation(f"profile: {{{key}: …}}")
            return say("{problem}; it belongs to the profile: write {profile}", problem=here, profile=written)
        if self.ruleset is not None and not near(key, known, 0.8) and self._is_trait(key):
            written = Notation(f"traits: {{{self.ruleset.name}: {{{key}: …}}}}")
            return say(
                "{problem}; it is a trait of the ruleset: write {traits}", problem=here, traits=written
            )
        return suggested(here, key, known)

    def _is_trait(self, key: str) -> bool:
        assert self.ruleset is not None
        words = self.ruleset.vocabulary
        named = words is not None and any(key == trait.name for trait in words.traits)
        return named or any(key in clause.settings for clause in self.ruleset.catalogue)

    def _is_number(self, key: str) -> bool:
        words = None if self.ruleset is None else self.ruleset.vocabulary
        return words is not None and any(
            key == entry.name for sheet in words.sheets for entry in sheet.profile
        )

    # --- names --------------------------------------------------------------------------------

    def refer(self, name: str, known: Iterable[str], called: Sentence, way: Way) -> bool:
        """Whether a name is known. An unknown name is a problem, unless its entry has a problem already."""
        names = list(known)
        if name in names:
            return True
        # A deck belongs to the model that carries it.
        if name in self.broken or name.rpartition(".")[0] in self.broken:
            return False
        owner = self.owners.get(name)
        if owner is not None:
            decks = [each for each in names if each.startswith(f"{name}.")]
            problem = not_what(called, name, owner[0])
            self.wrong(way, on_deck(problem, name, decks[0]) if decks else problem)
        else:
            # Entries with problems may be meant as well.
            meant = [each for each in (*names, *self.broken) if each in self.owners or each == BOARD]
            self.wrong(way, suggested(self.unknown_name.filled(name=Quoted(name)), name, meant))
        return False

    def merge(self, problem: Problem) -> None:
        """Add a problem that the ruleset found, at the line of the field that it names."""
        way = self.locate(problem.where)
        # The ruleset sees a character as a model; the file has it in a section of its own, with its numbers beside its name.
        renamed = any(self.owners[name][1] == way[:2] for name in self.renamed)
        shown = self.field(way) if renamed or way[:1] == ("characters",) else problem.where
        self.problems.append(self._noted(self.source.line(way), shown, problem.says, problem.clause))

    def locate(self, where: str) -> Way:
        """The way to the field of a dotted path such as `models.squad.3.profile.M`."""
        section, _, rest = where.partition(".")
        fits = [name for name in self.owners if rest == name or rest.startswith(f"{name}.")]
        if fits and section in (*NAMED_SECTIONS, "pieces"):
            # Names may contain dots: take the longest that fits.
            name = max(fits, key=len)
            return (*self.owners[name][1], *_steps(rest[len(name) + 1 :]))
        return (section, *_steps(rest))


_SLAB = say("z is the height of its top; its thickness goes into thickness")
_AT = say("write where it stands as at: [x, y]")
_POINT, _CLIMB = Notation("[x, y]"), Notation("{climb: [8, 4]}")
# Hints for fields that people try on a sort that does not have them.
_HINTS = {
    ("platform", "height"): _SLAB,
    ("platform", "depth"): _SLAB,
    ("lift", "height"): say("z is the height of its platform now, shaft: [low, high] its lowest and highest"),
    ("gap", "height"): say("write its depth as depth"),
    ("", "x"): _AT,
    ("", "y"): _AT,
    ("", "position"): _AT,
    ("", "pos"): _AT,
}


def not_what(called: Sentence, name: str, found: Sentence) -> Sentence:
    """The problem that a name belongs to something of another kind."""
    return say("expected {called}, but {name} is {found}", called=called, name=Quoted(name), found=found)


def on_deck(problem: Sentence, carrier: str, deck: str) -> Sentence:
    """The problem that a model was named where its deck was meant, and the two forms that put a model there."""
    return say(
        "{problem}: write {deck}, with {at} counted from the middle of {carrier}, or leave out {on} and write {high}",
        problem=problem,
        deck=Notation(f"on: {deck}"),
        at=Notation("at"),
        carrier=Quoted(carrier),
        on=Notation("on"),
        high=Notation("at: [x, y, height]"),
    )


def check_ruleset_name(reading: Reading, name: str, way: Way) -> None:
    """Add a problem for a misspelt name of a ruleset; one that is not installed here is only told."""
    own = reading.ruleset
    known = list(dict.fromkeys([*protocol.installed(), *([own.name] if own is not None else [])]))
    if name in known:
        return
    if near(name, known, 0.8) or any(each.startswith(f"{name.lower()}-") for each in known):
        problem = say("there is no ruleset {name}", name=Quoted(name))
        reading.wrong(way, suggested(problem, name, known))
        return
    says = say("the ruleset {name} is not installed here: nothing reads this", name=Quoted(name))
    reading.doubt(way, suggested(says, name, known))


def _steps(rest: str) -> Way:
    return tuple(int(step) if step.isdigit() else step for step in rest.split(".") if step)


def form_at(form: type[Form], inner: Way) -> type[Form]:
    """The form of a mapping inside another."""
    if "path" in inner:
        return LegForm
    if "place" in inner:
        return PlaceForm
    if "deck" in inner or "decks" in inner:
        return DeckForm
    return form


def field_names(form: type[Form]) -> list[str]:
    """The fields of a form by their names in files."""
    return [each.key for each in form.fields.values()]


def describe(form: type[Form], key: str) -> Sentence:
    """The description of a field, as the schema has it."""
    # Gathered for translation with the forms, not from a call.
    return Sentence(next((each.description for each in form.fields.values() if key == each.key), ""))


def unknown_sections(reading: Reading) -> None:
    """Add a problem for each top-level field that no scenario has."""
    known = field_names(ScenarioForm)
    for key in reading.data:
        if key not in known:
            problem = say("a scenario has no field {key}", key=Quoted(key))
            reading.wrong((key,), suggested(problem, key, known))
