"""The words and numbers that a ruleset knows, and the check that finds all others on a table.

A ruleset declares a `Vocabulary`: tags, statuses, keywords, traits, counters, profile numbers with their bounds. When a
table is set up, every other word on it is a problem with its place and a suggestion. Words that no rule reads go
under `labels`, which are stored and shown but never checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import beyond, from_lattice, short_of
from surefoot.language import Notation, Quantity, Quoted, Sentence, Term, Text, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.referee.values import Amount, Kind, Whole
from surefoot.table.record import Record, Value
from surefoot.table.words import (
    ALMOST,
    called,
    containing,
    corrected,
    meant,
    near,
    sort_name,
    suggested,
    written,
)

if TYPE_CHECKING:
    from surefoot.referee.itinerary import Leg
    from surefoot.table.model import Model, Object
    from surefoot.table.table import Table
    from surefoot.table.terrain import Piece


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a table: where (a dotted path into the scenario) and what."""

    where: str
    says: Text
    clause: str = ""

    def __str__(self) -> str:
        """The problem on one line, for tests and logs."""
        return f"{self.where}: {self.says}"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a ruleset with its meaning. `sorts` are the sorts of terrain that take it; empty: all."""

    name: str
    says: Text = ""
    sorts: tuple[str, ...] = ()
    # The word belongs to the game, but no rule of movement reads it.
    described: bool = False
    # What the ruleset leaves out for models with this keyword; a file that has some is warned.
    lacks: Text = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A named value: a number of a profile, a trait, a detail; with its kind, its meaning and the clause about it."""

    name: str
    kind: Kind
    says: Text = ""
    clause: str = ""
    described: bool = False
    # In a profile: every model of the sheet must have it.
    required: bool = False


# Bounds that fit most tables; a ruleset may set its own.
BASE = Amount(1, 500)
HEIGHT = Amount(0, 40)
BOARD = Amount(1, 600)
LEVELS = Amount(-200, 200)
COUNTERS = Whole(0, 1_000)


@dataclass(frozen=True)
class Sheet:
    """The profile of models of one sort: those with a keyword, or all that no other sheet covers."""

    # A code for one of them: fighter, vehicle.
    called: str
    profile: tuple[Entry, ...]
    statuses: tuple[Word, ...] = ()
    counters: tuple[Word, ...] = ()
    keyword: str = ""
    # The widest extent of its base in millimetres, and its height in the unit of the table.
    base: Amount = BASE
    height: Amount = HEIGHT
    # Advice for words that people are likely to try as statuses.
    hints: Mapping[str, Text] = field(default_factory=dict)

    def covers(self, model: Model) -> bool:
        """Whether a model is of this sort."""
        return not self.keyword or model.has(self.keyword)


@dataclass(frozen=True)
class Thing:
    """A sort of object with its details."""

    sort: str
    says: Text = ""
    details: tuple[Entry, ...] = ()
    described: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """Every word and number that a ruleset knows."""

    # A model is checked by the first sheet that covers it; the last sheet covers all models.
    sheets: tuple[Sheet, ...]
    keywords: tuple[Word, ...] = ()
    # Keywords that this table gives a meaning to, such as those that a Transport lists.
    more_keywords: Callable[[Table], tuple[str, ...]] = lambda table: ()
    tags: tuple[Word, ...] = ()
    # Advice for words that people are likely to try as tags.
    hints: Mapping[str, Text] = field(default_factory=dict)
    # Advice for words that people are likely to try as actions, as events or as steps of the clock.
    action_hints: Mapping[str, Text] = field(default_factory=dict)
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
    # The clause about the words of a section, cited by its problems: {phases: support.turn-sequence}.
    clauses: Mapping[str, str] = field(default_factory=dict)
    # Manners of moving along a leg; those with sorts are ways to work such a piece on the way through it.
    manners: tuple[Word, ...] = ()
    # Details of declarations with bounds, known words or known names inside.
    details: tuple[Entry, ...] = ()
    # Details that replace another part of a declaration: {plan: path}.
    instead_of: Mapping[str, str] = field(default_factory=dict)
    # Bounds of the board's sides, and of heights and depths on it, in the unit of the table.
    board: Amount = BOARD
    levels: Amount = LEVELS
    counters: Whole = COUNTERS
    # Where its models can be without anything to stand on or to hold on to.
    afloat: tuple[str, ...] = ("air", "water")

    def sheet(self, model: Model) -> Sheet:
        """The sheet that a model is checked by."""
        return next((sheet for sheet in self.sheets if sheet.covers(model)), self.sheets[-1])

    def entry(self, detail: str) -> Entry | None:
        """The entry of a detail of declarations; None if there is none."""
        return next((each for each in self.details if each.name == detail), None)


