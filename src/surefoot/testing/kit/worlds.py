"""Random tables and declarations for any ruleset, as hypothesis strategies.

What only a ruleset can know (profiles, statuses, the words its details take) it lends as a `Lore`: through an entry
point of the group `surefoot.testing` under its own name, or handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib.metadata import entry_points
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import to_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.lens import Zone
from surefoot.referee.protocol import Action, Declaration, Detail, Ruleset, detail_problems, rival_problems
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.table.model import Base, Model, Unit
from surefoot.table.place import BOARD, Place, on_surface
from surefoot.table.record import Record, Value, freeze
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece, Sort
from surefoot.testing.kit.casts import Cast
from surefoot.testing.kit.lenses import walking_lens

GROUP = "surefoot.testing"
# Everything is near the middle of a large board, so that it can be shifted and turned.
SIZE = 60.0
LOW, HIGH = 26.0, 34.0

quarters = st.integers(int(LOW * 4), int(HIGH * 4)).map(lambda n: n / 4)
sizes = st.integers(1, 16).map(lambda n: n / 4)
heights = st.sampled_from([0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0])


# What a detail may be: anything of some kind, or something that depends on the table and on who acts.
DetailOf = st.SearchStrategy[Any] | Callable[[Table, str], st.SearchStrategy[Any]]
# Actions with a path are drawn this much more often than others.
MOSTLY_MOVES = 3


def _as_it_is(table: Table) -> Table:
    return table


@dataclass(frozen=True)
class Kept:
    """A clause that keeps movers away from some models: from their zone or, if that reaches nowhere, from themselves."""

    clause: str
    actions: tuple[str, ...]
    zone: Zone
    # The movers whom it binds.
    binds: Callable[[Model], bool] = lambda model: True


@dataclass(frozen=True)
class TerrainCounts:
    """A clause by which the rules themselves tell terrain from the board, and the movers of whom it speaks."""

    clause: str
    speaks_of: Callable[[Model], bool]


@dataclass(frozen=True)
class Lore:
    """The data of a ruleset for random worlds."""

    # The profile of one model, as a scenario file would write it.
    profiles: st.SearchStrategy[Mapping[str, Any]]
    statuses: tuple[tuple[str, ...], ...] = ((),)
    keywords: tuple[tuple[str, ...], ...] = ((),)
    # Diameters of bases and the height of models, in the ruleset's unit.
    bases: tuple[float, ...] = (1.0, 1.26, 1.575)
    height: float = 1.5
    sorts: tuple[Sort, ...] = ("area", "area", "wall", "obstacle", "platform", "platform", "door")
    # Tags that areas may have.
    grounds: tuple[tuple[str, ...], ...] = (("difficult",), ("dangerous",), ("impassable",))
    # Tags of ground that is drawn instead on some tables, fields that some models have besides (a load, a status), and an
    # object that the first model carries on some. They have random numbers of their own: other tables stay as they are.
    listed: tuple[tuple[str, ...], ...] = ()
    conditions: tuple[Mapping[str, Any], ...] = ()
    carried: Mapping[str, Any] | None = None
    # How far a path may lead, roughly, and how each point of it may be reached.
    reach: float = 4.0
    by: tuple[By, ...] = ("walk", "walk", "climb", "climb", "leap", "jump")
    turns: bool = False
    # Units of so many models; 0 for a ruleset whose models act alone.
    squads: int = 0
    # Off the map, for stories that need none.
    characters: bool = False
    # Values for details that not just any value of their kind will do for, by name; as a file would write them.
    details: Mapping[str, DetailOf] = field(default_factory=dict)
    # Sets what a table needs before a model may act: the phase, the active side.
    ready: Callable[[Table], Table] = _as_it_is
    # For the tables of the campaign, which are written as scenario files: sections that each of them has (a scale),
    # heights at which the rules change (free steps), heights of platforms, depths of pits, and the tags of whatever is climbed.
    scenario: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[float, ...] = (0.25, 0.5, 0.51, 1.0)
    decks: tuple[float, ...] = (1.0, 1.5, 2.0, 3.0)
    depths: tuple[float, ...] = (1.0, 2.0, 4.0)
    faces: tuple[str, ...] = ()
    # Clauses that only say that a model moves or stands on terrain, not on the board.
    levels: tuple[str, ...] = ()
    # Clauses that judge some movers differently on terrain and on the board: those are compared on two plates.
    terrain_counts: tuple[TerrainCounts, ...] = ()
    # Clauses that set a model down in something, or on the other side of a wall.
    sets_into: tuple[str, ...] = ()
    # A base may rest across terrain that rises no more than this above it, although it does not stand on top of it.
    rests_across: float = 0.0
    # What is reported of a model that would have to be moved and stays where it is, because there is no room.
    no_room: tuple[str, ...] = ()
    # Whether models are under way, who may be where they can not stay until their move is finished.
    under_way: Callable[[Table], bool] = lambda table: False
    # Clauses that keep models apart, for a ruleset that follows paths by itself: the others say so in their lenses.
    keeps: tuple[Kept, ...] = ()
    # Terrain up to this height and what stands on it are measured as one: a plate as low as that is for models alone.
    sums_up_to: float = 0.0
    # The fields of deep water; none: the ruleset has no swimming.
    water: Mapping[str, Any] | None = None
    # Models with hulls and decks, as a file writes them but for where they stand.
    vehicles: tuple[Mapping[str, Any], ...] = ()
    # What random games are made of; none: they begin on the tables of the campaign, with the details above.
    cast: Cast | None = None
    # Ticks after which there is no game any more.
    last: tuple[str, ...] = ()
    # The keyword of vehicles that others may be aboard of.
    transports: str = "-"


def lore_of(ruleset: str) -> Lore | None:
    """The lore that an installed package provides for a ruleset; None if there is none."""
    found = entry_points(group=GROUP, name=ruleset)
    for point in found:
        lore: Lore = point.load()
        return lore
    return None


def _lattice(*values: float) -> tuple[int, ...]:
    return tuple(to_lattice(value) for value in values)


def _rectangle(x: float, y: float, width: float, depth: float) -> tuple[int, ...]:
    return _lattice(x, y, x + width, y, x + width, y + depth, x, y + depth)


@st.composite
def pieces(draw: st.DrawFn, name: str, lore: Lore) -> Piece:
    """One piece of terrain."""
    x, y = draw(quarters), draw(quarters)
    sort = draw(st.sampled_from(lore.sorts))
    height = to_lattice(draw(heights))
    # A platform has room for a model.
    more = 1.0 if sort == "platform" else 0.0
    outline = _rectangle(x, y, more + draw(sizes), more + draw(sizes))
    if sort == "area":
        return Piece(name, sort, outline, tags=draw(st.sampled_from(lore.grounds)))
    if sort == "platform":
        under = draw(st.sampled_from(["solid", "open"]))
        return Piece(name, sort, outline, z=height, details=Record(under=under))
    if sort in ("door", "window"):
        state = draw(st.sampled_from([("open",), ("closed",)]))
        return Piece(name, sort, outline, line=outline[:4], height=height, state=state)
    return Piece(name, sort, outline, height=height)


@st.composite
def tables(draw: st.DrawFn, ruleset: Ruleset, lore: Lore) -> Table:
    """A table with some terrain and a few models of two sides, all of them free and on firm ground."""
    terrain = [draw(pieces(f"p{i}", lore)) for i in range(draw(st.integers(0, 7)))]
    found: list[Model] = []
    bare = _bare(ruleset, terrain, [])
    for index in range(draw(st.integers(1, 5))):
        model = draw(_models(lore, f"m{index}", "a" if index % 2 == 0 else "b", terrain))
        if lore.characters or _stands(ruleset, bare, found, model):
            found.append(model)
    if not found:
        found.append(replace(draw(_models(lore, "m0", "a", [])), place=on_surface(30, 18)))
    table = _bare(ruleset, terrain, _grouped(found, lore))
    laid, problems = ruleset.laid(lore.ready(table))
    assume(not problems)
    return laid


@st.composite
def _models(draw: st.DrawFn, lore: Lore, name: str, side: str, terrain: list[Piece]) -> Model:
    on = draw(st.sampled_from([BOARD, *(piece.id for piece in terrain if piece.sort == "platform")]))
    facing = draw(st.sampled_from([0.0, 90.0, 180.0, 270.0])) if lore.turns else 0.0
    place = on_surface(draw(quarters), draw(quarters), on, facing)
    if lore.characters and draw(st.integers(0, 3)) == 3:
        place = Place("off")
    return Model(
        name,
        Base("round", _lattice(draw(st.sampled_from(lore.bases)))),
        place,
        side,
        height=to_lattice(lore.height),
        profile=_frozen(draw(lore.profiles)),
        keywords=draw(st.sampled_from(lore.keywords)),
        # The model that acts first has no statuses, so that it can act.
        statuses=draw(st.sampled_from(lore.statuses)) if name != "m0" else (),
    )


def _frozen(data: Mapping[str, Any]) -> Record:
    value = freeze(dict(data))
    assert isinstance(value, Record)
    return value


def _grouped(models: list[Model], lore: Lore) -> list[Model]:
    """Models of one side in units, where the ruleset moves units."""
    if not lore.squads:
        return models
    counted: dict[str, int] = {}
    found = []
    for model in models:
        number = counted[model.side] = counted.get(model.side, -1) + 1
        found.append(replace(model, unit=f"{model.side}{number // lore.squads}"))
    return found


def _bare(ruleset: Ruleset, terrain: list[Piece], models: list[Model]) -> Table:
    options = {name: freeze(option.default) for name, option in ruleset.catalogue.options.items()}
    units: dict[str, Unit] = {}
    for model in models:
        if model.unit:
            before = units[model.unit].models if model.unit in units else ()
            units[model.unit] = Unit(model.unit, model.side, (*before, model.id))
    return Table(
        ruleset.name,
        ruleset.unit,
        Board(to_lattice(SIZE), to_lattice(SIZE)),
        options=Record({name: value for name, value in options.items() if value is not None}),
        pieces=Shelf((piece.id, piece) for piece in terrain),
        models=Shelf((model.id, model) for model in models),
        units=Shelf(units.items()),
    )


def _stands(ruleset: Ruleset, bare: Table, models: list[Model], model: Model) -> bool:
    """Whether a model stands free, with its whole base on its surface."""
    trial = bare.changed(models=Shelf((each.id, each) for each in [*models, model]))
    laid, problems = ruleset.laid(trial)
    if problems:
        return False
    lens = walking_lens(ruleset, laid, model.id)
    if lens is None:
        return True
    view = View(Scene(laid), lens, model.id)
    pose = laid.pose(model.id)
    clear = all(not overlaps(laid.body(other.id), laid.body(model.id)) for other in models)
    return clear and not view.overlapped(pose) and view.supported(pose)


# --- declarations ---------------------------------------------------------------------------------


@st.composite
def declarations(draw: st.DrawFn, table: Table, ruleset: Ruleset, lore: Lore) -> Declaration:
    """Any action, event or step of the clock."""
    actions = [
        action
        for action in ruleset.actions.values()
        for _ in range(MOSTLY_MOVES if action.path != "none" else 1)
    ]
    action = draw(st.sampled_from(actions))
    return draw(of_action(table, action, lore))


@st.composite
def of_action(draw: st.DrawFn, table: Table, action: Action, lore: Lore) -> Declaration:
    """One action declared for a model, with its path, target and details."""
    everybody = [*table.units, *table.models] if lore.squads else list(table.models)
    # The first is on its feet and can act.
    actors = [*everybody[:1] * MOSTLY_MOVES, *everybody]
    who: tuple[str, ...] = () if action.kind == "tick" else (draw(st.sampled_from(actors)),)
    legs: tuple[Leg, ...] = ()
    if action.path == "required" or (action.path == "optional" and draw(st.booleans())):
        legs = draw(paths(table, _first_model(table, who), lore))
    others = [name for name in table.models if name not in who] or list(table.models)
    target = ""
    if action.target == "required" or (action.target == "optional" and draw(st.booleans())):
        target = draw(st.sampled_from(others))
    details: dict[str, Value] = {}
    ruleset = ruleset_of(table)
    for detail in action.details:
        if detail.required or draw(st.integers(0, 3)) == 0:
            value = draw(_detail(table, who[0] if who else "", detail, lore))
            # Values that its vocabulary refuses are for other tests.
            if detail.required or not detail_problems(ruleset, detail, value):
                details[detail.name] = value
    if rival_problems(ruleset, action, ("path",) if legs else (), details):
        # A detail replaces the path: only one of the two is declared.
        legs = ()
    return Declaration(action.name, who, legs, target, Record(details), action.kind)


def _first_model(table: Table, who: tuple[str, ...]) -> str:
    if not who:
        return next(iter(table.models))
    return table.units[who[0]].models[0] if who[0] in table.units else who[0]


@st.composite
def paths(draw: st.DrawFn, table: Table, who: str, lore: Lore) -> tuple[Leg, ...]:
    """A path of one to three legs: to a point not far off, or onto a piece of terrain."""
    place = table.models[who].place
    at = (place.x, place.y) if place.on_table else _lattice(SIZE / 2, SIZE / 2)
    steps = st.integers(-16, 16).map(lambda n: to_lattice(n * lore.reach / 32))
    outlines = [piece.outline for piece in table.pieces.values() if len(piece.outline) >= 6]
    legs: tuple[Leg, ...] = ()
    for _ in range(draw(st.integers(1, 3))):
        if lore.turns and draw(st.integers(0, 3)) == 0:
            legs = (*legs, Leg(by="turn", turn=to_lattice(draw(st.sampled_from([-90, 45, 90, 180])))))
        onto = draw(st.sampled_from([(), *outlines])) if draw(st.integers(0, 2)) == 2 else ()
        if onto:
            at = (onto[0] + onto[4]) // 2, (onto[1] + onto[5]) // 2
        else:
            at = at[0] + draw(steps), at[1] + draw(steps)
        legs = (*legs, Leg((at[0], at[1]), draw(st.sampled_from(lore.by))))
    return legs


def _detail(table: Table, who: str, detail: Detail, lore: Lore) -> st.SearchStrategy[Value]:
    """A value for a detail: the ruleset's own, or any of its kind."""
    own = lore.details.get(detail.name)
    if own is not None:
        return (own(table, who) if callable(own) else own).map(freeze)
    lengths = st.integers(-4, 40).map(lambda n: to_lattice(n / 4))
    names = st.sampled_from([*table.models, "nobody"])
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "length": lengths,
        "angle": st.integers(-360, 720).map(to_lattice),
        "number": st.integers(-2, 6),
        "text": names | st.sampled_from(["", "half", "full", "something"]),
        "names": st.lists(names, max_size=3).map(tuple),
        "switch": st.booleans(),
        "point": st.tuples(quarters, quarters).map(lambda at: _lattice(*at)),
        "data": _data(table),
        "plan": _data(table),
    }
    return kinds[detail.kind]


def _data(table: Table) -> st.SearchStrategy[Value]:
    """Anything that a file could hold there."""
    leaves = (
        st.none() | st.booleans() | st.integers(-5, 40) | st.sampled_from(["", "1.5", "x", *table.models])
    )
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3).map(tuple)
            | st.dictionaries(st.sampled_from(["shift", "paths", "x", *table.models]), inner, max_size=3).map(
                Record
            )
        ),
        max_leaves=6,
    )
