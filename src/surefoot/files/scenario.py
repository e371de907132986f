"""Scenario files: YAML or JSON in, a laid table with its declarations and answers out, or every problem at once."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic_core import PydanticCustomError

from surefoot.files import kinds
from surefoot.files.declarations import Declarations
from surefoot.files.forms import FORMAT, NAMED_SECTIONS, SIDES, BoardForm, ClockForm, NoteForm, ScenarioForm
from surefoot.files.kinds import shown
from surefoot.files.models import Muster, read_objects, too_many
from surefoot.files.pieces import read_pieces
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.reading import Entry, Reading, describe, unknown_sections
from surefoot.files.source import Source, Way, parse, read, word_value
from surefoot.files.variants import choose
from surefoot.geometry.tolerance import MILLIONTHS, to_lattice
from surefoot.referee import protocol
from surefoot.referee.catalogue import Option
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.table.notes import Clock, Lifetime, Note
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.words import instead


@dataclass(frozen=True)
class Scenario:
    """A table laid for its ruleset, and what is declared on it."""

    table: Table
    declarations: tuple[Declaration, ...]
    answers: list[Any]
    name: str
    source: str
    # What a narrator says before each declaration; empty where he is silent.
    says: tuple[str, ...] = ()


def load(path: str | os.PathLike[str], ruleset: str = "") -> Scenario:
    """The scenario in a file; raises FileInvalid with every problem it has."""
    file, text = read(path)
    return loads(text, file, ruleset)


def loads(text: str, name: str = "<text>", ruleset: str = "") -> Scenario:
    """The scenario in a text of YAML or JSON; raises FileInvalid with every problem it has.

    It is read for the ruleset that it names, or for another one, given as a file would write it.
    """
    return laid(parse(text, name), ruleset)


def laid(source: Source, ruleset: str = "") -> Scenario:
    """The scenario in a text that was parsed, or in data; raises FileInvalid with every problem it has."""
    reading = Reading(source)
    choose(reading, ruleset)
    scenario = _read(reading)
    if reading.problems or scenario is None:
        raise FileInvalid(reading.problems)
    return scenario


def drafted(source: Source) -> tuple[Scenario | None, tuple[FileProblem, ...]]:
    """What can be laid of a scenario that somebody is still writing, and every problem it has."""
    reading = Reading(source)
    choose(reading, "")
    scenario = _read(reading)
    return scenario, FileInvalid(reading.problems).problems


def _read(reading: Reading) -> Scenario | None:
    data = reading.source.data
    if not isinstance(data, Mapping):
        says = "the file is empty" if data is None else f"found {shown(data)}"
        reading.wrong((), f"{says}; expected a scenario: a mapping with ruleset, terrain, models, …")
        return None
    unknown_sections(reading)
    _check_format(reading)
    ruleset, written = _ruleset(reading)
    reading.ruleset = ruleset
    options = _options(reading, ruleset, written)
    sections = {section: reading.entries(section) for section in NAMED_SECTIONS}
    _claim_inner_names(reading, sections)
    scale = _scale(reading, ruleset)
    table = Table(
        ruleset.name if ruleset is not None else "",
        ruleset.unit if ruleset is not None else "inch",
        _board(reading),
        to_lattice(scale or 1.0),
        options,
        environment=_free(reading, "environment"),
        clock=_clock(reading),
    )
    table = table.changed(pieces=Shelf(read_pieces(reading, sections["terrain"]).items()))
    if too_many(reading, sections["models"], sections["units"]):
        return None
    muster = Muster(reading, table, scale)
    table, _ = muster.set_up(sections["models"], sections["units"], sections["characters"])
    table = table.changed(objects=read_objects(reading, table, muster, sections["objects"]))
    table = table.changed(notes=_notes(reading, table))
    declare = Declarations(reading, table)
    declarations = declare.read()
    answers = _answers(reading)
    if ruleset is None:
        return None
    table, problems = ruleset.laid(table, _others(reading, ruleset))
    for problem in problems:
        reading.merge(problem)
    title = _text(reading, "name") or Path(reading.source.file).stem
    return Scenario(table, declarations, answers, title, reading.source.file, tuple(declare.says))


def _others(reading: Reading, ruleset: Ruleset) -> list[Ruleset]:
    """Further rulesets that the same file is written for."""
    names = [name for name in reading.stated if name != ruleset.name and name in protocol.installed()]
    return [found for name in names if (found := _found(reading, name)) is not None]


def _claim_inner_names(reading: Reading, sections: Mapping[str, list[Entry]]) -> None:
    """Names that entries make for others: troopers of a unit, decks of a model."""
    for entry in sections["units"]:
        count = entry.data.get("count")
        formation = entry.data.get("formation")
        if count is None and isinstance(formation, list) and len(formation) == 2:
            count = _product(formation)
        if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= kinds.MOST_MODELS:
            for i in range(1, count + 1):
                name = f"{entry.id}.{i}"
                reading.claim(name, "a model of a unit", entry.way)
                _claim_decks(reading, entry, name)
    for entry in sections["models"]:
        _claim_decks(reading, entry, entry.id)


def _claim_decks(reading: Reading, entry: Entry, name: str) -> None:
    if "deck" in entry.data:
        reading.claim(f"{name}.deck", "a deck", (*entry.way, "deck"))
    decks = entry.data.get("decks")
    if isinstance(decks, Mapping):
        for key in decks:
            reading.claim(f"{name}.{key}", "a deck", (*entry.way, "decks", str(key)))


def _product(formation: list[Any]) -> int | None:
    if all(isinstance(each, int) and not isinstance(each, bool) for each in formation):
        return cast(int, formation[0] * formation[1])
    return None


# --- rules --------------------------------------------------------------------------------------


def _check_format(reading: Reading) -> None:
    version = reading.data.get("surefoot", FORMAT)
    if version != FORMAT or isinstance(version, bool):
        reading.wrong(("surefoot",), f"this Surefoot reads format {FORMAT}, the file says {shown(version)}")


_WITH_OPTIONS = re.compile(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def _ruleset(reading: Reading) -> tuple[Ruleset | None, dict[str, Any]]:
    """The ruleset, and the options that stand in brackets behind its name."""
    if reading.data.get("ruleset") is None:
        says = f"is missing: {describe(ScenarioForm, 'ruleset').partition(';')[0]}"
        reading.wrong(
            (), f"{says}; installed: {', '.join(protocol.installed()) or 'none'}", missing="ruleset"
        )
        return None, {}
    given = reading.data["ruleset"]
    match = _WITH_OPTIONS.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        reading.wrong(("ruleset",), f"expected the name of a ruleset, found {shown(given)}")
        return None, {}
    name, brackets = match.groups()
    settings: dict[str, Any] = {}
    for setting in (brackets or "").split(","):
        key, equals, value = (part.strip() for part in setting.partition("="))
        if setting.strip() and not (key and equals and value):
            reading.wrong(("ruleset",), f"expected name=value in the brackets, found {setting.strip()!r}")
        elif setting.strip():
            settings[key] = _word(reading, value)
    return _found(reading, name), settings


def _word(reading: Reading, text: str) -> Any:
    try:
        return word_value(text)
    except ValueError as error:
        reading.wrong(("ruleset",), str(error))
        return None


def _found(reading: Reading, name: str) -> Ruleset | None:
    try:
        return protocol.find(name)
    except protocol.NoSuchRuleset:
        reading.wrong(
            ("ruleset",),
            f"there is no ruleset {name!r}{instead(name, protocol.installed(), 'installed are')}",
        )
    except (ImportError, AttributeError) as error:
        reading.wrong(("ruleset",), f"the ruleset {name!r} is installed and cannot be loaded: {error}")
    return None


def _options(reading: Reading, ruleset: Ruleset | None, written: Mapping[str, Any]) -> Record:
    """Every option of the ruleset as this game plays it."""
    given = reading.data.get("options")
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        reading.wrong(("options",), f"expected options by name such as {{name: value}}, found {shown(given)}")
        given = {}
    if ruleset is None:
        return EMPTY
    known = ruleset.catalogue.options
    found: dict[str, Value] = {name: freeze(option.default) for name, option in known.items()}
    for name, value in [*written.items(), *given.items()]:
        way: Way = ("options", name) if name in given else ("ruleset",)
        if name not in known:
            says = f"{ruleset.name} has no option {name!r}"
            reading.wrong(way, says + instead(name, known, "its options are"))
            continue
        if (
            name in written
            and name in given
            and _setting(known[name], written[name]) != _setting(known[name], value)
        ):
            reading.wrong(way, f"{name} is set to {written[name]!r} behind the name of the ruleset already")
        setting = _setting(known[name], value)
        problem = known[name].problem(setting)
        if problem:
            reading.wrong(way, problem, known[name].clause)
        else:
            found[name] = _kept(reading, setting, way)
    return Record(found)


def _setting(option: Option, value: Any) -> Any:
    """On and off, yes and no are true and false where a switch is meant."""
    if option.kind == "switch" and isinstance(value, str):
        return {"on": True, "yes": True, "off": False, "no": False}.get(value.lower(), value)
    return value


def _kept(reading: Reading, value: Any, way: Way) -> Value:
    try:
        return kinds.anything(value)
    except PydanticCustomError as error:
        reading.wrong(way, error.message())
        return None


# --- the rest of the table ----------------------------------------------------------------------


def _scale(reading: Reading, ruleset: Ruleset | None) -> float | None:
    """Table units per inch of a real table; None if a ruleset in metres was not told."""
    given = reading.data.get("scale")
    metres = ruleset is not None and ruleset.unit == "metre"
    if given is None:
        return None if metres else 1.0
    try:
        scale = kinds.positive(given)
    except PydanticCustomError as error:
        reading.wrong(("scale",), error.message())
        return 1.0
    if not metres and to_lattice(scale) != MILLIONTHS and ruleset is not None:
        reading.wrong(("scale",), f"{ruleset.name} is in inches, as the table is; leave the scale out")
        return 1.0
    return scale


def _board(reading: Reading) -> Board | None:
    given = reading.data.get("board")
    if given is None:
        return None
    try:
        board = reading.check(BoardForm, SIDES.widen(given), ("board",))
    except PydanticCustomError as error:
        reading.wrong(("board",), error.message())
        return None
    return None if board is None else Board(to_lattice(board.width), to_lattice(board.depth), board.edge)


def _clock(reading: Reading) -> Clock:
    given = reading.data.get("clock")
    if given is None:
        return Clock()
    form = reading.check(ClockForm, given, ("clock",))
    if form is None:
        return Clock()
    return Clock(form.round, form.side, form.phase, form.step, form.active, form.minutes, form.details)


def _free(reading: Reading, section: str) -> Record:
    try:
        return kinds.data(reading.data.get(section))
    except PydanticCustomError as error:
        reading.wrong((section,), error.message())
        return EMPTY


def _text(reading: Reading, section: str) -> str:
    given = reading.data.get(section)
    try:
        return "" if given is None else kinds.word(given)
    except PydanticCustomError as error:
        reading.wrong((section,), error.message())
        return ""


def _notes(reading: Reading, table: Table) -> Shelf[Note]:
    given = reading.data.get("notes")
    if given is None:
        return Shelf()
    if not isinstance(given, list):
        reading.wrong(
            ("notes",), f"expected a list of notes such as {{key: advanced, of: kal}}, found {shown(given)}"
        )
        return Shelf()
    found: dict[str, Note] = {}
    known = [*table.models, *table.units, *table.pieces, *table.objects]
    for i, item in enumerate(given):
        way: Way = ("notes", i)
        form = reading.check(NoteForm, item, way)
        if form is None or (
            form.of and not reading.refer(form.of, known, "something on the table", (*way, "of"))
        ):
            continue
        if (form.lifetime == "event") != bool(form.until):
            reading.wrong(
                way,
                "a note with lifetime: event says until which event, and only such a note",
                missing="until",
            )
            continue
        note = Note(form.key, form.of, form.value, cast(Lifetime, form.lifetime), form.until)
        if note.name in found:
            reading.wrong(way, f"{form.key!r} is noted twice{f' of {form.of}' if form.of else ''}")
        found[note.name] = note
    return Shelf(found.items())


def _answers(reading: Reading) -> list[Any]:
    """Answers and dice in order; a mapping is the same as a list of its entries."""
    found: list[Any] = []
    for section in ("answers", "dice"):
        given = reading.data.get(section)
        if given is None:
            continue
        try:
            kinds.anything(given)
        except PydanticCustomError as error:
            reading.wrong((section,), error.message())
            continue
        if isinstance(given, Mapping):
            found += [{key: value} for key, value in given.items()]
        elif isinstance(given, list):
            found += given
        else:
            reading.wrong(
                (section,), f"expected dice in order, or answers by clause or question, found {shown(given)}"
            )
    return found
