"""Altitudes: the bands in which fliers are, and which attacks they allow."""

from __future__ import annotations

from surefoot.rulesets.dark_heresy_2e.flight_traits import flight_trait
from surefoot.rulesets.dark_heresy_2e.numbers import setting
from surefoot.table.record import Record
from surefoot.table.table import Table

GROUND, HOVERING, LOW, HIGH = "ground", "hovering", "low", "high"
BANDS = (HOVERING, LOW, HIGH)
# The level of each altitude: the ground and hovering are the same level.
LEVELS = {GROUND: 0, HOVERING: 0, LOW: 1, HIGH: 2}
# In the air without gravity and without a flying trait, at any height; counts as the ground.
FLOATING = "floating"


def level_of(band: str) -> int:
    """The level of an altitude."""
    return LEVELS[GROUND if band == FLOATING else band]


# Metres above the ground that a hovering flier keeps, and that Low counts as.
HOVER = 2.0
LOW_METRES = 15.0
# High is never lower than this.
LEAST_HIGH = 25.0


def band_of(table: Table, who: str) -> str:
    """The altitude of a model."""
    model = table.models[who]
    if model.place.kind != "air":
        return GROUND
    return model.place.band if flight_trait(model) else FLOATING


def metres_of(options: Record, band: str) -> float:
    """The height above the board of Low or High altitude in metres."""
    if band == HIGH:
        return max(LEAST_HIGH, float(setting(options, "high_fall_metres")))
    return LOW_METRES


def may_attack(table: Table, who: str, target: str, kind: str) -> tuple[bool, tuple[str, ...]]:
    """Whether altitude allows an attack, in melee or at range, and the clauses about it."""
    return attackable(band_of(table, who), band_of(table, target), kind)


def attackable(here: str, there: str, kind: str) -> tuple[bool, tuple[str, ...]]:
    """Whether an attack from one altitude to another is allowed, and the clauses about it."""
    if HIGH in (here, there):
        if here == there:
            return True, ("fly.high-same-level-only",)
        return False, ("fly.high-out-of-reach" if there == HIGH else "fly.high-same-level-only",)
    if LOW in (here, there) and here != there:
        return (False, ("fly.low-no-melee",)) if kind == "melee" else (True, ("fly.low-ranged",))
    return True, ("fly.hovering-melee",) if HOVERING in (here, there) and kind == "melee" else ()


def attack_modifier(table: Table, who: str, target: str) -> tuple[int, tuple[str, ...]]:
    """The modifier of altitude to a Ballistic Skill test, and the clauses about it."""
    here, there = band_of(table, who), band_of(table, target)
    if there == LOW and not level_of(here):
        return LOW_TARGET, ("fly.low-is-harder-to-hit",)
    return 0, ("fly.low-attacks-ground",) if here == LOW and not level_of(there) else ()


# The modifier for shooting from the ground at a target at Low altitude.
LOW_TARGET = -10
