"""Gemini-ARAP house rules: action points, facing, and a page full of terrain."""

from __future__ import annotations

from surefoot.referee.protocol import Action, Answer, Crossing, Detail, Question, Ruleset
from surefoot.rulesets.gemini_arap.action import Permits, offered_when_down
from surefoot.rulesets.gemini_arap.activation import activation, end_activation, end_turn
from surefoot.rulesets.gemini_arap.book import NAME, PACKAGE
from surefoot.rulesets.gemini_arap.burden import LADDER
from surefoot.rulesets.gemini_arap.charge import bonuses, charge, end_combat
from surefoot.rulesets.gemini_arap.climb import ACTIONS as CLIMB_ACTIONS
from surefoot.rulesets.gemini_arap.coherency import cohesion
from surefoot.rulesets.gemini_arap.diving_charge import dive, strength, to_hit
from surefoot.rulesets.gemini_arap.door import opening
from surefoot.rulesets.gemini_arap.doorway import stand_aside, targetable
from surefoot.rulesets.gemini_arap.fall import defending_skill, hit
from surefoot.rulesets.gemini_arap.figure import movement, movement_clause
from surefoot.rulesets.gemini_arap.fire import fire, no_running
from surefoot.rulesets.gemini_arap.grapple import GRAPPLE, throw
from surefoot.rulesets.gemini_arap.laying import lay
from surefoot.rulesets.gemini_arap.morale import casualties, ld
from surefoot.rulesets.gemini_arap.move import move
from surefoot.rulesets.gemini_arap.portable_ladder import cast_down, drop, hands, pick_up, place, routs
from surefoot.rulesets.gemini_arap.prone import cover, gather_wits, get_up, go_prone, knocked_down
from surefoot.rulesets.gemini_arap.questions import shooting, speed_of, target
from surefoot.rulesets.gemini_arap.squads import merge
from surefoot.rulesets.gemini_arap.swim import climb_out, ship_passes, spotted, swim, tariffs
from surefoot.rulesets.gemini_arap.vocabulary import vocabulary
from surefoot.rulesets.gemini_arap.water import DEEP
from surefoot.table.record import Record
from surefoot.table.table import Table

_AP = Detail("ap", "Action Points of this activation, 0 to 3, if it begins with this", "number")

_PLAN = Detail("plan", "the paths of a squad: {shift: [dx, dy]} or {paths: {model: [...]}}", "data")
_SUBSTITUTE = Detail("substitute_dice", "roll a D3 as a D6 and a D5 as a D10, halved", "switch")


def _allowance(table: Table, who: str, details: Record) -> Answer:
    """The basic Movement Allowance of a figure."""
    model = table.models[who]
    return Answer(int(movement(model)), (movement_clause(model),), f'M {movement(model):g}"')


def in_a_unit(table: Table, who: str) -> bool:
    """Whether somebody is, or is part of, a unit."""
    return who in table.units or bool(table.models[who].unit)


