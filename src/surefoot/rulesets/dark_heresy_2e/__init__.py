"""Dark Heresy, second edition: characters on foot in structured time, and travellers in narrative time."""

from __future__ import annotations

from surefoot.referee.protocol import Action, Crossing, Detail, Ruleset
from surefoot.rulesets.dark_heresy_2e import actions
from surefoot.rulesets.dark_heresy_2e.abseil import abseil
from surefoot.rulesets.dark_heresy_2e.actions import Permits
from surefoot.rulesets.dark_heresy_2e.character import DAMAGE, FATIGUE
from surefoot.rulesets.dark_heresy_2e.charge import charge
from surefoot.rulesets.dark_heresy_2e.climb import climb
from surefoot.rulesets.dark_heresy_2e.drop import jump_down, pushed
from surefoot.rulesets.dark_heresy_2e.fatigue import rest, rest_permits, wake
from surefoot.rulesets.dark_heresy_2e.fly import stops_flying
from surefoot.rulesets.dark_heresy_2e.journey import journey, travel_permits
from surefoot.rulesets.dark_heresy_2e.laying import lay
from surefoot.rulesets.dark_heresy_2e.leap import leap
from surefoot.rulesets.dark_heresy_2e.ledge import let_go, pull_up
from surefoot.rulesets.dark_heresy_2e.lift import lift, set_down
from surefoot.rulesets.dark_heresy_2e.move import move
from surefoot.rulesets.dark_heresy_2e.push import push
from surefoot.rulesets.dark_heresy_2e.questions import QUESTIONS
from surefoot.rulesets.dark_heresy_2e.rounds import end_round
from surefoot.rulesets.dark_heresy_2e.surroundings import change_light
from surefoot.rulesets.dark_heresy_2e.swim import swim, tariffs, tread_water
from surefoot.rulesets.dark_heresy_2e.swimlong import swim_far
from surefoot.rulesets.dark_heresy_2e.throw import throw
from surefoot.rulesets.dark_heresy_2e.vjump import jump_up
from surefoot.rulesets.dark_heresy_2e.vocabulary import vocabulary
from surefoot.rulesets.dark_heresy_2e.water import hold_still

MODE = Detail("mode", "the kind of time it is meant for: structured or narrative")
ALTITUDE = Detail("altitude", "where a flier ends: ground, hovering, low or high; where it is, if left out")
GROUND = (
    Detail("fall_point", "metres along the path where a failed test ends, if the GM says so", "length"),
    Detail(
        "gm_modifier", "what the GM adds to the test for treacherous ground: a number or a difficulty", "data"
    ),
)
OBJECT = Detail("object", "which object")
THING = (
    OBJECT,
    Detail("weight", "instead of an object: how many kilograms it weighs", "data"),
    Detail("thing", "what it is that weighs so much"),
)
LEG = (
    Detail("pace", "normal, hurry or run"),
    Detail("hours", "for how many hours", "data"),
    Detail("minutes", "for how many minutes", "data"),
    Detail("km", "how many kilometres", "data"),
    Detail("difficult", "whether the ground is difficult", "switch"),
    Detail("dark", "whether it leads through Darkness", "switch"),
    Detail("narrative_factor", "what the GM multiplies the distance by", "data"),
)
LEGS = Detail(
    "legs", "several legs, each with its own pace, ground, and length in time or kilometres", "data"
)


COMPANY = (
    Detail("company", "others whose pace is kept, if they are slower", "names"),
    Detail("flying", "whether it is flown", "switch"),
    Detail("own_pace", "whether each goes at his own pace and not at that of the slowest", "switch"),
)


def _walked(name: str, *details: Detail) -> Action:
    return Action(
        name, move, actions.titled(name), Permits(name), path="required", details=(MODE, ALTITUDE, *details)
    )


