"""What random games of a ruleset are made of, and random declarations, happenings and ticks drawn from it.

Everything is drawn from `random.Random` and written as a scenario file would write it: a seed always gives the same game,
and a game that breaks a law can be printed as a file that reproduces it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from random import Random
from typing import Any

from surefoot.files.declarations import declaration
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.protocol import Action, Declaration, Detail, Ruleset, find
from surefoot.referee.referee import legal_actions, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS, Piece
from surefoot.testing.kit.lenses import walking_lens

# The fields of a scenario, or of one declaration, as plain data.
Fields = dict[str, Any]
# A value for a detail, as a file would write it: drawn for a table and for the model or unit that acts.
Draw = Callable[[Random, Table, str], Any]

# How often each kind of step is drawn.
_DECLARED, _HAPPENS = 0.7, 0.87
# How often an action is drawn among those that are permitted, and an optional detail is given.
_PERMITTED, _GIVEN = 0.75, 0.25
# How often a table has settings of its own, and how often each is another than usual there.
_OPTIONS = 0.4
# A scenario that cannot be laid is drawn anew so often.
_TRIES = 200


@dataclass(frozen=True)
class Cast:
    """What random games of one ruleset are made of."""

    ruleset: str
    # A random scenario without declarations; one that cannot be laid is drawn again.
    scenario: Callable[[Random], Fields]
    # Values for details, by `action.detail` or `detail`; others are drawn by their kind.
    details: Mapping[str, Draw] = field(default_factory=dict)
    # How far a path leads, roughly, and the kinds of legs that are tried.
    reach: float = 6.0
    ways: tuple[str, ...] = ("to", "to", "to", "climb", "leap", "jump")
    # How often a leg turns or goes straight ahead, for models that have a facing.
    turns: float = 0.0
    # Manners of a leg that the ruleset knows.
    manners: tuple[str, ...] = ()
    # Whether units act as one.
    units: bool = False
    # Actions, happenings and ticks that are not drawn: those that end a game.
    never: tuple[str, ...] = ()
    # The tick that must always be reachable; any tick if empty.
    ends: str = ""
    # A tick, one that ends more, and a clause: while the clause refuses the first, the second is refused too.
    within: tuple[tuple[str, str, str], ...] = ()
    # What else must hold of every table, each a problem in plain words.
    invariants: Callable[[Table], Iterable[str]] = lambda table: ()
    # Every game begins on this table instead of one that is drawn.
    table: Table | None = None


# --- tables ---------------------------------------------------------------------------------------


def drawn_scenario(cast: Cast, dice: Random) -> Fields:
    """A random scenario that can be laid, with models that stand free on firm ground."""
    if cast.table is not None:
        return {}
    for _ in range(_TRIES):
        data = cast.scenario(dice) | _options(find(cast.ruleset), dice)
        try:
            table = laid(cast, data)
        except FileInvalid:
            continue
        gone = [name for name in table.models if _stands_wrong(table, name)]
        kept = {name: entry for name, entry in data.get("models", {}).items() if name not in gone}
        in_units = any(name not in data.get("models", {}) for name in gone)
        if in_units or (not kept and not data.get("units")):
            continue
        try:
            laid(cast, {**data, "models": kept})
        except FileInvalid:
            continue
        return {**data, "models": kept}
    raise ValueError(f"{cast.ruleset}: none of {_TRIES} random scenarios could be laid")


def _options(ruleset: Ruleset, dice: Random) -> Fields:
    """Settings of the ruleset that a group may have chosen, on some tables."""
    if dice.random() > _OPTIONS:
        return {}
    found: Fields = {}
    for option in ruleset.catalogue.options.values():
        among = (True, False) if option.kind == "switch" else option.values
        if option.kind in ("switch", "choice") and dice.random() < _OPTIONS:
            found[option.name] = dice.choice(among)
    return {"options": found} if found else {}


class ReaderFailed(Exception):
    """The reader of files raised something else than FileInvalid; `scenario` is what it read."""

    def __init__(self, scenario: Fields) -> None:
        self.scenario = scenario
        super().__init__(json.dumps(scenario))


def laid(cast: Cast, data: Fields) -> Table:
    """The table of a scenario; raises ReaderFailed with the scenario if reading it ends in an unexpected error."""
    if cast.table is not None:
        return cast.table
    scenario = {"ruleset": cast.ruleset, **data}
    try:
        return loads(json.dumps(scenario), "random").table
    except FileInvalid:
        raise
    except Exception as error:
        raise ReaderFailed(scenario) from error


def _stands_wrong(table: Table, who: str) -> bool:
    """Whether a model stands in another, in terrain, or over an edge."""
    place = table.models[who].place
    if place.kind != "surface":
        return False
    body, pose = table.body(who), table.pose(who)
    height = from_lattice(table.models[who].height)
    for other, model in table.models.items():
        if other == who or not model.place.on_table or place.on == f"{other}.deck":
            continue
        there = table.pose(other).z
        apart = there >= pose.z + height or pose.z >= there + from_lattice(model.height)
        if not apart and model.place.on != f"{who}.deck" and overlaps(body, table.body(other)):
            return True
    lens = walking_lens(ruleset_of(table), table, who)
    if lens is None or place.on.endswith(".deck"):
        return False
    view = View(Scene(table), lens, who)
    return bool(view.overlapped(pose)) or not view.supported(pose)


# --- declarations ---------------------------------------------------------------------------------


def drawn_step(cast: Cast, table: Table, dice: Random) -> tuple[Fields, Declaration] | None:
    """Something declared, something that happens, or a tick of the clock; None if what was drawn means nothing."""
    ruleset, share = find(cast.ruleset), dice.random()
    kind = "declare" if share < _DECLARED else "happen" if share < _HAPPENS else "tick"
    fields = _fields(cast, ruleset, table, kind, dice)
    return None if fields is None else read(table, fields)


def read(table: Table, fields: Fields) -> tuple[Fields, Declaration] | None:
    """The fields of a declaration with what they mean; None if they mean nothing."""
    try:
        return fields, declaration(table, **fields)
    except FileInvalid:
        return None


def _fields(cast: Cast, ruleset: Ruleset, table: Table, kind: str, dice: Random) -> Fields | None:
    actions = [each for each in ruleset.actions.values() if each.kind == kind and each.name not in cast.never]
    if kind == "tick":
        return drawn_fields(cast, table, dice.choice(actions), "", dice) if actions else None
    actors = living(cast, table)
    if not actors:
        return None
    who = dice.choice(actors)
    if kind == "declare" and dice.random() < _PERMITTED:
        free = [each for each, breaks in legal_actions(table, who) if not breaks and each in actions]
        actions = free or actions
    # Moving is what a referee of movement is about.
    weighed = [each for each in actions for _ in range(2 if each.path != "none" else 1)]
    return drawn_fields(cast, table, dice.choice(weighed), who, dice) if weighed else None


def living(cast: Cast, table: Table) -> list[str]:
    """The models and units that are still in the game."""
    models = [name for name, model in table.models.items() if model.place.kind not in ("gone", "off")]
    if not cast.units:
        return models
    alone = [name for name in models if not table.models[name].unit]
    return [*(unit.id for unit in table.units.values() if set(unit.models) & set(models)), *alone]


def drawn_fields(cast: Cast, table: Table, action: Action, who: str, dice: Random) -> Fields:
    """One action with everything that it takes, as a file would write it."""
    key = {"declare": "action", "happen": "happen", "tick": "tick"}[action.kind]
    found: Fields = {"who": who, key: action.name} if who else {key: action.name}
    for detail in action.details:
        if detail.required or dice.random() < _GIVEN or detail.kind == "plan":
            value = _detail(cast, table, action, detail, who, dice)
            if value is not None:
                found[detail.name] = value
    wanted = action.path == "required" or (action.path == "optional" and dice.random() < 0.6)
    if wanted and who and not (action.plan in found and who in table.units):
        found.pop(action.plan, None)
        found["path"] = drawn_path(cast, table, _first(table, who), dice)
    if action.target == "required" or (action.target == "optional" and dice.random() < 0.5):
        found["target"] = dice.choice(_targets(table, who))
    return found


def _first(table: Table, who: str) -> str:
    return table.units[who].models[0] if who in table.units and table.units[who].models else who


def _targets(table: Table, who: str) -> list[str]:
    """Other models, most often enemies; now and then a piece or an object."""
    first = table.models.get(_first(table, who))
    side = first.side if first is not None else ""
    others = [model for name, model in table.models.items() if name != who and model.place.on_table]
    foes = [model.id for model in others if model.side != side]
    units = [unit for unit in table.units if unit != who]
    found = [*foes * 2, *(model.id for model in others), *units, *table.objects]
    found += [piece.id for piece in table.pieces.values()]
    return found or [who]


def _detail(cast: Cast, table: Table, action: Action, detail: Detail, who: str, dice: Random) -> Any:
    own = cast.details.get(f"{action.name}.{detail.name}") or cast.details.get(detail.name)
    if own is not None:
        return own(dice, table, who)
    names = [*table.models, *table.pieces, *table.objects]
    drawn: dict[str, Callable[[], Any]] = {
        "length": lambda: dice.choice([0, 0.5, 1, 2, 3, 4.25, 8]),
        "angle": lambda: dice.choice([0, 45, 90, -90, 180, 200, 359]),
        "number": lambda: dice.randint(0, 6),
        "text": lambda: dice.choice(names) if names else "",
        "names": lambda: dice.sample([*table.models], min(len(table.models), dice.randint(0, 2))),
        "switch": lambda: dice.random() < 0.5,
        "point": lambda: _point(cast, table, who, dice),
        "data": lambda: dice.choice([0, 1, 2, 5]),
        "plan": lambda: dice.choice([0, 1, 2, 5]),
    }
    return drawn[detail.kind]()


def shifts(reach: float) -> Draw:
    """Plans of units: all models shifted alike, or nearly so, or closing up."""

    def draw(dice: Random, table: Table, who: str) -> Any:
        names = [name for name in _members(table, who) if table.models[name].place.on_table]
        if not names or dice.random() < 0.5:
            return {"shift": [_quarter(dice, -reach, reach), _quarter(dice, -reach, reach)]}
        if dice.random() < 0.4:
            return {"paths": _closing(table, names, dice.choice([0.02, 0.05, 0.2, 0.5]))}
        by = _quarter(dice, -reach, reach), _quarter(dice, -reach, reach)
        paths = {}
        for name in names:
            pose = table.pose(name)
            paths[name] = [[round(pose.x + by[0], 4), round(pose.y + by[1] + dice.choice([0, 0, 0.25]), 4)]]
        return {"paths": paths}

    return draw


def _closing(table: Table, names: list[str], share: float) -> dict[str, list[list[float]]]:
    """The models of a unit go some of the way to the middle of it."""
    poses = {name: table.pose(name) for name in names}
    x = sum(pose.x for pose in poses.values()) / len(poses)
    y = sum(pose.y for pose in poses.values()) / len(poses)
    return {
        name: [[round(pose.x + (x - pose.x) * share, 4), round(pose.y + (y - pose.y) * share, 4)]]
        for name, pose in poses.items()
    }


def _members(table: Table, who: str) -> tuple[str, ...]:
    return table.units[who].models if who in table.units else (who,) if who in table.models else ()


def _quarter(dice: Random, low: float, high: float) -> float:
    return dice.randint(round(low * 4), round(high * 4)) / 4


# --- paths ----------------------------------------------------------------------------------------


def drawn_path(cast: Cast, table: Table, who: str, dice: Random) -> list[Any]:
    """A path of one to three legs of any kind."""
    legs: list[Any] = []
    at = _start(table, who)
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3])):
        if cast.turns and dice.random() < cast.turns:
            legs.append({"turn": dice.choice([-90, -45, 30, 45, 90, 180])})
            legs.append({"forward": dice.choice([1, 2, 4, 6, cast.reach])})
            continue
        leg, at = _leg(cast, table, who, at, dice)
        legs.append(leg)
    return legs


def _start(table: Table, who: str) -> tuple[float, float]:
    model = table.models.get(who)
    if model is not None and model.place.on_table:
        pose = table.pose(who)
        return pose.x, pose.y
    board = table.board
    return (from_lattice(board.width) / 2, from_lattice(board.depth) / 2) if board else (0.0, 0.0)


def _leg(
    cast: Cast, table: Table, who: str, at: tuple[float, float], dice: Random
) -> tuple[Any, tuple[float, float]]:
    piece = dice.choice([*table.pieces.values()]) if table.pieces and dice.random() < 0.45 else None
    special = _special(piece, at, dice)
    if special is not None:
        return special
    if piece is not None and piece.outline:
        x, y = _near(piece, at, dice)
    else:
        x, y = _spot(cast, table, who, at, dice)
    way = dice.choice(cast.ways)
    leg: Fields = {way: [x, y]}
    surfaces = [
        each.id for each in table.pieces.values() if each.sort in ("platform", "gap", "stairs", "ramp")
    ]
    if piece is not None and piece.id in surfaces and dice.random() < 0.4:
        leg["on"] = piece.id
    elif dice.random() < 0.05:
        leg["on"] = dice.choice([BOARD, *surfaces])
    if cast.manners and dice.random() < 0.2:
        leg["manner"] = dice.choice(cast.manners)
    return ([x, y] if leg == {"to": [x, y]} else leg), (x, y)


def _special(
    piece: Piece | None, at: tuple[float, float], dice: Random
) -> tuple[Any, tuple[float, float]] | None:
    """A leg that uses a ladder, a lift, a door or a ductway."""
    if piece is None:
        return None
    if piece.sort in LINK_SORTS:
        x, y = (from_lattice(value) for value in piece.line[2:4])
        return {"link": piece.id}, (x, y)
    if piece.sort == "lift" and dice.random() < 0.6:
        return {"lift": piece.id, "rise": dice.choice([-4, -2, -1, 1, 2, 4])}, at
    if piece.sort in ("door", "window", "ductway") and dice.random() < 0.7:
        x, y = _beyond(piece, at, dice)
        return {"through": piece.id, "to": [x, y]}, (x, y)
    return None


def _beyond(piece: Piece, at: tuple[float, float], dice: Random) -> tuple[float, float]:
    """A point on the other side of a piece."""
    xs, ys = piece.outline[0::2] or piece.line[0::2], piece.outline[1::2] or piece.line[1::2]
    x, y = from_lattice(min(xs) + max(xs)) / 2, from_lattice(min(ys) + max(ys)) / 2
    far = math.dist((x, y), at) or 1.0
    more = dice.choice([0.5, 1.0, 1.5, 2.0]) / far
    return round(x + (x - at[0]) * more, 3), round(y + (y - at[1]) * more, 3)


def _near(piece: Piece, at: tuple[float, float], dice: Random) -> tuple[float, float]:
    """A point on a piece, at its edge, or straight over its nearest side."""
    xs, ys = piece.outline[0::2], piece.outline[1::2]
    west, east, south, north = (from_lattice(value) for value in (min(xs), max(xs), min(ys), max(ys)))
    inside = (dice.uniform(west, east), dice.uniform(south, north))
    spots = [
        ((west + east) / 2, (south + north) / 2),
        inside,
        (at[0], min(max(at[1], south + 0.5), north - 0.5)),
        (min(max(at[0], west + 0.5), east - 0.5), at[1]),
        (west - 0.5, inside[1]),
        (inside[0], north + 0.5),
    ]
    x, y = dice.choice(spots)
    return round(x, 3), round(y, 3)


def _spot(cast: Cast, table: Table, who: str, at: tuple[float, float], dice: Random) -> tuple[float, float]:
    """A point within reach in any direction, or towards another model."""
    others = [name for name, model in table.models.items() if name != who and model.place.on_table]
    if others and dice.random() < 0.25:
        pose = table.pose(dice.choice(others))
        share = dice.choice([0.5, 0.8, 0.9, 1.0, 1.2])
        return round(at[0] + (pose.x - at[0]) * share, 3), round(at[1] + (pose.y - at[1]) * share, 3)
    angle = dice.choice([dice.uniform(0, 2 * math.pi), dice.randint(0, 7) * math.pi / 4])
    far = dice.choice([0.25, 0.5, 1.0]) * cast.reach * dice.uniform(0.5, 1.05)
    return round(at[0] + far * math.cos(angle), 3), round(at[1] + far * math.sin(angle), 3)


def _point(cast: Cast, table: Table, who: str, dice: Random) -> list[float]:
    outlined = [piece for piece in table.pieces.values() if piece.outline]
    at = _start(table, _first(table, who))
    if outlined and dice.random() < 0.6:
        return [*_near(dice.choice(outlined), at, dice)]
    return [*_spot(cast, table, _first(table, who), at, dice)]
