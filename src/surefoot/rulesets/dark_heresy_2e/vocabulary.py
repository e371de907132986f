"""The words and numbers that Dark Heresy knows, with the bounds of what is possible in it."""

from __future__ import annotations

from functools import lru_cache

from surefoot.referee.values import Amount, Either, Fields, OneOf, Switch, Text, Whole
from surefoot.referee.vocabulary import Entry, Sheet, Thing, Vocabulary, Word
from surefoot.rulesets.dark_heresy_2e.carry import WEAPONS
from surefoot.rulesets.dark_heresy_2e.character import (
    CHARACTERISTICS,
    DAMAGE,
    FATIGUE,
    HELPLESS,
    PRONE,
    RANKS,
    UNCONSCIOUS,
)
from surefoot.rulesets.dark_heresy_2e.env import ALSO, BLOCKED, NORMAL, conditions
from surefoot.rulesets.dark_heresy_2e.faces import STEEP, TAGS
from surefoot.rulesets.dark_heresy_2e.fatigue import MARCH_FATIGUE
from surefoot.rulesets.dark_heresy_2e.gravity import GRAVITIES
from surefoot.rulesets.dark_heresy_2e.speeds import SPEEDS
from surefoot.rulesets.dark_heresy_2e.terrain_traits import LIGHTS, WATERS
from surefoot.rulesets.dark_heresy_2e.tests import difficulties
from surefoot.rulesets.dark_heresy_2e.water import DEEP
from surefoot.table.terrain import LINK_SORTS

# The strongest creatures of the game stay below these.
CHARACTERISTIC = Whole(0, 200)
UNNATURAL = Whole(0, 30)
# Nobody holds more kilograms than this, nor travels for longer than ten days without a word from the GM.
LOAD = Amount(0, 100_000)

CHARACTER = Sheet(
    "character",
    (
        *(
            Entry(
                name,
                CHARACTERISTIC,
                f"the characteristic {name}",
                described=name not in ("S", "T", "Ag", "Per", "WP", "BS"),
            )
            for name in CHARACTERISTICS
        ),
        Entry("W", Whole(0, 500), "Wounds", described=True),
        Entry("Athletics", OneOf(tuple(RANKS), any_case=True), "the rank of the skill Athletics"),
        Entry("unnatural", Fields(dict.fromkeys(CHARACTERISTICS, UNNATURAL)), "Unnatural values"),
        Entry("movement_agb_bonus", Whole(-20, 20), "added to the Agility bonus for movement"),
        Entry("speed_bonus", Fields(dict.fromkeys(SPEEDS, Amount(-100, 100))), "metres added to a speed"),
        Entry("speed_factor", Fields(dict.fromkeys(SPEEDS, Amount(0, 10))), "multiplies a speed"),
        Entry("free_hands", Whole(0, 10), "how many hands are free"),
        Entry("carry_sum_bonus", Whole(-20, 20), "added to the sum of Strength and Toughness bonus"),
        Entry("carry_factor", Amount(0, 10), "multiplies what it can carry, lift and push"),
        Entry("hoverer", Whole(0, 50), "the number of the Hoverer trait"),
        Entry("flyer", Whole(0, 50), "the number of the Flyer trait"),
        Entry("load", LOAD, "kilograms carried besides objects"),
        Entry("arm_reach", Amount(0, 10), "metres that raised arms add to the height"),
        Entry("light_radius", Amount(0, 500), "metres of Bright light round the bearer of a lamp"),
        Entry("in_combat", Switch(), "is fighting"),
        Entry("time_critical", Switch(), "is busy with an urgent task"),
        Entry("secured", Switch(), "is held by a harness or a line"),
        Entry("weighted_down", Switch(), "is weighted down in the water"),
        Entry("armour", Switch(), "wears armour"),
        Entry("restrained", Switch(), "has its hands tied"),
        Entry("sees_in_dark", Switch(), "treats Darkness as Bright"),
        Entry("stand_cost", OneOf(("half", "free")), "what standing up costs"),
        Entry(
            "abseil_gear",
            OneOf(("none", "rope", "climbing-gear", "drop-harness")),
            "what it abseils with",
        ),
    ),
    (
        Word(PRONE, "lies on the ground"),
        Word(UNCONSCIOUS, "does not act"),
        *(Word(status, "cannot move a limb") for status in HELPLESS),
    ),
    (
        Word(FATIGUE, "levels of Fatigue"),
        Word(MARCH_FATIGUE, "levels of Fatigue from forced marching, among the others"),
        Word(DAMAGE, "Wounds lost so far"),
    ),
    base=Amount(5, 500),
    height=Amount(0, 50),
)

