"""Questions that a player can ask about a model; the answers change nothing."""

from __future__ import annotations

from math import inf

from surefoot.dice.pool import D3, D6
from surefoot.dice.requests import Break, Modifier
from surefoot.geometry.tolerance import from_lattice, same, within
from surefoot.language import Length, Notation, Quoted, Sentence, Term, Who, count, say
from surefoot.language.sentence import sentence
from surefoot.referee.protocol import Answer, Detail, Question
from surefoot.rulesets.necromunda_classic import prices, vehicle_prices
from surefoot.rulesets.necromunda_classic.activation import (
    actions_left,
    activated,
    activation_over,
    permits,
    phase_breaks,
)
from surefoot.rulesets.necromunda_classic.charge import no_route, reaches, shortest, versatile_reach
from surefoot.rulesets.necromunda_classic.collision_damage import blow
from surefoot.rulesets.necromunda_classic.edges import EDGE_REACH, brinks
from surefoot.rulesets.necromunda_classic.fall import railing, read_table
from surefoot.rulesets.necromunda_classic.fighter import (
    BROKEN,
    LEVEL_STEP,
    ONE_INCH,
    SERIOUSLY_INJURED,
    contacts,
    hangs,
    is_engaged,
    is_prone,
    is_vehicle,
)
from surefoot.rulesets.necromunda_classic.hits import profile
from surefoot.rulesets.necromunda_classic.jump import drop_modifier
from surefoot.rulesets.necromunda_classic.one_inch import apart
from surefoot.rulesets.necromunda_classic.prices import DOUBLE
from surefoot.rulesets.necromunda_classic.tests import initiative_reading
from surefoot.rulesets.necromunda_classic.vehicle import (
    ENGINE_DAMAGE,
    STALLED,
    WRECKED,
    impact_move,
    stands_as_vehicle,
)
from surefoot.rulesets.necromunda_classic.vehicle_actions import vehicle_may
from surefoot.table.record import Record, amount
from surefoot.table.table import Table

_NO_HEIGHT = say("Give the height in inches")


def _length(details: Record, name: str) -> float | None:
    """A length of the question, in inches; None if it is missing, below nothing or no number."""
    try:
        found = float(str(details.get(name)))
    except ValueError:
        return None
    return found if 0 <= found < inf else None


def may_measure(table: Table, who: str, details: Record) -> Answer:
    """Whether a player may see reach and prices before declaring."""
    if table.option("premeasure"):
        return Answer(True, (), say("Pre-measuring is on for this table"))
    if table.clock.active == who:
        return Answer(True, (), say("The activation of {who} has begun", who=Who(who)))
    return Answer(False, ("move.declare-first",), say("Pre-measuring is off for this table"))


def may_activate(table: Table, who: str, details: Record) -> Answer:
    """Whether a model may begin or continue its activation now."""
    breaks = _not_ready(table, who)
    if not breaks:
        left = actions_left(table, who)
        return Answer(True, ("support.actions",), _has_left(who, left))
    return Answer(False, tuple(dict.fromkeys(each.clause for each in breaks)), breaks[0].says)


def _has_left(who: str, left: int) -> Sentence:
    return count("{who} has {n} action left", "{who} has {n} actions left", left, who=Who(who))


def _not_ready(table: Table, who: str) -> list[Break]:
    model = table.models.get(who)
    if model is None or not model.place.on_table or model.is_(WRECKED):
        return [Break("move.by-actions", say("{who} is not in play", who=Who(who)))]
    breaks = phase_breaks(table, who)
    if activation_over(table, who) and not breaks:
        breaks.append(Break("support.actions", activated(who)))
    if not breaks and not actions_left(table, who):
        breaks.append(Break("move.by-actions", say("{who} has no actions left", who=Who(who))))
    return breaks


def actions(table: Table, who: str, details: Record) -> Answer:
    """The actions that a model has left in its activation."""
    left = actions_left(table, who)
    return Answer(left, ("support.actions",), _has_left(who, left))