_AFLOAT = {
    "air": say("no model of {ruleset} is in the air: set it up on a surface"),
    "water": say("no model of {ruleset} is in the water: set it up on a surface"),
}


def unknown_manners(manners: Iterable[Word], leg: Leg) -> Iterator[Sentence]:
    """The problems of a leg's manner: a word that nothing is called, or one for legs of another sort.

    A leg through a door may have several words, one for each thing that is done to it.
    """
    through = leg.by == "through" or bool(leg.by == "turn" and leg.link)
    fitting = {word.name: word for word in manners if through or not word.sorts}
    words = leg.manner.replace(",", " ").split() if through else [leg.manner]
    for word in words:
        if word and word not in fitting:
            yield suggested(say("There is no manner {name}", name=Quoted(word)), word, fitting)
    moving = tuple(Quoted(word) for word in words if word in fitting and not fitting[word].sorts)
    if len(moving) > 1:
        yield say("A leg has one manner of moving, not {several}", several=moving)


def known(words: Iterable[Word | Entry]) -> list[str]:
    """The names of some words."""
    return [word.name for word in words]


def hinted(words: Iterable[str], allowed: list[str], hints: Mapping[str, Text]) -> dict[str, Text]:
    """The words that are not allowed and have advice, however they are written, with it."""
    return {word: hints[name] for word in words if word not in allowed and (name := written(word, hints))}


def advised(problem: Sentence, hint: Text) -> Sentence:
    """A problem with advice on what to write instead."""
    return say("{problem}; {hint}", problem=problem, hint=Notation(hint) if isinstance(hint, str) else hint)


# Words that people try for an action, and the word that the rules have for it.
_MEANT = {"walk": "move", "go": "move", "step": "move", "sprint": "run", "dash": "run"}


def unknown_action(
    problem: Sentence, name: str, known: Mapping[str, str], own: Vocabulary | None
) -> Sentence:
    """The problem of a name that is no action, event or step of the clock: with the ruleset's advice, or the names that it has.

    `known` are those names with their titles.
    """
    hint = _action_hint(name, own)
    word = _MEANT.get(written(name, _MEANT), name)
    return advised(problem, hint) if hint else suggested(problem, word, known, known)


def meant_action(name: str, known: Mapping[str, str], own: Vocabulary | None) -> str:
    """The one name that an unknown action was probably meant to be; empty if there is none, or several."""
    if _action_hint(name, own):
        return ""
    found = meant(_MEANT.get(written(name, _MEANT), name), known, known)
    return found[0] if len(found) == 1 else ""


def _action_hint(name: str, own: Vocabulary | None) -> Text:
    hints = {} if own is None else own.action_hints
    return hints.get(written(name, hints), "")


def _advice(problem: Sentence, hints: Mapping[str, Text]) -> Iterator[Sentence]:
    for word, hint in hints.items():
        yield advised(problem.filled(word=Quoted(word)), hint)


