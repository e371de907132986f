"""The words of Warhammer 40,000 for the codes of this ruleset: kinds of move, phases, statuses, notes, events."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Notation, Sentence, Who, count, say

# The answer of a player who declares that a unit has no legal move left, as a plan writes it.
STAY_NOTATION = Notation("{stay: true}")

_KINDS_OF_MOVE: Mapping[str, Sentence] = {
    "normal": say("Normal move"),
    "advance": say("Advance"),
    "fall-back": say("Fall Back"),
    "remain-stationary": say("Remain Stationary"),
}

_CLOCK: Mapping[str, Sentence] = {
    "deployment": say("deployment step"),
    "command": say("Command phase"),
    "movement": say("Movement phase"),
    "shooting": say("Shooting phase"),
    "charge": say("Charge phase"),
    "fight": say("Fight phase"),
    "move-units": say("Move Units step"),
    "reinforcements": say("Reinforcements step"),
    "battle": say("battle"),
}

_MODELS: Mapping[str, Sentence] = {
    "battle-shocked": say("Battle-shocked"),
    "wounds_lost": say("wounds lost"),
    "counted:wounds_lost": count("loses {n} wound", "loses {n} wounds", 0),
    "uncounted:wounds_lost": count("regains {n} wound", "regains {n} wounds", 0),
    "gone:destroyed": say("is destroyed"),
    "gone:never arrived": say("never arrived and counts as destroyed"),
    "gone:out of coherency": say("is removed to restore Unit Coherency"),
}

# How models get somewhere.
_MOVES: Mapping[str, Sentence] = {
    # Tanks and flyers are moved, too.
    "walk": say("move"),
    "embarks": say("embarks in {where}"),
    "disembarks": say("disembarks"),
    "gets out": say("disembarks from the destroyed Transport"),
    "arrives": say("arrives from Reserves"),
    "is set up": say("is set up"),
    "begins aboard": say("starts the battle embarked in {where}"),
    "waits in Reserves": say("starts the battle in Reserves"),
    "pivot": say("pivot"),
    "did:pivot": say("pivots"),
}

_EVENTS: Mapping[str, Sentence] = {
    "cannot shoot this turn": say("can't shoot this turn"),
    "cannot declare a charge this turn": say("can't declare a charge this turn"),
    "cannot shoot or declare a charge this turn": say("can't shoot or declare a charge this turn"),
    "makes an Emergency Disembarkation": say("makes an Emergency Disembarkation"),
    "has not moved": say(
        "has not moved: its plan does not fit the roll. Declare another plan; if there is no legal one, let it stay: {stay}",
        stay=STAY_NOTATION,
    ),
    "needs a new plan": say(
        "has no Fall Back that the referee can find. Declare a plan; if there is no legal one, let it stay: {stay}",
        stay=STAY_NOTATION,
    ),
    "cannot Fall Back any more": say("can no longer Fall Back"),
    "stays, as its owner says": say("stays where it is: its player declares that it has no legal move"),
}

# Tests and questions; most are asked in words of their own where the rule asks them.
_ROLLS: Mapping[str, Sentence] = {
    "Advance roll": say("Advance roll"),
    "Move characteristic": say("Roll for Move"),
    "Desperate Escape": say("Desperate Escape tests"),
    "Deadly Demise": say("Deadly Demise"),
    "mortal wounds": say("Number of mortal wounds"),
    "getting out": say("Disembarking from a destroyed Transport"),
    "Battle-shock": say("Battle-shock test"),
    "keep": say("Keep"),
    "re-roll": say("Re-roll"),
}

# Notes of the game state, as the detailed log lists them.
_NOTES: Mapping[str, Sentence] = {
    "made": say("kind of move made this turn"),
    "moving": say("unit selected to move"),
    "move": say("Move rolled for the unit"),
    "tested": say("Desperate Escape tests taken"),
    "disembarked": say("disembarked this turn"),
    "embarked": say("embarked this phase"),
    "arrived": say("arrived from Reserves this turn"),
    "left": say("passengers disembarked before it moved"),
    "firing-deck": say("Firing Deck weapons"),
    "fired-from-deck": say("fired from a Firing Deck this phase"),
    "shot": say("has shot this phase"),
    "battle over": say("end of the battle"),
}

TERMS: Mapping[str, Sentence] = {
    **_KINDS_OF_MOVE,
    **_CLOCK,
    **_MODELS,
    **_MOVES,
    **_EVENTS,
    **_ROLLS,
    **_NOTES,
}


def named(ids: tuple[str, ...] | list[str]) -> tuple[Who, ...]:
    """Models or units as a list in a sentence: A, B and C."""
    return tuple(Who(each) for each in ids)


def labels(ids: tuple[str, ...]) -> tuple[Sentence, ...]:
    """The labels of a choice among models."""
    return tuple(say("{model}", model=Who(each)) for each in ids)
