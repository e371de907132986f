"""The words and numbers that tables of this ruleset may use, with their bounds."""

from __future__ import annotations

from functools import lru_cache

from surefoot.language import Notation, Sentence, say
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
from surefoot.rulesets.gemini_arap.climb import AIDS, CREEPERS, GEAR, HANDHOLDS
from surefoot.rulesets.gemini_arap.dangerous import DANGEROUS, MINEFIELD, SCANNER
from surefoot.rulesets.gemini_arap.figure import (
    BEAST,
    CRAWLERS,
    CREATURE_KINDS,
    FALLEN,
    FLEET,
    FLEETS,
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
    SIMPLE,
    SLOW_AND_PURPOSEFUL,
    STALKER,
    UNFIT,
    VEHICLE,
)
from surefoot.rulesets.gemini_arap.jump_down import CHUTES
from surefoot.rulesets.gemini_arap.laying import FALL_ARMOUR, MOST_AP
from surefoot.rulesets.gemini_arap.manners import MANNERS
from surefoot.rulesets.gemini_arap.rope import CIVILIAN
from surefoot.rulesets.gemini_arap.swim import AQUATIC, CHARACTERS
from surefoot.rulesets.gemini_arap.tactical import BULKY
from surefoot.rulesets.gemini_arap.terrain import ALSO, CLASSES, GROUND, VARIABLE
from surefoot.rulesets.gemini_arap.water import DEEP, LOADS, MARINES, PRIMITIVE

RULES = (FLEET, MOVE_THROUGH_COVER, LEAPING, SLOW_AND_PURPOSEFUL)
# Creatures of the rules without an M of their own.
OTHERS = (*CREATURE_KINDS, "gretchin")
PICK = OneOf(("highest", "lowest"))
SCORE = Whole(0, 12)
# Sorts of terrain whose sides have a class.
SIDES = ("wall", "obstacle", "platform", "gap", "ramp", "stairs", "rope", "grapple", "door", "lift")


def _creatures() -> tuple[str, ...]:
    """Every kind of creature with an M of its own."""
    return tuple(dict.fromkeys(str(row["creature"]) for row in rows("allowance.by-creature")))


def _ground() -> tuple[str, ...]:
    """Every kind of ground in the lists."""
    plain = [str(row["tag"]) for clause in ("terrain.normal-list", "difficult.list") for row in rows(clause)]
    paired = [str(tag) for row in rows("very-difficult.list") for tag in row["tags"]]
    return tuple(dict.fromkeys(tag for tag in (*plain, *paired) if tag != "woods"))


# Equipment: as a keyword, in the list of equipment, or as the name or kind of a weapon.
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
        "chance": Either((Whole(1, 5), OneOf(tuple(f"{faces} in 6" for faces in range(1, 6))))),
        "affects": ListOf(Text(), bare=True),
        "cleared": Switch(),
        "effect": Either(
            (Text(), Fields({"hits": Either((Whole(0, 20), Dice())), "strength": Whole(0, 20)}))
        ),
    }
)

