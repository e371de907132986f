"""Swimming in structured time: calm water and hazards, treading water, and swimming under water."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, do
from surefoot.geometry.kernel import leg_inside, region_distance
from surefoot.geometry.prepare import union
from surefoot.geometry.tolerance import beyond, from_lattice, same, to_lattice, within
from surefoot.language import Length, Notation, Term, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Line as Paid
from surefoot.referee.bill import point
from surefoot.referee.placing import place_on_level
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Area, Scene
from surefoot.referee.tariff import Condition, Tariff
from surefoot.referee.view import seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend, taken
from surefoot.rulesets.dark_heresy_2e.character import flag, score
from surefoot.rulesets.dark_heresy_2e.fatigue import gain_fatigue
from surefoot.rulesets.dark_heresy_2e.limits import limited
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact, length, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.prices import blocker, lens, planned
from surefoot.rulesets.dark_heresy_2e.terrain_traits import traits
from surefoot.rulesets.dark_heresy_2e.tests import athletics_skill, roll_to_pass
from surefoot.rulesets.dark_heresy_2e.water import (
    DEEP,
    deep_level,
    depth_at,
    helpless,
    submerged,
    water_of,
    weighted,
)
from surefoot.table.effects import Moved, Stopped
from surefoot.table.place import Place, Pose
from surefoot.table.table import Table

# The modifier to Athletics in the water of armour or a load, and its reason.
HEAVY = -30
WEIGHTED_DOWN = say("weighted down")
# A character this near to the water may enter it.
SHORE = 1.0
# A straight line of a path: from x, y to x, y.
Straight = tuple[float, float, float, float]


@dataclass(frozen=True)
class Stroke:
    """A stretch to swim: its end, its length, its start, whether it ends under water, and the waters it leads through."""

    end: Place
    metres: float
    start: Pose
    under: bool
    waters: tuple[Area, ...]


def hazards(table: Table, who: str, water: Area | None) -> bool:
    """Whether swimming is hazardous for a character in this water; None stands for calm water."""
    model = table.models[who]
    rough = water is not None and traits(water.piece).text("water") == "rough"
    return rough or flag(model, "restrained") or flag(model, "in_combat") or weighted(table, who)


def swim_rate(table: Table, who: str, hazardous: bool) -> tuple[Fraction, tuple[str, ...]]:
    """Metres swum with a Full Action, and the clauses behind that."""
    strength = score(table.options, table.models[who], "S")
    calm = exact(chosen(table.options, "calm_swim_rate"))
    if calm is not None and not hazardous:
        return calm, ("swim.ideal-no-test",)
    rounding = ("support.rounding",) if strength.bonus % 2 else ()
    clause = "swim.success" if hazardous else "swim.ideal-no-test"
    return rounded_up(Fraction(strength.bonus, 2)), (clause, *strength.clauses, *rounding)


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """The prices of an action for the planner, off deep water; swimming by the lowest rate of all deep waters."""
    prices = replace(planned(table, who, action), condition=Condition(avoids=(DEEP,)))
    prices = limited(prices, table, who, action)
    if action != "swim":
        return (prices,)
    waters = [area for area in Scene(table).ground.areas if area.piece.has(DEEP)]
    rates = [swim_rate(table, who, hazards(table, who, area))[0] for area in waters]
    return (replace(prices, allowance=float(min(rates, default=Fraction(0)))),)


def swim(game: Game, declaration: Declaration) -> Procedure[None]:
    """Swim along a path, and up or down, with a Full Action."""
    who, table = declaration.actor, game.now
    water = _entered(table, who)
    if water is None:
        says = say("{who} isn't in or next to deep water", who=Who(who))
        raise Refused(Break("swim.ideal-no-test", says, point(table.pose(who))))
    breaks = declaration_breaks(declaration, "structured")
    stroke, more = _stroke(table, who, water, declaration)
    hazardous = any(hazards(table, who, each) for each in stroke.waters)
    rate, clauses = swim_rate(table, who, hazardous)
    breaks += more
    if beyond(stroke.metres, float(rate)):
        says = say(
            "Out of reach: {length} to swim, {most} at most with a Full Action",
            length=Length.of(stroke.metres),
            most=length(rate),
        )
        breaks.append(Break(clauses[0], says, point(table.pose(who))))
    if breaks:
        raise Refused(*breaks)
    yield from spend(table, who, "swim", FULL, "swim.test" if hazardous else "swim.ideal-no-test")
    if hazardous:
        stays = yield from _struggle(game, who, "swim.failure")
        if not stays:
            return
    under = ("swim.underwater",) if stroke.under else ()
    here = point(stroke.start)
    paid = to_lattice(stroke.metres)
    line = Paid(here, point(table.resolve(stroke.end)), "swim", paid, 10**6, paid, clauses[0], paid)
    yield from do(Moved(who, stroke.end, "swims"), *clauses, *under, ledger=(line,))


def _entered(table: Table, who: str) -> Area | None:
    """The deep water that a character is in, or can enter from the shore."""
    water = water_of(table, who)
    if water is not None:
        return water
    pose = table.pose(who)
    for area in Scene(table).ground.areas:
        near = not beyond(region_distance(pose.x, pose.y, area.region.rings), SHORE)
        if area.piece.has("deep-water") and near and not beyond(abs(pose.z - area.low), lens(table).step):
            return area
    return None


def _stroke(table: Table, who: str, water: Area, declaration: Declaration) -> tuple[Stroke, list[Break]]:
    """The stretch of a declared path, and what forbids it."""
    start, breaks = table.pose(who), list[Break]()
    x, y, lines = start.x, start.y, list[Straight]()
    view = seen(table, lens(table), who)
    for leg in declaration.legs:
        if leg.by != "swim" or leg.to is None:
            says = say(
                "Swimming can't include {leg}: write each leg as {form}",
                leg=Term(f"leg:{leg.by}"),
                form=Notation("{swim: [x, y]}"),
            )
            breaks.append(Break("swim.ideal-no-test", says, point(start)))
            continue
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        event = Walk(view, Line(x, y, to[0] - x, to[1] - y), start.facing).obstruction(0.0, 1.0, start.z)
        if event is not None:
            says = say("{blocker} blocks the path", blocker=blocker(table, event.what))
            breaks.append(Break("env.clear-assumed", says, point(start)))
        lines.append((x, y, *to))
        x, y = to
    waters = tuple(
        area for area in Scene(table).ground.areas if area.piece.has(DEEP) and same(area.low, water.low)
    )
    if lines and _leads_over_land(lines, waters):
        says = say("The path leads over land: swim in the water, and walk on land")
        breaks.append(Break("swim.ideal-no-test", says, point(start)))
    area = deep_level(table, x, y, water.low)
    down = exact(declaration.details.get("depth"))
    now = max(Fraction(0), Fraction(to_lattice(water.low - start.z), 10**6))
    deep = now if down is None else down
    if area is None and deep > 0 and down is not None:
        breaks.append(
            Break(
                "swim.underwater",
                say("{who} can't dive there: the path ends on land", who=Who(who)),
                point(start),
            )
        )
    most = None if area is None else depth_at(table, area, x, y)
    if most is not None and not 0 <= deep <= most:
        says = say("The water is {depth} deep there: choose a depth from 0 to {depth}", depth=length(most))
        breaks.append(Break("swim.underwater", says, point(start)))
    end = table.models[who].place
    if area is not None:
        z = to_lattice(area.low - float(deep))
        end = Place("water", area.id, to_lattice(x), to_lattice(y), z, end.facing)
    elif any(within(abs(s.height(x, y) - water.low), view.lens.step) for s in view.surfaces_at(x, y)):
        deep, end = Fraction(0), place_on_level(view, x, y, water.low, start.facing)
    else:
        says = say("The ground there is not level with the water: climb out instead")
        breaks.append(Break("swim.ideal-no-test", says, point(start)))
    metres = math.hypot(sum(map(_long, lines)), float(deep - now))
    met = [each for each in waters if any(leg_inside(*line, each.region.rings) for line in lines)]
    return Stroke(end, metres, start, deep > 0, (water, *met)), breaks


def _long(line: Straight) -> float:
    return math.hypot(line[2] - line[0], line[3] - line[1])


def _leads_over_land(lines: list[Straight], waters: tuple[Area, ...]) -> bool:
    """Whether a path leaves the water and enters it again, or never enters it; it may begin and end on land."""
    rings = union([area.region for area in waters]).rings
    wet, done = list[tuple[float, float]](), 0.0
    for line in lines:
        for low, high in pairwise((0.0, *leg_inside(*line, rings), 1.0)):
            share = (low + high) / 2
            x, y = line[0] + (line[2] - line[0]) * share, line[1] + (line[3] - line[1]) * share
            if within(region_distance(x, y, rings), 0.0):
                wet.append((done + low * _long(line), done + high * _long(line)))
        done += _long(line)
    return not wet or any(beyond(after[0], before[1]) for before, after in pairwise(wet))


def _struggle(game: Game, who: str, clause: str) -> Procedure[bool]:
    """The Athletics test for swimming in hazardous conditions; returns whether it is passed."""
    table = game.now
    heavy = weighted(table, who)
    modifiers = (Modifier(HEAVY, WEIGHTED_DOWN, "swim.heavy-penalty"),) if heavy else ()
    skill = athletics_skill(table.options, table.models[who])
    clauses = ("swim.test", "swim.hazards")
    swims = yield from roll_to_pass(table.options, who, "swim", skill, *clauses, modifiers=modifiers)
    if swims:
        return True
    if heavy:
        yield from gain_fatigue(table.models[who], "swim.heavy-failure-fatigue")
    yield from do(Stopped(who, "makes no progress"), clause)
    return False


def tread_water(game: Game, declaration: Declaration) -> Procedure[None]:
    """Stay at the same place in the water."""
    yield from tread(game, declaration.actor)


def tread(game: Game, who: str) -> Procedure[None]:
    """Tread water; only characters who are weighted down need a test."""
    yield from spend(game.now, who, "tread-water", FULL, "swim.tread")
    if weighted(game.now, who):
        yield from _struggle(game, who, "swim.tread")


def keep_afloat(game: Game, who: str) -> Procedure[None]:
    """At the end of a round: a character who is weighted down and did not swim treads water."""
    table = game.now
    idle = not any(each in ("swim", "tread-water") for each in taken(table, who))
    in_water = water_of(table, who) is not None and not submerged(table, who)
    if idle and in_water and weighted(table, who) and not helpless(table.models[who]):
        yield from _struggle(game, who, "swim.tread")
