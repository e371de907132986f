"""What the built-in rulesets lend to random worlds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from tests.kit.casts import CASTS

from surefoot.referee.lens import Models, Zone
from surefoot.referee.protocol import find
from surefoot.table.model import Model
from surefoot.table.table import Table
from surefoot.testing.kit.worlds import Kept, Lore, TerrainCounts


def ground_words(ruleset: str) -> tuple[tuple[str, ...], ...]:
    """Every tag that ground may have by the vocabulary of a ruleset, alone."""
    known = find(ruleset).vocabulary
    assert known is not None
    return tuple((word.name,) for word in known.tags if not word.sorts or "area" in word.sorts)


def keyword_words(ruleset: str) -> tuple[dict[str, Any], ...]:
    """A model with each keyword that means something by the vocabulary of a ruleset."""
    known = find(ruleset).vocabulary
    assert known is not None
    return tuple({"keywords": [word.name]} for word in known.keywords if not word.described)


def listed_pairs(ruleset: str, clause: str) -> tuple[tuple[str, ...], ...]:
    """Kinds of ground that a list names together."""
    rows = find(ruleset).catalogue.rows(clause)
    return tuple(tuple(str(tag) for tag in row["tags"]) for row in rows)


def whole(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


FIGHTER = st.fixed_dictionaries({"M": whole(3, 8), "I": whole(2, 6), "T": st.just(3), "W": whole(1, 2)})
RIG: dict[str, Any] = {
    "height": 2,
    "keywords": ["vehicle"],
    "profile": {"M": 6, "handling": 5, "locomotion": "Wheeled", "front": 6, "side": 5, "rear": 4, "hp": 3},
}
NECROMUNDA = Lore(
    profiles=FIGHTER,
    statuses=((), (), ("pinned",), ("seriously-injured",)),
    grounds=(("difficult",), ("dangerous",), ("impassable",), ("difficult", "dangerous")),
    details={
        "as": st.sampled_from(["pinned", "seriously-injured", "asleep"]),
        "weapon": st.sampled_from(["spear", ""]),
        "inches": whole(0, 12).map(lambda n: n * 500_000),
        "towards": st.sampled_from(["m0", "m1"]),
        "away": st.sampled_from(["m0", "m1"]),
        "hit": st.fixed_dictionaries({"strength": whole(1, 6), "ap": whole(-2, 0), "damage": whole(1, 2)}),
    },
    # A plate is a structure: who climbs from it climbs between levels, not up from the ground.
    levels=("structure.end-on-level", "structure.climb-onto", "structure.between-levels"),
    no_room=("has no room to be moved to",),
    vehicles=(
        {**RIG, "hull": [4, 2], "deck": 2},
        {**RIG, "hull": [3, 2]},
        {**RIG, "hull": [3, 1.5], "height": 1.5, "profile": {**RIG["profile"], "locomotion": "Skimmer"}},
    ),
)

_near = whole(-16, 16).map(lambda n: n / 4)


def plans(table: Table, who: str) -> st.SearchStrategy[dict[str, Any]]:
    """The paths of a unit: all shifted alike, or each model to a point of its own."""
    members = table.units[who].models if who in table.units else (who,)
    poses = {name: table.pose(name) for name in members if table.models[name].place.on_table}
    paths = {
        name: st.tuples(_near, _near).map(lambda by, at=pose: [[at.x + by[0], at.y + by[1]]])  # type: ignore[misc]  # bound now
        for name, pose in poses.items()
    }
    return st.fixed_dictionaries({"shift": st.lists(whole(-8, 8), min_size=2, max_size=2)}) | (
        st.fixed_dictionaries({}, optional=paths).map(lambda each: {"paths": each})
    )


def afoot(model: Model) -> bool:
    return not model.has("Fly")


def big(model: Model) -> bool:
    return model.has("Vehicle") and not model.has("Fly")


# Bases only: a hull is within Engagement Range by its whole height.
APART = (
    Kept("move.no-crossing-enemy", ("normal", "advance"), Zone("", Models("enemy"), 0.0), afoot),
    Kept(
        "move.big-not-over-friendly-big",
        ("normal",),
        Zone("", Models("friend", keywords=("Vehicle",)), 0.0),
        big,
    ),
)
APC = {"wh40k-10e": {"capacity": {"maximum": 6}}}
WARHAMMER = Lore(
    profiles=st.fixed_dictionaries({"M": whole(4, 12)}),
    keywords=((), ("Infantry",), ("Vehicle",), ("Fly", "Infantry")),
    sorts=("area", "wall", "obstacle", "platform"),
    grounds=((), ("woods",), ("ruins",)),
    reach=6.0,
    by=("walk", "walk", "climb"),
    squads=2,
    details={"plan": plans},
    steps=(0.25, 0.5, 1.0, 1.5, 2.0, 2.01),
    decks=(1.5, 2.0, 2.5, 3.0, 5.0),
    levels=("terrain.low-free", "terrain.height-judged"),
    # terrain.height-judged: steps of 2" never add up to a free climb.
    sums_up_to=2.0,
    # terrain.low-free: a model may end with a part of its base over a low part, and is where its centre is.
    rests_across=2.0,
    under_way=lambda table: table.note("moving", table.clock.active) is not None,
    # fly.air-trigger: whoever can Fly is measured through the air from terrain, and along the ground from the board.
    terrain_counts=(TerrainCounts("fly.air-trigger", lambda model: model.has("Fly")),),
    keeps=APART,
    transports="Transport",
    last=("end-battle",),
    depths=(1.0, 2.0, 4.0, 7.0),
    vehicles=(
        {"hull": [3, 2], "height": 2, "keywords": ["Vehicle"], "profile": {"M": 8}},
        {
            "hull": [4, 2],
            "height": 2,
            "keywords": ["Vehicle", "Transport"],
            "profile": {"M": 10},
            "traits": APC,
        },
    ),
)

CHARACTERISTICS = st.fixed_dictionaries({name: whole(5, 75) for name in ("S", "T", "Ag", "Per", "WP")})
DARK_HERESY = Lore(
    profiles=CHARACTERISTICS,
    statuses=((), ("prone",)),
    sorts=("area", "area", "wall", "obstacle", "platform", "platform"),
    grounds=(("difficult",), ("underbrush",), ("mud",), ()),
    reach=8.0,
    characters=True,
    details={
        "mode": st.sampled_from(["structured", "narrative", "dreamt"]),
        "pace": st.sampled_from(["normal", "hurry", "run", "crawl"]),
        "cost": st.sampled_from(["half", "full", "none"]),
        "skill": st.sampled_from(["strength", "athletics", "luck"]),
        "hours": whole(0, 20),
        "minutes": whole(0, 120),
        "km": whole(0, 60),
    },
    scenario={"scale": 1},
    steps=(0.25, 0.5, 0.51, 1.0),
    decks=(1.0, 1.5, 2.0, 3.0, 4.0),
    faces=("simple",),
    # Every kind of hindering and treacherous ground but deep water, which needs a depth.
    listed=tuple(each for each in ground_words("dark-heresy-2e") if each != ("deep-water",)),
    conditions=(
        {"status": ["prone"]},
        {"profile": {"load": 50}},
        {"profile": {"free_hands": 0}},
        {"profile": {"Athletics": "trained"}},
    ),
    water={
        "tags": ["deep-water"],
        "traits": {"dark-heresy-2e": {"depth": 5, "water": "calm"}},
    },
)

GEMINI = Lore(
    profiles=st.fixed_dictionaries({"M": whole(3, 8), "I": whole(2, 5), "ap": whole(1, 3)}),
    statuses=((), ("prone",)),
    sorts=("area", "area", "wall", "obstacle", "platform", "door"),
    grounds=(("difficult",), ("very-difficult",), ("impassable",), ("stream",), ()),
    reach=3.0,
    by=("walk", "walk", "walk", "leap"),
    turns=True,
    squads=2,
    details={
        "ap": st.sampled_from([2, 3, 3, -1, 4]),
        "moves": st.sampled_from([1, 2, 2, 3, 0]),
        "when": st.sampled_from(["before", "after", "never"]),
        "plan": plans,
    },
    faces=("rough-stone",),
    listed=(*ground_words("gemini-arap"), *listed_pairs("gemini-arap", "very-difficult.list")),
    conditions=(*({"status": ["prone"]},) * 10, *keyword_words("gemini-arap")),
    carried={"portable-ladder": 4},
    water={"tags": ["deep-water"]},
)

LORES = {
    "dark-heresy-2e": replace(DARK_HERESY, cast=CASTS["dark-heresy-2e"]),
    "gemini-arap": replace(GEMINI, cast=CASTS["gemini-arap"]),
    "necromunda-2023": replace(NECROMUNDA, cast=CASTS["necromunda-2023"]),
    "necromunda-classic": replace(NECROMUNDA, cast=CASTS["necromunda-classic"]),
    "wh40k-10e": replace(WARHAMMER, cast=CASTS["wh40k-10e"]),
}
