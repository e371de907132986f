"""The vocabulary of Necromunda: its words and numbers, with the bounds of each number."""

from __future__ import annotations

from surefoot.language import Notation, Quoted, say
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

# Sorts of terrain that a model collides with or climbs.
STANDING = ("wall", "obstacle", "platform", "stairs", "ramp", "lift", "door", "window", "railing")

_SCORE = Whole(1, 12)
# Statuses of the rulebook that follow from others, or from where a model stands.
_UPRIGHT = say(
    "leave it out: without {pinned} or {injured} a fighter is Standing",
    pinned=Quoted(PINNED),
    injured=Quoted(SERIOUSLY_INJURED),
)
_PRONE = say(
    "write {pinned} or {injured}, both are Prone", pinned=Quoted(PINNED), injured=Quoted(SERIOUSLY_INJURED)
)
_ENGAGED = say("leave it out: a fighter is Engaged if its base touches that of an enemy")
_MOBILE = say(
    "leave it out: without {stalled} or {wrecked} a vehicle is Mobile",
    stalled=Quoted(STALLED),
    wrecked=Quoted(WRECKED),
)
_STATIONARY = say(
    "write {stalled} or {wrecked}, both are Stationary", stalled=Quoted(STALLED), wrecked=Quoted(WRECKED)
)

FIGHTER = Sheet(
    "fighter",
    (
        Entry("M", Whole(1, 40), say("Movement in inches"), "move.up-to-allowance"),
        Entry("I", Whole(1, 10), say("Initiative: the roll that passes a test")),
        Entry("T", Whole(1, 12), say("Toughness; 3 by default")),
        Entry("W", Whole(1, 20), say("Wounds; 1 by default")),
        Entry("Sv", Whole(1, 7), say("Save: the roll that an armour save needs; none by default")),
        Entry("WS", Whole(1, 10), say("Weapon Skill"), described=True),
        Entry("BS", Whole(1, 10), say("Ballistic Skill"), described=True),
        Entry("S", Whole(0, 20), say("Strength"), described=True),
        Entry("A", Whole(0, 20), say("Attacks"), described=True),
        Entry("Ld", _SCORE, say("Leadership"), described=True),
        Entry("Cl", _SCORE, say("Cool"), described=True),
        Entry("Wil", _SCORE, say("Willpower"), described=True),
        Entry("Int", _SCORE, say("Intelligence"), described=True),
    ),
    (
        Word(BROKEN, say("Broken")),
        Word(PINNED, say("Prone and Pinned")),
        Word(SERIOUSLY_INJURED, say("Prone and Seriously Injured")),
    ),
    (
        Word("wounds-lost", say("Wounds lost so far")),
        Word("flesh-wounds", say("Flesh Wounds; each gives −1 Toughness")),
    ),
    base=Amount(5, 300),
    height=Amount(0, 20),
    hints={"standing": _UPRIGHT, "active": _UPRIGHT, "prone": _PRONE, "engaged": _ENGAGED},
)

CAR = Sheet(
    "vehicle",
    (
        Entry("M", Whole(1, 40), say("Movement in inches"), "move.up-to-allowance"),
        Entry("handling", Whole(1, 10), say("Handling: the roll that passes a test")),
        Entry("hp", Whole(1, 20), say("Hull Points; 3 by default")),
        Entry("front", Whole(1, 20), say("Toughness of the front; 5 by default")),
        Entry("side", Whole(1, 20), say("Toughness of the sides; 5 by default")),
        Entry("rear", Whole(1, 20), say("Toughness of the rear; 4 by default")),
        Entry("Sv", Whole(1, 7), say("Save: the roll that an armour save needs; none by default")),
        Entry(
            "locomotion",
            Text(),
            say("Wheeled, Tracked, Skimmer or Walker; used by the 2023 edition"),
            described=True,
        ),
    ),
    (
        Word(BROKEN, say("Broken: the crew has lost its nerve")),
        Word(STALLED, say("Stalled: Stationary until it is restarted")),
        Word(WRECKED, say("Wrecked: it counts as terrain")),
    ),
    (
        Word(HULL_LOST, say("Hull Points lost so far")),
        Word(DRIVE_DAMAGE, say("Drive damage")),
        Word(CREW_DAMAGE, say("Crew damage")),
        Word(ENGINE_DAMAGE, say("Engine damage")),
    ),
    VEHICLE,
    base=Amount(5, 900),
    height=Amount(0, 40),
    hints={"mobile": _MOBILE, "stationary": _STATIONARY},
)

# Words of players and of the rulebook that are no actions or events here.
_RUN = say("a run is two Moves: write {move} twice", move=Quoted("move"))
_ADVANCE = say("write {move}", move=Quoted("move"))
_DOWN = say("write {event}: the fighter goes Prone and Pinned", event=Quoted("knocked down"))
_INJURED = say(
    "write {event} and {status}",
    event=Quoted("knocked down"),
    status=Notation(f"as: {SERIOUSLY_INJURED}"),
)
_FALL = say(
    "a fall follows from a failed test. Write {down} for a fighter hit near an edge, {thrown} for one that is moved over it",
    down=Quoted("knocked down"),
    thrown=Quoted("thrown"),
)
_THROWN = say("write {event}, with the distance and a direction", event=Quoted("thrown"))
_FIGHT = say(
    "Surefoot judges movement only. If a hit puts a fighter down, write {event}",
    event=Notation("happen: knocked down"),
)
_GONE = say("take the fighter out of the file, or set {place}", place=Notation("place: {kind: gone}"))