@dataclass(frozen=True)
class _Check:
    table: Table
    own: Vocabulary
    # Vocabularies of the other rulesets that the file is written for.
    others: tuple[Vocabulary, ...] = ()
    # The words of sections, and those for a sort of terrain, that were asked for: every piece asks for the same.
    _words: dict[str, tuple[Word, ...]] = field(default_factory=dict, repr=False, compare=False)
    _of_sorts: dict[tuple[str, str], list[str]] = field(default_factory=dict, repr=False, compare=False)

    def words(self, section: str) -> tuple[Word, ...]:
        """The words of a section in every ruleset that the file is written for."""
        if section not in self._words:
            self._words[section] = tuple(
                word for each in (self.own, *self.others) for word in getattr(each, section) or ()
            )
        return self._words[section]

    def words_of(self, section: str, sort: str) -> list[str]:
        """The words of a section for a sort of terrain."""
        key = section, sort
        if key not in self._of_sorts:
            self._of_sorts[key] = [
                word.name for word in self.words(section) if not word.sorts or sort in word.sorts
            ]
        return self._of_sorts[key]

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
        yield from values(
            model.profile,
            sheet.profile,
            f"{where}.profile",
            say("a {sort}", sort=Term(sheet.called)),
            elsewhere={
                **self._on_other_sheets(sheet),
                **self._in_other_sections(sheet, "profile", model.profile),
            },
        )
        for entry in sheet.profile:
            if entry.required and entry.name not in model.profile:
                says = say(
                    "{who} needs {name}: {meaning}",
                    who=Who(model.id),
                    name=Quoted(entry.name),
                    meaning=sentence(entry.says),
                )
                yield Problem(f"{where}.profile", says, entry.clause)
        statuses = known([*sheet.statuses, *self._of_others(model, "statuses")])
        belongs: Mapping[str, Text] = self._in_other_sections(sheet, "status", model.statuses)
        hints = hinted(model.statuses, statuses, {**belongs, **sheet.hints})
        yield from (Problem(f"{where}.status", says) for says in _advice(STATUS, hints))
        yield from unknown(model.statuses, [*statuses, *hints], f"{where}.status", STATUS)
        keywords, belongs = self._keywords(), self._in_other_sections(sheet, "keywords", model.keywords)
        hints = hinted(model.keywords, keywords, belongs)
        yield from (Problem(f"{where}.keywords", says) for says in _advice(KEYWORD, hints))
        yield from unknown(model.keywords, [*keywords, *hints], f"{where}.keywords", KEYWORD)
        yield from self._counters(model, sheet, where)
        yield from self._traits(model.traits, "traits", where)
        yield from self._size(model, sheet, where)
        if model.place.kind in _AFLOAT and not any(
            model.place.kind in each.afloat for each in (self.own, *self.others)
        ):
            says = _AFLOAT[model.place.kind].filled(ruleset=Notation(self.table.ruleset))
            yield Problem(f"{where}.place", says)
        for deck in model.decks:
            inside = f"{where}.deck" if deck.name == "deck" else f"{where}.decks.{deck.name}"
            tags = [*known(self.words("deck_tags")), *self.words_of("tags", "platform")]
            yield from unknown(deck.tags, tags, f"{inside}.tags", DECK_TAG)
            yield from bounded(from_lattice(deck.z), self.own.levels, f"{inside}.z", HEIGHT_OF)

    def _on_other_sheets(self, sheet: Sheet) -> dict[str, Sentence]:
        """Advice for the numbers that only models with another keyword have."""
        return {
            entry.name: say(
                "a {sort} has it: write {keywords}",
                sort=Term(other.called),
                keywords=Notation(f"keywords: [{other.keyword}]"),
            )
            for other in self.own.sheets
            if other is not sheet and other.keyword
            for entry in other.profile
        }

    def _in_other_sections(self, sheet: Sheet, here: str, words: Iterable[str]) -> dict[str, Sentence]:
        """Advice for words that a model has in another section than where they were written."""
        sections = (
            ("profile", "profile: {{{0}: …}}", known(sheet.profile)),
            ("counters", "counters: {{{0}: …}}", known(sheet.counters)),
            ("status", "status: [{0}]", known(sheet.statuses)),
            ("keywords", "keywords: [{0}]", self._keywords()),
        )
        own = next(names for section, _, names in sections if section == here)
        return {
            word: say("write {form}", form=Notation(form.format(name)))
            for word in words
            if not written(word, own)
            for section, form, names in reversed(sections)
            if section != here and (name := written(word, names))
        }

    def _of_others(self, model: Model, section: str) -> list[Word]:
        return [word for each in self.others for word in getattr(each.sheet(model), section)]

    def _keywords(self) -> list[str]:
        return [*known(self.words("keywords")), *self.own.more_keywords(self.table)]

    def _counters(self, model: Model, sheet: Sheet, where: str) -> Iterator[Problem]:
        counters = known([*sheet.counters, *self._of_others(model, "counters")])
        yield from unknown(model.counters, counters, f"{where}.counters", COUNTER, inside=True)
        for name, value in model.counters.items():
            for wrong in self.own.counters.wrongs(value):
                yield Problem(f"{where}.counters.{name}", wrong.says)

    def _traits(self, traits: Record, section: str, where: str) -> Iterator[Problem]:
        """Problems of the traits of this ruleset; other rulesets check their own."""
        mine = traits.get(self.table.ruleset)
        if isinstance(mine, Record):
            inside = f"{where}.traits.{self.table.ruleset}"
            yield from values(mine, getattr(self.own, section), inside, None, TRAIT)

    def _size(self, model: Model, sheet: Sheet, where: str) -> Iterator[Problem]:
        across = 2 * model.base.shape.reach / from_lattice(self.table.scale) * MILLIMETRES_PER_INCH
        if across and model.place.kind != "off":
            hull = model.base.kind == "hull"
            low, high = sheet.base.low, sheet.base.high
            # A base is stored in whole millionths of an inch: 5 mm come back a little shorter.
            if short_of(across, low) or beyond(across, high):
                sizes = {"low": Quantity(low), "high": Quantity(high, "mm"), "found": Quantity(across, "mm")}
                says = (
                    say("expected a hull of {low} to {high}, found {found}", **sizes)
                    if hull
                    else say("expected a base of {low} to {high}, found {found}", **sizes)
                )
                in_inches = across * MILLIMETRES_PER_INCH
                if not hull and low <= in_inches <= high:
                    meant = Quantity(in_inches, "mm")
                    says = say("{problem}. Did you mean inches? That is {meant}", problem=says, meant=meant)
                yield Problem(f"{where}.{'hull' if hull else 'base'}", says)
        yield from bounded(from_lattice(model.height), sheet.height, f"{where}.height", HEIGHT_OF)
        yield from bounded(from_lattice(model.place.z), self.own.levels, f"{where}.z", HEIGHT_OF)

    def units(self) -> Iterator[Problem]:
        """Everything unknown about units."""
        for unit in self.table.units.values():
            where = f"units.{unit.id}"
            yield from values(unit.profile, self.own.unit_profile, f"{where}.profile", say("a unit"))
            yield from unknown(unit.keywords, self._keywords(), f"{where}.keywords", KEYWORD)
            yield from self._traits(unit.traits, "traits", where)

    # --- terrain and objects ------------------------------------------------------------------

    def pieces(self) -> Iterator[Problem]:
        """Everything unknown about terrain."""
        for piece in self.table.pieces.values():
            yield from self._piece(piece)

    def _piece(self, piece: Piece) -> Iterator[Problem]:
        where, tags = f"terrain.{piece.id}", self.words_of("tags", piece.sort)
        elsewhere = known(self.words("tags"))
        for tag in dict.fromkeys(piece.tags):
            if tag not in tags and tag in elsewhere:
                sorts = next(word.sorts for word in self.words("tags") if word.name == tag)
                says = say(
                    "{tag} is a tag of {sorts}, and no rule reads it on {sort}: write it under labels",
                    tag=Quoted(tag),
                    sorts=tuple(map(sort_name, sorts)),
                    sort=sort_name(piece.sort),
                )
                yield Problem(f"{where}.tags", corrected(says, near(tag, tags, ALMOST)))
        hints = hinted(piece.tags, elsewhere, self.own.hints)
        yield from (Problem(f"{where}.tags", says) for says in _advice(TAG, hints))
        yield from unknown(piece.tags, [*tags, *elsewhere, *hints], f"{where}.tags", TAG)
        for face, words in piece.face_tags.items():
            given = words if isinstance(words, tuple) else (str(words),)
            yield from unknown(tuple(map(str, given)), tags, f"{where}.face_tags.{face}", TAG)
        states = self.words_of("states", piece.sort)
        yield from unknown(piece.state, states, f"{where}.state", STATE.filled(sort=sort_name(piece.sort)))
        if piece.is_("open") and piece.is_("closed"):
            yield Problem(
                f"{where}.state", say("{sort} is open or closed, not both", sort=sort_name(piece.sort))
            )
        yield from self._traits(piece.traits, "piece_traits", where)
        supports = piece.details.text("supports")
        yield from unknown(
            (supports,) if supports else (), SUPPORTS, f"{where}.supports", SUPPORT, free=False
        )
        yield from bounded(from_lattice(piece.z), self.own.levels, f"{where}.z", HEIGHT_OF)
        yield from bounded(from_lattice(piece.height), self.own.levels, f"{where}.height", HEIGHT_OF)

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
            problem = say("there is no object {sort}", sort=Quoted(thing.sort))
            yield Problem(f"{where}.sort", suggested(problem, thing.sort, sorts))
            return
        yield from values(thing.details, found.details, f"{where}.details", sort_name(thing.sort), DETAIL)

    # --- the rest -----------------------------------------------------------------------------

    def surroundings(self) -> Iterator[Problem]:
        """Everything unknown about board, environment and clock."""
        table, own = self.table, self.own
        if table.board is not None:
            for name, side, called in (
                ("width", table.board.width, say("a board {value} wide is not possible")),
                ("depth", table.board.depth, say("a board {value} deep is not possible")),
            ):
                yield from bounded(from_lattice(side), own.board, f"board.{name}", called)
        environment = [entry for each in (own, *self.others) for entry in each.environment]
        options = {
            name: say("write {form}", form=Notation(f"options: {{{name}: …}}"))
            for name in table.environment
            if name in table.options
        }
        yield from values(
            table.environment, environment, "environment", say("the environment"), elsewhere=options
        )
        yield from values(table.clock.details, own.clock, "clock.details", say("the clock"), DETAIL)
        clock = table.clock
        for section, word, called in (("phase", clock.phase, PHASE), ("step", clock.step, STEP)):
            words, clause = known(self.words(f"{section}s")), own.clauses.get(f"{section}s", "")
            for problem in unknown((word,) if word else (), words, f"clock.{section}", called, free=False):
                yield replace(problem, clause=clause)


