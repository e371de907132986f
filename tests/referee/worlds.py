"""Random tables of one ruleset for property tests, and the same table shifted, mirrored or turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.rulesets.necromunda_classic import ruleset as necromunda
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.testing.kit import worlds
from tests.kit.lores import NECROMUNDA

MILLION = 1_000_000
SIZE = worlds.SIZE


def lattice(*values: float) -> tuple[int, ...]:
    return tuple(round(value * MILLION) for value in values)


def rectangle(x: float, y: float, width: float, depth: float) -> tuple[int, ...]:
    return lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)


def tables(ruleset: Ruleset = necromunda) -> st.SearchStrategy[Table]:
    """A table for fighters."""
    return worlds.tables(ruleset, NECROMUNDA)


@st.composite
def declarations(draw: st.DrawFn, table: Table) -> Declaration:
    """A move or a charge of the first fighter."""
    who = next(iter(table.models))
    foes = [model.id for model in table.models.values() if model.side != table.models[who].side]
    legs = draw(worlds.paths(table, who, NECROMUNDA))
    if foes and draw(st.booleans()):
        return Declaration("charge", (who,), legs if draw(st.booleans()) else (), draw(st.sampled_from(foes)))
    return Declaration("move", (who,), legs)


Point = Callable[[int, int], tuple[int, int]]


def transformed(table: Table, point: Point, facing: Callable[[int], int]) -> Table:
    """The same table with every point and every facing mapped."""

    def flat(values: tuple[int, ...]) -> tuple[int, ...]:
        pairs = [point(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        return tuple(value for pair in pairs for value in pair)

    pieces_ = [
        (piece.id, replace(piece, outline=flat(piece.outline), line=flat(piece.line)))
        for piece in table.pieces.values()
    ]
    models = []
    for model in table.models.values():
        x, y = point(model.place.x, model.place.y)
        place = replace(model.place, x=x, y=y, facing=facing(model.place.facing))
        models.append((model.id, replace(model, place=place)))
    return table.changed(pieces=Shelf(pieces_), models=Shelf(models))


def transformed_declaration(declaration: Declaration, point: Point) -> Declaration:
    legs = tuple(replace(leg, to=point(*leg.to)) if leg.to else leg for leg in declaration.legs)
    return replace(declaration, legs=legs)


SPAN = round(SIZE * MILLION)


def shifted(x: int, y: int) -> tuple[int, int]:
    return x + 3 * MILLION, y - 2 * MILLION


def mirrored(x: int, y: int) -> tuple[int, int]:
    return SPAN - x, y


def turned_right(x: int, y: int) -> tuple[int, int]:
    return y, SPAN - x
