"""What random games of the built-in rulesets are made of."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.kit.casting import (
    DEPTH,
    WIDTH,
    all_of,
    barrier,
    ductway,
    gate,
    ground,
    lift,
    models,
    named,
    noted_only,
    pit,
    platform,
    profile,
    quarter,
    rect,
    somewhere,
    terrain,
    words,
)

from surefoot.table.table import Table
from surefoot.testing.kit.casts import Cast, Fields, shifts

FIGHTER = {"M": (2, 9), "I": (2, 6), "T": (2, 5), "W": (1, 3)}
VEHICLE = {"M": (4, 12), "handling": (4, 9), "front": (4, 8), "side": (4, 7), "rear": (3, 6), "hp": (1, 5)}


def necromunda(dice: Random) -> Fields:
    """Two gangs, some of them on vehicles, among gantries."""
    grounds = ground([["difficult"], ["dangerous"], ["impassable"], ["difficult", "dangerous"]])
    pieces = terrain(
        dice,
        [
            lambda d, n: platform(d, n, tags=[], traits={}),
            lambda d, n: platform(d, n, tags=[], traits={}),
            barrier("wall", (0.5, 1, 2, 3), []),
            barrier("obstacle", (0.5, 1, 2), []),
            grounds,
            grounds,
            gate,
            lift,
            ductway,
            pit,
        ],
    )
    found: Fields = {}
    for number in range(dice.randint(2, 5)):
        side, name = "ab"[number % 2], f"m{number}"
        if dice.random() < 0.2:
            found[name] = {
                "hull": dice.choice([[4, 2], [5, 3]]),
                "height": 2,
                "facing": dice.choice([0, 90, 180, 270, 30]),
                "at": somewhere(dice, {})["at"],
                "side": side,
                "keywords": ["vehicle"],
                "profile": {
                    **profile(dice, VEHICLE),
                    "locomotion": dice.choice(["Wheeled", "Tracked", "Skimmer", "Walker"]),
                },
            }
            if dice.random() < 0.8:
                found[name]["deck"] = 2
                found[f"{name}r"] = fighter(dice, side, {"at": [0, 0.5], "on": f"{name}.deck"})
            continue
        found[name] = fighter(dice, side, somewhere(dice, pieces))
        if dice.random() < 0.15:
            found[name]["status"] = [dice.choice(["pinned", "seriously-injured"])]
    data: Fields = {"board": [WIDTH, DEPTH], "terrain": pieces, "models": found}
    if dice.random() < 0.3:
        data["objects"] = {"crate": {"sort": "loot", "at": somewhere(dice, {})["at"]}}
    return data


def fighter(dice: Random, side: str, place: Fields) -> Fields:
    return {
        "base": dice.choice([25, 25.4, 32, 40]),
        **place,
        "height": dice.choice([1, 1.5, 1.5, 2]),
        "side": side,
        "profile": profile(dice, FIGHTER),
        **({"keywords": ["mounted"]} if dice.random() < 0.1 else {}),
    }


GANGS = {
    "as": words("pinned", "seriously-injured"),
    "weapon": words("spear"),
    "inches": words(0, 0.5, 1, 2, 3, 4.5, 6),
    "towards": models,
    "away": models,
    "hit": words({"strength": 3, "ap": 0, "damage": 1}, {"strength": 6, "ap": -1, "damage": 2}),
    "door": named("door"),
    "loot": named("loot"),
    "facing": words("front", "side", "rear"),
    "strength": words(1, 3, 5, 8, 10),
    "ap": words(0, -1, -3),
    "damage": words(1, 2, 3),
    "location": words("Body", "Crew", "Drive", "Engine"),
    "result": words("Glancing", "Penetrating", "Catastrophic"),
    "phase": words("priority", "action", "end"),
}
WAYS = ("to", "to", "to", "climb", "climb", "leap", "jump")
CLASSIC = Cast(
    "necromunda-classic",
    necromunda,
    GANGS,
    ways=WAYS,
    turns=0.15,
    ends="end-round",
    invariants=noted_only("climbing", "link"),
)
LATER = Cast(
    "necromunda-2023",
    necromunda,
    GANGS,
    ways=WAYS,
    turns=0.15,
    ends="end-round",
    invariants=noted_only("climbing", "link"),
)


# --- Warhammer 40,000 -----------------------------------------------------------------------------

RUINS = {"wh40k-10e": {"type": "ruins"}}


def battle(dice: Random) -> Fields:
    """Two armies of a few units, some of them aboard, in reserve, flying or engaged."""
    pieces = terrain(
        dice,
        [
            lambda d, n: platform(d, n, tags=[], traits=d.choice([{}, RUINS])),
            barrier("wall", (1, 2, 3, 5), []),
            barrier("obstacle", (1, 2, 3), []),
            ground([["impassable"], []], [RUINS]),
            pit,
            gate,
        ],
        5,
    )
    units: Fields = {}
    found: Fields = {}
    for number in range(dice.randint(2, 4)):
        side, name = "ab"[number % 2], f"u{number}"
        count = dice.choice([1, 2, 3, 3, 5, 6])
        unit: Fields = {
            "of": "trooper",
            "base": dice.choice([25, 32, 40]),
            "count": count,
            "formation": [count, 1] if count < 4 else [3, 2] if count == 6 else [5, 1],
            "at": [quarter(dice, 1, WIDTH - 9), quarter(dice, 1, DEPTH - 4)],
            "gap": 0.4,
            "side": side,
            "keywords": ["Infantry", *dice.choice([[], [], ["Fly"], ["Deep Strike"]])],
            "profile": {"M": dice.choice([4, 5, 6, 6, 8, 10, 12]), "W": dice.choice([1, 2, 3]), "Ld": 6},
        }
        if "Deep Strike" in unit["keywords"] and dice.random() < 0.5:
            unit = {key: value for key, value in unit.items() if key not in ("at", "formation", "gap")}
            unit["place"] = {"kind": "reserve"}
        elif count <= 3 and dice.random() < 0.2:
            unit = {key: value for key, value in unit.items() if key not in ("at", "formation", "gap")}
            unit["place"] = {"kind": "aboard", "on": f"apc-{side}"}
        elif dice.random() < 0.15:
            unit["status"] = ["battle-shocked"]
        units[name] = unit
    for side in "ab":
        aboard = any(unit.get("place", {}).get("on") == f"apc-{side}" for unit in units.values())
        if aboard or dice.random() < 0.4:
            found[f"apc-{side}"] = {
                "hull": dice.choice([[5, 3], [4, 3]]),
                "at": [quarter(dice, 3, WIDTH - 3), quarter(dice, 3, DEPTH - 3)],
                "facing": dice.choice([0, 90, 45]),
                "side": side,
                "keywords": ["Vehicle", "Transport", *dice.choice([[], [], ["Fly"]])],
                "profile": {"M": dice.choice([10, 12, 14]), "W": dice.choice([3, 8])},
                "traits": {
                    "wh40k-10e": {"capacity": {"maximum": 6}, "deadly_demise": dice.choice([1, "D3"])}
                },
            }
    if dice.random() < 0.4:
        found["beast"] = {
            "base": 60,
            **somewhere(dice, {}),
            "side": dice.choice("ab"),
            "keywords": ["Monster"],
            "profile": {"M": 8, "W": 6},
        }
    clock: Fields = {"side": dice.choice("ab"), "round": dice.choice([1, 2])}
    if dice.random() < 0.2:
        clock["phase"] = dice.choice(["command", "shooting", "charge", "fight", "deployment"])
    return {"board": [WIDTH, DEPTH], "terrain": pieces, "units": units, "models": found, "clock": clock}


def setting_up(dice: Random, table: Table, who: str) -> Any:
    """Where a unit is set up: near a point, or not said."""
    if dice.random() < 0.4:
        return None
    return {"near": [quarter(dice, 1, WIDTH - 1), quarter(dice, 1, DEPTH - 1)]}


def moving(dice: Random, table: Table, who: str) -> Any:
    """Where a unit moves; now and then it stays, as a unit may whose move has begun and has no legal end."""
    return {"stay": True} if dice.random() < 0.05 else shifts(8.0)(dice, table, who)


def embarked_whole(table: Table) -> Iterator[str]:
    """A unit is aboard one Transport with all its living models, or not at all."""
    for unit in table.units.values():
        living = [table.models[name].place for name in unit.models if table.models[name].place.kind != "gone"]
        if (
            len({(place.kind == "aboard", place.on if place.kind == "aboard" else "") for place in living})
            > 1
        ):
            yield f"a unit is half aboard: {unit.id}"


def passengers(dice: Random, table: Table, who: str) -> Any:
    inside = [name for name, model in table.models.items() if model.place.kind == "aboard"]
    return {dice.choice(inside): "rifle"} if inside else {}


WARHAMMER = Cast(
    "wh40k-10e",
    battle,
    {
        "plan": moving,
        "disembark.plan": setting_up,
        "arrive.plan": setting_up,
        "deploy.plan": setting_up,
        "destroyed.plan": words(None),
        "order": words(None),
        "zone": words([[0, 0], [WIDTH, 0], [WIDTH, 6], [0, 6]]),
        "advance_roll": words({"fixed": 6}, {"plus": 1}, {"reroll": True}),
        "weapons": passengers,
        "count": words(1, 2, 3),
        "models": words(None),
        "crossers": words(None),
    },
    reach=8.0,
    ways=("to", "to", "climb"),
    units=True,
    never=("end-battle", "deploy", "start-aboard", "start-in-reserves"),
    ends="end-turn",
    within=(("end-phase", "end-turn", "phase.one-unit-at-a-time"),),
    invariants=embarked_whole,
)


# --- Dark Heresy ----------------------------------------------------------------------------------

CHARACTER = {"S": (10, 80), "T": (10, 80), "Ag": (10, 80), "Per": (10, 70), "WP": (10, 70)}
WATERS = [
    {"dark-heresy-2e": {"depth": depth, "water": water}} for depth in (1, 5) for water in ("calm", "rough")
]


def hive(dice: Random) -> Fields:
    """A party and its enemies, on foot, in the air and in the water."""
    tags = [
        ["mud"],
        ["rubble"],
        ["difficult"],
        ["fog-or-smoke"],
        ["darkness"],
        ["underbrush"],
        ["deep-water"],
        [],
    ]
    pieces = terrain(
        dice,
        [
            lambda d, n: platform(d, n, tags=["simple", "trivial", "sheer"], traits={}),
            lambda d, n: platform(d, n, tags=["simple", "trivial", "sheer"], traits={}),
            barrier("wall", (0.5, 1, 2, 4), ["simple", "sheer"]),
            barrier("obstacle", (0.5, 1), ["simple"]),
            ground(tags),
            lambda d, n: {n: {"area": rect(d, 8, 8, 3), "tags": ["deep-water"], "traits": d.choice(WATERS)}},
            pit,
        ],
    )
    found: Fields = {}
    for number in range(dice.randint(2, 4)):
        sheet: Fields = profile(dice, CHARACTER)
        if dice.random() < 0.3:
            sheet |= dice.choice(
                [{"flyer": 6}, {"hoverer": 6}, {"load": 50}, {"free_hands": 0}, {"Athletics": "trained"}]
            )
        who: Fields = {"base": 25.4, **somewhere(dice, pieces), "side": "ab"[number % 2], "profile": sheet}
        if "flyer" in sheet and dice.random() < 0.5:
            who.pop("on", None)
            who["place"] = {"kind": "air", "band": dice.choice(["hovering", "low"])}
        if dice.random() < 0.15:
            who["status"] = ["prone"]
        found[f"m{number}"] = who
    data: Fields = {"scale": 1, "board": [WIDTH, DEPTH], "terrain": pieces, "models": found}
    if dice.random() < 0.5:
        at = somewhere(dice, {})["at"]
        data["objects"] = {"drum": {"sort": "load", "weight": dice.choice([20, 60, 120, 300]), "at": at}}
    if dice.random() < 0.2:
        data["environment"] = {"light": dice.choice(["darkness", "shadow"])}
    return data


HERESY = Cast(
    "dark-heresy-2e",
    hive,
    {
        "mode": words("structured", "narrative"),
        "altitude": words("ground", "hovering", "low", "high"),
        "pace": words("normal", "hurry", "run"),
        "hours": words(1, 2, 5),
        "minutes": words(1, 10, 60),
        "km": words(1, 5),
        "legs": words(None),
        "narrative_factor": words(1, "0.5"),
        "company": words(None),
        "depth": words(0, 1, 3),
        "gm_modifier": words(0, -10, 10),
        "fall_point": words(None, 1),
        "gear_bonus": words(0, 10),
        "skill": words("strength", "athletics"),
        "object": named("load"),
        "weight": words(None, 30, 90, 150),
        "thing": words("crate"),
        "surface": words(None, 5),
        "name": words("shoots", "looks round"),
        "cost": words("half", "full"),
        "light": words("bright", "shadow", "darkness"),
    },
    reach=10.0,
    ways=("to", "to", "to", "climb", "leap", "jump", "swim", "fly"),
    ends="end-round",
    invariants=all_of(noted_only("ledge", "edge"), noted_only("drift", "surface", "air")),
)


# --- Gemini ---------------------------------------------------------------------------------------

FIGURE = {"M": (2, 8), "I": (1, 6), "ap": (1, 3), "T": (2, 5), "W": (1, 3), "Ld": (5, 9), "BS": (2, 5)}
KEYWORDS = [
    [],
    [],
    ["fleet"],
    ["move-through-cover"],
    ["leaping"],
    ["horse"],
    ["primitive-armour"],
    ["beast"],
    ["grappling-hook"],
]


def street(dice: Random) -> Fields:
    """Two squads and single figures in a street with water, doors, ropes and variable ground."""
    tags = [
        ["difficult"],
        ["dense-jungle"],
        ["swamp"],
        ["variable"],
        ["impassable"],
        ["dangerous"],
        ["minefield"],
        ["bog"],
        [],
    ]
    traits: list[Fields] = [
        {"gemini-arap": {"variable": True}},
        {"gemini-arap": {"dangerous": {"effect": "stop"}}},
    ]
    pieces = terrain(
        dice,
        [
            lambda d, n: platform(d, n, tags=["rough-stone", "building"], traits={}),
            lambda d, n: platform(d, n, tags=["rough-stone"], traits={}),
            barrier("wall", (0.5, 1, 2, 4), ["rough-stone"]),
            barrier("obstacle", (0.5, 1), []),
            ground(tags, traits),
            ground(tags, traits),
            lambda d, n: {n: {"area": rect(d, 8, 8, 3), "tags": ["deep-water"]}},
            gate,
            pit,
        ],
    )
    units: Fields = {}
    found: Fields = {}
    for number in range(dice.randint(1, 2)):
        count = dice.choice([2, 3, 4])
        units[f"s{number}"] = {
            "of": "trooper",
            "base": 25.4,
            "count": count,
            "formation": [count, 1],
            "at": [quarter(dice, 1, WIDTH - 7), quarter(dice, 1, DEPTH - 3)],
            "gap": dice.choice([0.5, 1]),
            "side": "ab"[number % 2],
            "profile": profile(dice, FIGURE),
        }
    for number in range(dice.randint(1, 3)):
        sheet: Fields = profile(dice, FIGURE)
        if dice.random() < 0.3:
            sheet |= dice.choice(
                [{"can_crawl": False}, {"weak_climber": True}, {"can_climb": False}, {"jump_bonus": 1}]
            )
        found[f"m{number}"] = {
            "base": dice.choice([25.4, 32, 40]),
            **somewhere(dice, pieces),
            "facing": dice.choice([0, 90, 180, 270]),
            "side": "ab"[number % 2],
            "keywords": dice.choice(KEYWORDS),
            "profile": sheet,
        }
        if dice.random() < 0.15:
            found[f"m{number}"]["status"] = ["prone"]
    data: Fields = {"board": [WIDTH, DEPTH], "terrain": pieces, "units": units, "models": found}
    if dice.random() < 0.4:
        data["objects"] = {"rungs": {"portable-ladder": dice.choice([4, 8]), "carried-by": ["m0"]}}
    if dice.random() < 0.5:
        data["clock"] = {"side": dice.choice("ab")}
    return data


def parts(dice: Random, table: Table, who: str) -> Any:
    names = [*table.units[who].models] if who in table.units else []
    cut = dice.randint(1, 2)
    return [names[:cut], names[cut:]] if len(names) > cut else None


GEMINI = Cast(
    "gemini-arap",
    street,
    {
        "ap": words(None, 1, 2, 3, 3),
        "activate.ap": words(0, 1, 2, 3, 3),
        "moves": words(1, 1, 2, 3),
        "plan": shifts(4.0),
        "parts": parts,
        "as": words(None, "rout", "pursuit"),
        "end": words("standing", "prone"),
        "fire": words("any"),
        "fire_at": words(None),
        "otherwise": words("move"),
        "when": words("before", "after"),
        "aim": words("roof-edge", "window"),
        "height": words(None),
        "helpers": words(None),
        "bearers": words(None),
        "swim_roll": words("per-model", "squad"),
        "drop": words(None),
        "strength": words(1, 3, 5),
        "cause": words("shooting", "melee", "other"),
    },
    reach=5.0,
    ways=("to", "to", "to", "climb", "leap", "jump", "swim"),
    turns=0.1,
    manners=("crawl", "sidestep", "backwards"),
    units=True,
    ends="end-turn",
)

CASTS = {cast.ruleset: cast for cast in (CLASSIC, LATER, WARHAMMER, HERESY, GEMINI)}
