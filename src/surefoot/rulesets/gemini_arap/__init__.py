"""Gemini-ARAP house rules: Action Points, facing, and detailed terrain."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.language import Length, Notation, Sentence, say
from surefoot.referee.protocol import Action, Answer, Crossing, Detail, Planning, Question, Ruleset
from surefoot.rulesets.gemini_arap import permits, questions, tactical
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
from surefoot.rulesets.gemini_arap.planned import tariffs
from surefoot.rulesets.gemini_arap.portable_ladder import cast_down, drop, hands, pick_up, place, routs
from surefoot.rulesets.gemini_arap.prone import cover, gather_wits, get_up, go_prone, knocked_down
from surefoot.rulesets.gemini_arap.squads import merge
from surefoot.rulesets.gemini_arap.swim import climb_out, ship_passes, spotted, swim
from surefoot.rulesets.gemini_arap.terms import TERMS
from surefoot.rulesets.gemini_arap.vocabulary import vocabulary
from surefoot.rulesets.gemini_arap.water import DEEP
from surefoot.table.record import Record
from surefoot.table.table import Table

_AP = Detail("ap", say("Action Points of this activation (0 to 3), if it begins now"), "number")
_PLAN = Detail(
    "plan",
    say(
        "Paths of a squad: {shift} or {paths}",
        shift=Notation("{shift: [dx, dy]}"),
        paths=Notation("{paths: {model: [...]}}"),
    ),
    "plan",
)
_SUBSTITUTE = Detail("substitute_dice", say("Roll a D6 for a D3 and a D10 for a D5, halved"), "switch")


def _allowance(table: Table, who: str, details: Record) -> Answer:
    """The basic Movement Allowance of a figure."""
    model = table.models[who]
    says = say("M {length}", length=Length.of(movement(model)))
    return Answer(int(movement(model)), (movement_clause(model),), says)


def _of_a_model(answer: Callable[[Table, str, Record], Answer], title: Sentence) -> Question:
    """A question about a single model."""
    return Question(answer, title, details=None, about="model")


def _of_any(answer: Callable[[Table, str, Record], Answer], title: Sentence) -> Question:
    """A question about a model or a unit; its details are not checked."""
    return Question(answer, title, details=None)


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
                say("Activate"),
                permits.free,
                gathers=True,
                details=(
                    Detail("ap", say("Action Points of this activation (0 to 3)"), "number", required=True),
                    Detail(
                        "parts",
                        say(
                            "Parts that the squad splits into: {example}",
                            example=Notation("[[model, …], […]]"),
                        ),
                        "data",
                    ),
                ),
            ),
            Action(
                "stand-aside",
                stand_aside,
                say("Stand aside at a door"),
                permits.free,
                gathers=True,
                target="required",
                needs=("door",),
            ),
            Action("end-activation", end_activation, say("End activation"), permits.free, gathers=True),
            Action(
                "merge",
                merge,
                say("Merge units"),
                permits.present,
                gathers=True,
                target="required",
                offered=permits.in_a_unit,
            ),
            Action(
                "move",
                move,
                say("Move"),
                permits.Only(permits.moving),
                path="optional",
                details=(
                    _AP,
                    Detail("moves", say("Number of actions to spend (1 to 3, default 1)"), "number"),
                    _PLAN,
                    _SUBSTITUTE,
                    Detail(
                        "fleet", say("Use Fleet inches now (turn off to keep them for a charge)"), "switch"
                    ),
                    Detail("as", say("Forced move: rout or pursuit")),
                ),
            ),
            Action(
                "climb",
                move,
                say("Climb (two actions)"),
                permits.Only(permits.climbing),
                path="optional",
                details=(_AP, _PLAN, _SUBSTITUTE),
            ),
            Action(
                "tactical",
                move,
                say("Tactical Move"),
                permits.Only(permits.hugging),
                path="optional",
                details=(
                    _AP,
                    _PLAN,
                    Detail("end", say("Stance at the end: standing or prone (default: unchanged)")),
                ),
                rolled=tactical.rolls,
            ),
            Action(
                "charge",
                charge,
                say("Charge"),
                permits.Only(permits.charging),
                path="optional",
                target="required",
                details=(
                    _AP,
                    _PLAN,
                    Detail("fire", say("Weapon for Charging Fire (any: the first suitable one)")),
                    Detail("fire_at", say("Target of Charging Fire, if not that of the charge")),
                    Detail("return_fire", say("The charged unit fires back"), "switch"),
                    Detail("fleet", say("Use Fleet inches (default: yes, without Charging Fire)"), "switch"),
                    Detail(
                        "otherwise", say("If the charge falls short: move, for a normal move along the path")
                    ),
                ),
            ),
            Action(
                "go-prone", go_prone, say("Go Prone"), permits.lying_down, gathers=True, offered=permits.is_up
            ),
            Action(
                "fire",
                fire,
                say("Fire"),
                Permits(),
                target="optional",
                details=(
                    _AP,
                    Detail("turn", say("Pivot in degrees, clockwise"), "angle"),
                    Detail("when", say("Pivot before or after the shot (default: before)")),
                ),
            ),
            Action(
                "dive",
                dive,
                say("Diving Charge"),
                permits.Only(permits.charging),
                path="required",
                target="required",
                details=(_AP,),
            ),
            Action(
                "throw-grapple",
                throw,
                say("Throw grapple"),
                permits.Only(permits.throwing),
                gathers=True,
                target="required",
                details=(
                    _AP,
                    Detail("at", say("Point for the hook"), "point", required=True),
                    Detail("height", say("Height of the hook (default: the top)"), "length"),
                    Detail("aim", say("Aim at: roof-edge, window or arrow-loophole (default: roof-edge)")),
                ),
                needs=(GRAPPLE,),
            ),
            Action(
                "place-ladder",
                place,
                say("Set up ladder"),
                permits.setting_up,
                gathers=True,
                target="required",
                details=(_AP, Detail("at", say("Point for the foot of the ladder"), "point", required=True)),
                needs=(LADDER,),
            ),
            Action(
                "pick-up",
                pick_up,
                say("Pick up ladder or grapple"),
                Permits(),
                gathers=True,
                target="required",
                details=(_AP, Detail("bearers", say("Models that carry it (default: all)"), "names")),
                needs=(LADDER, GRAPPLE),
            ),
            Action("drop", drop, say("Put down carried objects"), offered=permits.carries),
            Action(
                "cast-down",
                cast_down,
                say("Cast down ladder or grapple"),
                permits.handling,
                gathers=True,
                target="required",
                details=(_AP, Detail("helpers", say("Models that help"), "names")),
                needs=(LADDER, GRAPPLE),
            ),
            Action(
                "swim",
                swim,
                say("Swim"),
                permits.Only(permits.swimming),
                path="optional",
                details=(
                    _AP,
                    _PLAN,
                    Detail("swim_roll", say("Roll per-model or once for the squad (default: per-model)")),
                    Detail("discard", say("Try to throw off primitive armour"), "switch"),
                    Detail("drop", say("Loads to drop: shield, spear, heavy-weapon …"), "names"),
                    Detail("under", say("Move under water"), "switch"),
                ),
                needs=(DEEP,),
            ),
            Action(
                "climb-out",
                climb_out,
                say("Climb out of the water"),
                permits.Only(permits.leaving_the_water),
                target="required",
                details=(_AP,),
                needs=(DEEP,),
            ),
            Action("run", move, say("Run"), no_running, path="optional", details=(_AP,)),
            Action("get-up", get_up, say("Get up"), permits.rising, details=(_AP,), offered=permits.is_down),
            Action(
                "gather-wits",
                gather_wits,
                say("Gather wits and stay Prone"),
                permits.rising,
                details=(_AP,),
                offered=permits.fell,
            ),
            Action(
                "hit",
                hit,
                say("Take a hit"),
                kind="happen",
                details=(
                    Detail("strength", say("Strength of the hit"), "number", required=True),
                    Detail("cause", say("Cause: shooting, melee or other (default: shooting)")),
                ),
            ),
            Action(
                "casualties",
                casualties,
                say("Remove casualties"),
                kind="happen",
                details=(
                    Detail(
                        "cause", say("Cause: shooting, psionics, mines or anything else (default: shooting)")
                    ),
                ),
            ),
            Action("ship-passes", ship_passes, say("Move vessel"), kind="happen", path="required"),
            Action("routs", routs, say("Rout"), kind="happen"),
            Action("knocked-down", knocked_down, say("Knock down"), kind="happen"),
            Action("end-combat", end_combat, say("End close combat"), kind="tick"),
            Action("end-turn", end_turn, say("End turn"), kind="tick"),
        )
    },
    harms=("wounds",),
    terms=TERMS,
    lay=lay,
    words=vocabulary,
    tariffs=tariffs,
    planning=Planning(
        crossings=(
            Crossing("climb", "climb", CLIMB_ACTIONS, runs_up=True, goes_on=True),
            Crossing("link", "climb", CLIMB_ACTIONS, runs_up=True, goes_on=True),
            Crossing("swim", "swim", by_strokes=True),
        ),
        opening=opening,
        cohesion=cohesion,
    ),
    questions={
        "actions": Question(questions.actions, say("Action Points left")),
        "allowance": _of_a_model(_allowance, say("Movement Allowance")),
        "carrying": _of_a_model(questions.carrying, say("Carried objects, and their cost")),
        "charge-bonuses": _of_any(bonuses, say("Charge bonuses in close combat?")),
        "coherency": Question(questions.coherency, say("Coherency of the unit")),
        "cover": _of_any(cover, say("Cover behind a horse lying down?")),
        "defending-ws": _of_a_model(defending_skill, say("WS in defence")),
        "hands": _of_any(hands, say("Free hands")),
        "jump": _of_a_model(questions.widest_jump, say("Widest gap it can jump")),
        "jump-down": _of_a_model(questions.deepest_jump, say("Greatest height to jump down")),
        "ld": _of_a_model(ld, say("Leadership")),
        "may-charge": Question(questions.may(permits.charging), say("Can it charge now?")),
        "may-climb": Question(questions.may(permits.climbing), say("Can it climb now?")),
        "may-crawl": _of_a_model(questions.able("crawl"), say("Can it crawl?")),
        "may-go-prone": _of_a_model(questions.able("prone"), say("Can it go Prone?")),
        "may-move": Question(questions.may(permits.moving), say("Can it move now?")),
        "may-shoot": Question(questions.may(permits.shooting), say("Can it shoot now?")),
        "may-swim": _of_a_model(questions.may_swim, say("Can it swim with its armour and loads?")),
        "may-tactical": Question(questions.may(permits.hugging), say("Can it move tactically now?")),
        "melee-strength": _of_a_model(strength, say("Strength in close combat")),
        "melee-to-hit": _of_any(to_hit, say("Modifier to hit in close combat after a dive")),
        "movement-left": _of_a_model(
            questions.movement_left, say("Movement left in the current run of moves")
        ),
        "shooting": _of_any(questions.shooting, say("Modifier to its own shots for its movement")),
        "speed": _of_any(questions.speed_of, say("Distance moved this turn")),
        "spotted": _of_any(spotted, say("Can it be spotted from land?")),
        "stance": _of_a_model(questions.stance, say("Stance")),
        "swim-distance": _of_a_model(questions.swim_distance, say("Swimming distance per action")),
        "target": _of_any(questions.target, say("Modifier to shots at it for its movement")),
        "targets": _of_any(targetable, say("Models that enemies may aim at")),
    },
)
