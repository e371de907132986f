"""Gemini-ARAP house rules: action points, facing, and a page full of terrain."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.referee.protocol import Action, Answer, Crossing, Detail, Question, Ruleset
from surefoot.rulesets.gemini_arap import permits, questions
from surefoot.rulesets.gemini_arap.action import Permits
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


def _of_a_model(answer: Callable[[Table, str, Record], Answer], title: str) -> Question:
    """A question that makes sense of a single model only."""
    return Question(answer, title, details=None, about="model")


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
            Action("merge", merge, "Two units become one", target="required", offered=permits.in_a_unit),
            Action(
                "move",
                move,
                "Move",
                permits.Only(permits.moving),
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
                permits.Only(permits.climbing),
                path="optional",
                details=(_AP, _PLAN, _SUBSTITUTE),
            ),
            Action(
                "tactical",
                move,
                "Tactical move",
                permits.Only(permits.hugging),
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
                permits.Only(permits.charging),
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
            Action("go-prone", go_prone, "Go prone", offered=permits.is_up),
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
                permits.Only(permits.charging),
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
            Action("drop", drop, "Put down what is carried", offered=permits.carries),
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
                permits.Only(permits.swimming),
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
                permits.Only(permits.leaving_the_water),
                target="required",
                details=(_AP,),
                needs=(DEEP,),
            ),
            Action("run", move, "Run", no_running, path="optional", details=(_AP,)),
            Action("get-up", get_up, "Get up", permits.rising, details=(_AP,), offered=permits.is_down),
            Action(
                "gather-wits",
                gather_wits,
                "Gather one's wits and stay down",
                permits.rising,
                details=(_AP,),
                offered=permits.fell,
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
        "actions": Question(questions.actions, "Action Points left"),
        "allowance": _of_a_model(_allowance, "How far it may move"),
        "carrying": _of_a_model(questions.carrying, "What it carries, and at what rate"),
        "charge-bonuses": bonuses,
        "coherency": Question(questions.coherency, "The parts of its unit that hang together"),
        "cover": cover,
        "defending-ws": _of_a_model(defending_skill, "The WS with which it defends itself"),
        "hands": hands,
        "jump": _of_a_model(questions.widest_jump, "The widest gap that it can jump"),
        "jump-down": _of_a_model(questions.deepest_jump, "The greatest height it may jump down from"),
        "ld": _of_a_model(ld, "Its Leadership now"),
        "may-charge": Question(questions.may(permits.charging), "Whether it may charge now"),
        "may-climb": Question(questions.may(permits.climbing), "Whether it may climb now"),
        "may-crawl": _of_a_model(questions.able("crawl"), "Whether it is able to crawl"),
        "may-go-prone": _of_a_model(questions.able("prone"), "Whether it is able to lie down"),
        "may-move": Question(questions.may(permits.moving), "Whether it may move now"),
        "may-shoot": Question(questions.may(permits.shooting), "Whether it may shoot now"),
        "may-swim": _of_a_model(questions.may_swim, "Whether it may swim as it is"),
        "may-tactical": Question(questions.may(permits.hugging), "Whether it may move tactically now"),
        "melee-strength": _of_a_model(strength, "The Strength of its blows"),
        "melee-to-hit": to_hit,
        "movement-left": _of_a_model(questions.movement_left, "What is left of its moves in a row"),
        "shooting": questions.shooting,
        "speed": questions.speed_of,
        "spotted": spotted,
        "stance": _of_a_model(questions.stance, "Whether it stands, lies, hangs or swims"),
        "swim-distance": _of_a_model(questions.swim_distance, "How far it swims with one action"),
        "target": questions.target,
        "targets": targetable,
    },
)
