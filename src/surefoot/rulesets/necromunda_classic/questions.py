"""Questions that a player asks of a model before it is declared for: they change nothing."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6
from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import from_lattice, same, within
from surefoot.referee.protocol import Answer, Detail, Question
from surefoot.rulesets.necromunda_classic.activation import actions_left, activation_over, phase_breaks
from surefoot.rulesets.necromunda_classic.charge import shortest
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
    initiative,
    is_engaged,
    is_prone,
    is_vehicle,
)
from surefoot.rulesets.necromunda_classic.jump import drop_modifier
from surefoot.rulesets.necromunda_classic.one_inch import apart
from surefoot.rulesets.necromunda_classic.prices import DOUBLE, allowance, tariffs
from surefoot.rulesets.necromunda_classic.tests import LOWEST, lowest_fails
from surefoot.rulesets.necromunda_classic.vehicle import STALLED, WRECKED, impact_move, stands_as_vehicle
from surefoot.table.record import Record
from surefoot.table.table import Table


def shown(inches: float) -> int | str:
    """A length as an answer gives it: a whole number, or one with its decimals in words."""
    return round(inches) if same(inches, round(inches)) else f"{inches:.4f}".rstrip("0")


def _length(details: Record, name: str) -> float | None:
    """A length of the question, in inches; None if it is missing or no number."""
    try:
        return float(str(details.get(name)))
    except ValueError:
        return None


def may_measure(table: Table, who: str, details: Record) -> Answer:
    """Whether a player may see reach and prices before declaring."""
    free = bool(table.option("premeasure")) or table.clock.active == who
    return Answer(free, () if free else ("move.declare-first",), "measuring before the declaration")


def may_activate(table: Table, who: str, details: Record) -> Answer:
    """Whether a model may begin or continue its activation now."""
    breaks = _not_ready(table, who)
    if not breaks:
        left = actions_left(table, who)
        return Answer(True, ("support.actions",), f"{who} has {left} action{'s' if left != 1 else ''} left")
    return Answer(False, tuple(dict.fromkeys(each.clause for each in breaks)), breaks[0].says)


def _not_ready(table: Table, who: str) -> list[Break]:
    model = table.models.get(who)
    if model is None or not model.place.on_table or model.is_(WRECKED):
        return [Break("move.by-actions", f"{who} is not in the game")]
    breaks = phase_breaks(table, who)
    if activation_over(table, who) and not breaks:
        breaks.append(Break("support.actions", f"{who} has had its activation of this round"))
    if not breaks and not actions_left(table, who):
        breaks.append(Break("move.by-actions", f"{who} has no action left"))
    return breaks


def actions(table: Table, who: str, details: Record) -> Answer:
    """Actions that a model has left in its activation."""
    left = actions_left(table, who)
    return Answer(left, ("support.actions",), f"{left} of 2")


def status(table: Table, who: str, details: Record) -> Answer:
    """The status of a model in the words of the game."""
    model = table.models[who]
    clauses: tuple[str, ...] = ("support.statuses",)
    if is_vehicle(model):
        word = "Wrecked" if model.is_(WRECKED) else "Stalled" if model.is_(STALLED) else "Mobile"
    elif model.is_(SERIOUSLY_INJURED):
        word = "Prone and Seriously Injured"
    elif is_prone(model):
        word = "Prone and Pinned"
    else:
        word = f"Standing and {'Engaged' if is_engaged(table, who) else 'Active'}"
    if model.is_(BROKEN):
        word = f"{word}, Broken"
    if hangs(table, who):
        word, clauses = f"{word}, on a wall", (*clauses, "climb.two-actions")
    return Answer(word, clauses, word)


def engaged(table: Table, who: str, details: Record) -> Answer:
    """The enemies that a fighter is Engaged with: fighters in base contact, vehicles within 1"."""
    if is_vehicle(table.models[who]):
        return Answer((), ("support.engaged-vehicle",), "a vehicle is never Engaged")
    fighters = tuple(one.id for one in contacts(table, who)) if is_engaged(table, who) else ()
    near = () if is_prone(table.models[who]) else _vehicles_near(table, who)
    clauses = ("support.statuses", *(("support.engaged-vehicle",) if near else ()))
    found = (*fighters, *near)
    return Answer(found, clauses, f"Engaged with {', '.join(found)}" if found else "not Engaged")


def _vehicles_near(table: Table, who: str) -> tuple[str, ...]:
    side = table.models[who].side
    return tuple(
        one.id
        for one in table.models.values()
        if stands_as_vehicle(one) and one.side != side and within(apart(table, who, one.id), ONE_INCH)
    )


def movement_allowance(table: Table, who: str, details: Record) -> Answer:
    """How many inches an action (`action`, or move) gives a model, without what is rolled for it."""
    action = details.text("action", "move")
    model = table.models[who]
    try:
        inches = (
            tariffs(table, who, action)[0].allowance if is_vehicle(model) else allowance(table, who, action)
        )
    except (KeyError, IndexError):
        return Answer(None, (), f"{who} has no action {action!r}")
    clause = "support.vehicle-actions" if is_vehicle(model) else "support.fighter-actions"
    return Answer(shown(inches), (clause, "move.up-to-allowance"), f'{inches:g}"')