# Supports of a platform; `none`: it can't be climbed from below.
SUPPORTS = ["none", "pillars", "legs", "walls"]

# Problems with an unknown word or name, by its kind.
STATUS = say("there is no status {word}")
KEYWORD = say("there is no keyword {word}")
TAG = say("there is no tag {word}")
DECK_TAG = say("a deck has no tag {word}")
COUNTER = say("there is no counter {word}")
STATE = say("there is no state {word} of {sort}")
SUPPORT = say("there is no support {word}")
PHASE = say("there is no phase {word}")
STEP = say("there is no step {word}")
NUMBER = say("there is no number {word}")
TRAIT = say("there is no trait {word}")
DETAIL = say("there is no detail {word}")
# Problems with a measure.
HEIGHT_OF = say("a height of {value} is not possible")


def problems(table: Table, own: Vocabulary, *others: Vocabulary) -> tuple[Problem, ...]:
    """A problem for every word and number on a table that its ruleset does not know.

    `others` are the vocabularies of other rulesets that the file is written for: their words are known too.
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
    words: Iterable[str],
    allowed: list[str],
    where: str,
    problem: Sentence,
    *,
    inside: bool = False,
    free: bool = True,
) -> Iterator[Problem]:
    """A problem for each word that is not allowed. `free`: labels are offered for words of one's own."""
    for word in dict.fromkeys(words):
        if word not in allowed:
            says = suggested(problem.filled(word=Quoted(word)), word, allowed)
            meant = near(word, allowed) or containing(word, allowed)
            if free and not inside and not meant:
                says = say("{problem}; other words go under labels", problem=says)
            yield Problem(f"{where}.{word}" if inside else where, says)