ACTION_HINTS = {
    **dict.fromkeys(("run", "sprint", "double move", "run for it"), _RUN),
    **dict.fromkeys(("advance", "walk", "go", "step"), _ADVANCE),
    **dict.fromkeys(("pinned", "pin", "prone", "go prone", "knock down", "knocked prone"), _DOWN),
    **dict.fromkeys(("seriously injured", "injured", "injury", "serious injury"), _INJURED),
    **dict.fromkeys(("fall", "falls", "falling", "fall off"), _FALL),
    **dict.fromkeys(
        ("push", "pushed", "knock back", "knocked back", "knockback", "hurl", "hurled", "throw"), _THROWN
    ),
    **dict.fromkeys(
        ("fight", "shoot", "attack", "aim", "reload", "hit", "shot", "wound", "wounded", "coup de grace"),
        _FIGHT,
    ),
    **dict.fromkeys(("out of action", "dead", "killed", "removed"), _GONE),
}

# Words for ground that newcomers try as tags.
_SLOW = say("write {tag} for ground that costs double", tag=Quoted("difficult"))
_DEADLY = say("write {tag} for ground that needs a test to enter", tag=Quoted("dangerous"))
TAG_HINTS = {
    **dict.fromkeys(("water", "mud", "sludge", "swamp", "sump", "slag", "debris"), _SLOW),
    **dict.fromkeys(
        ("toxic", "acid", "lava", "chem", "chemical", "vat", "fire", "hazard", "hazardous"), _DEADLY
    ),
}

WEAPON = Fields({"versatile": Switch(), "long": Amount(0, 120)})
HIT = Fields({"strength": Whole(0, 20), "ap": Whole(-10, 0), "damage": Whole(0, 20)})

WEAPONS = Entry(
    "weapons",
    ByName(WEAPON),
    say("Weapons by name: {example}", example=Notation("{chain: {versatile: true, long: 2}}")),
)

VOCABULARY = Vocabulary(
    sheets=(CAR, FIGHTER),
    afloat=(),
    hints=TAG_HINTS,
    action_hints=ACTION_HINTS,
    keywords=(
        Word(VEHICLE, say("Vehicle; every other model is a fighter")),
        Word(MOUNTED, say("Mounted fighter; can't climb")),
        Word("leader", say("Leader of the gang"), described=True),
        Word("champion", say("Champion of the gang"), described=True),
        Word("ganger", say("Ordinary member of the gang"), described=True),
        Word("juve", say("Young member of the gang"), described=True),
        Word("prospect", say("Young member of the gang"), described=True),
        Word("crew", say("Member of a vehicle's crew"), described=True),
        Word("brute", say("Large companion of the gang"), described=True),
        Word("exotic-beast", say("Animal of the gang"), described=True),
        Word("hanger-on", say("Works for the gang"), described=True),
        Word("hired-gun", say("Fights for pay"), described=True),
    ),
    tags=(
        Word("difficult", say("Difficult terrain: each inch costs two"), ("area",)),
        Word("dangerous", say("Dangerous terrain: difficult, and needs a test to enter"), ("area",)),
        Word("impassable", say("Impassable: no model can move across it")),
        Word("solid", say("Solid: no model can move through it, and a vehicle that hits it stops")),
        Word(
            "obstacle",
            say("Obstacle; set automatically by the size of a piece given as an obstacle"),
            STANDING,
        ),
        Word(
            "structure",
            say("Structure; set automatically by the size of a piece given as an obstacle"),
            STANDING,
        ),
        Word("flimsy", say("Removed when a vehicle hits it"), STANDING),
        Word(
            "sturdy",
            say("Stops a vehicle that hits it, like any structure that is not flimsy"),
            STANDING,
            described=True,
        ),
        Word("gravel", say("Open ground"), ("area",), described=True),
        Word("road", say("Open ground"), ("area",), described=True),
        Word("clear", say("Open ground"), ("area",), described=True),
        Word("rubble", say("Open ground, unless it is also tagged difficult"), ("area",), described=True),
        *(
            Word(
                name,
                say("Description; its size makes it an obstacle or a structure"),
                STANDING,
                described=True,
            )
            for name in (
                "crate",
                "barrel",
                "barricade",
                "pipe",
                "pipeline",
                "wall",
                "gantry",
                "walkway",
                "rusty",
                "slippery",
            )
        ),
    ),
    deck_tags=(
        Word("transport", say("Transport space: riders on it don't have to test")),
        Word("roof", say("Roof"), described=True),
    ),
    states=(
        Word("open", say("Open door"), ("door",)),
        Word("closed", say("Closed door"), ("door",)),
        Word("open", say("Opening"), ("window", "wall"), described=True),
        Word("closed", say("Closed"), ("window",), described=True),
        Word("rusty", say("Rusty"), ("door",), described=True),
        Word("locked", say("Locked"), ("door",), described=True),
    ),
    traits=(
        WEAPONS,
        Entry("ignores_one_inch", Switch(), say("Used by the 2023 edition"), described=True),
    ),
    objects=(Thing("loot", say("Loot casket")),),
    phases=(
        Word("priority", say("Priority phase")),
        Word("action", say("Action phase")),
        Word("end", say("End phase")),
    ),
    details=(
        Entry("hit", HIT, say("Hit on contact with another model")),
        Entry("strength", Whole(0, 20), say("Strength of the hit")),
        Entry("ap", Whole(-10, 0), say("Armour Piercing of the hit, 0 or below")),
        Entry("damage", Whole(0, 1_000), say("Damage of the hit")),
    ),
)


def vocabulary() -> Vocabulary:
    """The words and numbers that a table of this ruleset may use."""
    return VOCABULARY