# Faces that are climbed.
_FACES = ("wall", "obstacle", "platform", "gap", "ramp", "lift", "door", "window", *LINK_SORTS)


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return Vocabulary(
        sheets=(CHARACTER,),
        keywords=(
            Word("acolyte", "one of the player characters", described=True),
            Word("npc", "a character of the GM", described=True),
            Word("daemon", "a creature of the Warp", described=True),
            Word("xenos", "an alien", described=True),
            Word("servitor", "half a machine", described=True),
            Word("psyker", "has psychic powers", described=True),
        ),
        tags=(
            *(Word(name, "a condition of treacherous ground", ("area",)) for name in conditions()),
            *(Word(name, f"counts as {condition}", ("area",)) for name, condition in ALSO.items()),
            Word("difficult", "halves speed", ("area",)),
            Word(DEEP, "water too deep to stand in; needs the trait depth", ("area",)),
            *(Word(kind, f"a face that is a {kind} climb", _FACES) for kind in TAGS),
            Word("ladder", "a face that is climbed like a ladder", _FACES),
            Word(STEEP, "stairs so steep that they are climbed", ("stairs",)),
            *(
                Word(name, "clear ground", ("area",), described=True)
                for name in (
                    "floor",
                    "grass",
                    "hall",
                    "paved",
                    "loose-straw",
                    "road",
                    "clear",
                    "corridor",
                    "deck",
                    "courtyard",
                )
            ),
            *(
                Word(name, "a face whose kind of climb has to be tagged as well", _FACES, described=True)
                for name in (
                    "tree",
                    "fence",
                    "cliff",
                    "steep-hill",
                    "building",
                    "buttress",
                    "crevasse",
                    "pile-of-rubble",
                )
            ),
        ),
        states=(
            Word("open", "stands open", ("door", "window")),
            Word("closed", "is shut", ("door", "window"), described=True),
            Word("locked", "is shut", ("door", "window"), described=True),
        ),
        piece_traits=(
            Entry("hindering", Switch(), "whether the ground halves speed", "env.hindering-kinds"),
            Entry(
                "treacherous",
                Either((OneOf(conditions()), Switch())),
                "a condition, or false: whether a Run or Charge is tested",
                "env.hindering-kinds",
            ),
            Entry(
                "gm_modifier",
                Either((Whole(-100, 100), OneOf(tuple(difficulties()), any_case=True))),
                "added to climbing tests: a number or a difficulty",
                "climb.gm-difficulty",
            ),
            Entry("gravity", OneOf(GRAVITIES), "the gravity of the area", "gravity.small-differences"),
            Entry("light", OneOf(LIGHTS), "the light of the area", "light.three-levels"),
            Entry("water", OneOf(WATERS), "calm or rough water", "swim.hazards"),
            Entry("depth", Amount(0, 20_000), "metres of water", "swim.ideal-no-test"),
            Entry(
                "push",
                Either((OneOf((NORMAL, BLOCKED)), Whole(-100, 100))),
                "what pushing over it takes: normal, blocked or a modifier",
                "push.rough-ground",
            ),
        ),
        objects=(
            Thing("load", "something heavy"),
            Thing("loot", "something to take away", described=True),
            Thing("lamp", "a source of light", described=True),
            *(Thing(sort, "a weapon that is thrown as it is") for sort in WEAPONS),
        ),
        environment=(Entry("light", OneOf(LIGHTS), "the light of the whole table", "light.three-levels"),),
        details=(
            Entry("weight", LOAD, "kilograms"),
            Entry("gear_bonus", Whole(0, 100), "what climbing gear adds"),
            Entry("fall_point", Amount(-1_000, 1_000)),
            Entry("surface", Amount(0, 1_000), "metres to a hard surface"),
            Entry("depth", Amount(-1_000, 1_000), "metres under water"),
            Entry("thing", Text(), "what is lifted, pushed or thrown"),
        ),
        board=Amount(1, 2_000),
        levels=Amount(-1_000, 1_000),
    )