_SWITCHES: dict[str, Sentence] = {
    "natural_jumper": say("Moves by jumping"),
    "fall_save": say("May use its save against falling hits"),
    "can_go_prone": say("Is able to go Prone"),
    "can_crawl": say("Is able to crawl"),
    "can_climb": say("Is able to climb"),
    "understands_firearms": say("Is clever enough to understand firearms"),
    "tactical_trained": say("Is trained in Tactical Movement"),
    "tactical_refused": say("Refuses to move tactically"),
    "rope_trained": say("Climbs ropes without asking the GM"),
    "weak_climber": say("Is weak or tired: takes Strength tests on ropes"),
    "swim_load_allowed": say("May swim with any load"),
    "breathes_underwater": say("Breathes under water"),
    "needs_no_air": say("Needs no air"),
    "armour_floats": say("Wears armour that floats"),
    "bottom_walker": say("Can walk on the bottom of deep water"),
    SCANNER: say("Has an Energy Scanner"),
}
_VALUES: dict[str, tuple[Kind, Sentence]] = {
    "I": (Whole(0, 12), say("Initiative (default 0)")),
    "WS": (SCORE, say("Weapon Skill")),
    "BS": (SCORE, say("Ballistic Skill (default 0)")),
    "S": (Whole(0, 20), say("Strength (default 0)")),
    "T": (Whole(0, 12), say("Toughness (default 3)")),
    "W": (Whole(0, 30), say("Wounds (default 1)")),
    "Ld": (SCORE, say("Leadership (default 0)")),
    "Sv": (Whole(0, 7), say("Armour Save: the roll needed")),
    "ap": (Whole(0, MOST_AP), say("Action Points")),
    "size": (Whole(0, 10), say("Size (default 2)")),
    M_SOURCE: (Text(), say("Source of M (filled in)")),
    "equipment": (ListOf(THING, bare=True), say("Equipment")),
    "weapons": (
        ListOf(Either((WEAPON, THING))),
        say("Weapons: {example}", example=Notation("[{name: bolt-pistol, kind: pistol}]")),
    ),
    "ld_bonus": (Whole(0, 10), say("Bonus to the Ld of its unit")),
    "shared_rules": (ListOf(OneOf(RULES), bare=True), say("Special rules that it shares with its unit")),
    "variable_pick": (PICK, say("The die of Variable Terrain that counts")),
    "jump_bonus": (Amount(-20, 20), say("Inches added to its widest jump")),
    "max_jump_down": (Amount(0, 200), say("Greatest height to jump down")),
    "melee_radius": (Amount(0, 20), say("Melee Radius in inches (default 2)")),
    "descent_aid": (OneOf(("none", *AIDS)), say("Aid for climbing down")),
}


def _figure() -> Sheet:
    """The profile, statuses and counters of a figure."""
    return Sheet(
        "model",
        (
            Entry(
                "creature", OneOf((*_creatures(), *OTHERS)), say("Kind of creature, which gives its usual M")
            ),
            Entry("movement_mode", OneOf(("foot", "fly", "tunnel")), say("Mode of travel"), described=True),
            Entry("M", Whole(1, 40), say("Movement Allowance in inches"), "allowance.value"),
            *(Entry(name, kind, says) for name, (kind, says) in _VALUES.items()),
            *(Entry(name, Switch(), says) for name, says in _SWITCHES.items()),
        ),
        (
            Word(FALLEN, say("Fallen: must get up or gather its wits")),
            Word(PRONE, say("Prone")),
            Word(KNOCKED, say("Knocked Down: must get up")),
            Word(ROUTING, say("Routing")),
            Word(PINNED, say("Pinned")),
            Word(IN_COVER, say("In cover")),
        ),
        (Word("wounds", say("Wounds lost")),),
        base=Amount(5, 500),
        height=Amount(0, 30),
    )


