"""The words and numbers that Warhammer 40,000 knows, with the bounds of what is possible in it."""

from __future__ import annotations

from surefoot.referee.values import (
    Amount,
    Anything,
    ByName,
    Dice,
    Either,
    Fields,
    ListOf,
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

# Further than any unit moves, in inches.
FURTHEST = 100
# Other keywords of datasheets: they tell units apart, and Transports list them.
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


def _listed(table: Table) -> tuple[str, ...]:
    """Keywords that a Transport on the table lists: they decide who may be aboard."""
    rooms = [capacity(model) for model in table.models.values() if model.has(TRANSPORT)]
    return tuple(word for room in rooms for each in ("allowed", "excluded") for word in words(room, each))


MODEL = Sheet(
    "model",
    (
        Entry(
            "M",
            Either((Whole(0, FURTHEST), Dice(), OneOf(("-",)))),
            "Move in inches, dice such as 2D6, or a dash",
            "support.move-characteristic",
        ),
        Entry("W", Whole(1, 100), "Wounds"),
        Entry("Ld", Whole(1, 12), "Leadership: the 2D6 roll that passes a Battle-shock test"),
        Entry("T", Whole(1, 20), "Toughness", described=True),
        Entry("Sv", Whole(1, 7), "the roll that an Armour Save needs", described=True),
        Entry("OC", Whole(0, 100), "Objective Control", described=True),
    ),
    (Word(SHOCKED, "Battle-shocked"),),
    (Word(LOST, "Wounds lost so far"),),
    base=Amount(5, 1_200),
    height=Amount(0, 30),
)

VOCABULARY = Vocabulary(
    sheets=(MODEL,),
    keywords=(
        *(Word(name, "goes through the walls and floors of Ruins") for name in AFOOT),
        Word(MONSTER, "goes round friendly Monsters and Vehicles"),
        Word(VEHICLE, "goes round friendly Monsters and Vehicles"),
        Word(FLY, "can Fly"),
        Word(TITANIC, "takes no Desperate Escape tests"),
        Word(AIRCRAFT, "an Aircraft"),
        Word(TRANSPORT, "can carry others; needs the trait capacity"),
        Word(DEEP_STRIKE, "may start in Reserves"),
        *(Word(name, "a kind of unit that Transports may list", described=True) for name in KINDS),
        Word("trooper", "an ordinary model of a unit", described=True),
    ),
    more_keywords=_listed,
    tags=(
        Word("impassable", "nobody moves or stands on it"),
        *(
            Word(name, "open ground to everybody", ("area",), described=True)
            for name in (
                "difficult",
                "dangerous",
                "woods",
                "mud",
                "water",
                "crater",
                "rubble",
                "debris",
                "hill",
                "road",
                "clear",
                "grass",
            )
        ),
    ),
    hints={"ruins": "write traits: {wh40k-10e: {type: ruins}}"},
    states=(
        Word("open", "stands open", ("door",)),
        Word("closed", "is shut", ("door",), described=True),
        Word("open", "an opening", ("window",), described=True),
        Word("closed", "is shut", ("window",), described=True),
    ),
    traits=(
        Entry(
            "capacity",
            Fields(
                {
                    "maximum": Whole(0, 100),
                    "allowed": ListOf(Text(), bare=True),
                    "excluded": ListOf(Text(), bare=True),
                }
            ),
            "what a Transport carries: {maximum: 10, allowed: [Infantry]}",
            "capacity.on-datasheet",
        ),
        Entry("slots", Whole(1, 100), "how many places it takes up aboard"),
        Entry(
            "arrival",
            Anything(),
            "how it arrives from Reserves: {more_than: 9, allowed, zone, from_round, until_round}",
        ),
        Entry(
            "deadly_demise",
            Either((Whole(0, 20), Dice())),
            "mortal wounds of its Deadly Demise: a number or dice such as D3",
            "support.deadly-demise",
        ),
        Entry("firing_deck", Whole(0, 100), "the number of its Firing Deck"),
        Entry(
            "weapons",
            Either((ListOf(Text()), ByName(OneOf(("ranged", "melee", "one-shot"))))),
            "its weapons: a list, or each with its kind",
        ),
        Entry("measure_from", OneOf(("base", "hull")), "whether distances are measured from base or hull"),
        Entry("hull", Anything(), "its hull: [length, width] in inches", "support.measuring"),
        Entry("stem", Switch(), "stands on a flying stem"),
        Entry("leader", Switch(), "is lost last"),
        *(
            Entry(name, Switch(), says)
            for name, says in (
                ("shoot_after_advance", "may shoot although it Advanced"),
                ("charge_after_advance", "may charge although it Advanced"),
                ("shoot_after_fall_back", "may shoot although it Fell Back"),
                ("charge_after_fall_back", "may charge although it Fell Back"),
                ("charge_after_disembark", "may charge although its Transport had moved"),
            )
        ),
    ),
    piece_traits=(
        Entry("type", OneOf(("plain", "ruins")), "ruins, or plain terrain"),
        Entry("may_stop", Switch(), "whether a base may overlap it when it stops"),
    ),
    phases=tuple(Word(phase, "a phase") for phase in (DEPLOYMENT, *PHASES)),
    steps=tuple(Word(step, "a step of the Movement phase") for step in STEPS),
    clauses={"phases": "support.turn-sequence", "steps": "phase.two-steps"},
    clock=(Entry("first", Text(), "the side that has the first turn"),),
    details=(
        Entry(
            "plan", Anything(), "the paths or places of all models, judged by the rules", "move.any-models"
        ),
        Entry("count", Whole(0, 100), "how many mortal wounds", "support.mortal-wounds"),
        Entry(
            "advance_roll",
            Fields({"fixed": Whole(0, 20), "plus": Whole(-10, 20), "reroll": Switch()}),
            "abilities that change the roll",
            "advance.roll",
        ),
    ),
    instead_of={"plan": "path"},
    board=Amount(1, 300),
)


def vocabulary() -> Vocabulary:
    """Everything that a table of this ruleset may say."""
    return VOCABULARY
