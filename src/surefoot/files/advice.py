"""What a scenario may say and hardly means: models inside solid terrain, because `on:` was forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from surefoot.files.reading import Reading
from surefoot.files.source import Way
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Notation, Sentence, Thing, Who, say
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

# Sorts of terrain that nothing can be inside of; a platform only if it is solid below.
_BODIES = ("wall", "obstacle")


def advise(reading: Reading, table: Table, ways: Mapping[str, Way]) -> None:
    """Add to a reading what its table may be, but hardly was meant to be."""
    for name, says in _inside(table):
        reading.doubt((*ways[name], "at"), says)


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


def _is_solid(piece: Piece) -> bool:
    return piece.sort in _BODIES or (piece.sort == "platform" and piece.details.get("under") == "solid")


def _low(piece: Piece) -> float:
    return from_lattice(piece.z) if piece.sort in _BODIES else float("-inf")
