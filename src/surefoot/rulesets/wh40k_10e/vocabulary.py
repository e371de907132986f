"""The words and numbers that tables of Warhammer 40,000 may use, with their bounds."""

from __future__ import annotations

from surefoot.language import Notation, say
from surefoot.referee.values import (
    Amount,
    Anything,
    ByName,
    Dice,
    Either,
    Fields,
    ListOf,
    NearlyFree,
    OneOf,
    Switch,
    Text,
    Whole,
)
from surefoot.referee.vocabulary import Entry, Sheet, Vocabulary, Word
from surefoot.rulesets.wh40k_10e.arrival import DEEP_STRIKE
from surefoot.rulesets.wh40k_10e.capacity import capacity, words
from surefoot.rulesets.wh40k_10e.destroyed import LOST
from surefoot.rulesets.wh40k_10e.distance import AIRCRAFT
from surefoot.rulesets.wh40k_10e.phase import DEPLOYMENT, PHASES, STEPS
from surefoot.rulesets.wh40k_10e.squad import AFOOT, FLY, MONSTER, SHOCKED, TITANIC, TRANSPORT, VEHICLE
from surefoot.table.table import Table

# No unit moves further, in inches.
FURTHEST = 100
# Other keywords of datasheets: no rule reads them, but Transports may list them.
KINDS = (
    "Mounted", "Swarm", "Walker", "Character", "Epic Hero", "Battleline", "Psyker", "Towering", "Hover",
    "Jump Pack", "Terminator", "Gravis", "Phobos", "Tacticus", "Artillery", "Fortification", "Smoke",
    "Grenades", "Dedicated Transport", "Support Weapon", "Officer", "Leader", "Bike", "Cavalry", "Dreadnought",
    "Knight", "Daemon", "Imperium", "Chaos", "Adeptus Astartes", "Adepta Sororitas", "Adeptus Custodes",
    "Adeptus Mechanicus", "Astra Militarum", "Grey Knights", "Imperial Knights", "Imperial Agents",
    "Heretic Astartes", "Chaos Knights", "Death Guard", "Thousand Sons", "World Eaters", "Emperor's Children",
    "Aeldari", "Asuryani", "Drukhari", "Harlequins", "Necrons", "Orks", "T'au Empire", "Tyranids",
    "Genestealer Cults", "Leagues of Votann", "Synapse", "Kroot",
)  # fmt: skip  # one list of words


# Kinds of ground and scenery: terrain.ground-kinds reads and ignores them.
GROUNDS = (
    "difficult", "dangerous", "woods", "forest", "jungle", "mud", "swamp", "snow", "ice", "sand", "water", "river",
    "crater", "rubble", "debris", "detritus", "wreckage", "structure", "barricade", "hill", "road", "clear",
    "grass",
)  # fmt: skip  # one list of words


def _listed(table: Table) -> tuple[str, ...]:
    """Keywords listed by Transports on the table: they decide which models may embark."""
    rooms = [capacity(model) for model in table.models.values() if model.has(TRANSPORT)]
    return tuple(word for room in rooms for each in ("allowed", "excluded") for word in words(room, each))


MODEL = Sheet(
    "model",
    (
        Entry(
            "M",
            Either((Whole(0, FURTHEST), Dice(), OneOf(("-",)))),
            say("Move in inches, dice such as {dice}, or a dash", dice=Notation("2D6")),
            "support.move-characteristic",
        ),
        Entry("W", Whole(1, 100), say("Wounds (default 1)")),
        Entry("Ld", Whole(1, 12), say("Leadership: the 2D6 roll that passes a Battle-shock test")),
        Entry("T", Whole(1, 20), say("Toughness"), described=True),
        Entry("Sv", Whole(1, 7), say("Save: the roll that an armour save needs"), described=True),
        Entry("OC", Whole(0, 100), say("Objective Control"), described=True),
    ),
    (Word(SHOCKED, say("Battle-shocked")),),
    (Word(LOST, say("Wounds lost so far")),),
    base=Amount(5, 1_200),
    height=Amount(0, 30),
)

KEYWORDS = (
    *(Word(name, say("Can move through walls and floors of Ruins")) for name in AFOOT),
    Word(MONSTER, say("Can't move over friendly Monsters and Vehicles")),
    Word(VEHICLE, say("Can't move over friendly Monsters and Vehicles")),
    Word(FLY, say("Can Fly")),
    Word(TITANIC, say("Moves over enemies without Desperate Escape tests")),
    Word(
        AIRCRAFT,
        say(
            "Pivots without cost under {option}; the moves of Aircraft are not covered",
            option=Notation("wh40k.pivot=value"),
        ),
        lacks=say("the moves of Aircraft are not covered. It is judged as a model that is none"),
    ),
    Word(TRANSPORT, say("Carries units; needs the trait {capacity}", capacity=Notation("capacity"))),
    Word(DEEP_STRIKE, say("May start in Reserves")),
    *(Word(name, say("Type of unit; Transports may list it"), described=True) for name in KINDS),
    Word("trooper", say("Ordinary model of a unit"), described=True),
)
# A Transport may list keywords that only its own army has, but no misspelt one.
LISTED = NearlyFree(tuple(word.name for word in KEYWORDS))