def climb_cost(table: Table, who: str, details: Record) -> Answer:
    """What climbing so many inches (`height`) costs a fighter."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), "say how high: height")
    if table.models[who].has("mounted"):
        return Answer(None, ("support.mounted",), f"{who} is mounted and cannot climb")
    return Answer(shown(DOUBLE * height), ("climb.cost",), f'{DOUBLE * height:g}" of movement')


def charge_distance(table: Table, who: str, details: Record) -> Answer:
    """The least and the most that a Charge gives; with a `target`, also the way to it and the chance of contact."""
    least, most = (allowance(table, who, "charge") + roll for roll in (D3.faces[0], D3.faces[-1]))
    bounds = Record(least=shown(least), most=shown(most))
    clauses = ("support.fighter-actions", "move.charge-to-fight")
    target = details.text("target")
    if not target:
        return Answer(bounds, clauses, f'{least:g} to {most:g}"')
    if target not in [one.id for one in table.models.values() if one.side != table.models[who].side]:
        return Answer(None, ("move.charge-to-fight",), f"{target} is no enemy on the table")
    if not may_measure(table, who, details).value:
        return Answer(
            bounds, (*clauses, "move.declare-first"), f'{least:g} to {most:g}"; not measured before'
        )
    way = shortest(Game(table), who, target)
    if way is None:
        says = f"no way to {target} was found on this level; declare the route"
        return Answer(bounds, (*clauses, "charge.shortest-route"), says)
    inches = from_lattice(way[1])
    rolls = [roll for roll in D3.faces if within(inches, allowance(table, who, "charge") + roll)]
    found = Record(
        least=shown(least), most=shown(most), distance=shown(inches), chance=f"{len(rolls)}/{len(D3.faces)}"
    )
    says = f'{inches:.2f}" to {target}; {len(rolls)} of {len(D3.faces)} rolls of the D3 reach it'
    return Answer(found, (*clauses, "charge.shortest-route", "charge.exposed-position"), says)


def edge(table: Table, who: str, details: Record) -> Answer:
    """How far the nearest edge is that a fighter could fall over if it went down; none within 1/2"."""
    model = table.models[who]
    if hangs(table, who):
        return _edge_test(table, who, 0.0, 0)
    near = () if is_vehicle(model) or not model.place.on_table else brinks(table, who)
    if not near:
        return Answer(None, ("hazard.trigger",), f'no edge within {EDGE_REACH:g}"')
    return _edge_test(table, who, near[0].edge.gap, sum(each.value for each in railing(near[0])))


def _edge_test(table: Table, who: str, gap: float, bonus: int) -> Answer:
    need = max(LOWEST + 1, initiative(table.models[who]) - bonus)
    clauses = ("hazard.trigger", "hazard.test", *(("railing.bonus",) if bonus else ()))
    found = Record(distance=shown(gap), needs=f"{need}+")
    return Answer(found, clauses, f'an edge {gap:.2f}" away: {need}+ or it falls if it goes down')


def jump_test(table: Table, who: str, details: Record) -> Answer:
    """What a fighter has to roll to jump down so many inches (`height`)."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), "say how high: height")
    if within(height, LEVEL_STEP):
        return Answer("no test", ("step.up-free",), f'{height:g}" is a step')
    worse = sum(each.value for each in drop_modifier(table, height))
    lowest = LOWEST + 1 if lowest_fails(table) else LOWEST
    need = max(lowest, initiative(table.models[who]) - worse)
    says = f"{need}+" if need <= max(D6.faces) else "impossible"
    return Answer(says, ("jump.test", "jump.modifier", "support.initiative-test"), says)


def fall_hit(table: Table, who: str, details: Record) -> Answer:
    """The hit of a fall of so many inches (`height`)."""
    height = _length(details, "height")
    if height is None:
        return Answer(None, (), "say how high: height")
    fallen = read_table(height, str(table.option("fall_threshold")))
    if fallen.hit is None:
        return Answer(None, ("fall.round-up", "fall.hit"), f'a fall of {fallen.inches}" does not hit')
    hit = fallen.hit
    found = Record(inches=fallen.inches, strength=hit.strength, ap=hit.ap, damage=hit.damage)
    says = f'a fall of {fallen.inches}": S{hit.strength}, AP {hit.ap}, D{hit.damage}'
    return Answer(found, ("fall.round-up", "fall.hit", "fall.table"), says)


def collision_hit(table: Table, who: str, details: Record) -> Answer:
    """The hit that a vehicle deals in a collision, by its Move."""
    if not is_vehicle(table.models[who]):
        return Answer(None, ("collision.with-what",), f"{who} is no vehicle")
    move, why = impact_move(table.models[who])
    struck = blow(move, *why)
    hit = struck.hit
    found = Record(move=move, strength=hit.strength, ap=hit.ap, damage=hit.damage)
    return Answer(found, struck.clauses, f"M {move}: S{hit.strength}, AP {hit.ap}, D{hit.damage}")


_HEIGHT = (Detail("height", "how many inches up or down", required=True),)

QUESTIONS = {
    "may measure": Question(may_measure, "May reach and prices be seen before declaring?"),
    "may activate": Question(may_activate, "May it begin or continue its activation?", about="model"),
    "actions": Question(actions, "How many actions has it left?", about="model"),
    "status": Question(status, "What is its status?", about="model"),
    "engaged": Question(engaged, "Which enemies is it Engaged with?", about="model"),
    "allowance": Question(
        movement_allowance,
        "How far may it move?",
        (Detail("action", "the action; move if left out"),),
        about="model",
    ),
    "climb cost": Question(climb_cost, "What does a climb cost?", _HEIGHT, about="model"),
    "charge": Question(
        charge_distance,
        "How far may it charge, and how likely is contact?",
        (Detail("target", "the enemy that it would charge"),),
        about="model",
    ),
    "edge": Question(edge, "Is it near an edge that it could fall over?", about="model"),
    "jump": Question(jump_test, "What must it roll to jump down?", _HEIGHT, about="model"),
    "fall": Question(fall_hit, "How hard does a fall hit?", _HEIGHT, about="model"),
    "collision": Question(collision_hit, "How hard does it hit in a collision?", about="model"),
}
