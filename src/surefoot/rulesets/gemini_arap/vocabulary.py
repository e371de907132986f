"""The words and numbers that Gemini knows, with the bounds of what is possible in it."""

from __future__ import annotations

from functools import lru_cache

from surefoot.referee.values import (
    Amount,
    Anything,
    Dice,
    Either,
    Fields,
    Kind,
    ListOf,
    NearlyFree,
    OneOf,
    Switch,
    Text,
    Whole,
)
from surefoot.referee.vocabulary import Entry, Sheet, Thing, Vocabulary, Word
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.climb import AIDS, CREEPERS, GEAR, HANDHOLDS, UNFIT
from surefoot.rulesets.gemini_arap.dangerous import DANGEROUS, MINEFIELD, SCANNER
from surefoot.rulesets.gemini_arap.figure import (
    BEAST,
    CREATURE_KINDS,
    FALLEN,
    FLEET,
    HORSE,
    IN_COVER,
    INDEPENDENT,
    KNEELING,
    KNOCKED,
    LARGE,
    LEADER,
    LEAPING,
    M_SOURCE,
    MOB,
    MOVE_THROUGH_COVER,
    PINNED,
    PRONE,
    RIDERS,
    ROUTING,
    SLOW_AND_PURPOSEFUL,
    STALKER,
    VEHICLE,
)
from surefoot.rulesets.gemini_arap.jump_down import CHUTES
from surefoot.rulesets.gemini_arap.laying import FALL_ARMOUR, MOST_AP
from surefoot.rulesets.gemini_arap.rope import CIVILIAN
from surefoot.rulesets.gemini_arap.swim import AQUATIC, CHARACTERS
from surefoot.rulesets.gemini_arap.tactical import BULKY
from surefoot.rulesets.gemini_arap.terrain import CLASSES, VARIABLE
from surefoot.rulesets.gemini_arap.water import DEEP, LOADS, MARINES, PRIMITIVE

RULES = (FLEET, MOVE_THROUGH_COVER, LEAPING, SLOW_AND_PURPOSEFUL)
# Creatures of the source besides those with an M of their own.
OTHERS = (*UNFIT, *CREATURE_KINDS, "hormagaunt", "hornagaunt", "simple-animal", "gretchin")
PICK = OneOf(("highest", "lowest"))
SCORE = Whole(0, 12)
# Ground is classed on these; on other pieces the class of a side is.
GROUND = ("area", "ramp", "stairs")
SIDES = ("wall", "obstacle", "platform", "gap", "ramp", "stairs", "rope", "grapple", "door", "lift")


def _creatures() -> tuple[str, ...]:
    """Every kind of creature that has an M of its own."""
    return tuple(dict.fromkeys(str(row["creature"]) for row in rows("allowance.by-creature")))


def _ground() -> tuple[str, ...]:
    """Every kind of ground that the lists name."""
    plain = [str(row["tag"]) for clause in ("terrain.normal-list", "difficult.list") for row in rows(clause)]
    paired = [str(tag) for row in rows("very-difficult.list") for tag in row["tags"]]
    return tuple(dict.fromkeys(tag for tag in (*plain, *paired) if tag != "woods"))


# What a figure has, as a keyword, in its equipment, or as the name or kind of a weapon.
BURDENS = tuple(dict.fromkeys(word for each in LOADS.values() for word in each))
KINDS = ("pistol", "assault", "heavy", "rapid-fire", "basic", "melee", "thrown", "contact")
EQUIPMENT = (*BURDENS, *GEAR, *CHUTES, *FALL_ARMOUR, PRIMITIVE, SCANNER)
THING = NearlyFree(EQUIPMENT)
WEAPON = Fields(
    {
        "name": THING,
        "kind": OneOf(tuple(dict.fromkeys((*KINDS, *BURDENS)))),
        "shots": Whole(0, 100),
        "range": Amount(0, 500),
        "template": Switch(),
        "area": Switch(),
        "shotgun": Switch(),
        "melee_radius": Amount(0, 20),
    },
    ("name",),
)
HAZARD = Fields(
    {
        "kind": OneOf(("plain", MINEFIELD)),
        "chance": Either((Whole(0, 6), Text())),
        "affects": ListOf(Text(), bare=True),
        "cleared": Switch(),
        "effect": Either(
            (Text(), Fields({"hits": Either((Whole(0, 20), Dice())), "strength": Whole(0, 20)}))
        ),
    }
)