def status(table: Table, who: str, details: Record) -> Answer:
    """The status of a model in the rulebook's words."""
    model = table.models[who]
    clauses: tuple[str, ...] = ("support.statuses",)
    words = _main_status(table, who)
    if model.is_(BROKEN):
        words = say("{status}, Broken", status=words)
    if hangs(table, who):
        words = say("{status}, on a wall", status=words)
        clauses = (*clauses, "climb.two-actions")
    # The value stays in English, `says` is translated.
    return Answer(str(words), clauses, words)


def _main_status(table: Table, who: str) -> Sentence:
    """The status of a model, without Broken and hanging."""
    model = table.models[who]
    if is_vehicle(model):
        if model.is_(WRECKED):
            return say("Wrecked")
        return say("Stalled") if model.is_(STALLED) else say("Mobile")
    if model.is_(SERIOUSLY_INJURED):
        return say("Prone and Seriously Injured")
    if is_prone(model):
        return say("Prone and Pinned")
    return say("Standing and Engaged") if is_engaged(table, who) else say("Standing and Active")


def engaged(table: Table, who: str, details: Record) -> Answer:
    """The enemies that a fighter is Engaged with: fighters in base contact, vehicles within 1"."""
    if is_vehicle(table.models[who]):
        return Answer((), ("support.engaged-vehicle",), say("Vehicles are never Engaged"))
    fighters = tuple(one.id for one in contacts(table, who)) if is_engaged(table, who) else ()
    near = () if is_prone(table.models[who]) else _vehicles_near(table, who)
    clauses = ("support.statuses", *(("support.engaged-vehicle",) if near else ()))
    found = (*fighters, *near)
    if not found:
        return Answer(found, clauses, say("{who} is not Engaged", who=Who(who)))
    names = tuple(Who(name) for name in found)
    return Answer(found, clauses, say("{who} is Engaged with {enemies}", who=Who(who), enemies=names))


def _vehicles_near(table: Table, who: str) -> tuple[str, ...]:
    if not table.models[who].place.on_table:
        return ()
    side = table.models[who].side
    return tuple(
        one.id
        for one in table.models.values()
        if stands_as_vehicle(one) and one.side != side and within(apart(table, who, one.id), ONE_INCH)
    )


def movement_allowance(table: Table, who: str, details: Record) -> Answer:
    """How far an action (`action`, by default move) leads: a number, or the least and the most if dice are added."""
    action = details.text("action", "move")
    drives = is_vehicle(table.models[who])
    try:
        least, most = (vehicle_prices if drives else prices).bounds(table, who, action)
    except (KeyError, IndexError):
        return Answer(
            None, (), say("{who} has no action called {action}", who=Who(who), action=Quoted(action))
        )
    clauses = ["support.vehicle-actions" if drives else "support.fighter-actions", "move.up-to-allowance"]
    if drives and table.models[who].counted(ENGINE_DAMAGE):
        clauses.append("support.vehicle-damage")
    if same(least, most):
        value: int | str | Record = amount(most)
        says = say("{action}: up to {most}", action=Term(action), most=Length.of(most))
    else:
        value = Record(least=amount(least), most=amount(most))
        says = say(
            "{action}: {least} to {most}", action=Term(action), least=Length.of(least), most=Length.of(most)
        )
    return Answer(value, tuple(clauses), _if_allowed(table, who, action, says))


def _if_allowed(table: Table, who: str, action: str, says: Sentence) -> Sentence:
    """What an action can do, and why the model can't make it now, if it can't."""
    may = vehicle_may if is_vehicle(table.models[who]) else permits
    breaks = may(action)(table, who)
    return say("{what}. Not now: {why}", what=says, why=sentence(breaks[0].says)) if breaks else says


def _no_vehicle(table: Table, who: str, clause: str) -> Answer | None:
    """The answer to a question about fighters if it is asked about a vehicle."""
    if not is_vehicle(table.models[who]):
        return None
    return Answer(None, (clause,), say("{who} is a vehicle, not a fighter", who=Who(who)))


