"""The words and numbers that a ruleset knows, and the check that finds all others on a table.

A ruleset states a `Vocabulary`: tags, statuses, keywords, traits, counters, profile numbers with their bounds. Where a
table is laid, everything else on it is a problem with its place and the word that was probably meant. Words that no
rule reads go under `labels`, which are kept and shown and never checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Text
from surefoot.referee.values import Amount, Kind, Whole
from surefoot.table.record import Record, Value
from surefoot.table.words import instead, number

if TYPE_CHECKING:
    from surefoot.table.model import Model, Object
    from surefoot.table.table import Table
    from surefoot.table.terrain import Piece


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a table: where (a dotted path into the scenario) and what, in plain words."""

    where: str
    says: Text
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a ruleset knows, with its meaning; `sorts` are the sorts of terrain that take it, any if empty."""

    name: str
    says: Text = ""
    sorts: tuple[str, ...] = ()
    # Only described: the word belongs to the game, and no rule of movement reads it.
    described: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A named value: a number of a profile, a trait, a detail; with its kind, its meaning and the clause about it."""

    name: str
    kind: Kind
    says: Text = ""
    clause: str = ""
    described: bool = False


# What is possible on most tables; a ruleset may say otherwise.
BASE = Amount(1, 500)
HEIGHT = Amount(0, 40)
BOARD = Amount(1, 600)
LEVELS = Amount(-200, 200)
COUNTERS = Whole(0, 1_000)


@dataclass(frozen=True)
class Sheet:
    """What models of one sort have: those with a keyword, or all that no other sheet is for."""

    # What one of them is called: fighter, vehicle.
    called: str
    profile: tuple[Entry, ...]
    statuses: tuple[Word, ...] = ()
    counters: tuple[Word, ...] = ()
    keyword: str = ""
    # How large its base is, across its widest, in millimetres; and how tall it is, in the unit of the table.
    base: Amount = BASE
    height: Amount = HEIGHT

    def covers(self, model: Model) -> bool:
        """Whether a model is of this sort."""
        return not self.keyword or model.has(self.keyword)


@dataclass(frozen=True)
class Thing:
    """A sort of object, with the details that one may have."""

    sort: str
    says: Text = ""
    details: tuple[Entry, ...] = ()
    described: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """Every word and number that a ruleset knows."""

    # The first sheet that covers a model is the one it is checked by; the last one covers all.
    sheets: tuple[Sheet, ...]
    keywords: tuple[Word, ...] = ()
    # Keywords that something on this table gives a meaning to, such as those that a Transport lists.
    more_keywords: Callable[[Table], tuple[str, ...]] = lambda table: ()
    tags: tuple[Word, ...] = ()
    # What to write instead of words that people are likely to try as tags.
    hints: Mapping[str, Text] = field(default_factory=dict)
    deck_tags: tuple[Word, ...] = ()
    states: tuple[Word, ...] = ()
    traits: tuple[Entry, ...] = ()
    piece_traits: tuple[Entry, ...] = ()
    unit_profile: tuple[Entry, ...] = ()
    objects: tuple[Thing, ...] = ()
    environment: tuple[Entry, ...] = ()
    phases: tuple[Word, ...] = ()
    steps: tuple[Word, ...] = ()
    clock: tuple[Entry, ...] = ()
    # The clause about the words of a section, for problems with them: {phases: support.turn-sequence}.
    clauses: Mapping[str, str] = field(default_factory=dict)
    # Manners of going along a leg; the ruleset judges them itself where this is None.
    manners: tuple[Word, ...] | None = ()
    # Details of declarations that are more than their kind says: bounds, words, names inside.
    details: tuple[Entry, ...] = ()
    # Details that take the place of something else that may be declared: {plan: path}.
    instead_of: Mapping[str, str] = field(default_factory=dict)
    # How wide and how deep a board is, and how high or deep anything on it lies, in the unit of the table.
    board: Amount = BOARD
    levels: Amount = LEVELS
    counters: Whole = COUNTERS

    def sheet(self, model: Model) -> Sheet:
        """The sheet that a model is checked by."""
        return next((sheet for sheet in self.sheets if sheet.covers(model)), self.sheets[-1])

    def entry(self, detail: str) -> Entry | None:
        """What is known of a detail of declarations."""
        return next((each for each in self.details if each.name == detail), None)


def known(words: Iterable[Word | Entry]) -> list[str]:
    """The names of some words."""
    return [word.name for word in words]


