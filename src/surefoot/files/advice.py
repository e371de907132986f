"""What a scenario may say and hardly means: models inside solid terrain, because `on:` was forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Notation, Sentence, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.referee.referee import ruleset_of
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

# Sorts of terrain that nothing can be inside of; a platform only if it is solid below.
_BODIES = ("wall", "obstacle")


def advice(table: Table) -> tuple[Sentence, ...]:
    """What can be judged but hardly was meant so: models whose middle is inside solid terrain, keywords whose rules are missing."""
    solids = [piece for piece in table.pieces.values() if _is_solid(piece) and len(piece.outline) >= 6]
    rings = {piece.id: tuple(from_lattice(value) for value in piece.outline) for piece in solids}
    found = []
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
            found.append(
                say(
                    "{model} stands inside {piece}. To put it on top, write {on}",
                    model=Who(model.id),
                    piece=Thing(highest.id),
                    on=Notation(f"on: {highest.id}"),
                )
            )
    return (*found, *_uncovered(table))


def _uncovered(table: Table) -> Iterator[Sentence]:
    """One sentence for each keyword on the table whose own rules the ruleset leaves out, with the first model that has it."""
    vocabulary = ruleset_of(table).vocabulary
    for word in vocabulary.keywords if vocabulary is not None else ():
        if word.lacks:
            who = next((model.id for model in table.models.values() if model.has(word.name)), None)
            if who is not None:
                yield say("{model}: {lacks}", model=Who(who), lacks=sentence(word.lacks))


def _is_solid(piece: Piece) -> bool:
    return piece.sort in _BODIES or (piece.sort == "platform" and piece.details.get("under") == "solid")


def _low(piece: Piece) -> float:
    return from_lattice(piece.z) if piece.sort in _BODIES else float("-inf")
