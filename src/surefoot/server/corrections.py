"""Checks a correction by the referee as strictly as a scenario: it names what is there, and leaves a possible table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from surefoot.files.kinds import LONGEST_NAME
from surefoot.files.places import overlapping, unsupported
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.language import Notation, Quoted, Sentence, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import replace
from surefoot.referee import vocabulary
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.server import authority
from surefoot.server.limits import Limits
from surefoot.table.effects import (
    Became,
    ClockSet,
    Counted,
    Effect,
    Moved,
    Noted,
    ObjectMoved,
    ObjectPlaced,
    ObjectRemoved,
    PieceChanged,
    PiecePlaced,
    PieceRemoved,
    Regrouped,
    Removed,
    Reported,
    Stopped,
    apply,
)
from surefoot.table.model import Base
from surefoot.table.notes import Clock
from surefoot.table.place import BOARD, Place
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS, Piece
from surefoot.table.words import suggested

# Rounds and minutes beyond these are slips of the finger.
MOST_ROUNDS, MOST_MINUTES = 1_000, 10_000_000
# A place may be this far from the board, in the unit of the table: models wait beside it.
BESIDE = 1_000
# The largest side of a board.
LARGEST_BOARD = 100_000
# Terrain with two ends; others may have them.
LINED = (*LINK_SORTS, "stairs", "ramp", "ductway", "door", "window", "railing")
# Fields that hold words of a ruleset.
WORDS = ("tags", "keywords", "statuses", "traits")


def problems_of(table: Table, effects: Iterable[Effect], most_pieces: int) -> list[tuple[str, Sentence]]:
    """Every problem of a correction, each with its place: `effects[0].who`. Empty if it can be made."""
    found: list[tuple[str, Sentence]] = []
    now = table
    for number, effect in enumerate(effects):
        wrong = [(f"effects[{number}].{where}", says) for where, says in _of_effect(now, effect)]
        found += wrong
        if not wrong:
            now = apply(now, effect)
    if len(now.pieces) > max(most_pieces, len(table.pieces)):
        found.append(("effects", say("A table has at most {most} pieces of terrain", most=most_pieces)))
    return found or [*_new_problems(table, now), *_standing(table, now)]


def problems_of_table(table: Table, limits: Limits) -> Iterator[tuple[str, Sentence]]:
    """Every problem of a table that came with a log: anybody can write one, so it is checked as strictly as a scenario."""
    misshapen = list(_misshapen(table))
    if misshapen:
        # Nothing else can be looked at.
        yield from misshapen
        return
    for where, count, most in (
        ("models", len(table.models), limits.models),
        ("terrain", len(table.pieces), limits.pieces),
    ):
        if count > most:
            yield where, say("There are {count}, the limit is {most}", count=count, most=most)
    for name in (*table.models, *table.units, *table.pieces, *table.objects, *authority.sides(table)):
        if not 0 < len(name) <= LONGEST_NAME:
            yield "", say("{name} can't be a name", name=Quoted(name[:LONGEST_NAME]))
    board = table.board
    if board is not None and not (0 < board.width <= _far() and 0 < board.depth <= _far()):
        yield "board", say("There is no such board")
    yield from _references(table)
    for who, model in table.models.items():
        for where, says in _place(table, model.place):
            yield f"models.{who}.{where}", says
        if board is not None and model.place.on_table and model.base.shape.reach <= 0:
            yield f"models.{who}.base", say("A model on a board needs a base")
    words = ruleset_of(table).vocabulary
    for problem in vocabulary.problems(table, words) if words is not None else ():
        # Words of other rulesets, and those that a ruleset has made of them, do no harm; numbers can.
        if problem.where.rpartition(".")[2] not in WORDS:
            yield problem.where, sentence(problem.says)


def _misshapen(table: Table) -> Iterator[tuple[str, Sentence]]:
    """Outlines that are none: too few corners, half a corner, a line with one end."""
    for who, model in table.models.items():
        yield from _of_base(f"models.{who}.base", model.base)
        for deck in model.decks:
            yield from _of_outline(f"models.{who}.decks.{deck.name}", deck.outline)
    for name, piece in table.pieces.items():
        yield from _of_piece(f"terrain.{name}", piece)
    for name, thing in table.objects.items():
        if thing.base is not None:
            yield from _of_base(f"objects.{name}.base", thing.base)
    for number, goal in enumerate(table.goals):
        if goal.outline:
            yield from _of_outline(f"goals[{number}].outline", goal.outline)


def _references(table: Table) -> Iterator[tuple[str, Sentence]]:
    """Names of models, units, terrain and sides that are not on the table."""
    found: list[tuple[str, tuple[str, Sentence]]] = []
    for name, unit in table.units.items():
        found += ((f"units.{name}", each) for who in unit.models for each in _model(table, who, "models"))
    for who, model in table.models.items():
        if model.unit:
            wrong = _known("unit", model.unit, table.units, say("There is no unit {name}"))
            found += ((f"models.{who}", each) for each in wrong)
    for name, thing in table.objects.items():
        if thing.place.on not in table.models:
            found += ((f"objects.{name}", each) for each in _place(table, thing.place))
        found += (
            (f"objects.{name}", each) for who in thing.holders for each in _model(table, who, "holders")
        )
    for name, piece in table.pieces.items():
        if piece.on and piece.on != BOARD:
            found += ((f"terrain.{name}", each) for each in _piece(table, piece.on.partition(":")[0]))
    for where, (inner, says) in found:
        yield f"{where}.{inner}", says
    if table.clock.round < 0:
        yield "clock.round", say("There is no round {number}", number=table.clock.round)
    # A side may have lost all its models.
    yield from _clock(table, replace(table.clock, side=""))


def _of_base(where: str, base: Base) -> Iterator[tuple[str, Sentence]]:
    if base.kind == "hull":
        yield from _of_outline(where, base.size)
    elif len(base.size) != (1 if base.kind == "round" else 2):
        yield where, say("There is no such base")


def _of_outline(where: str, outline: tuple[int, ...]) -> Iterator[tuple[str, Sentence]]:
    if len(outline) < 6 or len(outline) % 2:
        yield where, say("An outline has at least three corners, each with x and y")


def _of_piece(where: str, piece: Piece) -> Iterator[tuple[str, Sentence]]:
    if piece.outline or piece.sort not in LINK_SORTS:
        yield from _of_outline(where, piece.outline)
    if len(piece.line) != 4 and (piece.line or piece.sort in LINED):
        yield where, say("A line has two ends, each with x and y")


def _far() -> int:
    """The largest side of a board in units of the lattice."""
    return to_lattice(LARGEST_BOARD)


def _of_effect(table: Table, effect: Effect) -> Iterator[tuple[str, Sentence]]:
    match effect:
        case Moved():
            yield from _model(table, effect.who)
            yield from _place(table, effect.to)
        case Removed() | Became() | Counted() | Stopped():
            yield from _model(table, effect.who)
        case Regrouped():
            yield from _model(table, effect.who)
            if effect.unit:
                yield from _known("unit", effect.unit, table.units, say("There is no unit {name}"))
        case Noted() | Reported():
            name = effect.of if isinstance(effect, Noted) else effect.who
            things = (*table.models, *table.units, *table.pieces, *table.objects, *authority.sides(table))
            if name:
                field = "of" if isinstance(effect, Noted) else "who"
                yield from _known(field, name, things, say("There is no {name} on the table"))
        case ClockSet():
            yield from _clock(table, effect.clock)
        case _:
            yield from _of_thing(table, effect)


def _of_thing(table: Table, effect: Effect) -> Iterator[tuple[str, Sentence]]:
    match effect:
        case PieceChanged():
            yield from _piece(table, effect.piece)
        case PieceRemoved():
            yield from _piece(table, effect.piece)
            for who, model in table.models.items():
                if model.place.on_table and model.place.on == effect.piece:
                    says = say("{who} stands on it: move {who} first", who=Who(who))
                    yield "piece", says
        case ObjectMoved():
            yield from _known("object", effect.object, table.objects, say("There is no object {name}"))
            yield from _place(table, effect.to)
            for holder in effect.holders:
                yield from _model(table, holder, "holders")
        case ObjectRemoved():
            yield from _known("object", effect.object, table.objects, say("There is no object {name}"))
        case PiecePlaced() if wrong := list(_of_piece("piece", effect.piece)):
            yield from wrong
        case ObjectPlaced() if effect.object.base is not None and (
            wrong := list(_of_base("object.base", effect.object.base))
        ):
            yield from wrong
        case PiecePlaced() if effect.piece.id in ("", BOARD) or effect.piece.id in table.models:
            yield "piece.id", say("The id {name} is taken", name=Quoted(effect.piece.id))
        case ObjectPlaced() if not effect.object.id:
            yield "object.id", say("An object needs an id")
        case _:
            pass


def _known(where: str, name: str, among: Iterable[str], problem: Sentence) -> Iterator[tuple[str, Sentence]]:
    names = list(among)
    if name not in names:
        yield where, suggested(problem.filled(name=Quoted(name)), name, names)


def _model(table: Table, who: str, where: str = "who") -> Iterator[tuple[str, Sentence]]:
    yield from _known(where, who, table.models, say("There is no model {name}"))


def _piece(table: Table, piece: str) -> Iterator[tuple[str, Sentence]]:
    yield from _known("piece", piece, table.pieces, say("There is no piece of terrain {name}"))


def _place(table: Table, to: Place) -> Iterator[tuple[str, Sentence]]:
    if to.on and to.on != BOARD:
        # A piece may have several: `pit:floor`; a deck is named by its carrier: `tank.deck`.
        owner = to.on.partition(":")[0]
        decks = [f"{model.id}.{deck.name}" for model in table.models.values() for deck in model.decks]
        yield from _known("to.on", owner, (*table.pieces, *decks), say("There is no surface {name}"))
    if to.on_table and to.on in ("", BOARD):
        width, depth = (table.board.width, table.board.depth) if table.board is not None else (0, 0)
        for axis, value, side in (("x", to.x, width), ("y", to.y, depth)):
            if not -BESIDE <= from_lattice(value) <= from_lattice(side) + BESIDE:
                says = say("{value} is far from the table", value=Notation(f"{from_lattice(value):g}"))
                yield f"to.{axis}", says


def _clock(table: Table, clock: Clock) -> Iterator[tuple[str, Sentence]]:
    if not min(1, table.clock.round) <= clock.round <= MOST_ROUNDS:
        yield "clock.round", say("There is no round {number}", number=clock.round)
    if not 0 <= clock.minutes <= MOST_MINUTES:
        yield "clock.minutes", say("{number} minutes are not possible", number=clock.minutes)
    if clock.side:
        yield from _known("clock.side", clock.side, authority.sides(table), say("There is no side {name}"))
    if clock.active:
        names = (*table.models, *table.units)
        yield from _known("clock.active", clock.active, names, say("There is no {name} on the table"))


def _standing(before: Table, after: Table) -> Iterator[tuple[str, Sentence]]:
    """Models that were set down outside of what they stand on, or into one another."""
    scene = Scene(after)
    moved = [
        who
        for who, model in after.models.items()
        if who not in before.models or model.place != before.models[who].place
    ]
    for who in moved:
        wrong = unsupported(scene, who, after.models[who].place)
        if wrong is not None:
            yield f"models.{who}.at", wrong
    for first, second in overlapping(after, after.models) if moved else ():
        name, other = sorted((first.model.id, second.model.id), key=lambda who: who not in moved)
        if name in moved:
            yield (
                f"models.{name}.at",
                say("{name} overlaps {other}", name=Notation(name), other=Notation(other)),
            )


def _new_problems(before: Table, after: Table) -> Iterator[tuple[str, Sentence]]:
    """Problems that the ruleset has with the table after the correction, and had not before."""
    words = ruleset_of(before).vocabulary
    if words is None:
        return
    old = set(vocabulary.problems(before, words))
    for problem in vocabulary.problems(after, words):
        if problem not in old:
            yield problem.where, sentence(problem.says)
