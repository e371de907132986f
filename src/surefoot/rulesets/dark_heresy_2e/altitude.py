"""Altitudes: the bands in which fliers are, and who can reach whom."""

from __future__ import annotations

from surefoot.rulesets.dark_heresy_2e.flight_traits import flight_trait
from surefoot.rulesets.dark_heresy_2e.numbers import setting
from surefoot.table.record import Record
from surefoot.table.table import Table

GROUND, HOVERING, LOW, HIGH = "ground", "hovering", "low", "high"
BANDS = (HOVERING, LOW, HIGH)
# Altitudes by level: going between the ground and hovering is no change of level.
LEVELS = {GROUND: 0, HOVERING: 0, LOW: 1, HIGH: 2}
# In the air without wings, where there is no gravity: at whatever height it is, which counts as the ground.
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
    """The altitude somebody is at."""
    model = table.models[who]
    if model.place.kind != "air":
        return GROUND
    return model.place.band if flight_trait(model) else FLOATING


def metres_of(options: Record, band: str) -> float:
    """The metres above the board that Low or High counts as; who hovers follows the ground."""
    if band == HIGH:
        return max(LEAST_HIGH, float(setting(options, "high_fall_metres")))
    return LOW_METRES


def may_attack(table: Table, who: str, target: str, kind: str) -> tuple[bool, tuple[str, ...]]:
    """Whether altitude lets somebody attack, in melee or at range, and the clauses that say so."""
    return attackable(band_of(table, who), band_of(table, target), kind)


def attackable(here: str, there: str, kind: str) -> tuple[bool, tuple[str, ...]]:
    """The same from one altitude to another."""
    if HIGH in (here, there):
        if here == there:
            return True, ("fly.high-same-level-only",)
        return False, ("fly.high-out-of-reach" if there == HIGH else "fly.high-same-level-only",)
    if LOW in (here, there) and here != there:
        return (False, ("fly.low-no-melee",)) if kind == "melee" else (True, ("fly.low-ranged",))
    return True, ("fly.hovering-melee",) if HOVERING in (here, there) and kind == "melee" else ()


def attack_modifier(table: Table, who: str, target: str) -> tuple[int, tuple[str, ...]]:
    """What altitude does to a Ballistic Skill test."""
    here, there = band_of(table, who), band_of(table, target)
    if there == LOW and not level_of(here):
        return LOW_TARGET, ("fly.low-is-harder-to-hit",)
    return 0, ("fly.low-attacks-ground",) if here == LOW and not level_of(there) else ()


# What a target at Low altitude takes from those who shoot at it from the ground.
LOW_TARGET = -10