ruleset = Ruleset(
    name=NAME,
    package=PACKAGE,
    unit="inch",
    actions={
        action.name: action
        for action in (
            Action(
                "activate",
                activation,
                "Activation",
                details=(
                    Detail("ap", "Action Points of this activation, 0 to 3", "number", required=True),
                    Detail("parts", "the parts into which the squad is divided: [[model, …], […]]", "data"),
                ),
            ),
            Action("stand-aside", stand_aside, "Make room at a door", target="required", needs=("door",)),
            Action("end-activation", end_activation, "End of an activation"),
            Action("merge", merge, "Two units become one", target="required", offered=in_a_unit),
            Action(
                "move",
                move,
                "Move",
                Permits(),
                path="optional",
                details=(
                    _AP,
                    Detail("moves", "how many actions are spent on it, 1 to 3; 1 if left out", "number"),
                    _PLAN,
                    _SUBSTITUTE,
                    Detail("fleet", "false keeps the Fleet inches for a charge", "switch"),
                    Detail("as", "rout or pursuit, if it is one of these"),
                ),
            ),
            Action(
                "climb",
                move,
                "Climb, with two actions",
                Permits(),
                path="optional",
                details=(_AP, _PLAN, _SUBSTITUTE),
            ),
            Action(
                "tactical",
                move,
                "Tactical move",
                Permits(),
                path="optional",
                details=(
                    _AP,
                    _PLAN,
                    Detail("end", "standing or prone; as before if left out"),
                ),
            ),
            Action(
                "charge",
                charge,
                "Charge",
                Permits(),
                path="optional",
                target="required",
                details=(
                    _AP,
                    Detail("plan", "the paths of a squad, as for a move", "data"),
                    Detail("fire", "the weapon fired on the way; any for the first that can be"),
                    Detail("fire_at", "who is fired at, if not the target"),
                    Detail("return_fire", "whether the charged fire as well", "switch"),
                    Detail("fleet", "whether Fleet inches are taken; they are if there is no fire", "switch"),
                    Detail("otherwise", "move: a normal move the same way if the charge does not reach"),
                ),
            ),
            Action("go-prone", go_prone, "Go prone"),
            Action(
                "fire",
                fire,
                "Fire",
                Permits(),
                target="optional",
                details=(
                    _AP,
                    Detail("turn", "degrees of the pivot, clockwise", "angle"),
                    Detail("when", "before or after the shot; before if left out"),
                ),
            ),
            Action(
                "dive",
                dive,
                "Diving charge",
                Permits(),
                path="required",
                target="required",
                details=(_AP,),
            ),
            Action(
                "throw-grapple",
                throw,
                "Throw a grapple",
                Permits(),
                target="required",
                details=(
                    _AP,
                    Detail("at", "where the hook is to hold, [x, y]", "point", required=True),
                    Detail("height", "how high the hook is to hold; the top if left out", "length"),
                    Detail("aim", "roof-edge, window or arrow-loophole; roof-edge if left out"),
                ),
                needs=(GRAPPLE,),
            ),
            Action(
                "place-ladder",
                place,
                "Set up a ladder",
                target="required",
                details=(_AP, Detail("at", "where its foot stands, [x, y]", "point", required=True)),
                needs=(LADDER,),
            ),
            Action(
                "pick-up",
                pick_up,
                "Pick up a ladder or a grapple",
                target="required",
                details=(_AP, Detail("bearers", "who carries it; all if left out", "names")),
                needs=(LADDER, GRAPPLE),
            ),
            Action("drop", drop, "Put down what is carried"),
            Action(
                "cast-down",
                cast_down,
                "Cast down a ladder or a grapple",
                target="required",
                details=(_AP, Detail("helpers", "who helps", "names")),
                needs=(LADDER, GRAPPLE),
            ),
            Action(
                "swim",
                swim,
                "Swim",
                Permits(),
                path="optional",
                details=(
                    _AP,
                    _PLAN,
                    Detail("swim_roll", "per-model or squad; per-model if left out"),
                    Detail("discard", "try to throw off primitive armour on entering the water", "switch"),
                    Detail("drop", "what is dropped: shield, spear, heavy-weapon …", "names"),
                    Detail("under", "under water, by those who can", "switch"),
                ),
                needs=(DEEP,),
            ),
            Action(
                "climb-out",
                climb_out,
                "Climb out of the water",
                Permits(),
                target="required",
                details=(_AP,),
                needs=(DEEP,),
            ),
            Action("run", move, "Run", no_running, path="optional", details=(_AP,)),
            Action("get-up", get_up, "Get up", details=(_AP,), offered=offered_when_down),
            Action(
                "gather-wits",
                gather_wits,
                "Gather one's wits and stay prone",
                details=(_AP,),
                offered=offered_when_down,
            ),
            Action(
                "hit",
                hit,
                "Hit by something outside movement",
                kind="happen",
                details=(
                    Detail("strength", "Strength of the hit", "number", required=True),
                    Detail("cause", "shooting, melee or other; shooting if left out"),
                ),
            ),
            Action(
                "casualties",
                casualties,
                "Figures are lost",
                kind="happen",
                details=(
                    Detail("cause", "shooting, psionics, mines or anything else; shooting if left out"),
                ),
            ),
            Action("ship-passes", ship_passes, "A vessel moves", kind="happen", path="required"),
            Action("routs", routs, "A failed Morale test makes it run", kind="happen"),
            Action("knocked-down", knocked_down, "Knocked down", kind="happen"),
            Action("end-combat", end_combat, "End of close combat", kind="tick"),
            Action("end-turn", end_turn, "End of the player turn", kind="tick"),
        )
    },
    harms=("wounds",),
    lay=lay,
    words=vocabulary,
    cohesion=cohesion,
    tariffs=tariffs,
    crossings=(
        Crossing("climb", "climb", CLIMB_ACTIONS, runs_up=True, goes_on=True),
        Crossing("link", "climb", CLIMB_ACTIONS, runs_up=True, goes_on=True),
        Crossing("swim", "swim", by_strokes=True),
    ),
    opening=opening,
    questions={
        "allowance": Question(_allowance, "How far it may move", details=None, about="model"),
        "cover": cover,
        "charge-bonuses": bonuses,
        "defending-ws": Question(
            defending_skill, "The WS with which it defends itself", details=None, about="model"
        ),
        "hands": hands,
        "ld": Question(ld, "Its Leadership now", details=None, about="model"),
        "melee-strength": Question(strength, "The Strength of its blows", details=None, about="model"),
        "melee-to-hit": to_hit,
        "shooting": shooting,
        "speed": speed_of,
        "spotted": spotted,
        "target": target,
        "targets": targetable,
    },
)