def values(
    given: Mapping[str, Value],
    entries: Iterable[Entry],
    where: str,
    owner: Sentence | None,
    problem: Sentence = NUMBER,
    elsewhere: Mapping[str, Sentence] = MappingProxyType({}),
) -> Iterator[Problem]:
    """A problem for each value that has an unknown name or is of another kind. `elsewhere`: advice for names of other sheets."""
    by_name = {entry.name: entry for entry in entries}
    for name, value in given.items():
        entry = by_name.get(name)
        if entry is None:
            quoted = Quoted(name)
            says = (
                problem.filled(word=quoted)
                if owner is None
                else say("{owner} has no {name}", owner=owner, name=quoted)
            )
            titles = {each.name: str(each.says) for each in by_name.values()}
            # People write the name of a number in full, such as Wounds for W.
            advice = None if called(name, titles) else elsewhere.get(name)
            yield Problem(
                f"{where}.{name}",
                suggested(says, name, by_name, titles)
                if advice is None
                else say("{problem}; {hint}", problem=says, hint=advice),
            )
            continue
        for wrong in entry.kind.wrongs(value):
            place = f"{where}.{name}.{wrong.where}" if wrong.where else f"{where}.{name}"
            says = say("{name}: {problem}", name=Notation(name), problem=wrong.says)
            yield Problem(place, says, entry.clause)


def bounded(value: float, bounds: Amount, where: str, problem: Sentence) -> Iterator[Problem]:
    """A problem if a measure is out of bounds."""
    if not bounds.low <= value <= bounds.high:
        says = say(
            "{problem}: expected {bounds}",
            problem=problem.filled(value=Quantity(value)),
            bounds=bounds.takes(),
        )
        yield Problem(where, says)


_TROOPER = re.compile(r"(.+)\.\d+")


def place_of(model: Model) -> str:
    """The path of a model in its file: under its own name, or its unit's if it was set up in ranks."""
    match = _TROOPER.fullmatch(model.id)
    return f"units.{model.unit}" if match and match[1] == model.unit else f"models.{model.id}"