VOCABULARY = Vocabulary(
    sheets=(MODEL,),
    afloat=(),
    keywords=KEYWORDS,
    more_keywords=_listed,
    tags=(
        Word("impassable", say("No model can move or stand on it")),
        *(Word(name, say("Costs no extra movement"), described=True) for name in GROUNDS),
    ),
    hints={
        name: say("write {traits}", traits=Notation("traits: {wh40k-10e: {type: ruins}}"))
        for name in ("ruins", "ruin")
    },
    states=(
        Word("open", say("Open door"), ("door",)),
        Word("closed", say("Closed door"), ("door",), described=True),
        Word("open", say("Open window"), ("window",), described=True),
        Word("closed", say("Closed window"), ("window",), described=True),
    ),
    traits=(
        Entry(
            "capacity",
            Fields(
                {
                    "maximum": Whole(1, 100),
                    "allowed": ListOf(LISTED, bare=True),
                    "excluded": ListOf(LISTED, bare=True),
                }
            ),
            say(
                "Capacity of a Transport: {example}",
                example=Notation("{maximum: 10, allowed: [Infantry]}"),
            ),
            "capacity.on-datasheet",
        ),
        Entry("slots", Whole(1, 100), say("Places that it takes up in a Transport")),
        Entry(
            "arrival",
            Anything(),
            say(
                "How it arrives from Reserves: {example}",
                example=Notation("{more_than: 9, allowed, zone, from_round, until_round}"),
            ),
        ),
        Entry(
            "deadly_demise",
            Either((Whole(0, 20), Dice())),
            say("Mortal wounds of its Deadly Demise: a number, or dice such as {dice}", dice=Notation("D3")),
            "support.deadly-demise",
        ),
        Entry(
            "firing_deck",
            Whole(0, 100),
            say("Firing Deck: the number of passengers whose weapons it may use"),
        ),
        Entry(
            "weapons",
            Either((ListOf(Text()), ByName(OneOf(("ranged", "melee", "one-shot"))))),
            say("Its weapons: a list, or each with its kind"),
        ),
        Entry(
            "measure_from",
            OneOf(("base", "hull")),
            say("Whether distances are measured from its base or its hull"),
        ),
        Entry(
            "hull",
            Anything(),
            say("Size of its hull in inches: {size}", size=Notation("[length, width]")),
            "support.measuring",
        ),
        Entry("stem", Switch(), say("Has a flying stem")),
        Entry("leader", Switch(), say("Leader: takes mortal wounds last")),
        *(
            Entry(name, Switch(), says)
            for name, says in (
                ("shoot_after_advance", say("Can shoot after an Advance")),
                ("charge_after_advance", say("Can charge after an Advance")),
                ("shoot_after_fall_back", say("Can shoot after a Fall Back")),
                ("charge_after_fall_back", say("Can charge after a Fall Back")),
                (
                    "charge_after_disembark",
                    say("Can charge after it disembarked from a Transport that had moved"),
                ),
            )
        ),
    ),
    piece_traits=(
        Entry("type", OneOf(("plain", "ruins")), say("Ruins or plain terrain")),
        Entry("may_stop", Switch(), say("Whether a base may overlap it at the end of a move")),
    ),
    phases=tuple(Word(phase, say("Phase of the turn")) for phase in (DEPLOYMENT, *PHASES)),
    steps=tuple(Word(step, say("Step of the Movement phase")) for step in STEPS),
    clauses={"phases": "support.turn-sequence", "steps": "phase.two-steps"},
    clock=(Entry("first", Text(), say("Side that has the first turn")),),
    details=(
        Entry("plan", Anything(), say("Paths or places of all models"), "move.any-models"),
        Entry("count", Whole(0, 100), say("Number of mortal wounds"), "support.mortal-wounds"),
        Entry(
            "advance_roll",
            Fields({"fixed": Whole(1, 20), "plus": Whole(-10, 20), "reroll": Switch()}),
            say("Abilities that change the Advance roll"),
            "advance.roll",
        ),
    ),
    instead_of={"plan": "path"},
    board=Amount(1, 300),
)


def vocabulary() -> Vocabulary:
    """The vocabulary of this ruleset."""
    return VOCABULARY
