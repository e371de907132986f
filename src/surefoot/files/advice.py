"""What a scenario may say and hardly means: models inside solid terrain or over the edge, ladders far from their floors, pits
within deeper ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from surefoot.files.bounds import over_edge
from surefoot.files.places import and_others
from surefoot.files.reading import Reading
from surefoot.files.source import Way
from surefoot.geometry.kernel import inside_rings, region_distance
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Length, Notation, Sentence, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.table.place import BOARD
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import LINK_SORTS, Piece

# Sorts of terrain that nothing can be inside of; a platform only if it is solid below.
_BODIES = ("wall", "obstacle")


def advise(reading: Reading, table: Table, ways: Mapping[str, Way]) -> None:
    """Add to a reading what its table may be, but hardly was meant to be."""
    told: dict[Way, list[Sentence]] = {}
    for name, says in (*_inside(table), *_over_edge(table)):
        told.setdefault(ways[name], []).append(says)
    for way, (first, *others) in told.items():
        reading.doubt((*way, "at"), and_others(first, len(others)))
    for name, says in _uncovered(table):
        reading.doubt((*ways[name], "keywords"), says)
    for piece in table.pieces.values():
        if piece.sort in LINK_SORTS:
            _check_ends(reading, table, piece)
    for piece, says in _cut_away(table):
        reading.doubt((*reading.owners[piece.id][1], piece.sort), says)


def _cut_away(table: Table) -> Iterator[tuple[Piece, Sentence]]:
    """One sentence for each floor and pit of which nothing is left: something deeper is cut out of all of it."""
    left = {surface.id for surface in Scene(table).ground.surfaces}
    for piece in table.pieces.values():
        if piece.id in left:
            continue
        if piece.sort == "gap" and piece.details.number("depth"):
            yield piece, say("deeper pits cover all of it, so it is left out")
        elif piece.sort in ("platform", "lift"):
            yield piece, say("gaps cover all of it, so it is left out")


def _check_ends(reading: Reading, table: Table, link: Piece) -> None:
    """Tell of a ladder that names a surface from which it is too far away to lead there."""
    way = reading.owners[link.id][1]
    x0, y0, x1, y1 = map(from_lattice, link.line)
    for field, x, y in (("from", x0, y0), ("to", x1, y1)):
        surface = table.pieces.get(str(reading.source.value((*way, field))))
        if surface is None or len(surface.outline) < 6:
            continue
        ring = tuple(map(from_lattice, surface.outline))
        away = region_distance(x, y, (ring,))
        if away > from_lattice(table.scale) + TOLERANCE:
            says = say("{piece} is {away} away from here", piece=Thing(surface.id), away=Length.of(away))
            reading.doubt((*way, field), says)


def _over_edge(table: Table) -> Iterator[tuple[str, Sentence]]:
    """One sentence for each model whose base hangs over a closed edge of the board."""
    board = table.board
    if board is None or board.edge != "closed":
        return
    for model in table.models.values():
        if model.place.kind == "surface" and model.place.on == BOARD:
            over = over_edge(board, table.body(model.id))
            if over > TOLERANCE:
                yield (
                    model.id,
                    say(
                        "the base of {model} hangs {over} over the edge of the board",
                        model=Who(model.id),
                        over=Length.of(over),
                    ),
                )


def _inside(table: Table) -> Iterator[tuple[str, Sentence]]:
    """One sentence for each model whose middle is inside solid terrain."""
    solids = [piece for piece in table.pieces.values() if _is_solid(piece) and len(piece.outline) >= 6]
    rings = {piece.id: tuple(from_lattice(value) for value in piece.outline) for piece in solids}
    for model in table.models.values():
        if not model.place.on_table:
            continue
        pose = table.resolve(model.place)
        within = [
            piece
            for piece in solids
            if _low(piece) - TOLERANCE < pose.z < from_lattice(piece_top(piece)) - TOLERANCE
            and inside_rings(pose.x, pose.y, (rings[piece.id],))
        ]
        if within:
            highest = max(within, key=piece_top)
            yield (
                model.id,
                say(
                    "{model} stands inside {piece}. To put it on top, write {on}",
                    model=Who(model.id),
                    piece=Thing(highest.id),
                    on=Notation(f"on: {highest.id}"),
                ),
            )


def _uncovered(table: Table) -> Iterator[tuple[str, Sentence]]:
    """One sentence for each keyword on the table whose own rules the ruleset leaves out, with the first model that has it."""
    vocabulary = ruleset_of(table).vocabulary
    for word in vocabulary.keywords if vocabulary is not None else ():
        if word.lacks:
            who = next((model.id for model in table.models.values() if model.has(word.name)), None)
            if who is not None:
                yield who, say("{model}: {lacks}", model=Who(who), lacks=sentence(word.lacks))


def _is_solid(piece: Piece) -> bool:
    return piece.sort in _BODIES or (piece.sort == "platform" and piece.details.get("under") == "solid")


def _low(piece: Piece) -> float:
    return from_lattice(piece.z) if piece.sort in _BODIES else float("-inf")