ruleset = Ruleset(
    name="dark-heresy-2e",
    package="surefoot.rulesets.dark_heresy_2e",
    unit="metre",
    actions={
        action.name: action
        for action in (
            _walked("half-move"),
            _walked("full-move"),
            _walked("run", *GROUND),
            Action(
                "climb",
                climb,
                "Climb",
                Permits("climb"),
                path="required",
                details=(
                    MODE,
                    Detail(
                        "distracted",
                        "whether the climber is hurried, chased, shot at or distracted",
                        "switch",
                    ),
                    Detail("gear_bonus", "what climbing gear adds to Athletics", "number"),
                    Detail("skill", "what is tested: strength or athletics; the higher if left out"),
                ),
            ),
            Action(
                "leap",
                leap,
                "Jump or Leap",
                Permits("leap"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action(
                "jump-down",
                jump_down,
                "Jump down",
                Permits("jump-down"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action(
                "jump-up",
                jump_up,
                "Jump up",
                Permits("jump-up"),
                path="required",
                details=(MODE, *GROUND),
            ),
            Action("pull-up", pull_up, "Pull oneself up", Permits("pull-up")),
            Action("let-go", let_go, "Let go of a ledge", Permits("let-go")),
            Action(
                "abseil",
                abseil,
                "Abseil",
                Permits("abseil"),
                path="required",
                details=(MODE,),
            ),
            Action("pushed", pushed, "Shoved off one's feet", kind="happen", path="required"),
            Action("journey", journey, "Journey", travel_permits, details=(MODE, *LEG, LEGS, *COMPANY)),
            Action(
                "rest",
                rest,
                "Rest",
                rest_permits,
                details=(
                    Detail("hours", "for how many hours", "data"),
                    Detail("minutes", "for how many minutes", "data"),
                ),
            ),
            Action(
                "swim",
                swim,
                "Swim",
                Permits("swim"),
                path="optional",
                details=(MODE, Detail("depth", "metres under water at the end; as now, if left out", "data")),
            ),
            Action(
                "hold-breath",
                hold_still,
                "Hold one's breath",
                actions.able,
                details=(Detail("minutes", "for how many minutes, at rest", "number", required=True),),
            ),
            Action("tread-water", tread_water, "Tread water", Permits("tread-water")),
            Action(
                "swim-far",
                swim_far,
                "Swim for hours",
                travel_permits,
                details=(
                    MODE,
                    Detail("hours", "for how many hours", "data"),
                    Detail("minutes", "for how many minutes", "data"),
                    Detail("km", "how many kilometres", "data"),
                ),
            ),
            Action("stops-flying", stops_flying, "Stops flying", kind="happen"),
            Action("wake", wake, "Come to after a collapse", kind="happen"),
            Action(
                "charge",
                charge,
                "Charge",
                Permits("charge"),
                path="required",
                target="required",
                details=(MODE, ALTITUDE, *GROUND),
            ),
            Action("lift", lift, "Lift", actions.may_lift, details=(MODE, *THING)),
            Action("set-down", set_down, "Set down", actions.present, details=(OBJECT,)),
            Action("push", push, "Push", Permits("push"), path="required", details=(MODE, *THING)),
            Action(
                "throw",
                throw,
                "Throw",
                Permits("throw"),
                path="optional",
                target="optional",
                details=(MODE, *THING, Detail("surface", "metres to a hard surface ahead", "data")),
            ),
            Action("stand", actions.stand, "Stand up", Permits("stand")),
            Action("drop-prone", actions.drop_prone, "Drop Prone", actions.may_drop),
            Action(
                "other",
                actions.other,
                "Any other action",
                actions.able,
                details=(
                    Detail("name", "what is done", required=True),
                    Detail("cost", "half or full; half if left out"),
                ),
            ),
            Action(
                "light",
                change_light,
                "The light changes",
                kind="tick",
                details=(Detail("light", "bright, shadow or darkness", required=True),),
            ),
            Action("end-round", end_round, "End of the round", kind="tick"),
        )
    },
    harms=(DAMAGE, FATIGUE),
    lay=lay,
    words=vocabulary,
    tariffs=tariffs,
    crossings=(
        Crossing("climb", "climb"),
        Crossing("link", "climb"),
        Crossing("leap", "leap", runs_up=True),
        Crossing("jump", "jump-down", runs_up=True, way="down"),
        Crossing("jump", "jump-up", runs_up=True, way="up"),
        Crossing("swim", "swim", by_strokes=True),
    ),
    questions=QUESTIONS,
)
