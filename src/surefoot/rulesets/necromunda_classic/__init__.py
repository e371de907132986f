"""Necromunda before the 2023 books: fighters on foot, terrain, falling, vehicles."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure
from surefoot.referee.protocol import Action, Crossing, Declaration, Detail, Ruleset
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
from surefoot.rulesets.necromunda_classic.fighter import FLESH_WOUNDS, WOUNDS_LOST, is_vehicle
from surefoot.rulesets.necromunda_classic.laying import lay
from surefoot.rulesets.necromunda_classic.lose_control import loses_control
from surefoot.rulesets.necromunda_classic.move import move
from surefoot.rulesets.necromunda_classic.prices import tariffs
from surefoot.rulesets.necromunda_classic.questions import QUESTIONS
from surefoot.rulesets.necromunda_classic.retreat import retreat, run_for_cover
from surefoot.rulesets.necromunda_classic.ticks import end_activation, end_round
from surefoot.rulesets.necromunda_classic.toward import thrown
from surefoot.rulesets.necromunda_classic.vehicle import CREW_DAMAGE, DRIVE_DAMAGE, ENGINE_DAMAGE, HULL_LOST
from surefoot.rulesets.necromunda_classic.vehicle_actions import (
    driven,
    free_wheel,
    jump_start,
    may_stand_by,
    offered_to_vehicles,
    stand_by,
    vehicle_may,
)
from surefoot.rulesets.necromunda_classic.vehicle_damage import vehicle_hit
from surefoot.rulesets.necromunda_classic.vocabulary import vocabulary
from surefoot.table.table import Table


def _drives(table: Table, who: str) -> bool:
    return who in table.models and is_vehicle(table.models[who])


def _move(game: Game, declaration: Declaration) -> Procedure[None]:
    """Move (Simple) is the one action that fighters and vehicles share by name."""
    mover = driven("move") if _drives(game.now, declaration.actor) else move
    yield from mover(game, declaration)


def _may_move(table: Table, who: str) -> tuple[Break, ...]:
    return vehicle_may("move")(table, who) if _drives(table, who) else permits("move")(table, who)


def _vehicle_action(name: str, *, title: str) -> Action:
    """An action that moves a vehicle along a path."""
    return Action(name, driven(name), title, vehicle_may(name), path="required", offered=offered_to_vehicles)


# What harms fighters, and what harms vehicles.
HARMS = (WOUNDS_LOST, FLESH_WOUNDS, HULL_LOST, DRIVE_DAMAGE, CREW_DAMAGE, ENGINE_DAMAGE)
DAMAGES = (WOUNDS_LOST, HULL_LOST)

ACTIONS = (
    Action("move", _move, "Move (Simple)", _may_move, path="required"),
    Action(
        "charge",
        charge,
        "Charge (Double)",
        permits("charge"),
        path="optional",
        target="required",
        details=(Detail("weapon", "the Versatile weapon it charges with"),),
        offered=offered_to_fighters,
    ),
    Action("crawl", crawl, "Crawl (Double)", permits("crawl"), path="required", offered=offered_to_fighters),
    Action(
        "crawl through ductway",
        crawl_through,
        "Crawl Through Ductway (Double)",
        permits("crawl through ductway"),
        path="required",
        offered=offered_to_fighters,
        needs=("ductway",),
    ),
    Action(
        "carry loot",
        carry,
        "Carry Loot (Simple)",
        permits("carry loot"),
        path="required",
        details=(Detail("loot", "what is carried", required=True),),
        offered=offered_to_fighters,
        needs=("loot",),
    ),
    Action(
        "operate door",
        operate,
        "Operate Door (Simple)",
        permits("operate door"),
        details=(Detail("door", "the door to be opened or closed", required=True),),
        offered=offered_to_fighters,
        needs=("door",),
    ),
    Action(
        "retreat",
        retreat,
        "Retreat (Basic)",
        permits("retreat"),
        path="required",
        offered=offered_to_fighters,
    ),
    Action(
        "running for cover",
        run_for_cover,
        "Running for Cover (Double)",
        permits("running for cover"),
        path="required",
        offered=offered_to_fighters,
    ),
    Action("stand up", stand_up, "Stand Up (Basic)", permits("stand up"), offered=offered_to_fighters),
    Action(
        "take cover",
        take_cover,
        "Take Cover (Basic)",
        permits("take cover"),
        path="required",
        offered=offered_to_fighters,
    ),
    _vehicle_action("manoeuvre", title="Manoeuvre (Simple)"),
    _vehicle_action("move and shoot", title="Move and Shoot (Basic)"),
    _vehicle_action("drift", title="Drift (Basic)"),
    _vehicle_action("ram", title="Ram (Double)"),
    _vehicle_action("spin", title="Spin (Basic)"),
    _vehicle_action("full throttle", title="Full Throttle (Double)"),
    _vehicle_action("turn-over", title="Turn-over (Basic)"),
    _vehicle_action("break for air", title="Break for Air (Double)"),
    Action(
        "jump start",
        jump_start,
        "Jump Start (Simple)",
        vehicle_may("jump start"),
        offered=offered_to_vehicles,
    ),
    Action(
        "free wheel",
        free_wheel,
        "Free Wheel (Basic)",
        vehicle_may("free wheel"),
        path="optional",
        offered=offered_to_vehicles,
    ),
    Action(
        "stand by",
        stand_by,
        "Stand By (no action)",
        may_stand_by,
        offered=offered_to_vehicles,
    ),
    Action(
        "thrown",
        thrown,
        "moved against its will",
        kind="happen",
        details=(
            Detail("inches", "how far", "length", required=True),
            Detail("towards", "directly towards this model"),
            Detail("away", "directly away from this model"),
            Detail("bearing", "along this bearing, clockwise from north", "angle"),
            Detail("hit", "the hit for coming into contact: strength, ap, damage", "data"),
        ),
    ),
    Action(
        "knocked down",
        knocked_down,
        "goes from Standing to Prone",
        kind="happen",
        details=(Detail("as", "pinned or seriously-injured"),),
    ),
    Action("loses control", loses_control, "a vehicle loses control", kind="happen"),
    Action(
        "vehicle hit",
        vehicle_hit,
        "a vehicle is hit",
        kind="happen",
        details=(
            Detail("facing", "front, side or rear"),
            Detail("strength", "the Strength of the hit", "number"),
            Detail("ap", "its armour penetration, 0 or below", "number"),
            Detail("damage", "its Damage", "number"),
            Detail("location", "Body, Crew, Drive or Engine, where no dice says so"),
            Detail("result", "Glancing, Penetrating or Catastrophic, without any roll"),
        ),
    ),
    Action("end-activation", end_activation, "the activation ends", kind="tick"),
    Action("end-round", end_round, "the round ends", kind="tick"),
)

# A Double action: both of an activation.
CROSSINGS = (Crossing("through", CRAWL_THROUGH, ACTIONS_PER_ACTIVATION, reach=REACH),)

ruleset = Ruleset(
    name="necromunda-classic",
    package="surefoot.rulesets.necromunda_classic",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    harms=HARMS,
    damages=DAMAGES,
    lay=lay,
    words=vocabulary,
    tariffs=tariffs,
    crossings=CROSSINGS,
    opening=opening,
    questions=QUESTIONS,
)