_SWITCHES = {
    "natural_jumper": "moves by jumping",
    "fall_save": "its save may be used against falling hits",
    "can_go_prone": "is able to lie down",
    "can_crawl": "is able to crawl",
    "can_climb": "has a body that can climb",
    "understands_firearms": "is clever enough to know firearms",
    "tactical_trained": "may move tactically",
    "tactical_refused": "will not move tactically",
    "rope_trained": "climbs ropes without asking the GM",
    "weak_climber": "is weak or tired, so that Strength rolls are due",
    "swim_load_allowed": "may swim with any load",
    "breathes_underwater": "breathes under water",
    "needs_no_air": "does not breathe",
    "armour_floats": "has armour that floats",
    "bottom_walker": "walks on the bottom",
    SCANNER: "has an Energy Scanner",
}
_VALUES: dict[str, tuple[Kind, str]] = {
    "I": (Whole(0, 12), "Initiative"),
    "WS": (SCORE, "Weapon Skill"),
    "BS": (SCORE, "Ballistic Skill"),
    "S": (Whole(0, 20), "Strength"),
    "T": (Whole(0, 12), "Toughness; 3 if left out"),
    "W": (Whole(0, 30), "Wounds; 1 if left out"),
    "Ld": (SCORE, "Leadership"),
    "Sv": (Whole(0, 7), "the roll that an Armour Save needs"),
    "ap": (Whole(0, MOST_AP), "Action Points"),
    "size": (Whole(0, 10), "size class; 2 if left out"),
    M_SOURCE: (Text(), "where M comes from; filled in"),
    "equipment": (ListOf(THING, bare=True), "what it carries"),
    "weapons": (ListOf(Either((WEAPON, THING))), "its weapons: [{name: bolt-pistol, kind: pistol}]"),
    "ld_bonus": (Whole(0, 10), "what it adds to the Ld of its unit"),
    "shared_rules": (ListOf(OneOf(RULES), bare=True), "rules that a unit and its character share"),
    "variable_pick": (PICK, "which die of Variable Terrain counts"),
    "jump_bonus": (Amount(-20, 20), "inches added to the width that it jumps"),
    "max_jump_down": (Amount(0, 200), "the greatest height that it jumps down"),
    "melee_radius": (Amount(0, 20), "reach in inches; 2 if left out"),
    "descent_aid": (OneOf(("none", *AIDS)), "what helps it on the way down"),
}