# What cannot be seen in a table: words of other rulesets that a file is also written for.
@dataclass(frozen=True)
class _Check:
    table: Table
    own: Vocabulary
    others: tuple[Vocabulary, ...] = ()

    def words(self, section: str) -> tuple[Word, ...]:
        """The words of a section in every ruleset that the file is written for."""
        return tuple(word for each in (self.own, *self.others) for word in getattr(each, section) or ())

    # --- models -------------------------------------------------------------------------------

    def models(self) -> Iterator[Problem]:
        """Everything unknown about models, once for a whole unit in ranks."""
        told: set[tuple[str, Text]] = set()
        for model in self.table.models.values():
            for problem in self._model(model):
                key = (problem.where, problem.says)
                if key not in told:
                    told.add(key)
                    yield problem

    def _model(self, model: Model) -> Iterator[Problem]:
        sheet, where = self.own.sheet(model), place_of(model)
        yield from values(model.profile, sheet.profile, f"{where}.profile", f"a {sheet.called}")
        statuses = [*sheet.statuses, *self._of_others(model, "statuses")]
        yield from unknown(model.statuses, known(statuses), f"{where}.status", "status")
        yield from unknown(model.keywords, self._keywords(), f"{where}.keywords", "keyword")
        yield from self._counters(model, sheet, where)
        yield from self._traits(model.traits, "traits", where)
        yield from self._size(model, sheet, where)
        for deck in model.decks:
            inside = f"{where}.deck" if deck.name == "deck" else f"{where}.decks.{deck.name}"
            tags = [*known(self.words("deck_tags")), *self._tags("platform")]
            yield from unknown(deck.tags, tags, f"{inside}.tags", "tag of a deck")
            yield from bounded(from_lattice(deck.z), self.own.levels, f"{inside}.z", "height")

    def _of_others(self, model: Model, section: str) -> list[Word]:
        return [word for each in self.others for word in getattr(each.sheet(model), section)]

    def _keywords(self) -> list[str]:
        return [*known(self.words("keywords")), *self.own.more_keywords(self.table)]

    def _counters(self, model: Model, sheet: Sheet, where: str) -> Iterator[Problem]:
        counters = known([*sheet.counters, *self._of_others(model, "counters")])
        yield from unknown(model.counters, counters, f"{where}.counters", "counter", inside=True)
        for name, value in model.counters.items():
            for _, says in self.own.counters.wrongs(value):
                yield Problem(f"{where}.counters.{name}", says)

    def _traits(self, traits: Record, section: str, where: str) -> Iterator[Problem]:
        """Traits of this ruleset; what stands under the names of others is theirs."""
        mine = traits.get(self.table.ruleset)
        if isinstance(mine, Record):
            inside = f"{where}.traits.{self.table.ruleset}"
            yield from values(mine, getattr(self.own, section), inside, "", "trait")

    def _size(self, model: Model, sheet: Sheet, where: str) -> Iterator[Problem]:
        across = 2 * model.base.shape.reach / from_lattice(self.table.scale) * MILLIMETRES_PER_INCH
        if across and model.place.kind != "off":
            called = "hull" if model.base.kind == "hull" else "base"
            low, high = sheet.base.low, sheet.base.high
            if not low <= across <= high:
                says = f"a {called} is {low:g} to {high:g} mm across, not {number(across)}"
                yield Problem(f"{where}.{called}", says)
        yield from bounded(from_lattice(model.height), sheet.height, f"{where}.height", "height")
        yield from bounded(from_lattice(model.place.z), self.own.levels, f"{where}.z", "height")

    def units(self) -> Iterator[Problem]:
        """Everything unknown about units."""
        for unit in self.table.units.values():
            where = f"units.{unit.id}"
            yield from values(unit.profile, self.own.unit_profile, f"{where}.profile", "a unit")
            yield from unknown(unit.keywords, self._keywords(), f"{where}.keywords", "keyword")
            yield from self._traits(unit.traits, "traits", where)

    # --- terrain and objects ------------------------------------------------------------------

    def _tags(self, sort: str) -> list[str]:
        return [word.name for word in self.words("tags") if not word.sorts or sort in word.sorts]

    def pieces(self) -> Iterator[Problem]:
        """Everything unknown about terrain."""
        for piece in self.table.pieces.values():
            yield from self._piece(piece)

    def _piece(self, piece: Piece) -> Iterator[Problem]:
        where, tags = f"terrain.{piece.id}", self._tags(piece.sort)
        elsewhere = known(self.words("tags"))
        for tag in dict.fromkeys(piece.tags):
            if tag not in tags and tag in elsewhere:
                sorts = next(word.sorts for word in self.words("tags") if word.name == tag)
                says = f"{tag!r} is a tag of {listed(sorts)}: no rule reads it on {article(piece.sort)}"
                yield Problem(f"{where}.tags", f"{says}; write it under labels")
        hints = {
            tag: self.own.hints[tag] for tag in piece.tags if tag in self.own.hints and tag not in elsewhere
        }
        for tag, hint in hints.items():
            yield Problem(f"{where}.tags", f"no tag {tag!r}; {hint}")
        yield from unknown(piece.tags, [*tags, *elsewhere, *hints], f"{where}.tags", "tag")
        for face, words in piece.face_tags.items():
            given = words if isinstance(words, tuple) else (str(words),)
            yield from unknown(tuple(map(str, given)), tags, f"{where}.face_tags.{face}", "tag")
        states = [word.name for word in self.words("states") if not word.sorts or piece.sort in word.sorts]
        yield from unknown(piece.state, states, f"{where}.state", f"state of {article(piece.sort)}")
        yield from self._traits(piece.traits, "piece_traits", where)
        supports = piece.details.text("supports")
        yield from unknown((supports,) if supports else (), SUPPORTS, f"{where}.supports", "support")
        yield from bounded(from_lattice(piece.z), self.own.levels, f"{where}.z", "height")
        yield from bounded(from_lattice(piece.height), self.own.levels, f"{where}.height", "height")

    def objects(self) -> Iterator[Problem]:
        """Everything unknown about objects."""
        for thing in self.table.objects.values():
            yield from self._object(thing)

    def _object(self, thing: Object) -> Iterator[Problem]:
        where = f"objects.{thing.id}"
        things: list[Thing] = [each for one in (self.own, *self.others) for each in one.objects]
        found = next((each for each in things if each.sort == thing.sort), None)
        if found is None:
            sorts = [each.sort for each in things]
            yield Problem(f"{where}.sort", f"no object {thing.sort!r}{instead(thing.sort, sorts)}")
            return
        yield from values(thing.details, found.details, f"{where}.details", article(thing.sort), "detail")

    # --- the rest -----------------------------------------------------------------------------

    def surroundings(self) -> Iterator[Problem]:
        """Everything unknown about board, environment and clock."""
        table, own = self.table, self.own
        if table.board is not None:
            for name, side in (("width", table.board.width), ("depth", table.board.depth)):
                yield from bounded(from_lattice(side), own.board, f"board.{name}", f"{name} of the board")
        environment = [entry for each in (own, *self.others) for entry in each.environment]
        yield from values(table.environment, environment, "environment", "the environment")
        yield from values(table.clock.details, own.clock, "clock.details", "the clock", "detail")
        clock = table.clock
        for section, word in (("phase", clock.phase), ("step", clock.step)):
            words, clause = known(self.words(f"{section}s")), own.clauses.get(f"{section}s", "")
            for problem in unknown((word,) if word else (), words, f"clock.{section}", section):
                yield replace(problem, clause=clause)


