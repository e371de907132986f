"""The laws of where a table stands: shifted, mirrored, turned, or all of it on a plate, nothing changes."""

from __future__ import annotations

from functools import partial

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.referee import check, problems_of
from surefoot.referee.verdict import Outcome
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Place
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.testing.kit import laws
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.worlds import Lore

TRIES = 4
# How high the plate is that a whole table is set on.
PLATES = (0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 7.0)
PLATE = "plate"
# The extra height of the second plate, for movers that the rules judge differently on any plate.
HIGHER = to_lattice(1.0)


def motions(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """Shifting, mirroring or turning a table changes no verdict."""
    found = []
    for _ in range(TRIES):
        declaration, motion = rng.declaration(table, ruleset), rng.choice(laws.MOTIONS)
        if problems_of(declaration, table):
            continue
        says = _elsewhere(table, declaration, motion)
        if says:
            found.append(
                Violation(says, (declaration,), partial(_elsewhere, declaration=declaration, motion=motion))
            )
    return found


def raised(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """With everything on a solid plate nothing changes: verdicts, costs, tests, ends, clauses."""
    found = []
    for _ in range(TRIES):
        declaration, high = rng.declaration(table, ruleset), to_lattice(rng.choice(PLATES))
        if problems_of(declaration, table):
            continue
        judged = partial(differs_on_plate, declaration=declaration, high=high, lore=rng.lore)
        says = judged(table)
        if says:
            found.append(Violation(says, (declaration,), judged))
    return found


def on_plate(table: Table, high: int, faces: tuple[str, ...] = ()) -> Table:
    """The table with everything that it holds on a solid plate as large as the board."""
    board = table.board
    assert board is not None
    outline = (0, 0, board.width, 0, board.width, board.depth, 0, board.depth)
    plate = Piece(PLATE, "platform", outline, z=high, tags=faces, details=Record(under="solid"))
    pieces = [plate, *(_lifted(piece, high) for piece in table.pieces.values())]
    models = [(model.id, model.at(_placed(model.place, high))) for model in table.models.values()]
    objects = [
        (thing.id, replace(thing, place=_placed(thing.place, high))) for thing in table.objects.values()
    ]
    return table.changed(
        pieces=Shelf((piece.id, piece) for piece in pieces), models=Shelf(models), objects=Shelf(objects)
    )


def _lifted(piece: Piece, high: int) -> Piece:
    on = PLATE if piece.on in ("", BOARD) else piece.on
    details = dict(piece.details.items())
    raised_ = ("low", "high", *(("foot",) if details.get("under") == "solid" else ()))
    for name in raised_:
        if name in details or name == "foot":
            details[name] = piece.details.number(name) + high
    return replace(piece, z=piece.z + high, on=on, details=Record(details))


def _placed(place: Place, high: int) -> Place:
    if place.kind == "surface":
        return replace(place, on=PLATE) if place.on == BOARD else place
    return replace(place, z=place.z + high) if place.on_table else place


def _bare(table: Table) -> Table:
    """The table without terrain and the models on it."""
    stay = [(model.id, model) for model in table.models.values() if model.place.on not in table.pieces]
    return table.changed(pieces=Shelf(()), models=Shelf(stay))


def differs_on_plate(table: Table, declaration: Declaration, high: int, lore: Lore) -> str:
    """The difference of a verdict on a plate; empty if there is none."""
    if from_lattice(high) <= lore.sums_up_to:
        table = _bare(table)
    named = [name for unit in table.units.values() for name in unit.models]
    if problems_of(declaration, table) or any(
        name not in table.models for name in (*declaration.who, *named) if name not in table.units
    ):
        return ""
    deepest = min((piece.z for piece in table.pieces.values() if piece.sort == "gap"), default=0)
    # A pit does not go through the plate, nor down to the board, which would be its floor.
    high = high if high > -deepest else HIGHER - deepest
    if from_lattice(high) > lore.sums_up_to and _terrain_counts(table, declaration, lore):
        low, up = (_on(table, declaration, each, lore) for each in (high, high + HIGHER))
    else:
        low, up = (
            _told(check(table, declaration, nearest=False), 0, lore),
            _on(table, declaration, high, lore),
        )
    if low == up:
        return ""
    parts = [
        f"{name} {one} becomes {other}"
        for (name, one), (_, other) in zip(low, up, strict=True)
        if one != other
    ]
    return f"on a plate of {from_lattice(high):g}: {'; '.join(parts)}"


def _terrain_counts(table: Table, declaration: Declaration, lore: Lore) -> bool:
    """Whether the rules judge this mover differently on terrain than on the board."""
    movers = [model for model in table.models.values() if {model.id, model.unit} & {*declaration.who} - {""}]
    return any(each.speaks_of(model) for each in lore.terrain_counts for model in movers)


def _on(table: Table, declaration: Declaration, high: int, lore: Lore) -> list[tuple[str, object]]:
    """The visible parts of a verdict with everything on a plate."""
    legs = tuple(replace(leg, on=PLATE) if leg.on == BOARD else leg for leg in declaration.legs)
    result = check(on_plate(table, high, lore.faces), replace(declaration, legs=legs), nearest=False)
    return _told(result, high, lore)


def _told(result: Outcome, high: int, lore: Lore) -> list[tuple[str, object]]:
    """The visible parts of a verdict, with heights measured from the plate."""
    verdict, breaks, cost, tests, _ = laws.noticed(result)
    now = result.run.table
    ends = {
        model.id: (_end(now, model, high), model.statuses, model.counters) for model in now.models.values()
    }
    return [
        ("verdict", verdict),
        ("refusals", breaks),
        ("cost", cost),
        ("tests", tests),
        ("events", [(event.what, event.who) for event in result.events]),
        ("clauses", sorted(set(result.clauses) - set(lore.levels))),
        ("ends", ends),
    ]


def _end(table: Table, model: Model, high: int) -> tuple[object, ...]:
    place = model.place
    on = BOARD if place.on == PLATE else place.on
    if not place.on_table:
        return place.kind, on
    pose = table.pose(model.id)
    return place.kind, on, round(pose.x, 3), round(pose.y, 3), round(pose.z - from_lattice(high), 3)


def _elsewhere(table: Table, declaration: Declaration, motion: laws.Motion) -> str:
    try:
        laws.lies_anywhere(table, declaration, motion)
    except laws.LawBroken as broken:
        return str(broken)
    return ""