def _figure() -> Sheet:
    """What a figure has."""
    return Sheet(
        "figure",
        (
            Entry(
                "creature", OneOf((*_creatures(), *OTHERS)), "the kind of creature, which gives the usual M"
            ),
            Entry("movement_mode", OneOf(("foot", "fly", "tunnel")), "how it travels", described=True),
            Entry("M", Whole(1, 40), "Movement Allowance in inches", "allowance.value"),
            *(Entry(name, kind, says) for name, (kind, says) in _VALUES.items()),
            *(Entry(name, Switch(), says) for name, says in _SWITCHES.items()),
        ),
        (
            Word(FALLEN, "down because it fell"),
            Word(PRONE, "lies down"),
            Word(KNOCKED, "was knocked over"),
            Word(ROUTING, "runs away"),
            Word(PINNED, "is Pinned"),
            Word(IN_COVER, "is in cover"),
        ),
        (Word("wounds", "Wounds lost so far"),),
        base=Amount(5, 500),
        height=Amount(0, 30),
    )


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return Vocabulary(
        sheets=(_figure(),),
        keywords=(
            *(Word(name, "a special rule") for name in RULES),
            Word(INDEPENDENT, "an Independent Character"),
            *(
                Word(name, "a character, who may be saved from drowning")
                for name in CHARACTERS
                if name != INDEPENDENT
            ),
            Word(LEADER, "leads its unit"),
            Word(MOB, "a Mob"),
            *(Word(name, "what the figure is") for name in (VEHICLE, HORSE, STALKER, BEAST)),
            *(Word(name, "does not go on foot") for name in RIDERS),
            Word(KNEELING, "is posed kneeling: as tall as if it stood"),
            Word(LARGE, "a large Size Two model"),
            Word(CIVILIAN, "asks the GM before it climbs a rope"),
            Word(AQUATIC, "lives in water"),
            Word(PRIMITIVE, "wears primitive armour"),
            *(Word(name, "breathes under water") for name in MARINES),
            *(Word(name, "keeps its save against falling hits") for name in FALL_ARMOUR),
            *(Word(name, "descends without a test") for name in CHUTES),
            *(Word(name, "the equipment of a climber") for name in GEAR),
            *(Word(name, "cannot be swum with") for name in BURDENS),
            *(Word(f"carries-{name}", "too bulky for tactical movement") for name in BULKY),
            Word(SCANNER, "an Energy Scanner: mines are seen"),
            *(Word(name, "a kind of creature, which gives the usual M") for name in _creatures()),
            *(Word(name, "a kind of creature that cannot climb") for name in UNFIT),
            Word("infantry", "goes on foot; hazards may affect it"),
            Word("humanoid", "goes on foot; hazards may affect it"),
            *(
                Word(name, "what else may be said of a figure; hazards may affect it", described=True)
                for name in (
                    "heavy-vehicle",
                    "small",
                    "flak",
                    "parachute",
                    "climber",
                    "pistol",
                    "soldier",
                    "burglar",
                    "gretchin",
                    "hormagaunt",
                    "hornagaunt",
                    "simple-animal",
                    "carapace",
                    "tank",
                    "walker",
                    "jetbike",
                )
            ),
        ),
        tags=(
            *(Word(name, "a kind of ground by the lists", (*GROUND, *SIDES)) for name in _ground()),
            *(Word(name, "the class of the ground") for name in CLASSES),
            Word(VARIABLE, "Variable Terrain"),
            Word(DANGEROUS, "Dangerous Ground", GROUND),
            Word(MINEFIELD, "a minefield", GROUND),
            Word(DEEP, "water too deep to wade", ("area",)),
            *(
                Word(name, "has handholds, so it can be climbed", SIDES)
                for name in HANDHOLDS
                if name != "ruins"
            ),
            *(Word(name, "is climbed like a rope") for name in CREEPERS),
            Word("building", "a building: easy for climbing gear", SIDES),
            *(
                Word(name, "too flat for tactical movement", GROUND)
                for name in ("highway-undamaged", "landing-pad")
            ),
            *(
                Word(name, "a kind of ground that needs a class or the tag variable", GROUND, described=True)
                for name in (
                    "city-rubble",
                    "jungle-undergrowth",
                    "moss",
                    "gravel",
                    "snow-slope",
                    "hedge",
                    "ditch",
                )
            ),
            *(
                Word(name, "smooth: it has no handholds", SIDES, described=True)
                for name in ("glass", "pillar")
            ),
        ),
        states=(
            Word("open", "stands open", ("door", "window")),
            Word("closed", "is shut", ("door", "window"), described=True),
            Word("locked", "is locked", ("door", "window")),
            Word("bolted", "is bolted", ("door", "window")),
        ),
        piece_traits=(
            Entry("class", OneOf(CLASSES), "the class of the ground or of its sides"),
            Entry(VARIABLE, Switch(), "Variable Terrain"),
            Entry("variable_pick", PICK, "which die of Variable Terrain counts"),
            Entry(DANGEROUS, Either((Switch(), HAZARD)), "Dangerous Ground, with its hazard"),
            Entry("no_tactical", Switch(), "too flat for tactical movement"),
            Entry("climb_test", Switch(), "whether climbing it takes an Initiative test"),
            Entry("climbable", Switch(), "whether it can be climbed"),
            Entry("easy_surface", Switch(), "easy enough for climbing gear"),
            Entry("descent_aid", OneOf(("none", *AIDS)), "what helps on the way down"),
            Entry("lanes", Whole(1, 20), "how many may climb the ladder side by side"),
            Entry("levels", ListOf(Amount(0, 200)), "heights of the levels of a building"),
        ),
        unit_profile=(
            Entry("ap", Whole(0, MOST_AP), "Action Points"),
            Entry("shared_rules", ListOf(OneOf(RULES), bare=True), "rules that it shares with its character"),
            Entry("tactical_trained", Switch(), "may move tactically"),
            Entry("tactical_refused", Switch(), "will not move tactically"),
        ),
        objects=(
            *(
                Thing(
                    sort,
                    says,
                    (
                        Entry("bulky", Switch(), "too bulky for tactical movement"),
                        Entry("grapple_range_horizontal", Amount(0, 200), "how far it is thrown or fired"),
                        Entry("grapple_range_vertical", Amount(0, 200), "how high it is thrown or fired"),
                    ),
                )
                for sort, says in (
                    ("portable-ladder", "a ladder to be set up"),
                    ("grapple", "a grapple with its line"),
                    ("rope", "a rope"),
                    ("standard", "a standard, too bulky for tactical movement"),
                    ("ladder", "a ladder, too bulky for tactical movement"),
                    ("battering-ram", "a battering ram, too bulky for tactical movement"),
                    ("model", "somebody who is carried"),
                    ("loot", "something to take away"),
                    ("load", "something heavy"),
                    (SCANNER, "an Energy Scanner"),
                )
            ),
        ),
        manners=None,
        details=(
            Entry("ap", Anything(), "Action Points, judged by the rules"),
            Entry("strength", Whole(0, 20), "the Strength of a hit"),
            Entry("height", Amount(0, 200), "how high a hook is to hold"),
        ),
        instead_of={"plan": "path"},
        board=Amount(1, 300),
    )
