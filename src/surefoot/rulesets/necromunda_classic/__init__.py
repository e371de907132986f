"""Necromunda before the 2023 books: fighters on foot, terrain, falling, vehicles."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure
from surefoot.geometry.tolerance import same
from surefoot.language import Either, Notation, Sentence, say
from surefoot.records import replace
from surefoot.referee.protocol import (
    Action,
    Crossing,
    Declaration,
    Detail,
    Planning,
    RolledAllowance,
    Ruleset,
)
from surefoot.rulesets.necromunda_classic import prices, vehicle_prices
from surefoot.rulesets.necromunda_classic.activation import (
    ACTIONS_PER_ACTIVATION,
    offered_to_fighters,
    permits,
)
from surefoot.rulesets.necromunda_classic.carry import carry
from surefoot.rulesets.necromunda_classic.charge import charge
from surefoot.rulesets.necromunda_classic.crawl import crawl, stand_up, take_cover
from surefoot.rulesets.necromunda_classic.door import opening, operate
from surefoot.rulesets.necromunda_classic.ductway import ACTION as CRAWL_THROUGH
from surefoot.rulesets.necromunda_classic.ductway import REACH, crawl_through
from surefoot.rulesets.necromunda_classic.fall import knocked_down
from surefoot.rulesets.necromunda_classic.fighter import (
    FLESH_WOUNDS,
    PINNED,
    SERIOUSLY_INJURED,
    WOUNDS_LOST,
    is_vehicle,
)
from surefoot.rulesets.necromunda_classic.laying import decks, lay
from surefoot.rulesets.necromunda_classic.lose_control import loses_control
from surefoot.rulesets.necromunda_classic.move import move
from surefoot.rulesets.necromunda_classic.prices import tariffs
from surefoot.rulesets.necromunda_classic.questions import QUESTIONS
from surefoot.rulesets.necromunda_classic.retreat import retreat, retreat_rolls, run_for_cover
from surefoot.rulesets.necromunda_classic.terms import TERMS
from surefoot.rulesets.necromunda_classic.ticks import end_activation, end_round
from surefoot.rulesets.necromunda_classic.toward import thrown
from surefoot.rulesets.necromunda_classic.vehicle import (
    CREW_DAMAGE,
    DRIVE_DAMAGE,
    ENGINE_DAMAGE,
    FACINGS,
    HULL_LOST,
)
from surefoot.rulesets.necromunda_classic.vehicle_actions import (
    driven,
    free_wheel,
    jump_start,
    may_stand_by,
    offered_to_vehicles,
    stand_by,
    vehicle_may,
)
from surefoot.rulesets.necromunda_classic.vehicle_damage import LOCATIONS, vehicle_hit
from surefoot.rulesets.necromunda_classic.vehicle_damage import RESULTS as DAMAGE_RESULTS
from surefoot.rulesets.necromunda_classic.vocabulary import vocabulary
from surefoot.table.table import Table


def _drives(table: Table, who: str) -> bool:
    return who in table.models and is_vehicle(table.models[who])


def _move(game: Game, declaration: Declaration) -> Procedure[None]:
    """Move (Simple): the one action that fighters and vehicles share by name."""
    mover = driven("move") if _drives(game.now, declaration.actor) else move
    yield from mover(game, declaration)


def _may_move(table: Table, who: str) -> tuple[Break, ...]:
    return vehicle_may("move")(table, who) if _drives(table, who) else permits("move")(table, who)


def _vehicle_action(name: str, *, title: Sentence) -> Action:
    """An action that moves a vehicle along a path."""
    return Action(
        name,
        driven(name),
        title,
        vehicle_may(name),
        path="required",
        offered=offered_to_vehicles,
        rolled=_rolled(name),
    )


def _rolled(name: str) -> Callable[[Table, str], RolledAllowance | None]:
    """The roll for the distance of an action."""

    def rolls_of(table: Table, who: str) -> RolledAllowance | None:
        known = vehicle_prices if is_vehicle(table.models[who]) else prices
        roll = known.distance_roll(table, who, name)
        # What a damaged engine gives may leave nothing to the dice.
        if roll is None or same(*known.bounds(table, who, name)):
            return None
        return RolledAllowance((roll,))

    return rolls_of


# Values of details as they are typed.
_HIT = Notation("strength, ap, damage")
_STATUSES = Either((Notation(PINNED), Notation(SERIOUSLY_INJURED)))
_FACINGS = Either(tuple(Notation(each) for each in FACINGS))
_LOCATIONS = Either(tuple(Notation(label) for _, label in LOCATIONS.rows))
_RESULTS = Either(tuple(Notation(each) for each in DAMAGE_RESULTS))

# Counters that are harm, of fighters and of vehicles.
HARMS = (WOUNDS_LOST, FLESH_WOUNDS, HULL_LOST, DRIVE_DAMAGE, CREW_DAMAGE, ENGINE_DAMAGE)
DAMAGES = (WOUNDS_LOST, HULL_LOST)

_ACTIONS = (
    Action("move", _move, say("Move (Simple)"), _may_move, path="required", walks=True),
    Action(
        "charge",
        charge,
        say("Charge (Double)"),
        permits("charge"),
        path="optional",
        target="required",
        details=(Detail("weapon", say("Versatile weapon to charge with")),),
        offered=offered_to_fighters,
        walks=True,
        rolled=_rolled("charge"),
    ),
    Action(
        "crawl",
        crawl,
        say("Crawl (Double)"),
        permits("crawl"),
        path="required",
        offered=offered_to_fighters,
        walks=True,
    ),
    Action(
        "crawl through ductway",
        crawl_through,
        say("Crawl Through Ductway (Double)"),
        permits("crawl through ductway"),
        path="required",
        offered=offered_to_fighters,
        needs=("ductway",),
    ),
    Action(
        "carry loot",
        carry,
        say("Carry Loot (Simple)"),
        permits("carry loot"),
        path="required",
        details=(Detail("loot", say("Loot to carry"), required=True),),
        offered=offered_to_fighters,
        needs=("loot",),
    ),
    Action(
        "operate door",
        operate,
        say("Operate Door (Simple)"),
        permits("operate door"),
        details=(Detail("door", say("Door to open or close"), required=True),),
        offered=offered_to_fighters,
        needs=("door",),
    ),
    Action(
        "retreat",
        retreat,
        say("Retreat (Basic)"),
        permits("retreat"),
        path="required",
        offered=offered_to_fighters,
        rolled=retreat_rolls,
    ),
    Action(
        "running for cover",
        run_for_cover,
        say("Running for Cover (Double)"),
        permits("running for cover"),
        path="required",
        offered=offered_to_fighters,
        rolled=_rolled("running for cover"),
    ),
    Action("stand up", stand_up, say("Stand Up (Basic)"), permits("stand up"), offered=offered_to_fighters),
    Action(
        "take cover",
        take_cover,
        say("Take Cover (Basic)"),
        permits("take cover"),
        path="required",
        offered=offered_to_fighters,
        walks=True,
    ),
    _vehicle_action("manoeuvre", title=say("Manoeuvre (Simple)")),
    _vehicle_action("move and shoot", title=say("Move and Shoot (Basic)")),
    _vehicle_action("drift", title=say("Drift (Basic)")),
    _vehicle_action("ram", title=say("Ram (Double)")),
    _vehicle_action("spin", title=say("Spin (Basic)")),
    _vehicle_action("full throttle", title=say("Full Throttle (Double)")),
    _vehicle_action("turn-over", title=say("Turn-over (Basic)")),
    _vehicle_action("break for air", title=say("Break for Air (Double)")),
    Action(
        "jump start",
        jump_start,
        say("Jump Start (Simple)"),
        vehicle_may("jump start"),
        offered=offered_to_vehicles,
    ),
    Action(
        "free wheel",
        free_wheel,
        say("Free Wheel (Basic)"),
        vehicle_may("free wheel"),
        path="optional",
        offered=offered_to_vehicles,
    ),
    Action(
        "stand by",
        stand_by,
        say("Stand By (no action)"),
        may_stand_by,
        offered=offered_to_vehicles,
    ),
    Action(
        "thrown",
        thrown,
        say("Move involuntarily"),
        kind="happen",
        details=(
            Detail("inches", say("Distance"), "length", required=True),
            Detail("towards", say("Model to move directly towards")),
            Detail("away", say("Model to move directly away from")),
            Detail("bearing", say("Direction in degrees, clockwise from north"), "angle"),
            Detail("hit", say("Hit on contact with another model: {fields}", fields=_HIT), "data"),
        ),
    ),
    Action(
        "knocked down",
        knocked_down,
        say("Knock down (Prone)"),
        kind="happen",
        details=(Detail("as", say("New status: {statuses}", statuses=_STATUSES)),),
    ),
    Action("loses control", loses_control, say("Lose control"), kind="happen"),
    Action(
        "vehicle hit",
        vehicle_hit,
        say("Hit the vehicle"),
        kind="happen",
        details=(
            Detail("facing", say("Facing: {facings}", facings=_FACINGS)),
            Detail("strength", say("Strength of the hit"), "number"),
            Detail("ap", say("Armour Piercing of the hit, 0 or below"), "number"),
            Detail("damage", say("Damage of the hit"), "number"),
            Detail("location", say("Location, instead of rolling for it: {locations}", locations=_LOCATIONS)),
            Detail("result", say("Damage result, instead of rolling for it: {results}", results=_RESULTS)),
        ),
    ),
    Action("end-activation", end_activation, say("End activation"), kind="tick"),
    Action("end-round", end_round, say("End round"), kind="tick"),
)

# Each action is made by one model, and happens to one.
ACTIONS = tuple(replace(action, alone="" if action.kind == "tick" else "model") for action in _ACTIONS)
# A Double action takes both actions of an activation.
CROSSINGS = (Crossing("through", CRAWL_THROUGH, ACTIONS_PER_ACTIVATION, reach=REACH),)

ruleset = Ruleset(
    name="necromunda-classic",
    package="surefoot.rulesets.necromunda_classic",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    harms=HARMS,
    damages=DAMAGES,
    lay=lay,
    default_decks=decks,
    words=vocabulary,
    tariffs=tariffs,
    planning=Planning(crossings=CROSSINGS, opening=opening),
    questions=QUESTIONS,
    terms=TERMS,
)
