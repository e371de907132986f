"""How the codes of this ruleset are written for people: actions, states, ground, events and effects."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, count, say

# Actions, as the rulebook names them.
ACTIONS: Mapping[str, Sentence] = {
    "half-move": say("Half Move"),
    "full-move": say("Full Move"),
    "run": say("Run"),
    "charge": say("Charge"),
    "climb": say("Climb"),
    "leap": say("Leap"),
    "jump-down": say("Jump Down"),
    "jump-up": say("Jump Up"),
    "pull-up": say("Pull Up"),
    "let-go": say("Let Go"),
    "abseil": say("Abseil"),
    "swim": say("Swim"),
    "tread-water": say("Tread Water"),
    "swim-far": say("Long Swim"),
    "hold-breath": say("Hold Breath"),
    "lift": say("Lift"),
    "set-down": say("Set Down"),
    "push": say("Push"),
    "throw": say("Throw"),
    "stand": say("Stand Up"),
    "drop-prone": say("Drop Prone"),
    "journey": say("Journey"),
    "rest": say("Rest"),
    "other": say("Other Action"),
}

# The two kinds of time, and the speeds and paces of each.
TIME: Mapping[str, Sentence] = {
    "structured": say("structured time"),
    "narrative": say("narrative time"),
    "half": say("Half Move"),
    "full": say("Full Move"),
    "normal": say("normal pace"),
    "hurry": say("hurrying"),
}

# Ways to go along one leg of a path.
LEGS: Mapping[str, Sentence] = {
    "leg:walk": say("walking"),
    "leg:climb": say("climbing"),
    "leg:link": say("using a ladder"),
    "leg:leap": say("leaping"),
    "leg:jump": say("jumping"),
    "leg:swim": say("swimming"),
    "leg:fly": say("flying"),
    "leg:turn": say("turning"),
    "leg:lift": say("riding a lift"),
    "leg:through": say("passing through"),
}

# Characteristics and skills, by their names in tests and by the words that users write.
TESTED: Mapping[str, Sentence] = {
    "Strength": say("Strength"),
    "Toughness": say("Toughness"),
    "Agility": say("Agility"),
    "Perception": say("Perception"),
    "Ballistic Skill": say("Ballistic Skill"),
    "Athletics": say("Athletics"),
    "strength": say("Strength"),
    "toughness": say("Toughness"),
    "agility": say("Agility"),
    "perception": say("Perception"),
    "awareness": say("Awareness"),
    "ballistic skill": say("Ballistic Skill"),
    "athletics": say("Athletics"),
    "untrained": say("untrained"),
    "known": say("Known"),
    "trained": say("Trained"),
    "experienced": say("Experienced"),
    "veteran": say("Veteran"),
}

# Tests and other rolls.
ROLLS: Mapping[str, Sentence] = {
    "abseil (Agility)": say("Agility test to abseil"),
    "climb (Athletics)": say("Athletics test to climb"),
    "climb (Strength)": say("Strength test to climb"),
    "encumbered (Toughness)": say("Toughness test for being Encumbered"),
    "finding the way (Perception)": say("Perception test to find the way in Darkness"),
    "hold on (Strength)": say("Strength test to hold on"),
    "hold one's breath (Toughness)": say("Toughness test to hold breath"),
    "hurry (Toughness)": say("Toughness test for hurrying"),
    "jump down (Agility)": say("Agility test to jump down"),
    "keeping one's course (Perception)": say("Perception test to stay on course in Darkness"),
    "keeping one's feet (Agility)": say("Agility test to keep your footing"),
    "lift (Strength)": say("Strength test to lift"),
    "march (Toughness)": say("Toughness test for forced marching"),
    "pull oneself up (Strength)": say("Strength test to pull up"),
    "push (Strength)": say("Strength test to push"),
    "run (Toughness)": say("Toughness test for running"),
    "running jump (Agility)": say("Agility test for a running jump"),
    "running leap (Agility)": say("Agility test for a running leap"),
    "standing jump (Agility)": say("Agility test for a standing jump"),
    "standing leap (Agility)": say("Agility test for a standing leap"),
    "stumble (Agility)": say("Agility test to stay standing"),
    "swim (Athletics)": say("Athletics test to swim"),
    "swim (Toughness)": say("Toughness test to keep swimming"),
    "throw (Ballistic Skill)": say("Ballistic Skill test to hit"),
    "throw (Strength)": say("Strength test to throw"),
    "direction": say("Random direction"),
    "falling damage": say("Falling damage"),
    "impact on a hard surface": say("Impact on a hard surface"),
}

STATUSES: Mapping[str, Sentence] = {
    "prone": say("Prone"),
    "unconscious": say("Unconscious"),
    "stunned": say("Stunned"),
    "paralysed": say("Paralysed"),
    "bound": say("Bound"),
    "untracked": say("not weighed"),
    "comfortable": say("comfortable"),
    "encumbered": say("Encumbered"),
    "overloaded": say("overloaded"),
}

COUNTERS: Mapping[str, Sentence] = {
    "damage": say("Damage"),
    "fatigue": say("Fatigue"),
    "march-fatigue": say("march Fatigue"),
    "counted:damage": count("takes {n} Damage", "takes {n} Damage", 0),
    "uncounted:damage": count("recovers {n} Damage", "recovers {n} Damage", 0),
    "counted:fatigue": count("gains {n} level of Fatigue", "gains {n} levels of Fatigue", 0),
    "uncounted:fatigue": count("recovers {n} level of Fatigue", "recovers {n} levels of Fatigue", 0),
    "counted:march-fatigue": count(
        "counts {n} level as march Fatigue", "counts {n} levels as march Fatigue", 0
    ),
    "uncounted:march-fatigue": count(
        "counts {n} level less as march Fatigue", "counts {n} levels less as march Fatigue", 0
    ),
}

KEYWORDS: Mapping[str, Sentence] = {
    "acolyte": say("Acolyte"),
    "npc": say("NPC"),
    "daemon": say("Daemon"),
    "xenos": say("Xenos"),
    "servitor": say("Servitor"),
    "psyker": say("Psyker"),
}

# Answers to rulings, and limits of weight.
ANSWERS: Mapping[str, Sentence] = {
    "leave": say("Leave"),
    "carry": say("Carry"),
    "wait": say("Wait"),
}

# Conditions of treacherous ground, other surroundings, altitudes.
SURROUNDINGS: Mapping[str, Sentence] = {
    "fog-or-smoke": say("Fog or Smoke"),
    "mud": say("Mud"),
    "shallow-water": say("Shallow Water"),
    "darkness": say("Darkness"),
    "thick-snow": say("Thick Snow"),
    "underbrush": say("Underbrush"),
    "dense-crowds": say("Dense Crowds"),
    "zero-gravity": say("Zero Gravity"),
    "rubble": say("Rubble"),
    "tremors": say("Tremors"),
    "bright": say("Bright light"),
    "shadow": say("Shadow"),
    "calm": say("calm water"),
    "rough": say("rough water"),
    "deep-water": say("deep water"),
    "ground": say("on the ground"),
    "hovering": say("hovering"),
    "low": say("at Low altitude"),
    "high": say("at High altitude"),
    "floating": say("floating"),
    "simple": say("simple"),
    "sheer": say("sheer"),
    "trivial": say("trivial"),
    "a hard surface": say("a hard surface"),
}

# Moves without a price, by how they are made.
MOVES: Mapping[str, Sentence] = {
    "abseils": say("abseils {height}"),
    "did:abseils:climb": say("abseils {height}"),
    "did:abseils:climb:down": say("abseils {height}"),
    "did:abseils:climb:down:onto": say("abseils {height} to {where}"),
    "drifts": say("drifts {length}"),
    "flies": say("changes altitude"),
    "floats": say("floats"),
    "did:floats:fly": say("floats {length}"),
    "did:floats:fly:onto": say("floats {length} to {where}"),
    "grabs the ledge": say("grabs hold"),
    "jumps up": say("jumps {height} up onto {where}"),
    "lands": say("lands on {where}"),
    "lets go": say("lets go and drops to {where}"),
    "pulls himself up": say("pulls up onto {where}"),
    "pushes": say("pushes the load"),
    "sinks": say("sinks {height}"),
    "swims": say("swims"),
}

# What else happened.
EVENTS: Mapping[str, Sentence] = {
    "collapses": say("collapses for {minutes} min"),
    "hits": say("hits {surface} with it (impact {impact})"),
    "hits with an improvised weapon": say("hits {target} with an improvised weapon"),
    "is carried on": say("is carried on by the others"),
    "is hurt": say("suffers an impact of {impact} ({damage} after the Toughness bonus)"),
    "is left behind": say("is left behind"),
    "is under water": say("is under water"),
    "leaps across": say("leaps across"),
    "lifts": say("lifts the load"),
    "makes a melee attack": say("makes a melee attack on {target}"),
    "misses": say("misses {target}"),
    "rests": say("rests for {minutes} min"),
    "throws": say("throws it"),
    "travels": say("travels for {minutes} min"),
    "gone:drowned": say("drowns"),
}

# Why a move ended early.
STOPS: Mapping[str, Sentence] = {
    "stopped:collapsed on the way": say("doesn't finish the journey"),
    "stopped:does not reach the ledge": say("doesn't reach the ledge"),
    "stopped:drifts off": say("drifts off"),
    "stopped:fell": say("lands out of control"),
    "stopped:fell on treacherous ground": say("falls on treacherous ground"),
    "stopped:fell short of the far side": say("falls short of the far side"),
    "stopped:hangs from the ledge": say("can't pull up and hangs from the ledge"),
    "stopped:it does not move": say("can't move the load"),
    "stopped:it drops short": say("throws it short of the target"),
    "stopped:jumped further than was safe": say("jumps further than is safe"),
    "stopped:loses hold": say("loses hold"),
    "stopped:lost his bearings in the dark": say("loses the way in the dark"),
    "stopped:makes no progress": say("makes no progress"),
    "stopped:slips under": say("slips under the water"),
    "stopped:stays at the rim": say("stays at the rim"),
    "stopped:stumbles": say("stumbles"),
    "stopped:whoever climbs does not walk on": say("stops at the top, where the climb ends"),
}

# What the table remembers of a character.
NOTES: Mapping[str, Sentence] = {
    "breath": say("held breath"),
    "burden": say("time spent Encumbered"),
    "chain": say("time spent hurrying or running"),
    "day": say("distance and time travelled today"),
    "drift": say("direction of drift"),
    "ledge": say("spot on the ledge"),
    "lifted": say("load lifted by a test"),
    "swum": say("time spent swimming"),
    "taken": say("actions taken this turn"),
    "turn-over": say("turn over"),
}

TERMS: Mapping[str, Sentence] = {
    **TIME,
    **ACTIONS,
    **LEGS,
    **TESTED,
    **ROLLS,
    **STATUSES,
    **COUNTERS,
    **KEYWORDS,
    **ANSWERS,
    **SURROUNDINGS,
    **MOVES,
    **EVENTS,
    **STOPS,
    **NOTES,
}
