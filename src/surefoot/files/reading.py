"""A file being read: its problems so far, the names in it, and the way from a field to its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from surefoot.files.forms import NAMED_SECTIONS, DeckForm, LegForm, PlaceForm, ScenarioForm
from surefoot.files.kinds import name as read_name
from surefoot.files.kinds import shown
from surefoot.files.problems import FileProblem
from surefoot.files.source import Source, Way, child
from surefoot.language import Text
from surefoot.referee.protocol import Problem, Ruleset
from surefoot.table.place import BOARD
from surefoot.table.words import instead, near

F = TypeVar("F", bound=BaseModel)

# What one entry of a section is called.
CALLED = {
    "terrain": "a piece of terrain",
    "models": "a model",
    "units": "a unit",
    "characters": "a character",
    "objects": "an object",
}


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
    # Every name of the file: what it is called, and the way to it. Names whose entry is wrong stay known, so
    # that one mistake is not told again by everything that refers to it.
    owners: dict[str, tuple[str, Way]] = field(default_factory=dict)
    broken: dict[str, None] = field(default_factory=dict)
    # Every ruleset that the file says something for.
    stated: tuple[str, ...] = ()

    @property
    def data(self) -> Mapping[str, Any]:
        """The whole file; empty if it is no mapping."""
        return self.source.data if isinstance(self.source.data, Mapping) else {}

    def wrong(self, way: Way, says: Text, clause: str = "", *, missing: str = "") -> None:
        """Note a problem; `missing` names a field that should be there."""
        shown_field = self.field(way)
        if missing:
            shown_field = f"{shown_field}.{missing}" if shown_field else missing
        self.problems.append(FileProblem(self.source.file, self.source.line(way), shown_field, says, clause))

    def field(self, way: Way) -> str:
        """A way as people write it: `models.kal.at`, `declare[0].path[2]`."""
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
        self.wrong((section,), f"expected a list with ids, or a mapping by id, found {shown(data)}")
        return []

    def _under_key(self, section: str, key: str, item: Any) -> Entry | None:
        way: Way = (section, key)
        if not isinstance(item, Mapping):
            self.wrong(way, f"expected {CALLED[section]} as a mapping of its fields, found {shown(item)}")
            self._known_but_broken(key, section, way)
            return None
        if "id" in item and str(item["id"]) != key:
            self.wrong((*way, "id"), f"its name is already {key!r}; leave the id out")
            self._known_but_broken(key, section, way)
            return None
        try:
            read_name(key)
        except PydanticCustomError as error:
            self.wrong(way, error.message())
            return None
        return self._named(Entry(key, {**item, "id": key}, way), section)

    def _in_list(self, section: str, position: int, item: Any) -> Entry | None:
        way: Way = (section, position)
        if not isinstance(item, Mapping):
            self.wrong(way, f"expected {CALLED[section]} as a mapping of its fields, found {shown(item)}")
            return None
        if "id" not in item:
            self.wrong(way, f"give {CALLED[section]} a name by which others can refer to it", missing="id")
            # Read on under a name that nobody can refer to: the rest of it may be wrong as well.
            return Entry(
                f"{section}.{position}.unnamed", {**item, "id": f"{section}.{position}.unnamed"}, way
            )
        return self._named(Entry(str(item["id"]), item, way), section)

    def _known_but_broken(self, name: str, section: str, way: Way) -> None:
        self.owners.setdefault(name, (CALLED[section], way))
        self.broken[name] = None

    def _named(self, entry: Entry, section: str) -> Entry | None:
        return entry if self.claim(entry.id, CALLED[section], entry.way) else None

    def claim(self, name: str, called: str, way: Way) -> bool:
        """Take a name; a name that is taken already is a problem."""
        if name == BOARD:
            self.wrong(way, f"{BOARD!r} is the name of the board itself; choose another")
            return False
        if name in self.owners:
            other, first = self.owners[name]
            self.wrong(
                way,
                f"{name!r} is already the name of {other} on line {self.source.line(first)}; "
                "every name in a file is given once",
            )
            return False
        self.owners[name] = (called, way)
        return True

    # --- forms --------------------------------------------------------------------------------

    def check(self, form: type[F], data: Any, way: Way, name: str = "") -> F | None:
        """The data as a form; None, with every problem noted, if it does not fit."""
        try:
            return form.model_validate(data)
        except ValidationError as error:
            for each in error.errors(include_url=False, include_context=False):
                self._note(form, each["type"], each["msg"], (*way, *each["loc"]), len(way), each["input"])
        if name:
            self.broken[name] = None
        return None

    def _note(self, form: type[BaseModel], kind: str, message: str, way: Way, start: int, found: Any) -> None:
        if kind == "missing":
            *above, last = way
            inner = form_at(form, tuple(above[start:]))
            self.wrong(tuple(above), f"is missing: {describe(inner, str(last))}", missing=str(last))
        elif kind == "extra_forbidden":
            inner = form_at(form, way[start:-1])
            self.wrong(way, self._unknown(inner, str(way[-1])))
        elif kind in ("model_type", "dict_type", "model_attributes_type"):
            self.wrong(way, f"expected a mapping of fields, found {shown(found)}")
        elif kind == "list_type":
            self.wrong(way, f"expected a list, found {shown(found)}")
        else:
            self.wrong(way, message)

    def _unknown(self, form: type[BaseModel], key: str) -> str:
        sort = str(getattr(form, "sort", ""))
        here = f"{with_article(sort)} has no field {key!r}" if sort else f"there is no field {key!r} here"
        hint = _HINTS.get((sort, key))
        if hint:
            return f"{here}; {hint}"
        known = field_names(form)
        if self.ruleset is not None and not near(key, known, 0.8) and self._is_trait(key):
            return f"{here}; it belongs to the ruleset: write traits: {{{self.ruleset.name}: {{{key}: …}}}}"
        return here + instead(key, known, "its fields are")

    def _is_trait(self, key: str) -> bool:
        assert self.ruleset is not None
        return any(key in clause.settings for clause in self.ruleset.catalogue)

    # --- names --------------------------------------------------------------------------------

    def refer(self, name: str, known: Iterable[str], called: str, way: Way) -> bool:
        """Whether a name is one of those known; a problem if it is not, silence if its owner is wrong already."""
        names = list(known)
        if name in names:
            return True
        # A deck is as wrong as the model that carries it.
        if name in self.broken or name.rpartition(".")[0] in self.broken:
            return False
        owner = self.owners.get(name)
        if owner is not None:
            self.wrong(way, f"expected {called}, but {name!r} is {owner[0]}")
        else:
            # What is wrong itself may still be what was meant.
            meant = [each for each in (*names, *self.broken) if each in self.owners or each == BOARD]
            self.wrong(way, f"there is no {name!r} in this file{instead(name, meant, called + ' is one of')}")
        return False

    def merge(self, problem: Problem) -> None:
        """Note what a ruleset has found, at the line of the field that it names."""
        way = self.locate(problem.where)
        self.problems.append(
            FileProblem(self.source.file, self.source.line(way), problem.where, problem.says, problem.clause)
        )

    def locate(self, where: str) -> Way:
        """The way to what a dotted path such as `models.squad.3.profile.M` names."""
        section, _, rest = where.partition(".")
        fits = [name for name in self.owners if rest == name or rest.startswith(f"{name}.")]
        if fits and section in (*NAMED_SECTIONS, "pieces"):
            # Names may have dots in them: the longest that fits is meant.
            name = max(fits, key=len)
            return (*self.owners[name][1], *_steps(rest[len(name) + 1 :]))
        return (section, *_steps(rest))


# What people are likely to mean by a field that a sort does not have.
_HINTS = {
    ("platform", "height"): "z is the height of its top, thickness how thick it is",
    ("platform", "depth"): "z is the height of its top, thickness how thick it is",
    ("lift", "height"): "z is where its platform is now, shaft: [low, high] how far it goes",
    ("gap", "height"): "depth says how deep it is",
    ("", "position"): "at: [x, y] says where it stands",
    ("", "pos"): "at: [x, y] says where it stands",
}


def _steps(rest: str) -> Way:
    return tuple(int(step) if step.isdigit() else step for step in rest.split(".") if step)


def with_article(word: str) -> str:
    """A word with its article: `an area`, `stairs`."""
    if word.endswith("s"):
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def form_at(form: type[BaseModel], inner: Way) -> type[BaseModel]:
    """The form of a mapping inside another."""
    if "path" in inner:
        return LegForm
    if "place" in inner:
        return PlaceForm
    if "deck" in inner or "decks" in inner:
        return DeckForm
    return form


def field_names(form: type[BaseModel]) -> list[str]:
    """The fields of a form as files write them."""
    return [each.alias or key for key, each in form.model_fields.items()]


def describe(form: type[BaseModel], key: str) -> str:
    """What a field is for."""
    for own, each in form.model_fields.items():
        if key in (own, each.alias):
            return each.description or ""
    return ""


def unknown_sections(reading: Reading) -> None:
    """Note top-level fields that no scenario has."""
    known = field_names(ScenarioForm)
    for key in reading.data:
        if key not in known:
            reading.wrong((key,), f"a scenario has no field {key!r}{instead(key, known, 'its fields are')}")
