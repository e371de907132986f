"""The words of these rules for the codes of this ruleset: statuses, ways of moving, events, notes, choices."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, count, say

_MODELS: Mapping[str, Sentence] = {
    "fallen": say("Fallen"),
    "prone": say("Prone"),
    "knocked-down": say("Knocked Down"),
    "routing": say("Routing"),
    "pinned": say("Pinned"),
    "in-cover": say("in cover"),
    "wounds": say("Wounds lost"),
    "counted:wounds": count("loses {n} Wound", "loses {n} Wounds", 0),
    "uncounted:wounds": count("regains {n} Wound", "regains {n} Wounds", 0),
    "move-through-cover": say("Move Through Cover"),
    "leaping": say("Leaping"),
    "slow-and-purposeful": say("Slow and Purposeful"),
    "independent-character": say("Independent Character"),
    "character": say("Character"),
    "leader": say("Leader"),
    "mob": say("Mob"),
    "vehicle": say("Vehicle"),
}

_GONE: Mapping[str, Sentence] = {
    "gone:killed": say("is killed"),
    "gone:killed by a fall": say("is killed by the fall"),
    "gone:shot while charging": say("is shot while charging"),
    "gone:sunk": say("sinks and is lost"),
    "gone:drowned": say("drowns"),
    "gone:stuck or lost under water": say("is lost under water"),
}

_STOPPED: Mapping[str, Sentence] = {
    "stopped:fell": say("can't continue after the fall"),
    "stopped:nowhere to fall": say("stays at the edge: there is nowhere to fall"),
    "stopped:the climb fails": say("fails to climb and can't move again this turn"),
    "stopped:is not let climb the rope": say("isn't allowed to climb the rope"),
    "stopped:is not strong enough": say("isn't strong enough for the rope"),
    "stopped:the charge does not reach": say("doesn't reach the enemy and keeps the action"),
    "stopped:the movement carries it no further": say("runs out of movement"),
    "stopped:the squad leaves no room": say("stops early: its squad leaves no room further on"),
    "stopped:the roll carries it no further": say("gets no further on this swim roll"),
    "stopped:is saved, and gets no further": say("is saved from drowning but gets no further"),
    "stopped:clings on": say("fails to climb out and clings on"),
}

# Ways of moving: as a ledger lists them, and as the story tells them.
_MOVES: Mapping[str, Sentence] = {
    "forward": say("forward"),
    "sideways": say("sideways"),
    "backwards": say("backwards"),
    "crawl": say("crawl"),
    "leap": say("jump a gap"),
    "over": say("walk along the top"),
    "unlock": say("unlock"),
    "unbolt": say("unbolt"),
    "lock": say("lock"),
    "bolt": say("bolt"),
    "close": say("close"),
    "did:sideways": say("sidesteps {length}"),
    "did:backwards": say("backs up {length}"),
    "did:crawl": say("crawls {length}"),
    "did:leap": say("jumps a gap of {length}"),
    "did:leap:onto": say("jumps a gap of {length} to {where}"),
    "did:ladder:level": say("crosses {length} hand over hand"),
    "jumps": say("jumps {length}"),
    "dives": say("dives {height} onto the enemy"),
    "flees": say("flees {length}"),
    "stands aside": say("stands aside"),
    "is set aside": say("is placed beside the models below"),
    "goes overboard": say("goes overboard"),
    "swims": say("swims {length}"),
    "climbs out": say("climbs out of the water onto {where}"),
    "sails": say("sails {length}"),
    "is picked up": say("is picked up by {where}"),
}

_EVENTS: Mapping[str, Sentence] = {
    "armour does not help": say("gets no armour save"),
    "are one squad": say("merges with {joined}"),
    "blocks the doorway": say("blocks {door}"),
    "cannot hit": say("has no chance to hit"),
    "crowd the doorway": say("{models} crowd {door}"),
    "drowns": say("drowns"),
    "fires": say("fires"),
    "fires at the chargers": say("fires at the chargers"),
    "fires from the doorway": say("fires from {door}"),
    "floats in its armour": say("floats in armour"),
    "hits": say("hits {at}"),
    "is carried past": say("gets past {blocker} in the doorway"),
    "is dropped": say("drops {thing}"),
    "is hit": say("takes hits at Strength {strength}: {hits}"),
    "is locked in combat": say("is locked in close combat"),
    "is out of coherency": say("is out of coherency"),
    "is part way": say("stops on {on}"),
    "is slowed": say("is slowed by the ground"),
    "is split": say("splits"),
    "is unusually high": say("sets up {thing}, an unusually high ladder"),
    "meets the hazard": say("is caught by the hazard of {piece}"),
    "misses": say("misses"),
    "nothing more": say("suffers no further effect"),
    "owes a Morale Check": say("must take a Morale Check"),
    "swims with its load": say("swims with a load"),
}

# Words that declarations, rulings and terrain use.
_WORDS: Mapping[str, Sentence] = {
    "standing": say("standing"),
    "rout": say("Rout"),
    "pursuit": say("Pursuit"),
    "stands": say("It stands"),
    "remove": say("It is removed"),
    "move": say("move"),
    "something else": say("something else"),
    "split": say("split"),
    "close up": say("close up"),
    "roof-edge": say("roof edge"),
    "window": say("window"),
    "arrow-loophole": say("arrow loophole"),
    "shield": say("a shield"),
    "spear": say("a spear"),
    "polearm": say("a polearm"),
    "two-handed": say("a two-handed weapon"),
    "heavy-weapon": say("a heavy weapon"),
    "bolted": say("bolted"),
    "normal": say("Normal Ground"),
    "difficult": say("Difficult Ground"),
    "very-difficult": say("Very Difficult Ground"),
    "impassable": say("Impassable Ground"),
    "variable": say("Variable Terrain"),
    "dangerous": say("Dangerous Ground"),
    "close combat": say("close combat"),
}

# Notes of the game state, as the detailed log lists them.
_NOTES: Mapping[str, Sentence] = {
    "activated": say("activated this turn"),
    "ap": say("Action Points this turn"),
    "armour-gone": say("armour thrown off"),
    "bunched": say("bunched at a door"),
    "came": say("joined a unit this turn"),
    "charge-bonuses": say("charge bonuses"),
    "charged": say("charged this turn"),
    "checked": say("Morale Check taken this turn"),
    "clings": say("clings on at the edge of the water"),
    "descent": say("height at the start of the descent"),
    "did": say("actions this turn"),
    "dive": say("successful dive"),
    "dived": say("failed dive"),
    "doors": say("door actions this turn"),
    "dropped": say("loads dropped"),
    "fast": say("speed in the last turn"),
    "fell": say("fell this turn"),
    "fleet": say("Fleet"),
    "grapple-missed": say("missed with a grapple"),
    "hazard": say("hazard dice this turn"),
    "held": say("failed a climb this turn"),
    "hugged": say("moved tactically"),
    "jumped-down": say("failed a jump down this turn"),
    "ladder-users": say("models on the ladder this turn"),
    "lost": say("casualties this turn"),
    "origin": say("squad of origin"),
    "restore": say("declared to close up"),
    "run": say("current run of moves"),
    "shaken-aim": say("shoots worse this turn"),
    "speed": say("distance this turn"),
    "turned": say("degrees turned this turn"),
    "under-water": say("under water"),
    "variable-score": say("Variable Terrain score"),
}

# Portable ladders count their users by level; no ladder has more levels.
_MOST_LEVELS = 40
_LEVELS: Mapping[str, Sentence] = {
    f"ladder-users-{level}": say("models on level {level} of the ladder this turn", level=level)
    for level in range(1, _MOST_LEVELS + 1)
}

TERMS: Mapping[str, Sentence] = {
    **_MODELS,
    **_GONE,
    **_STOPPED,
    **_MOVES,
    **_EVENTS,
    **_WORDS,
    **_NOTES,
    **_LEVELS,
}
