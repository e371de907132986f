"""Scenario files: reads YAML or JSON into a table with its declarations and answers, or raises every problem at once."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from surefoot.collecting import collecting_rarely
from surefoot.files import kinds
from surefoot.files.advice import advise
from surefoot.files.bounds import check_terrain
from surefoot.files.clock import read_clock
from surefoot.files.declarations import Declarations
from surefoot.files.form import Misfits
from surefoot.files.forms import FORMAT, NAMED_SECTIONS, SIDES, BoardForm, NoteForm, ScenarioForm
from surefoot.files.goals import read_goals
from surefoot.files.models import Muster, read_objects, too_many
from surefoot.files.pieces import read_pieces
from surefoot.files.places import check_overlaps
from surefoot.files.problems import FileInvalid, FileProblem, other_format
from surefoot.files.reading import OF_A_UNIT, Entry, Reading, check_ruleset_name, describe, unknown_sections
from surefoot.files.refusals import Refusal, expected, shown
from surefoot.files.scenery import read_scenery, with_picture
from surefoot.files.source import Source, Unstorable, Way, parse, read, word_value
from surefoot.files.variants import choose
from surefoot.geometry.tolerance import MILLIONTHS, to_lattice
from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.records import dataclass, replace
from surefoot.referee import protocol
from surefoot.referee.catalogue import Option
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.table.notes import Lifetime, Note
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.words import suggested


@dataclass(frozen=True)
class Scenario:
    """A table set up for its ruleset, and the declarations made on it."""

    table: Table
    declarations: tuple[Declaration, ...]
    answers: list[Any]
    name: str
    source: str
    # A text to show before each declaration; empty: none.
    says: tuple[str, ...] = ()
    # What the file says and hardly means: it can be judged all the same.
    advice: tuple[FileProblem, ...] = ()

    def __repr__(self) -> str:
        return f"<Scenario {self.name!r}: {self.table!r}, {len(self.declarations)} declarations>"


def load(path: str | os.PathLike[str], ruleset: str = "") -> Scenario:
    """The scenario in a file; raises FileInvalid with every problem."""
    file, text = read(path)
    return beside(loads(text, file, ruleset))


def beside(scenario: Scenario) -> Scenario:
    """A scenario from a file of this computer, with the picture that lies beside the file, if there is one."""
    return replace(scenario, table=with_picture(scenario.table, Path(scenario.source).parent))


def loads(text: str, name: str = "<text>", ruleset: str = "") -> Scenario:
    """The scenario in a YAML or JSON text; raises FileInvalid with every problem.

    It is read for its own ruleset, or for `ruleset`, written as in a file.
    """
    with collecting_rarely():
        return laid(parse(text, name, patient=True), ruleset)


def laid(source: Source, ruleset: str = "") -> Scenario:
    """The scenario in parsed text or data; raises FileInvalid with every problem."""
    reading = Reading(source, problems=list(source.problems))
    choose(reading, ruleset)
    scenario = _read(reading)
    if reading.problems or scenario is None:
        raise FileInvalid(reading.problems)
    return scenario


def drafted(source: Source) -> tuple[Scenario | None, tuple[FileProblem, ...]]:
    """The parts of an unfinished scenario that can be set up (None: nothing can), and every problem."""
    reading = Reading(source, problems=list(source.problems))
    choose(reading, "")
    scenario = _read(reading)
    return scenario, FileInvalid(reading.problems).problems


def _read(reading: Reading) -> Scenario | None:
    data = reading.source.data
    if not isinstance(data, Mapping):
        wanted = say("a scenario: a mapping with ruleset, terrain, models, …")
        if data is None:
            reading.wrong((), say("the file is empty; expected {wanted}", wanted=wanted))
        else:
            reading.wrong((), expected(wanted, data))
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
        clock=read_clock(reading, sections),
    )
    table = table.changed(pieces=Shelf(read_pieces(reading, sections["terrain"]).items()))
    check_terrain(reading, table)
    if too_many(reading, sections["models"], sections["units"]):
        return None
    muster = Muster(reading, table, scale)
    table, ways = muster.set_up(sections["models"], sections["units"], sections["characters"])
    table = table.changed(objects=read_objects(reading, table, muster, sections["objects"]))
    table = table.changed(notes=_notes(reading, table))
    table = table.changed(goals=read_goals(reading, table))
    table = table.changed(scenery=read_scenery(reading, table.board))
    declare = Declarations(reading, table)
    declarations = declare.read()
    answers = _answers(reading)
    if ruleset is None:
        check_overlaps(reading, table, ways)
        return None
    others = _others(reading, ruleset)
    whole = table.changed(
        models=Shelf({**table.models, **reading.lost_models}.items()),
        pieces=Shelf({**table.pieces, **reading.lost_pieces}.items()),
    )
    table, problems = ruleset.laid(table, others)
    if reading.lost_models or reading.lost_pieces:
        problems = (*problems, *ruleset.unknown_words(whole, others))
    for problem in problems:
        reading.merge(problem)
    # Only the ruleset knows the height of a model that is in the air.
    check_overlaps(reading, table, ways)
    advise(reading, table, ways)
    title = _text(reading, "name") or Path(reading.source.file).stem
    return Scenario(
        table,
        declarations,
        answers,
        title,
        reading.source.file,
        tuple(declare.says),
        tuple(sorted(reading.doubts, key=lambda each: each.line)),
    )


def _others(reading: Reading, ruleset: Ruleset) -> list[Ruleset]:
    """The other rulesets that the file is written for."""
    names = [name for name in reading.stated if name != ruleset.name and name in protocol.installed()]
    return [found for name in names if (found := _found(reading, name)) is not None]


def _claim_inner_names(reading: Reading, sections: Mapping[str, list[Entry]]) -> None:
    """Register the names that entries create: models of a unit in ranks, decks of a model."""
    for entry in sections["units"]:
        count = entry.data.get("count")
        formation = entry.data.get("formation")
        if count is None and isinstance(formation, list) and len(formation) == 2:
            count = _product(formation)
        if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= kinds.MOST_MODELS:
            for i in range(1, count + 1):
                name = f"{entry.id}.{i}"
                reading.claim(name, OF_A_UNIT, entry.way)
                _claim_decks(reading, entry, name)
    for entry in sections["models"]:
        _claim_decks(reading, entry, entry.id)


def _claim_decks(reading: Reading, entry: Entry, name: str) -> None:
    if "deck" in entry.data:
        reading.claim(f"{name}.deck", say("a deck"), (*entry.way, "deck"))
    decks = entry.data.get("decks")
    if isinstance(decks, Mapping):
        for key in decks:
            reading.claim(f"{name}.{key}", say("a deck"), (*entry.way, "decks", str(key)))


def _product(formation: list[Any]) -> int | None:
    if all(isinstance(each, int) and not isinstance(each, bool) for each in formation):
        return cast(int, formation[0] * formation[1])
    return None


# --- rules --------------------------------------------------------------------------------------


def _check_format(reading: Reading) -> None:
    version = reading.data.get("surefoot", FORMAT)
    if version != FORMAT or isinstance(version, bool):
        reading.wrong(("surefoot",), other_format(version, FORMAT))


_WITH_OPTIONS = re.compile(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def _ruleset(reading: Reading) -> tuple[Ruleset | None, dict[str, Any]]:
    """The ruleset, and the options in brackets after its name."""
    if reading.data.get("ruleset") is None:
        problem = say("is missing: {field}", field=describe(ScenarioForm, "ruleset"))
        reading.wrong((), suggested(problem, "", protocol.installed()), missing="ruleset")
        return None, {}
    given = reading.data["ruleset"]
    match = _WITH_OPTIONS.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        reading.wrong(("ruleset",), expected(say("the name of a ruleset"), given))
        return None, {}
    name, brackets = match.groups()
    settings: dict[str, Any] = {}
    for setting in (brackets or "").split(","):
        key, equals, value = (part.strip() for part in setting.partition("="))
        if setting.strip() and not (key and equals and value):
            wanted = say("{form} in the brackets", form=Notation("name=value"))
            reading.wrong(("ruleset",), expected(wanted, setting.strip()))
        elif setting.strip():
            settings[key] = _word(reading, value)
    return _found(reading, name), settings


def _word(reading: Reading, text: str) -> Any:
    try:
        return word_value(text)
    except Unstorable as error:
        reading.wrong(("ruleset",), error.says)
        return None


def _found(reading: Reading, name: str) -> Ruleset | None:
    try:
        return protocol.find(name)
    except protocol.BadRuleset as bad:
        for each in bad.problems:
            says = say(
                "the package {package} can't be used: {where}: {problem}",
                package=Notation(bad.offered_by),
                where=Notation(each.where),
                problem=Notation(str(each.says)),
            )
            reading.wrong(("ruleset",), says)
    except protocol.NoSuchRuleset:
        problem = say("there is no ruleset {name}", name=Quoted(name))
        reading.wrong(("ruleset",), suggested(problem, name, protocol.installed()))
    except (ImportError, AttributeError) as error:
        says = say(
            "the ruleset {name} is installed but can't be loaded: {error}",
            name=Quoted(name),
            error=Notation(str(error)),
        )
        reading.wrong(("ruleset",), says)
    return None


def _options(reading: Reading, ruleset: Ruleset | None, written: Mapping[str, Any]) -> Record:
    """Every option of the ruleset with its value in this game."""
    given = reading.data.get("options")
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        wanted = say("options by name such as {form}", form=Notation("{name: value}"))
        reading.wrong(("options",), expected(wanted, given))
        given = {}
    if ruleset is None:
        return EMPTY
    known = ruleset.catalogue.options
    found: dict[str, Value] = {name: freeze(option.default) for name, option in known.items()}
    for name, value in [*written.items(), *given.items()]:
        way: Way = ("options", name) if name in given else ("ruleset",)
        if name not in known:
            problem = say("{ruleset} has no option {name}", ruleset=Notation(ruleset.name), name=Quoted(name))
            reading.wrong(way, suggested(problem, name, known))
            continue
        if (
            name in written
            and name in given
            and _setting(known[name], written[name]) != _setting(known[name], value)
        ):
            says = say(
                "{name} is already set to {value} after the name of the ruleset",
                name=Notation(name),
                value=shown(written[name]),
            )
            reading.wrong(way, says)
        setting = _setting(known[name], value)
        wrong = known[name].problem(setting)
        if wrong:
            reading.wrong(way, wrong, known[name].clause)
        else:
            found[name] = _kept(reading, setting, way)
    return Record(found)


def _setting(option: Option, value: Any) -> Any:
    """The value of an option: for a switch, on and yes are true, off and no are false."""
    if option.kind == "switch" and isinstance(value, str):
        return {"on": True, "yes": True, "off": False, "no": False}.get(value.lower(), value)
    return value


def _kept(reading: Reading, value: Any, way: Way) -> Value:
    try:
        return kinds.anything(value)
    except Refusal as error:
        reading.wrong(way, error.says)
        return None


# --- the rest of the table ----------------------------------------------------------------------


def _scale(reading: Reading, ruleset: Ruleset | None) -> float | None:
    """Table units for each inch of a real table; None if a ruleset in metres has no scale."""
    given = reading.data.get("scale")
    metres = ruleset is not None and ruleset.unit == "metre"
    if given is None:
        return None if metres else 1.0
    try:
        scale = kinds.positive(given)
    except Refusal as error:
        reading.wrong(("scale",), error.says)
        return 1.0
    if not metres and to_lattice(scale) != MILLIONTHS and ruleset is not None:
        problem = say("{ruleset} uses inches: leave out the scale", ruleset=Notation(ruleset.name))
        reading.wrong(("scale",), problem)
        return 1.0
    return scale


def _board(reading: Reading) -> Board | None:
    given = reading.data.get("board")
    if given is None:
        return None
    try:
        board = reading.check(BoardForm, SIDES.widen(given), ("board",))
    except Refusal as error:
        reading.wrong(("board",), error.says)
        return None
    return None if board is None else Board(to_lattice(board.width), to_lattice(board.depth), board.edge)


def _free(reading: Reading, section: str) -> Record:
    try:
        return kinds.data(reading.data.get(section))
    except Refusal as error:
        reading.wrong((section,), error.says)
    except Misfits as error:
        reading.note(ScenarioForm, error, (section,))
    return EMPTY


def _text(reading: Reading, section: str) -> str:
    given = reading.data.get(section)
    try:
        return "" if given is None else kinds.word(given)
    except Refusal as error:
        reading.wrong((section,), error.says)
        return ""


def _notes(reading: Reading, table: Table) -> Shelf[Note]:
    given = reading.data.get("notes")
    if given is None:
        return Shelf()
    if not isinstance(given, list):
        wanted = say("a list of notes such as {form}", form=Notation("{key: advanced, of: kal}"))
        reading.wrong(("notes",), expected(wanted, given))
        return Shelf()
    found: dict[str, Note] = {}
    known = [*table.models, *table.units, *table.pieces, *table.objects]
    for i, item in enumerate(given):
        way: Way = ("notes", i)
        form = reading.check(NoteForm, item, way)
        if form is None or (
            form.of and not reading.refer(form.of, known, say("a name on the table"), (*way, "of"))
        ):
            continue
        if (form.lifetime == "event") != bool(form.until):
            reading.wrong(
                way,
                say("a note with lifetime: event needs until, and no other note has it"),
                missing="until",
            )
            continue
        if form.ruleset:
            check_ruleset_name(reading, form.ruleset, (*way, "ruleset"))
        # Each ruleset has keys of its own: what one remembers means nothing to another.
        if table.ruleset != (form.ruleset or next(iter(reading.stated), table.ruleset)):
            continue
        note = Note(form.key, form.of, form.value, cast(Lifetime, form.lifetime), form.until)
        if note.name in found:
            reading.wrong(way, _noted_twice(form))
        found[note.name] = note
    return Shelf(found.items())


def _noted_twice(form: NoteForm) -> Sentence:
    if form.of:
        return say("{owner} has two notes {key}", owner=Quoted(form.of), key=Quoted(form.key))
    return say("there are two notes {key}", key=Quoted(form.key))


def _answers(reading: Reading) -> list[Any]:
    """Answers and dice in order; a mapping counts as a list of its entries."""
    found: list[Any] = []
    for section in ("answers", "dice"):
        given = reading.data.get(section)
        if given is None:
            continue
        try:
            kinds.anything(given)
        except Refusal as error:
            reading.wrong((section,), error.says)
            continue
        if isinstance(given, Mapping):
            found += [{key: value} for key, value in given.items()]
        elif isinstance(given, list):
            found += given
        else:
            wanted = say("dice in order, or answers by clause or question")
            reading.wrong((section,), expected(wanted, given))
    return found
