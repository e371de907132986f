"""The law of ways: what the referee grants, the planner reaches for no more."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Action, Declaration, Ruleset
from surefoot.referee.referee import check, legal_actions, ruleset_of
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.verdict import Outcome
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.over_levels.floors import NEAR
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.search import level_reach
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws

# The number of paths that are tried for a model, and the most legs of each.
TRIES, LONGEST = 40, 4
# How often a path goes on from one that was granted.
ONWARDS = 0.5
# How far off the point that was drawn a leg ends.
HAIR = 0.02
# The directions in which a place is looked for right beside one that is closed.
BESIDE = tuple((math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)) for turn in range(8))
# Legs that the planner looks for only from level ground to level ground, and how a ledger calls what comes of them.
STEEP = ("climb", "leap", "jump", "link")
BILLED_STEEP = ("climb", "leap", "drop", "ladder")


class Fields:
    """The reach of a model by each of the alternative tariffs of an action, searched when it is first asked for."""

    def __init__(self, table: Table, who: str, action: str) -> None:
        alternatives = range(len(ruleset_of(table).tariffs(table, who, action)))
        self._more = (level_reach(table, who, action, LevelOptions(alternative=k)) for k in alternatives)
        self._known: list[LevelReach] = []

    def __iter__(self) -> Iterator[LevelReach]:
        yield from tuple(self._known)
        for each in self._more:
            self._known.append(each)
            yield each


def granted_is_found(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """Whatever a model is allowed to do with one action, the planner knows a way there that costs no more."""
    found = []
    for who in [name for name in table.models if _walks(table, name)][:2]:
        action = _priced(table, ruleset, who)
        if action is not None:
            found += _explored(table, who, action, rng)
    return found


def _walks(table: Table, who: str) -> bool:
    """Whether a model goes on foot by itself: on a round base, and in no unit that must keep together."""
    model = table.models[who]
    alone = not model.unit or len(table.units[model.unit].models) == 1
    on_foot = model.place.kind == "surface" and model.base.kind == "round" and alone
    return on_foot and not any(
        _over(surface.region.bounds, *table.pose(who)[:2]) for surface in _slopes(table)
    )


def _priced(table: Table, ruleset: Ruleset, who: str) -> Action | None:
    """The first action that is permitted, has a price by length and needs nothing but a path."""
    for action, breaks in legal_actions(table, table.models[who].unit or who):
        bare = action.target != "required" and not any(detail.required for detail in action.details)
        if action.path != "none" and bare and not breaks:
            tariffs = ruleset.tariffs(table, who, action.name)
            if tariffs and tariffs[0].turning is None:
                return action
    return None


def _explored(table: Table, who: str, action: Action, rng: Draws) -> list[Violation]:
    """Paths tried at random, one leg after another; the first that the planner knows no way for."""
    fields = Fields(table, who, action.name)
    granted: list[tuple[Leg, ...]] = [()]
    for _ in range(TRIES):
        begun = rng.choice(granted) if rng.random() < ONWARDS else ()
        legs = (*begun, *(_shaken(leg, rng) for leg in rng.legs(table, who)))[:LONGEST]
        declaration = Declaration(action.name, (table.models[who].unit or who,), legs)
        try:
            says = _lost(table, fields, who, declaration)
        except Unpriced:
            return []
        if says is None:
            continue
        if says:
            return [Violation(says, (declaration,), partial(_again, who=who, declaration=declaration))]
        granted.append(legs)
    return []


def _shaken(leg: Leg, rng: Draws) -> Leg:
    """The same leg to a point a hair off: nothing is promised for a base that stands exactly on an edge."""
    if leg.to is None:
        return leg
    x, y = (value + to_lattice(rng.uniform(-HAIR, HAIR)) for value in leg.to)
    return replace(leg, to=(x, y))


def _again(table: Table, who: str, declaration: Declaration) -> str:
    return _lost(table, Fields(table, who, declaration.action), who, declaration) or ""


def _lost(table: Table, fields: Fields, who: str, declaration: Declaration) -> str | None:
    """What the planner lacks of a path that the referee grants; empty if nothing, None if it is not granted or not looked for."""
    if any(leg.by == "turn" for leg in declaration.legs) or _on_slopes(table, who, declaration):
        return None
    outcome = check(table, declaration, nearest=False)
    now = outcome.run.table
    place = now.models[who].place
    used = from_lattice(outcome.cost)
    if outcome.verdict != "legal" or place.kind != "surface" or _off_a_gap(outcome):
        return None
    field = next(iter(fields))
    if used > field.budget + field.error and _rolls_nothing(table, who, declaration.action):
        most = max(each.budget for each in fields)
        if used > most + field.error:
            return f"granted for {used:.3f}, and the search allows {most:.3f}"
    if used > field.budget - field.error:
        return None
    pose = now.pose(who)
    if not _went_there(table, who, outcome):
        return None
    cost = _found(field, pose.x, pose.y, place.on)
    # What is dearer by the first tariff may be within the allowance of another.
    dear = cost is None or cost > used + field.error + field.less
    if dear and any(_found(each, pose.x, pose.y, place.on) is not None for each in islice(fields, 1, None)):
        return ""
    where = f"{pose.x:.3f}, {pose.y:.3f} on {place.on}"
    if cost is None:
        return f"granted for {used:.3f} and not found: {where}"
    # What the referee may take off a bill is not foreseen.
    if cost > used + field.error + field.less:
        return f"granted for {used:.3f} and found for {cost:.3f}: {where}"
    return ""


def _found(field: LevelReach, x: float, y: float, on: str) -> float | None:
    """The price of a place by the planner, or of one right beside it: it draws limits at most that much too wide."""
    cost = field.cost(x, y, on)
    if cost is not None:
        return cost
    near = (field.cost(x + dx * NEAR, y + dy * NEAR, on) for dx, dy in BESIDE)
    return min((each for each in near if each is not None), default=None)


def _rolls_nothing(table: Table, who: str, action: str) -> bool:
    """Whether the allowance of an action is known before it is made."""
    return ruleset_of(table).actions[action].rolled(table, who) is None


def _on_slopes(table: Table, who: str, declaration: Declaration) -> bool:
    """Whether a leg leaps or climbs from or to a slope, which the planner does not look for."""
    slopes = _slopes(table)
    if not slopes:
        return False
    pose = table.pose(who)
    at = pose.x, pose.y
    for leg in declaration.legs:
        to = at if leg.to is None else (from_lattice(leg.to[0]), from_lattice(leg.to[1]))
        if leg.by in STEEP and any(
            _over(surface.region.bounds, *spot) for surface in slopes for spot in (at, to)
        ):
            return True
        at = to
    return False


def _off_a_gap(outcome: Outcome) -> bool:
    """Whether a climb, leap or drop begins in the middle of a gap that is walked over, which the planner does not look for."""
    modes = [line.what for line in outcome.ledger]
    return any(mode == "bridge" and onward in BILLED_STEEP for mode, onward in pairwise(modes))


def _went_there(table: Table, who: str, outcome: Outcome) -> bool:
    """Whether a model stands where its path has led it: a fall or a push takes it elsewhere, and is never planned."""
    before, after = table.pose(who), outcome.run.table.pose(who)
    led = outcome.ledger[-1].end if outcome.ledger else tuple(map(to_lattice, (before.x, before.y, before.z)))
    return math.dist([from_lattice(each) for each in led], (after.x, after.y, after.z)) <= NEAR


def _slopes(table: Table) -> list[Surface]:
    return [surface for surface in Scene(table).ground.surfaces if surface.sloped]


def _over(bounds: tuple[float, float, float, float], x: float, y: float) -> bool:
    """Whether a base at a point may stand on something within these bounds."""
    west, south, east, north = bounds
    return west - 1 <= x <= east + 1 and south - 1 <= y <= north + 1