_FIRE = say("write {form}", form=Notation("action: fire"))
_GET_UP = say("write {form}", form=Notation("action: get-up"))
_TWICE = say("write {form}", form=Notation("action: move, moves: 2"))
_BACK = say("write {form}", form=Notation("action: move, path: [{to: [8, 4], manner: backwards}]"))
_DOOR = say("write {form}", form=Notation("action: move, path: [{through: door, manner: open, to: [8, 4]}]"))
_HIT = say("write {form}", form=Notation("happen: hit, strength: 4"))
# Words that people are likely to try as actions or events.
_ACTION_HINTS = {
    **dict.fromkeys(("shoot", "shot"), _FIRE),
    **dict.fromkeys(("stand", "stand up", "rise"), _GET_UP),
    **dict.fromkeys(("double move", "triple move", "run twice"), _TWICE),
    **dict.fromkeys(("back up", "backup", "retreat", "walk backwards"), _BACK),
    **dict.fromkeys(("open", "open door", "close", "unlock"), _DOOR),
    **dict.fromkeys(("wound", "wounded", "damage", "shot at"), _HIT),
}


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Every word and number that a table of this ruleset may use."""
    return Vocabulary(
        sheets=(_figure(),),
        afloat=("water",),
        action_hints=_ACTION_HINTS,
        keywords=(
            *(Word(name, say("Special rule")) for name in RULES),
            *(Word(name, say("Counts as {rule}", rule=Notation(FLEET))) for name in FLEETS),
            Word(INDEPENDENT, say("Independent Character")),
            *(
                Word(name, say("Character: gets a second roll against drowning"))
                for name in CHARACTERS
                if name != INDEPENDENT
            ),
            Word(LEADER, say("Leader of its unit")),
            Word(MOB, say("Mob")),
            *(Word(name, say("Kind of model")) for name in (VEHICLE, HORSE, STALKER, BEAST)),
            *(Word(name, say("Rider: not on foot")) for name in RIDERS),
            Word(KNEELING, say("Modelled kneeling: counts as tall as standing")),
            Word(LARGE, say("Large Size Two model")),
            Word(CIVILIAN, say("Civilian: asks the GM before climbing a rope")),
            Word(AQUATIC, say("Lives in water: swims without a roll")),
            Word(PRIMITIVE, say("Wears primitive armour")),
            *(Word(name, say("Breathes under water")) for name in MARINES),
            *(Word(name, say("Armour with a save against falling hits")) for name in FALL_ARMOUR),
            *(Word(name, say("Jumps down safely, without tests")) for name in CHUTES),
            *(Word(name, say("Climbing gear")) for name in GEAR),
            *(Word(name, say("Load that forbids swimming")) for name in BURDENS),
            *(
                Word(f"carries-{name}", say("Carries a load too bulky for Tactical Movement"))
                for name in BULKY
            ),
            Word(SCANNER, say("Energy Scanner: makes mines safer")),
            *(Word(name, say("Kind of creature, which gives its usual M")) for name in _creatures()),
            *(Word(name, say("Kind of creature that can't climb or crawl")) for name in UNFIT),
            *(Word(name, say("Kind of creature that can crawl")) for name in CRAWLERS),
            Word(SIMPLE, say("Beast that doesn't understand firearms")),
            Word("infantry", say("On foot; hazards may name it")),
            Word("humanoid", say("On foot; hazards may name it")),
            *(
                Word(name, say("Description; hazards may name it"), described=True)
                for name in (
                    "heavy-vehicle",
                    "small",
                    "flak",
                    "parachute",
                    "climber",
                    "pistol",
                    "soldier",
                    "guardsman",
                    "rioter",
                    "burglar",
                    "gretchin",
                    "carapace",
                    "tank",
                    "walker",
                    "jetbike",
                )
            ),
        ),
        tags=(
            *(
                Word(name, say("Kind of ground in the lists"), tuple(dict.fromkeys((*GROUND, *SIDES))))
                for name in _ground()
            ),
            *(Word(name, say("Class of the ground")) for name in CLASSES),
            Word(VARIABLE, say("Variable Terrain")),
            Word(DANGEROUS, say("Dangerous Ground"), GROUND),
            Word(MINEFIELD, say("Minefield"), GROUND),
            Word(DEEP, say("Water too deep to wade"), ("area",)),
            *(
                Word(name, say("Has handholds and can be climbed"), SIDES)
                for name in HANDHOLDS
                if name != "ruins"
            ),
            *(Word(name, say("Climbed like a rope"), SIDES) for name in CREEPERS),
            Word("building", say("Building: easy for climbing gear"), SIDES),
            *(
                Word(name, say("Too flat for Tactical Movement"), GROUND)
                for name in ("highway-undamaged", "landing-pad")
            ),
            *(
                Word(
                    name, say("Kind of ground that needs a class or the tag variable"), GROUND, described=True
                )
                for name in (
                    "city-rubble",
                    "jungle-undergrowth",
                    "thick-undergrowth",
                    "moss",
                    "gravel",
                    "snow-slope",
                )
            ),
            *(
                Word(name, say("Linear feature"), described=True)
                for name in ("hedge", "ditch", "trench", "fence")
            ),
            *(
                Word(name, say("Counts as {kind}", kind=Notation(kind)), GROUND)
                for name, kind in ALSO.items()
            ),
            *(
                Word(name, say("Open ground"), GROUND, described=True)
                for name in ("open", "clear", "road", "grass", "floor")
            ),
            *(
                Word(name, say("Smooth, without handholds"), SIDES, described=True)
                for name in ("glass", "pillar")
            ),
        ),
        states=(
            Word("open", say("Open"), ("door", "window")),
            Word("closed", say("Closed"), ("door", "window"), described=True),
            Word("locked", say("Locked"), ("door", "window")),
            Word("bolted", say("Bolted"), ("door", "window")),
        ),
        piece_traits=(
            Entry("class", OneOf(CLASSES), say("Class of the ground or of its sides")),
            Entry(VARIABLE, Switch(), say("Variable Terrain")),
            Entry("variable_pick", PICK, say("The die of Variable Terrain that counts")),
            Entry(DANGEROUS, Either((Switch(), HAZARD)), say("Dangerous Ground, with its hazard")),
            Entry("no_tactical", Switch(), say("Too flat for Tactical Movement")),
            Entry("climb_test", Switch(), say("Climbing it takes an Initiative test")),
            Entry("climbable", Switch(), say("It can be climbed")),
            Entry("easy_surface", Switch(), say("Easy for climbing gear")),
            Entry("descent_aid", OneOf(("none", *AIDS)), say("Aid for climbing down")),
            Entry("lanes", Whole(1, 20), say("Lanes: climbers side by side on a ladder")),
            Entry("levels", ListOf(Amount(0, 200)), say("Heights of the levels of a building")),
        ),
        unit_profile=(
            Entry("ap", Whole(0, MOST_AP), say("Action Points")),
            Entry(
                "shared_rules",
                ListOf(OneOf(RULES), bare=True),
                say("Special rules that it shares with its characters"),
            ),
            Entry("tactical_trained", Switch(), say("Is trained in Tactical Movement")),
            Entry("tactical_refused", Switch(), say("Refuses to move tactically")),
        ),
        objects=(
            *(
                Thing(
                    sort,
                    says,
                    (
                        Entry("bulky", Switch(), say("Too bulky for Tactical Movement")),
                        Entry("grapple_range_horizontal", Amount(0, 200), say("Range across, in inches")),
                        Entry("grapple_range_vertical", Amount(0, 200), say("Range up, in inches")),
                    ),
                )
                for sort, says in (
                    ("portable-ladder", say("Ladder to set up")),
                    ("grapple", say("Grapple with its rope")),
                    ("rope", say("Rope")),
                    ("standard", say("Standard, too bulky for Tactical Movement")),
                    ("ladder", say("Ladder, too bulky for Tactical Movement")),
                    ("battering-ram", say("Battering ram, too bulky for Tactical Movement")),
                    ("model", say("Carried model")),
                    ("loot", say("Loot")),
                    ("load", say("Heavy load")),
                    (SCANNER, say("Energy Scanner")),
                )
            ),
        ),
        manners=MANNERS,
        details=(
            Entry("ap", Anything(), say("Action Points")),
            Entry("strength", Whole(0, 20), say("Strength of a hit")),
            Entry("height", Amount(0, 200), say("Height of the hook")),
            Entry("otherwise", OneOf(("move",)), say("What a charge that falls short becomes")),
        ),
        instead_of={"plan": "path"},
        board=Amount(1, 300),
    )
