"""The words and numbers that Necromunda knows, with the bounds of what is possible in it."""

from __future__ import annotations

from surefoot.referee.values import Amount, ByName, Fields, Switch, Text, Whole
from surefoot.referee.vocabulary import Entry, Sheet, Thing, Vocabulary, Word
from surefoot.rulesets.necromunda_classic.fighter import BROKEN, MOUNTED, PINNED, SERIOUSLY_INJURED, VEHICLE
from surefoot.rulesets.necromunda_classic.vehicle import (
    CREW_DAMAGE,
    DRIVE_DAMAGE,
    ENGINE_DAMAGE,
    HULL_LOST,
    STALLED,
    WRECKED,
)

# Sorts that a model collides with or climbs.
STANDING = ("wall", "obstacle", "platform", "stairs", "ramp", "lift", "door", "window", "railing")

_SCORE = Whole(1, 12)

FIGHTER = Sheet(
    "fighter",
    (
        Entry("M", Whole(1, 40), "Movement in inches", "move.up-to-allowance"),
        Entry("I", Whole(1, 10), "Initiative: the roll that passes a test"),
        Entry("T", Whole(1, 12), "Toughness; 3 if left out"),
        Entry("W", Whole(1, 20), "Wounds; 1 if left out"),
        Entry("Sv", Whole(1, 7), "the roll that an Armour Save needs; none if left out"),
        Entry("WS", Whole(1, 10), "Weapon Skill", described=True),
        Entry("BS", Whole(1, 10), "Ballistic Skill", described=True),
        Entry("S", Whole(0, 20), "Strength", described=True),
        Entry("A", Whole(0, 20), "Attacks", described=True),
        Entry("Ld", _SCORE, "Leadership", described=True),
        Entry("Cl", _SCORE, "Cool", described=True),
        Entry("Wil", _SCORE, "Willpower", described=True),
        Entry("Int", _SCORE, "Intelligence", described=True),
    ),
    (
        Word(BROKEN, "has lost its nerve"),
        Word(PINNED, "Prone and Pinned"),
        Word(SERIOUSLY_INJURED, "Prone and Seriously Injured"),
    ),
    (Word("wounds-lost", "Wounds lost so far"), Word("flesh-wounds", "Flesh Wounds, each -1 Toughness")),
    base=Amount(5, 300),
    height=Amount(0, 20),
)

CAR = Sheet(
    "vehicle",
    (
        Entry("M", Whole(1, 40), "Movement in inches", "move.up-to-allowance"),
        Entry("handling", Whole(1, 10), "Handling: the roll that passes a test"),
        Entry("hp", Whole(1, 20), "Hull Points; 3 if left out"),
        Entry("front", Whole(1, 20), "Toughness of the front; 5 if left out"),
        Entry("side", Whole(1, 20), "Toughness of the sides; 5 if left out"),
        Entry("rear", Whole(1, 20), "Toughness of the rear; 4 if left out"),
        Entry("Sv", Whole(1, 7), "the roll that an Armour Save needs; none if left out"),
        Entry("locomotion", Text(), "Wheeled, Tracked, Skimmer or Walker; read from 2023 on", described=True),
    ),
    (
        Word(BROKEN, "its crew has lost its nerve"),
        Word(STALLED, "Stationary until it is started again"),
        Word(WRECKED, "a wreck: it is terrain now"),
    ),
    (
        Word(HULL_LOST, "Hull Points lost so far"),
        Word(DRIVE_DAMAGE, "damage to the Drive"),
        Word(CREW_DAMAGE, "damage to the Crew"),
        Word(ENGINE_DAMAGE, "damage to the Engine"),
    ),
    VEHICLE,
    base=Amount(5, 900),
    height=Amount(0, 40),
)

WEAPON = Fields({"versatile": Switch(), "long": Amount(0, 120)})
HIT = Fields({"strength": Whole(0, 20), "ap": Whole(-10, 0), "damage": Whole(0, 20)})

WEAPONS = Entry("weapons", ByName(WEAPON), "weapons by name: {chain: {versatile: true, long: 2}}")

VOCABULARY = Vocabulary(
    sheets=(CAR, FIGHTER),
    keywords=(
        Word(VEHICLE, "a vehicle; every other model is a fighter"),
        Word(MOUNTED, "rides, and does not climb"),
        Word("leader", "leads the gang", described=True),
        Word("champion", "a champion of the gang", described=True),
        Word("ganger", "an ordinary member of the gang", described=True),
        Word("juve", "a young member of the gang", described=True),
        Word("prospect", "a young member of the gang", described=True),
        Word("crew", "a member of a vehicle's crew", described=True),
        Word("brute", "a large companion of the gang", described=True),
        Word("exotic-beast", "an animal of the gang", described=True),
        Word("hanger-on", "works for the gang", described=True),
        Word("hired-gun", "fights for pay", described=True),
    ),
    tags=(
        Word("difficult", "each inch counts as two", ("area",)),
        Word("dangerous", "Difficult, and a test to come through", ("area",)),
        Word("impassable", "nobody moves across it"),
        Word("solid", "nobody moves through it; a vehicle that hits it stops"),
        Word("obstacle", "Obstacle; worked out for obstacles by their size", STANDING),
        Word("structure", "Structure; worked out for obstacles by their size", STANDING),
        Word("flimsy", "a vehicle that hits it breaks it", STANDING),
        Word("gravel", "open ground", ("area",), described=True),
        Word("road", "open ground", ("area",), described=True),
        Word("clear", "open ground", ("area",), described=True),
        Word("rubble", "open ground, unless it is tagged difficult as well", ("area",), described=True),
        *(
            Word(name, "an obstacle by its size", STANDING, described=True)
            for name in ("crate", "barrel", "barricade", "pipe", "pipeline", "rusty", "slippery")
        ),
    ),
    deck_tags=(
        Word("transport", "a designated transport space: nobody on it has to test"),
        Word("roof", "a roof", described=True),
    ),
    states=(
        Word("open", "stands open", ("door",)),
        Word("closed", "is shut", ("door",)),
        Word("open", "an opening", ("window", "wall"), described=True),
        Word("closed", "is shut", ("window",), described=True),
        Word("rusty", "moves slowly", ("door",), described=True),
        Word("locked", "is shut", ("door",), described=True),
    ),
    traits=(
        WEAPONS,
        Entry("ignores_one_inch", Switch(), "read from 2023 on", described=True),
    ),
    objects=(Thing("loot", "a Loot casket"),),
    phases=(
        Word("priority", "the Priority phase"),
        Word("action", "the Action phase"),
        Word("end", "the End phase"),
    ),
    details=(
        Entry("hit", HIT, "the hit for coming into contact"),
        Entry("strength", Whole(0, 20), "the Strength of a hit"),
        Entry("ap", Whole(-10, 0), "the armour penetration of a hit, 0 or below"),
        Entry("damage", Whole(0, 1_000), "the Damage of a hit"),
    ),
)


def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return VOCABULARY
