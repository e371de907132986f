"""Dark Heresy, second edition: characters in structured time, and travellers in narrative time."""

from __future__ import annotations

from surefoot.language import Sentence, say
from surefoot.records import replace
from surefoot.referee.protocol import Action, Crossing, Detail, Planning, Ruleset
from surefoot.rulesets.dark_heresy_2e import actions
from surefoot.rulesets.dark_heresy_2e.abseil import abseil
from surefoot.rulesets.dark_heresy_2e.actions import Permits
from surefoot.rulesets.dark_heresy_2e.airspace import airspace
from surefoot.rulesets.dark_heresy_2e.calculators import FEATS, JOURNEYS
from surefoot.rulesets.dark_heresy_2e.character import DAMAGE, FATIGUE
from surefoot.rulesets.dark_heresy_2e.charge import charge, may_charge
from surefoot.rulesets.dark_heresy_2e.climb import climb
from surefoot.rulesets.dark_heresy_2e.drop import jump_down, pushed
from surefoot.rulesets.dark_heresy_2e.fatigue import wake
from surefoot.rulesets.dark_heresy_2e.fly import stops_flying
from surefoot.rulesets.dark_heresy_2e.journey import journey, travel_permits
from surefoot.rulesets.dark_heresy_2e.laying import lay
from surefoot.rulesets.dark_heresy_2e.leap import leap
from surefoot.rulesets.dark_heresy_2e.ledge import let_go, may_pull, pull_up
from surefoot.rulesets.dark_heresy_2e.lift import lift, may_set_down, set_down
from surefoot.rulesets.dark_heresy_2e.move import move
from surefoot.rulesets.dark_heresy_2e.push import push
from surefoot.rulesets.dark_heresy_2e.questions import QUESTIONS
from surefoot.rulesets.dark_heresy_2e.rest import rest, rest_permits
from surefoot.rulesets.dark_heresy_2e.rounds import end_round
from surefoot.rulesets.dark_heresy_2e.surroundings import change_light
from surefoot.rulesets.dark_heresy_2e.swim import swim, tariffs, tread_water
from surefoot.rulesets.dark_heresy_2e.swimlong import swim_far, swim_permits
from surefoot.rulesets.dark_heresy_2e.terms import TERMS
from surefoot.rulesets.dark_heresy_2e.throw import throw
from surefoot.rulesets.dark_heresy_2e.vjump import jump_up
from surefoot.rulesets.dark_heresy_2e.vocabulary import vocabulary
from surefoot.rulesets.dark_heresy_2e.water import hold_still

MODE = Detail("mode", say("the kind of time: structured or narrative"))
ALTITUDE = Detail("altitude", say("altitude at the end: ground, hovering, low or high (default: unchanged)"))
GROUND = (
    Detail("fall_point", say("where on the path a failed test ends, in metres, set by the GM"), "length"),
    Detail(
        "gm_modifier",
        say("the GM's modifier to the test for treacherous ground: a number or a difficulty"),
        "data",
    ),
)
HOURS = Detail("hours", say("time in hours"), "data")
MINUTES = Detail("minutes", say("time in minutes"), "data")
KM = Detail("km", say("distance in kilometres"), "data")
OBJECT = Detail("object", say("the object"))
THING = (
    OBJECT,
    Detail("weight", say("weight in kilograms, instead of an object"), "data"),
    Detail("thing", say("name of the thing with that weight")),
)
LEG = (
    Detail("pace", say("normal, hurry or run")),
    HOURS,
    MINUTES,
    KM,
    Detail("difficult", say("difficult ground"), "switch"),
    Detail("dark", say("in Darkness"), "switch"),
    Detail("narrative_factor", say("the GM's factor of the distance"), "data"),
)
LEGS = Detail("legs", say("several legs, each with its own pace, ground, and time or distance"), "data")
COMPANY = (
    Detail("company", say("other travellers whose pace is kept if they are slower"), "names"),
    Detail("flying", say("travel by flying"), "switch"),
    Detail("own_pace", say("each traveller keeps their own pace, not that of the slowest"), "switch"),
)


# What a party does together; everything else is done by one character.
TOGETHER = ("journey", "rest", "swim-far")


def _walked(name: str, title: Sentence, *details: Detail) -> Action:
    known = (MODE, ALTITUDE, *details)
    return Action(name, move, title, Permits(name), path="required", details=known, walks=True)