# What may hold a platform up: nothing that could be climbed, or something.
SUPPORTS = ["none", "pillars", "legs", "walls"]


def problems(table: Table, own: Vocabulary, *others: Vocabulary) -> tuple[Problem, ...]:
    """Every word and number on a table that its ruleset does not know.

    `others` are the vocabularies of further rulesets that the same file is written for: their words are known too.
    """
    check = _Check(table, own, others)
    return (
        *check.surroundings(),
        *check.pieces(),
        *check.models(),
        *check.units(),
        *check.objects(),
    )


def unknown(
    words: Iterable[str], allowed: list[str], where: str, called: str, *, inside: bool = False
) -> Iterator[Problem]:
    """A problem for each word that is not allowed."""
    for word in dict.fromkeys(words):
        if word not in allowed:
            says = f"no {called} {word!r}{instead(word, allowed)}"
            sure = "did you mean" in says or inside or called in ("phase", "step", "support")
            free = "" if sure else f"{';' if allowed else ':'} free words go under labels"
            yield Problem(f"{where}.{word}" if inside else where, f"{says}{free}")


def values(
    given: Mapping[str, Value], entries: Iterable[Entry], where: str, owner: str, called: str = "number"
) -> Iterator[Problem]:
    """A problem for each value that has an unknown name or is of another kind."""
    by_name = {entry.name: entry for entry in entries}
    for name, value in given.items():
        entry = by_name.get(name)
        if entry is None:
            lead = f"{owner} has no {name!r}" if owner else f"no {called} {name!r}"
            yield Problem(f"{where}.{name}", f"{lead}{instead(name, by_name)}")
            continue
        for inside, says in entry.kind.wrongs(value):
            place = f"{where}.{name}.{inside}" if inside else f"{where}.{name}"
            yield Problem(place, f"{name}: {says}", entry.clause)


def bounded(value: float, bounds: Amount, where: str, called: str) -> Iterator[Problem]:
    """A problem if a measure is more or less than is possible."""
    if not bounds.low <= value <= bounds.high:
        yield Problem(where, f"a {called} of {number(value)} is not possible: expected {bounds.takes()}")


_TROOPER = re.compile(r"(.+)\.\d+")


def place_of(model: Model) -> str:
    """Where a file states a model: under its own name, or its unit's if it stands in ranks."""
    match = _TROOPER.fullmatch(model.id)
    return f"units.{model.unit}" if match and match[1] == model.unit else f"models.{model.id}"


def article(word: str) -> str:
    """A sort with its article."""
    return word if word.endswith("s") else f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def listed(words: Iterable[str]) -> str:
    """Sorts as people list them."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
