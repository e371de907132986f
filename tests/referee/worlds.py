"""Random tables for property tests, and the same table shifted, mirrored or turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from surefoot.geometry.measure import overlaps
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.scene import Scene
from surefoot.rulesets.necromunda_classic import ruleset as necromunda
from surefoot.table.model import Base, Model
from surefoot.table.place import BOARD, on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece

MILLION = 1_000_000
SIZE = 60.0
LOW, HIGH = 26.0, 34.0

coordinates = st.integers(int(LOW * 4), int(HIGH * 4)).map(lambda n: n / 4)
sizes = st.integers(1, 16).map(lambda n: n / 4)
heights = st.sampled_from([0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0])


def lattice(*values: float) -> tuple[int, ...]:
    return tuple(round(value * MILLION) for value in values)


def rectangle(x: float, y: float, width: float, depth: float) -> tuple[int, ...]:
    return lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)


@st.composite
def pieces(draw: st.DrawFn, name: str) -> Piece:
    outline = rectangle(draw(coordinates), draw(coordinates), draw(sizes), draw(sizes))
    roomy = rectangle(draw(coordinates), draw(coordinates), 1.0 + draw(sizes), 1.0 + draw(sizes))
    sort = draw(st.sampled_from(["area", "area", "wall", "obstacle", "platform", "platform", "door"]))
    height = round(draw(heights) * MILLION)
    if sort == "area":
        tags = draw(
            st.sampled_from([("difficult",), ("dangerous",), ("impassable",), ("difficult", "dangerous")])
        )
        return Piece(name, "area", outline, tags=tags)
    if sort == "platform":
        under = draw(st.sampled_from(["solid", "open"]))
        return Piece(name, "platform", roomy, z=height, details=Record(under=under))
    if sort == "door":
        return Piece(
            name, "door", outline, height=height, state=draw(st.sampled_from([("open",), ("closed",)]))
        )
    return Piece(name, sort, outline, height=height)


@st.composite
def tables(draw: st.DrawFn, ruleset: Ruleset = necromunda) -> Table:
    terrain = [draw(pieces(f"p{i}")) for i in range(draw(st.integers(0, 7)))]
    bare = _table(ruleset, terrain, [])
    models: list[Model] = []
    for index in range(draw(st.integers(1, 5))):
        x, y = draw(coordinates), draw(coordinates)
        on = draw(st.sampled_from([BOARD, *(piece.id for piece in terrain if piece.sort == "platform")]))
        profile = Record(M=draw(st.integers(3, 8)), I=draw(st.integers(2, 6)), T=3, W=draw(st.integers(1, 2)))
        statuses = draw(st.sampled_from([(), (), ("pinned",), ("seriously-injured",)])) if index else ()
        base = Base("round", lattice(draw(st.sampled_from([1.0, 1.26, 1.575]))))
        side = "a" if index % 2 == 0 else "b"
        model = Model(f"m{index}", base, on_surface(x, y, on), side, profile=profile, statuses=statuses)
        if _fits(bare, models, model):
            models.append(model)
    if not models:
        models.append(
            Model(
                "m0", Base("round", lattice(1.0)), on_surface(30, 18), "a", profile=Record(M=5, I=4, T=3, W=1)
            )
        )
    return _table(ruleset, terrain, models)


def _table(ruleset: Ruleset, terrain: list[Piece], models: list[Model]) -> Table:
    options = Record({name: option.default for name, option in ruleset.catalogue.options.items()})
    table = Table(
        ruleset.name,
        ruleset.unit,
        Board(*lattice(SIZE, SIZE)),
        options=options,
        pieces=Shelf((piece.id, piece) for piece in terrain),
        models=Shelf((model.id, model) for model in models),
    )
    laid, problems = ruleset.lay(table)
    assert not problems
    return laid


def _fits(table: Table, models: list[Model], model: Model) -> bool:
    """Whether a model stands free, on all of what it stands on."""
    from surefoot.referee.view import View
    from surefoot.rulesets.necromunda_classic.prices import lens

    trial = table.changed(models=Shelf((each.id, each) for each in [*models, model]))
    view = View(Scene(trial), lens(trial, model.id), model.id)
    pose = trial.pose(model.id)
    clear = all(not overlaps(trial.body(other.id), trial.body(model.id)) for other in models)
    return clear and not view.overlapped(pose) and view.supported(pose)


@st.composite
def _goals(draw: st.DrawFn, table: Table, at: tuple[int, int]) -> tuple[int, int]:
    """A point not far off, or one on a piece of terrain."""
    if table.pieces and draw(st.booleans()):
        outline = draw(st.sampled_from([piece.outline for piece in table.pieces.values()]))
        return (outline[0] + outline[4]) // 2, (outline[1] + outline[5]) // 2
    steps = st.integers(-16, 16).map(lambda n: n * MILLION // 4)
    return at[0] + draw(steps), at[1] + draw(steps)


@st.composite
def declarations(draw: st.DrawFn, table: Table) -> Declaration:
    who = "m0" if "m0" in table.models else next(iter(table.models))
    foes = [model.id for model in table.models.values() if model.side != table.models[who].side]
    count = draw(st.integers(1, 3))
    at = table.models[who].place.x, table.models[who].place.y
    legs: tuple[Leg, ...] = ()
    for _ in range(count):
        at = draw(_goals(table, at))
        by = draw(st.sampled_from(["walk", "walk", "climb", "climb", "leap", "jump"]))
        legs = (*legs, Leg(at, by))
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