def climb_cost(table: Table, who: str, details: Record) -> Answer:
    """The movement that a climb of some inches (`height`) costs a fighter."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), _NO_HEIGHT)
    if (vehicle := _no_vehicle(table, who, "climb.any-vertical")) is not None:
        return vehicle
    if table.models[who].has("mounted"):
        return Answer(None, ("support.mounted",), say("{who} is mounted and can't climb", who=Who(who)))
    if within(height, LEVEL_STEP):
        says = say("No climb: {height} is a step, which is free", height=Length.of(height))
        return Answer(amount(0.0), ("step.up-free",), says)
    says = say(
        "Climbing {height} costs {cost} of movement",
        height=Length.of(height),
        cost=Length.of(DOUBLE * height),
    )
    return Answer(amount(DOUBLE * height), ("climb.cost",), says)


def charge_distance(table: Table, who: str, details: Record) -> Answer:
    """The least and the greatest distance of a Charge; with a `target`, also the distance and chance of contact."""
    if (vehicle := _no_vehicle(table, who, "support.vehicle-actions")) is not None:
        return vehicle
    least, most = prices.bounds(table, who, "charge")
    bounds = Record(least=amount(least), most=amount(most))
    clauses = ("support.fighter-actions", "move.charge-to-fight")
    target = details.text("target")
    span = say("Charge: {least} to {most}", least=Length.of(least), most=Length.of(most))
    if not target:
        return Answer(bounds, clauses, _if_allowed(table, who, "charge", span))
    if target not in [one.id for one in table.models.values() if one.side != table.models[who].side]:
        says = say("{target} is not an enemy on the table", target=Who(target))
        return Answer(None, ("move.charge-to-fight",), says)
    if not may_measure(table, who, details).value:
        says = say("{span}. Pre-measuring is off, so the distance is not shown", span=span)
        return Answer(bounds, (*clauses, "move.declare-first"), says)
    way = shortest(table, who, target)
    if way is None:
        return Answer(bounds, (*clauses, "charge.shortest-route"), no_route(target))
    inches = from_lattice(way[1])
    rolls = [roll for roll in D3.faces if reaches(table, who, target, way[0], roll)]
    found = Record(
        least=amount(least),
        most=amount(most),
        distance=amount(inches),
        chance=f"{len(rolls)}/{len(D3.faces)}",
    )
    says = say(
        "{distance} to {target}: {rolls} of {faces} rolls of the {dice} reach it",
        distance=Length.of(inches),
        target=Who(target),
        rolls=len(rolls),
        faces=len(D3.faces),
        dice=Notation(str(D3)),
    )
    near = ("support.engaged-vehicle",) if is_vehicle(table.models[target]) else ()
    armed = ("charge.versatile-reach",) if versatile_reach(table, who) else ()
    return Answer(found, (*clauses, "charge.shortest-route", "charge.exposed-position", *near, *armed), says)


def edge(table: Table, who: str, details: Record) -> Answer:
    """The distance to the nearest edge that a fighter could fall over if it went Prone; None beyond 1/2"."""
    model = table.models[who]
    if (vehicle := _no_vehicle(table, who, "hazard.trigger")) is not None:
        return vehicle
    if is_prone(model):
        says = say("{who} is Prone already: only a Standing fighter that goes Prone may fall", who=Who(who))
        return Answer(None, ("hazard.trigger",), says)
    if hangs(table, who):
        return _edge_test(table, who, 0.0, ())
    near = brinks(table, who) if model.place.on_table else ()
    if not near:
        says = say("No edge within {reach} of {who}", reach=Length.of(EDGE_REACH), who=Who(who))
        return Answer(None, ("hazard.trigger",), says)
    return _edge_test(table, who, near[0].edge.gap, railing(near[0]))


