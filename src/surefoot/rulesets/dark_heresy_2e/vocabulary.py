"""The words and numbers of Dark Heresy, with their bounds."""

from __future__ import annotations

from functools import lru_cache

from surefoot.language import Notation, Sentence, Term, say
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
    STUNNED,
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

# The limits of characteristics and Unnatural values, above those of the strongest creatures.
CHARACTERISTIC = Whole(0, 200)
UNNATURAL = Whole(0, 30)
# The limit of kilograms.
LOAD = Amount(0, 100_000)

# What each characteristic is called.
_NAMES: dict[str, Sentence] = {
    "WS": say("Weapon Skill"),
    "BS": say("Ballistic Skill (default 30)"),
    "S": say("Strength (default 30)"),
    "T": say("Toughness (default 30)"),
    "Ag": say("Agility (default 30)"),
    "Int": say("Intelligence"),
    "Per": say("Perception (default 30)"),
    "WP": say("Willpower (default 30)"),
    "Fel": say("Fellowship"),
    "Ifl": say("Influence"),
}
_CLIMBS: dict[str, Sentence] = {
    "trivial": say("a face that is climbed without a test"),
    "simple": say("a face that is a simple climb"),
    "sheer": say("a sheer surface"),
}

CHARACTER = Sheet(
    "character",
    (
        *(
            Entry(
                name,
                CHARACTERISTIC,
                _NAMES[name],
                described=name not in ("S", "T", "Ag", "Per", "WP", "BS"),
            )
            for name in CHARACTERISTICS
        ),
        Entry("W", Whole(0, 500), say("Wounds"), described=True),
        Entry("Athletics", OneOf(tuple(RANKS), any_case=True), say("rank of the Athletics skill")),
        Entry(
            "unnatural", Fields(dict.fromkeys(CHARACTERISTICS, UNNATURAL)), say("Unnatural characteristics")
        ),
        Entry("movement_agb_bonus", Whole(-20, 20), say("added to the Agility bonus for movement")),
        Entry(
            "speed_bonus", Fields(dict.fromkeys(SPEEDS, Amount(-100, 100))), say("metres added to a speed")
        ),
        Entry("speed_factor", Fields(dict.fromkeys(SPEEDS, Amount(0, 10))), say("factor of a speed")),
        Entry("free_hands", Whole(0, 10), say("free hands")),
        Entry(
            "carry_sum_bonus",
            Whole(-20, 20),
            say("added to the sum of Strength and Toughness bonus for loads"),
        ),
        Entry("carry_factor", Amount(0, 10), say("factor of the weights it can carry, lift and push")),
        Entry("hoverer", Whole(0, 50), say("number of the Hoverer trait")),
        Entry("flyer", Whole(0, 50), say("number of the Flyer trait")),
        Entry("load", LOAD, say("kilograms carried, without held objects")),
        Entry("arm_reach", Amount(0, 10), say("reach of the raised arms above the head, in metres")),
        Entry("light_radius", Amount(0, 500), say("metres of Bright light around the character's lamp")),
        Entry("in_combat", Switch(), say("is in combat")),
        Entry("time_critical", Switch(), say("is busy with an urgent task")),
        Entry("secured", Switch(), say("is secured by a harness or a line")),
        Entry("weighted_down", Switch(), say("is weighted down in the water")),
        Entry("armour", Switch(), say("wears armour that weighs it down")),
        Entry("restrained", Switch(), say("has its hands tied")),
        Entry("sees_in_dark", Switch(), say("sees in Darkness as in Bright light")),
        Entry("stand_cost", OneOf(("half", "free")), say("cost of standing up")),
        Entry(
            "abseil_gear",
            OneOf(("none", "rope", "climbing-gear", "drop-harness")),
            say("abseiling gear"),
        ),
    ),
    (
        Word(PRONE, say("Prone: has to stand up before it moves on foot")),
        Word(UNCONSCIOUS, say("Unconscious: can't act")),
        Word(STUNNED, say("Stunned: can't act, and a flier can't stay aloft")),
        *(Word(status, say("can't move, and sinks in water")) for status in HELPLESS),
    ),
    (
        Word(FATIGUE, say("levels of Fatigue")),
        Word(MARCH_FATIGUE, say("levels of Fatigue from forced marching, also counted in fatigue")),
        Word(DAMAGE, say("Damage taken so far")),
    ),
    base=Amount(5, 500),
    height=Amount(0, 50),
    hints={
        "encumbered": say("it follows from the load: write {form}", form=Notation("profile: {load: 60}")),
        "fatigued": say("write {form}", form=Notation("counters: {fatigue: 1}")),
        "helpless": say("write {form}", form=Notation("status: [bound]")),
    },
)