ruleset = Ruleset(
    name="dark-heresy-2e",
    package="surefoot.rulesets.dark_heresy_2e",
    unit="metre",
    actions={
        action.name: replace(
            action, alone="" if action.kind == "tick" or action.name in TOGETHER else "model"
        )
        for action in (
            _walked("half-move", say("Half Move")),
            _walked("full-move", say("Full Move")),
            _walked("run", say("Run"), *GROUND),
            Action(
                "climb",
                climb,
                say("Climb"),
                Permits("climb"),
                path="required",
                details=(
                    MODE,
                    Detail(
                        "distracted",
                        say("the climber is hurried, chased, under fire or distracted"),
                        "switch",
                    ),
                    Detail("gear_bonus", say("bonus of climbing gear to Athletics"), "number"),
                    Detail("skill", say("the test: strength or athletics (default: the higher one)")),
                ),
            ),
            Action(
                "leap",
                leap,
                say("Leap"),
                Permits("leap"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action(
                "jump-down",
                jump_down,
                say("Jump down"),
                Permits("jump-down"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action(
                "jump-up",
                jump_up,
                say("Jump up"),
                Permits("jump-up"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action("pull-up", pull_up, say("Pull up"), may_pull),
            Action("let-go", let_go, say("Let go of the ledge"), Permits("let-go")),
            Action(
                "abseil",
                abseil,
                say("Abseil"),
                Permits("abseil"),
                path="required",
                details=(MODE,),
            ),
            Action("pushed", pushed, say("Pushed over an edge"), kind="happen", path="required"),
            Action("journey", journey, say("Journey"), travel_permits, details=(MODE, *LEG, LEGS, *COMPANY)),
            Action(
                "rest",
                rest,
                say("Rest"),
                rest_permits,
                details=(HOURS, MINUTES),
            ),
            Action(
                "swim",
                swim,
                say("Swim"),
                Permits("swim"),
                path="optional",
                details=(
                    MODE,
                    Detail("depth", say("metres under water at the end (default: unchanged)"), "data"),
                ),
            ),
            Action(
                "hold-breath",
                hold_still,
                say("Hold breath"),
                actions.able,
                details=(Detail("minutes", say("time in minutes, at rest"), "number", required=True),),
            ),
            Action("tread-water", tread_water, say("Tread water"), Permits("tread-water")),
            Action(
                "swim-far",
                swim_far,
                say("Long swim"),
                swim_permits,
                details=(MODE, HOURS, MINUTES, KM),
            ),
            Action("stops-flying", stops_flying, say("Stops flying"), kind="happen"),
            Action("wake", wake, say("Wakes up"), kind="happen"),
            Action(
                "charge",
                charge,
                say("Charge"),
                may_charge,
                path="required",
                target="required",
                details=(MODE, ALTITUDE, *GROUND),
            ),
            Action("lift", lift, say("Lift"), actions.may_lift, details=(MODE, *THING)),
            Action("set-down", set_down, say("Set down"), may_set_down, details=(OBJECT,)),
            Action("push", push, say("Push"), Permits("push"), path="required", details=(MODE, *THING)),
            Action(
                "throw",
                throw,
                say("Throw"),
                Permits("throw"),
                path="optional",
                target="optional",
                details=(MODE, *THING, Detail("surface", say("metres to a hard surface ahead"), "data")),
            ),
            Action("stand", actions.stand, say("Stand up"), Permits("stand")),
            Action("drop-prone", actions.drop_prone, say("Drop Prone"), actions.may_drop),
            Action(
                "other",
                actions.other,
                say("Other action"),
                actions.able,
                details=(
                    Detail("name", say("name of the action"), required=True),
                    Detail("cost", say("half or full (default: half)")),
                ),
            ),
            Action(
                "light",
                change_light,
                say("Change light"),
                kind="tick",
                details=(Detail("light", say("bright, shadow or darkness"), required=True),),
            ),
            Action("end-round", end_round, say("End round"), kind="tick"),
        )
    },
    harms=(DAMAGE, FATIGUE),
    lay=lay,
    words=vocabulary,
    terms=TERMS,
    tariffs=tariffs,
    planning=Planning(
        crossings=(
            Crossing("climb", "climb"),
            Crossing("link", "climb"),
            Crossing("leap", "leap", runs_up=True),
            Crossing("jump", "jump-down", runs_up=True, way="down"),
            Crossing("jump", "jump-up", runs_up=True, way="up"),
            Crossing("swim", "swim", by_strokes=True),
        ),
        airspace=airspace,
    ),
    questions=QUESTIONS,
    feats=FEATS,
    journeys=JOURNEYS,
)