def _edge_test(table: Table, who: str, gap: float, bonus: tuple[Modifier, ...]) -> Answer:
    need = initiative_reading(table, who, bonus, at_edge=True).least
    clauses = ("hazard.trigger", "hazard.test", *(("railing.bonus",) if bonus else ()))
    found = Record(distance=amount(gap), needs=f"{need}+")
    says = say(
        "An edge is {gap} away: if {who} goes Prone, it needs {need}+ to avoid falling",
        gap=Length.of(gap),
        who=Who(who),
        need=need,
    )
    return Answer(found, clauses, says)


def jump_test(table: Table, who: str, details: Record) -> Answer:
    """The roll that a fighter needs to jump down some inches (`height`)."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), _NO_HEIGHT)
    if (vehicle := _no_vehicle(table, who, "jump.test")) is not None:
        return vehicle
    if within(height, LEVEL_STEP):
        says = say("No test: {height} is a step", height=Length.of(height))
        return Answer("no test", ("step.up-free",), says)
    need = initiative_reading(table, who, drop_modifier(table, height)).least
    clauses = ("jump.test", "jump.modifier", "support.initiative-test")
    if need > max(D6.faces):
        return Answer("impossible", clauses, say("No roll is high enough to jump down safely"))
    says = say("{who} needs {need}+ to jump down {height}", who=Who(who), need=need, height=Length.of(height))
    return Answer(f"{need}+", clauses, says)


def fall_hit(table: Table, who: str, details: Record) -> Answer:
    """The hit of a fall of some inches (`height`)."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), _NO_HEIGHT)
    fallen = read_table(height, str(table.option("fall_threshold")))
    if fallen.hit is None:
        says = say("A fall of {height} causes no hit", height=Length.of(fallen.inches))
        return Answer(None, ("fall.round-up", "fall.hit"), says)
    hit = fallen.hit
    found = Record(inches=fallen.inches, strength=hit.strength, ap=hit.ap, damage=hit.damage)
    says = say("Fall of {height}: {hit}", height=Length.of(fallen.inches), hit=profile(hit))
    return Answer(found, ("fall.round-up", "fall.hit", "fall.table"), says)


def collision_hit(table: Table, who: str, details: Record) -> Answer:
    """The hit that a vehicle deals in a collision, by its Move."""
    if not is_vehicle(table.models[who]):
        return Answer(None, ("collision.with-what",), say("{who} is not a vehicle", who=Who(who)))
    move, why = impact_move(table.models[who])
    struck = blow(move, *why)
    hit = struck.hit
    found = Record(move=move, strength=hit.strength, ap=hit.ap, damage=hit.damage)
    says = say("Collision at Move {move}: {hit}", move=move, hit=profile(hit))
    return Answer(found, struck.clauses, says)


_HEIGHT = (Detail("height", say("Height in inches"), "length", required=True),)

QUESTIONS = {
    "may measure": Question(may_measure, say("Is pre-measuring allowed?")),
    "may activate": Question(may_activate, say("Can it be activated now?"), about="model"),
    "actions": Question(actions, say("How many actions does it have left?"), about="model"),
    "status": Question(status, say("What is its status?"), about="model"),
    "engaged": Question(engaged, say("Which enemies is it Engaged with?"), about="model"),
    "allowance": Question(
        movement_allowance,
        say("How far can it move?"),
        (Detail("action", say("Action; Move by default")),),
        about="model",
    ),
    "climb cost": Question(climb_cost, say("How much does a climb cost?"), _HEIGHT, about="model"),
    "charge": Question(
        charge_distance,
        say("How far can it charge, and how likely is contact?"),
        (Detail("target", say("Enemy to charge")),),
        about="model",
    ),
    "edge": Question(edge, say("Is it near an edge that it could fall over?"), about="model"),
    "jump": Question(jump_test, say("What does it need to roll to jump down?"), _HEIGHT, about="model"),
    "fall": Question(fall_hit, say("How hard does a fall hit?"), _HEIGHT, about="model"),
    "collision": Question(collision_hit, say("How hard does it hit in a collision?"), about="model"),
}