# Faces that are climbed.
# Ground that changes nothing: env.clear-assumed.
_CLEAR = (
    "floor", "grass", "hall", "paved", "flagstone", "flagstones", "loose-straw", "road", "street", "habway", "field", "clear",
    "open", "smooth", "corridor", "deck", "sewer", "courtyard",
)  # fmt: skip  # one list of words
# What the rules call a face; its kind of climb is a tag of its own.
_DESCRIBED = (
    "tree", "fence", "low-wall", "city-wall", "cliff", "overhang", "steep-hill", "building", "building-wall",
    "buttress", "flying-buttress", "crevasse", "icy-crevasse", "pile-of-rubble",
)  # fmt: skip  # one list of words
_STAND = say("write {form}", form=Notation("action: stand"))
_TRAVEL = say("write {form}", form=Notation("action: journey, pace: normal, hurry or run"))
_SPEEDS = say(
    "these rules have four speeds: write {form}", form=Notation("action: half-move, full-move, charge or run")
)
_FLY = say("write {form}", form=Notation("action: full-move, altitude: hovering, low or high"))
_OTHER = say("for an action that is not movement write {form}", form=Notation("action: other, name: aim"))
_FALL = say("for a fall write {form}", form=Notation("happen: pushed, path: [[x, y]]"))
# Words that people are likely to try as actions or events.
_ACTION_HINTS = {
    **dict.fromkeys(("get up", "stand up", "rise"), _STAND),
    **dict.fromkeys(("march", "travel", "hurry", "ride"), _TRAVEL),
    **dict.fromkeys(("fly", "hover", "take off", "land", "ascend", "descend"), _FLY),
    **dict.fromkeys(("disengage", "tactical advance"), _SPEEDS),
    **dict.fromkeys(
        (
            "aim",
            "shoot",
            "fire",
            "attack",
            "dodge",
            "evade",
            "ready",
            "reload",
            "parry",
            "grapple",
            "delay",
            "overwatch",
        ),
        _OTHER,
    ),
    **dict.fromkeys(("fall", "falls", "push off", "knocked off"), _FALL),
}
# Words that are traits of an area, and how to write them.
_HINTS = {
    "hindering": "traits: {dark-heresy-2e: {hindering: true}}",
    "treacherous": "traits: {dark-heresy-2e: {treacherous: mud}}",
    "low-gravity": "traits: {dark-heresy-2e: {gravity: low}}",
    "high-gravity": "traits: {dark-heresy-2e: {gravity: high}}",
    "shadow": "traits: {dark-heresy-2e: {light: shadow}}",
    "bright": "traits: {dark-heresy-2e: {light: bright}}",
    "rough-water": "tags: [deep-water], traits: {dark-heresy-2e: {depth: 3, water: rough}}",
    "choppy": "tags: [deep-water], traits: {dark-heresy-2e: {depth: 3, water: rough}}",
}
_FACES = ("wall", "obstacle", "platform", "gap", "ramp", "lift", "door", "window", *LINK_SORTS)


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Every word and number that a table of this ruleset may use."""
    return Vocabulary(
        sheets=(CHARACTER,),
        action_hints=_ACTION_HINTS,
        keywords=(
            Word("acolyte", say("a player character"), described=True),
            Word("npc", say("a character of the GM"), described=True),
            Word("daemon", say("a creature of the Warp"), described=True),
            Word("xenos", say("an alien"), described=True),
            Word("servitor", say("a cybernetic servant"), described=True),
            Word("psyker", say("has psychic powers"), described=True),
        ),
        tags=(
            *(Word(name, say("treacherous ground"), ("area",)) for name in conditions()),
            *(
                Word(name, say("counts as {condition}", condition=Term(condition)), ("area",))
                for name, condition in ALSO.items()
            ),
            Word("difficult", say("hindering ground: halves speed"), ("area",)),
            Word(DEEP, say("water too deep to stand in; needs the trait depth"), ("area",)),
            *(Word(kind, _CLIMBS[kind], _FACES) for kind in TAGS),
            Word("ladder", say("a face that is climbed like a ladder"), _FACES),
            Word(STEEP, say("stairs that have to be climbed"), ("stairs",)),
            *(Word(name, say("clear ground"), ("area",), described=True) for name in _CLEAR),
            *(
                Word(name, say("a description of a face; also tag its kind of climb"), _FACES, described=True)
                for name in _DESCRIBED
            ),
        ),
        hints={tag: say("write {traits}", traits=Notation(traits)) for tag, traits in _HINTS.items()},
        states=(
            Word("open", say("open"), ("door", "window")),
            Word("closed", say("closed"), ("door", "window"), described=True),
            Word("locked", say("locked"), ("door", "window"), described=True),
        ),
        piece_traits=(
            Entry(
                "hindering",
                Switch(),
                say("whether the ground is hindering and halves speed"),
                "env.hindering-kinds",
            ),
            Entry(
                "treacherous",
                Either((OneOf(conditions()), Switch())),
                say("the condition for which a Run or Charge is tested, or false"),
                "env.hindering-kinds",
            ),
            Entry(
                "gm_modifier",
                Either((Whole(-100, 100), OneOf(tuple(difficulties()), any_case=True))),
                say("the GM's modifier to climbing tests: a number or a difficulty"),
                "climb.gm-difficulty",
            ),
            Entry("gravity", OneOf(GRAVITIES), say("gravity of the area"), "gravity.small-differences"),
            Entry("light", OneOf(LIGHTS), say("light of the area"), "light.three-levels"),
            Entry("water", OneOf(WATERS), say("calm or rough water"), "swim.hazards"),
            Entry("depth", Amount(0, 20_000), say("depth of the water in metres"), "swim.ideal-no-test"),
            Entry(
                "push",
                Either((OneOf((NORMAL, BLOCKED)), Whole(-100, 100))),
                say("pushing over it: normal, blocked, or the modifier of a test"),
                "push.rough-ground",
            ),
        ),
        objects=(
            Thing("load", say("a heavy load")),
            Thing("loot", say("something to take away"), described=True),
            Thing("lamp", say("a source of light"), described=True),
            *(Thing(sort, say("a weapon that is thrown by the rules for combat")) for sort in WEAPONS),
        ),
        environment=(Entry("light", OneOf(LIGHTS), say("light of the whole table"), "light.three-levels"),),
        details=(
            Entry("weight", LOAD, say("weight in kilograms")),
            Entry("gear_bonus", Whole(0, 100), say("bonus of climbing gear")),
            Entry("fall_point", Amount(-1_000, 1_000), say("metres along the path to the point of the fall")),
            Entry("surface", Amount(0, 1_000), say("metres to a hard surface")),
            Entry("depth", Amount(-1_000, 1_000), say("metres under water")),
            Entry("thing", Text(), say("the thing that is lifted, pushed or thrown")),
            Entry("skill", OneOf(("strength", "athletics"), any_case=True), say("the test of a climb")),
            Entry("cost", OneOf(("half", "full")), say("cost of another action")),
            Entry("run_up", Amount(0, 1_000), say("metres of run-up")),
            Entry("kind", OneOf(("melee", "ranged")), say("the kind of attack")),
        ),
        board=Amount(1, 2_000),
        levels=Amount(-1_000, 1_000),
    )
