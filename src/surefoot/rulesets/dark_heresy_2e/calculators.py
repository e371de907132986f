"""What a game master can ask without a map: feats of one character on a small table, and journeys of a party."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from surefoot.language import Text, count, say
from surefoot.records import replace
from surefoot.referee.calculators import Attempt, Feats, Input, Journeys, Task
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.character import FATIGUE, UNCONSCIOUS

NAME = "dark-heresy-2e"
# The centre of the small table.
X, Y = 50.0, 20.0

Table = dict[str, Any]

GRAVITY = Input(
    "gravity",
    say("Gravity"),
    "choice",
    "normal",
    says=say("Gravity: normal, low, high or zero."),
    choices={"normal": say("Normal"), "low": say("Low"), "high": say("High"), "zero": say("Zero")},
)
RUN_UP = Input("run_up", say("Run-up"), says=say("Metres of run-up."), unit="m", most=40)
DEEP = Input(
    "deep",
    say("Depth of the gap"),
    says=say("Depth of the gap under a leap, in metres."),
    hint=say("0 for level ground"),
    unit="m",
    most=100_000,
)
FACE = Input(
    "face",
    say("Surface"),
    "choice",
    "simple",
    says=say("Kind of climb: simple or sheer."),
    choices={"simple": say("With handholds"), "sheer": say("Sheer")},
)
MODIFIER = Input(
    "modifier",
    say("Your modifier"),
    "whole",
    says=say("The game master's modifier to a climb."),
    hint=say("For example −10 for wet stone"),
    least=-60,
    most=60,
)
UP = Input(
    "up",
    say("Jump up to a ledge"),
    "switch",
    default=False,
    says=say("Jump up to a ledge of that height, not down."),
)
DISTRACTED = Input(
    "distracted",
    say("In a hurry or under fire"),
    "switch",
    default=False,
    says=say("Climb while hurried or under fire."),
)
SWIM_ROUGH = Input(
    "rough",
    say("Rough water"),
    "switch",
    default=False,
    says=say("Swim in rough water; push over rubble."),
)
PUSH_ROUGH = replace(SWIM_ROUGH, title=say("Over rubble"))
WALL = Input(
    "wall",
    say("Distance to a wall"),
    says=say("Distance to a wall ahead, in metres."),
    hint=say("0 for no wall"),
    unit="m",
)
AT_TARGET = Input("at_target", say("At a target"), "switch", default=False, says=say("Throw at a target."))


def _distance(metres: float) -> tuple[Input, ...]:
    return (Input("amount", say("Distance"), default=metres, unit="m"),)


def _height(metres: float) -> tuple[Input, ...]:
    return (Input("amount", say("Height"), default=metres, unit="m"),)


def _weight(kilograms: float) -> tuple[Input, ...]:
    return (Input("amount", say("Weight"), default=kilograms, unit="kg"),)


# --- the small tables ---------------------------------------------------------------------------


def _leap(asked: Attempt) -> Table:
    given, there = asked.circumstances, X + asked.amount
    terrain = (
        {
            "near": {"platform": {"rect": [0, 0, X, 40]}, "z": given["deep"], "thickness": 0.2},
            "far": {"platform": {"rect": [there, 0, 100 - there, 40]}, "z": given["deep"], "thickness": 0.2},
        }
        if given["deep"]
        else {}
    )
    path = [*([[X, Y]] if given["run_up"] else []), {"leap": [there, Y]}]
    standing = "near" if given["deep"] else ""
    return _table(asked, terrain, X - given["run_up"], {"action": "leap", "path": path}, standing)


def _climb(asked: Attempt) -> Table:
    given = asked.circumstances
    wall = {
        "platform": {"rect": [X, 10, 20, 20]},
        "z": asked.amount,
        "under": "solid",
        "tags": [given["face"]],
    }
    if given["modifier"]:
        wall["traits"] = {NAME: {"gm_modifier": given["modifier"]}}
    declare = {"action": "climb", "path": [{"climb": [X + 5, Y]}], "distracted": given["distracted"]}
    return _table(asked, {"face": wall}, X - 0.5, declare)


def _jump(asked: Attempt) -> Table:
    run_up = asked.circumstances["run_up"]
    block = {"platform": {"rect": [X, 10, 20, 20]}, "z": asked.amount, "under": "solid"}
    if not asked.circumstances["up"]:
        declare: Table = {"action": "jump-down", "path": [{"jump": [X - 2, Y]}]}
        return _table(asked, {"ledge": block}, X, declare, "ledge")
    path = [*([[X - 0.5, Y]] if run_up else []), {"jump": [X + 1, Y]}]
    return _table(asked, {"ledge": block}, X - 0.5 - run_up, {"action": "jump-up", "path": path})


def _swim(asked: Attempt) -> Table:
    water = {"depth": 10, "water": "rough" if asked.circumstances["rough"] else "calm"}
    lake = {"area": {"rect": [10, 5, 80, 30]}, "tags": ["deep-water"], "traits": {NAME: water}}
    return _table(asked, {"lake": lake}, X, {"action": "swim", "path": [{"swim": [X + asked.amount, Y]}]})


def _lift(asked: Attempt) -> Table:
    return _table(asked, {}, X, {"action": "lift", "weight": asked.amount})


def _push(asked: Attempt) -> Table:
    kind = "rubble" if asked.circumstances["rough"] else "floor"
    ground = {"area": {"rect": [0, 0, 100, 40]}, "tags": [kind]}
    declare = {"action": "push", "weight": asked.amount, "path": [[X + 1, Y]]}
    return _table(asked, {"ground": ground}, X, declare)


def _throw(asked: Attempt) -> Table:
    declare: Table = {"action": "throw", "weight": asked.amount}
    if asked.circumstances["wall"]:
        declare["surface"] = asked.circumstances["wall"]
    if asked.circumstances["at_target"]:
        declare["target"] = "target"
    laid = _table(asked, {}, X, declare)
    laid["models"]["target"] = {"base": 25.4, "at": [X + 10, Y], "side": "b"}
    return laid


def _table(asked: Attempt, terrain: Table, x: float, declare: Table, on: str = "") -> Table:
    standing = {"on": on} if on else {}
    character = {
        "base": 25.4,
        "at": [x, Y],
        **standing,
        "side": "a",
        "profile": dict(asked.profile),
        "counters": dict(asked.counters),
    }
    return {
        "ruleset": NAME,
        "name": asked.name,
        "scale": 1,
        "board": [100, 40],
        "options": {"gravity": asked.circumstances["gravity"]},
        "terrain": terrain,
        "models": {asked.name: character},
        "declare": [{"who": asked.name, **declare}],
    }


TABLES: dict[str, Callable[[Attempt], Table]] = {
    "leap": _leap,
    "climb": _climb,
    "jump": _jump,
    "swim": _swim,
    "lift": _lift,
    "push": _push,
    "throw": _throw,
}


def feat_table(asked: Attempt) -> Table:
    """The scenario for a feat."""
    return TABLES[asked.feat](asked)


def degrees(best: int, worst: int) -> Text:
    """Degrees of success or failure in words."""
    low, high = sorted((abs(best), abs(worst)))
    if best > 0:
        if low == high:
            return count("{n} degree of success", "{n} degrees of success", low)
        return say("{low} to {high} degrees of success", low=low, high=high)
    if low == high:
        return count("{n} degree of failure", "{n} degrees of failure", low)
    return say("{low} to {high} degrees of failure", low=low, high=high)


def _trait(name: str, title: Text, default: int = 35) -> Input:
    return Input(name, title, "whole", default, most=99)


STRENGTH, TOUGHNESS = _trait("S", say("Strength")), _trait("T", say("Toughness"))
AGILITY, WILLPOWER = _trait("Ag", say("Agility")), _trait("WP", say("Willpower"))
TIRED = Input(FATIGUE, say("Fatigue"), "whole", most=20, counter=True)

FEATS = Feats(
    feats=(
        Task("leap", say("Leap"), _distance(3), (RUN_UP, DEEP, GRAVITY)),
        Task("climb", say("Climb"), _height(6), (FACE, MODIFIER, DISTRACTED, GRAVITY)),
        Task("jump", say("Jump"), _height(4), (UP, RUN_UP, GRAVITY)),
        Task("swim", say("Swim"), _distance(2), (SWIM_ROUGH,)),
        Task("lift", say("Lift"), _weight(120), (GRAVITY,)),
        Task("push", say("Push"), _weight(200), (PUSH_ROUGH, GRAVITY)),
        Task("throw", say("Throw"), _weight(2), (WALL, AT_TARGET, GRAVITY)),
    ),
    table=feat_table,
    who=(STRENGTH, TOUGHNESS, AGILITY, TIRED),
    example={"name": "Vex", "S": 42, "T": 35, "Ag": 41, FATIGUE: 0},
    result=degrees,
    commands=(
        "feat leap 4.5 --who 'S 42 T 35 Ag 41' --run-up 8",
        "feat leap 4 --deep 12 --gravity low",
        "feat climb 6 --face sheer --who 'S 42 Athletics trained'",
        "feat jump 5 --who 'Ag 41'",
        "feat jump 3.4 --up --run-up 4",
        "feat swim 2 --rough --who 'S 42 armour'",
        "feat lift 150 --who 'S 42 T 35' --dice 15",
        "feat throw 20 --wall 6 --seed 7",
    ),
)

# --- journeys -----------------------------------------------------------------------------------

REST, JOURNEY, OWN_PACE = "rest", "journey", "own_pace"
HOURS = Input("hours", say("hours"), default=4, unit="h", signs=("hour", "hours"))
MINUTES = Input("minutes", say("minutes"), default=30, unit="min", signs=("minute", "minutes"))
KILOMETRES = Input("km", say("kilometres"), default=10, unit="km")


def declarations(
    legs: Sequence[Mapping[str, Any]], party: list[str], settings: Mapping[str, Any]
) -> list[Table]:
    """Legs as declarations: the legs between two rests form one journey."""
    found: list[Table] = []
    for each in legs:
        leg = {name: value for name, value in each.items() if name != REST}
        if each.get(REST):
            found.append({"who": party, "action": REST, **leg})
        elif found and found[-1]["action"] == JOURNEY:
            found[-1]["legs"].append(leg)
        else:
            own_pace = settings[OWN_PACE]
            found.append({"who": party, "action": JOURNEY, OWN_PACE: own_pace, "legs": [leg]})
    return found


def one_traveller(declared: Declaration, name: str, party: tuple[str, ...]) -> Declaration:
    """A declaration of the party for one traveller, who keeps the pace of the others."""
    details = declared.details.changed(company=party) if declared.action == JOURNEY else declared.details
    return replace(declared, who=(name,), details=details)


JOURNEYS = Journeys(
    legs=(
        Task(
            "travel",
            say("Travel"),
            (HOURS, MINUTES, KILOMETRES),
            (
                Input(
                    "pace",
                    say("Pace"),
                    "choice",
                    "normal",
                    choices={"normal": say("Normal pace"), "hurry": say("Hurry"), "run": say("Run")},
                ),
                Input(
                    "difficult",
                    say("Difficult ground"),
                    "switch",
                    default=False,
                    says=say("difficult ground"),
                ),
                Input("dark", say("In the dark"), "switch", default=False, says=say("in the dark")),
                Input(
                    "narrative_factor",
                    say("Your factor"),
                    default=1,
                    least=0.01,
                    signs=("x",),
                ),
            ),
        ),
        Task(REST, say("Rest"), (replace(HOURS, title=say("Time"), default=8),)),
    ),
    declare=declarations,
    alone=one_traveller,
    counter=FATIGUE,
    title=say("Fatigue"),
    collapsed=UNCONSCIOUS,
    who=(AGILITY, TOUGHNESS, WILLPOWER, TIRED),
    party=(
        {"name": "Vex", "Ag": 41, "T": 35, "WP": 33, FATIGUE: 0},
        {"name": "Sela", "Ag": 30, "T": 28, "WP": 40, FATIGUE: 0},
    ),
    route=({"hours": 16}, {REST: True, "hours": 8}, {"hours": 4, "pace": "hurry"}),
    inputs=(
        Input(
            OWN_PACE,
            say("Each at their own pace"),
            "switch",
            default=False,
            says=say("Each traveller keeps their own pace."),
        ),
    ),
    commands=(
        "travel --who 'vex: Ag 41 T 35 WP 33' --leg 16h",
        "travel --who 'Ag 41' --who 'Ag 25 T 42' --leg '4h hurry' --leg '6km difficult'",
        "travel --who 'T 35' --leg 14h --leg 'rest 8h' --leg '14h dark' --seed 7",
        "travel party.yaml --leg 16h --leg 'rest 8h' --leg 16h -o fatigue.svg",
    ),
)
