"""How Necromunda writes its codes for people: statuses, counters, actions, tests, choices and events.

Terms for events are predicates without their subject; `referee/terms.py` explains their keys and fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, Term, count, say

STATUSES: Mapping[str, Sentence] = {
    "broken": say("Broken"),
    "pinned": say("Pinned"),
    "seriously-injured": say("Seriously Injured"),
    "stalled": say("Stalled"),
    "wrecked": say("Wrecked"),
}

COUNTERS: Mapping[str, Sentence] = {
    "wounds-lost": say("Wounds lost"),
    "flesh-wounds": say("Flesh Wounds"),
    "hull-points-lost": say("Hull Points lost"),
    "drive-damage": say("Drive damage"),
    "crew-damage": say("Crew damage"),
    "engine-damage": say("Engine damage"),
    "counted:wounds-lost": count("loses {n} Wound", "loses {n} Wounds", 0),
    "uncounted:wounds-lost": count("regains {n} Wound", "regains {n} Wounds", 0),
    "counted:flesh-wounds": count("suffers a Flesh Wound", "suffers {n} Flesh Wounds", 0),
    "uncounted:flesh-wounds": count("recovers from a Flesh Wound", "recovers from {n} Flesh Wounds", 0),
    "counted:hull-points-lost": count("loses {n} Hull Point", "loses {n} Hull Points", 0),
    "uncounted:hull-points-lost": count("regains {n} Hull Point", "regains {n} Hull Points", 0),
    "counted:drive-damage": count("gets −{n} to Handling tests", "gets −{n} to Handling tests", 0),
    "uncounted:drive-damage": count("gets +{n} to Handling tests", "gets +{n} to Handling tests", 0),
    "counted:crew-damage": count(
        "has its Ballistic Skill and Handling worsened by {n}",
        "has its Ballistic Skill and Handling worsened by {n}",
        0,
    ),
    "uncounted:crew-damage": count(
        "has its Ballistic Skill and Handling improved by {n}",
        "has its Ballistic Skill and Handling improved by {n}",
        0,
    ),
    "counted:engine-damage": say("can move no further than its Movement in each activation"),
    "uncounted:engine-damage": say("has its Engine repaired"),
}

KEYWORDS: Mapping[str, Sentence] = {
    "vehicle": say("Vehicle"),
    "mounted": say("Mounted"),
    "leader": say("Leader"),
    "champion": say("Champion"),
    "ganger": say("Ganger"),
    "juve": say("Juve"),
    "prospect": say("Prospect"),
    "crew": say("Crew"),
    "brute": say("Brute"),
    "exotic-beast": say("Exotic Beast"),
    "hanger-on": say("Hanger-on"),
    "hired-gun": say("Hired Gun"),
    "rusty": say("rusty"),
}

ACTIONS: Mapping[str, Sentence] = {
    "move": say("Move"),
    "charge": say("Charge"),
    "crawl": say("Crawl"),
    "crawl through ductway": say("Crawl Through Ductway"),
    "carry loot": say("Carry Loot"),
    "operate door": say("Operate Door"),
    "retreat": say("Retreat"),
    "running for cover": say("Running for Cover"),
    "stand up": say("Stand Up"),
    "take cover": say("Take Cover"),
    "manoeuvre": say("Manoeuvre"),
    "move and shoot": say("Move and Shoot"),
    "drift": say("Drift"),
    "ram": say("Ram"),
    "spin": say("Spin"),
    "full throttle": say("Full Throttle"),
    "turn-over": say("Turn-over"),
    "break for air": say("Break for Air"),
    "jump start": say("Jump Start"),
    "free wheel": say("Free Wheel"),
    "stand by": say("Stand By"),
    "thrown": say("Involuntary move"),
    "knocked down": say("Knocked down"),
    "vehicle hit": say("Vehicle hit"),
    "end-activation": say("End activation"),
    "end-round": say("End round"),
    "noted:kept-footing": say("Noted: {name} has tested to stay aboard this activation"),
    "noted:lost": say("Noted: {name} is destroyed"),
}

PHASES: Mapping[str, Sentence] = {
    "priority": say("Priority"),
    "action": say("Action"),
    "end": say("End"),
}

# Kinds of movement that only this game has, as a ledger lists them and as a story tells them.
MODES: Mapping[str, Sentence] = {
    "drive": say("drive"),
    "ride": say("ride"),
    "did:drive": say("drives {length}"),
    # A jump down over a gap no wider than the base is a leap in the ledger.
    "did:jumps down:leap": say("jumps down {height}"),
    "did:jumps down:leap:onto": say("jumps down {height} to {where}"),
    "drives": say("drives {length}"),
    "crawls through": say("crawls through the ductway"),
    "gets on": say("gets onto {where}"),
    "gets out of the way": say("moves {length} out of the way"),
    "goes back": say("returns to where the climb began"),
    "is driven": say("is moved {length}"),
    "is moved aside": say("is moved {length}"),
    "is shifted aside": say("is pushed {length} aside"),
    "is thrown clear": say("is thrown clear of the wreck"),
    "swerves": say("swerves {length}"),
    "tumbles": say("tumbles {length}"),
}

# Results of dice and tables: facings, locations, damage, injuries, loss of control.
RESULTS: Mapping[str, Sentence] = {
    "front": say("front"),
    "side": say("side"),
    "rear": say("rear"),
    "Body": say("Body"),
    "Crew": say("Crew"),
    "Drive": say("Drive"),
    "Engine": say("Engine"),
    "Glancing": say("Glancing"),
    "Penetrating": say("Penetrating"),
    "Catastrophic": say("Catastrophic"),
    "Flesh Wound": say("Flesh Wound"),
    "Serious Injury": say("Serious Injury"),
    "Out of Action": say("Out of Action"),
    "Swerve": say("Swerve"),
    "Jackknife": say("Jackknife"),
    "Roll": say("Roll"),
    "stay": say("Stay"),
    "left": say("left"),
    "right": say("right"),
    "forwards": say("forwards"),
    "backwards": say("backwards"),
}

# Events, by the code of the event.
EVENTS: Mapping[str, Sentence] = {
    "collides": say("collides with {with}"),
    "collisions are resolved in order": say("Collisions are resolved in the order in which they happened"),
    "crosses unharmed": say("crosses {area} unharmed"),
    "engages": say("engages {enemies}"),
    "has kept its footing already": say("has already tested in this activation"),
    "has no room beside the wreck": say("can't be placed: there is no room beside the wreck"),
    "has no room to be moved to": say("can't be moved: there is no room"),
    "is Concussed": say("is Concussed"),
    "is at risk of falling": say("is at risk of falling"),
    "is carried": say("rides the lift as well"),
    "is damaged": say("takes a {result} hit to the {location}"),
    "is held": say("is held back by {by}"),
    "is hit": say("takes a hit: S{strength}, AP {ap}, D{damage}"),
    "lasting injury roll": say("must make a Lasting Injury roll"),
    "lies where it may be run over": say("can be run over where it lies"),
    "loses a weapon": say("loses a weapon: {weapon}"),
    "loses control": say("loses control ({control})"),
    "nowhere to fall": say("has nowhere to fall and stays put"),
    "rides in a transport space": say("is in a transport space and doesn't have to test"),
    "runs over": say("runs over {fighter}"),
    "stays Seriously Injured": say("stays Seriously Injured"),
    "stays aboard": say("stays on board"),
    "stays in contact": say("stays in contact with the enemy"),
    "stops at the edge": say("stops at the edge"),
    "gone:out of action": say("goes Out of Action"),
    "gone:swept away": say("is swept off the battlefield"),
}

# Why a move ended early, where the reason names nothing.
STOPS: Mapping[str, Sentence] = {
    "stopped:cannot be shifted aside": say("stops: there is no room to give way"),
    "stopped:cannot get as far as planned": say("runs out of movement"),
    "stopped:declined the jump": say("stays at the edge"),
    "stopped:declined the leap": say("stays at the edge"),
    "stopped:does not get away": say("fails to get away"),
    "stopped:no flat surface is within reach": say("can't finish the climb: no level surface is in reach"),
    "stopped:nowhere to fall": say("stops at the edge: there is nowhere to fall"),
    "stopped:stops on the collision": say("stops because of the collision"),
    "stopped:the table ends here": say("stops at the board edge"),
}

# Dice that are the same wherever they are rolled.
ROLLS: Mapping[str, Sentence] = {
    "wound roll": say("Wound roll"),
    "save": say("Save roll"),
    "injury dice": say("Injury dice"),
    "location dice": say("Location dice"),
    "damage dice": say("Damage dice"),
    "control dice": say("Control dice"),
    "which weapon": say("Weapon lost"),
    "left or right": say("Left or right"),
    "forwards or backwards": say("Forwards or backwards"),
    "direction": say("Random direction"),
    "lift damage": say("Damage of the lift"),
}

# Notes that a game keeps, for those who look at every step.
NOTES: Mapping[str, Sentence] = {
    "actions": say("actions spent"),
    "activated": say("activated this round"),
    "climbing": say("climb in progress"),
    "driven": say("distance driven this activation"),
    "restart": say("bonus to the next restart"),
    "travelled": say("lift has moved this round"),
    **{f"made-{code}": say("{action} made this activation", action=Term(code)) for code in ACTIONS},
}

TERMS: Mapping[str, Sentence] = {
    **STATUSES,
    **COUNTERS,
    **KEYWORDS,
    **ACTIONS,
    **PHASES,
    **MODES,
    **RESULTS,
    **EVENTS,
    **STOPS,
    **ROLLS,
    **NOTES,
}
