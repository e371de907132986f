"""How codes that all rulesets share are written for people: kinds of movement, effects, places.

A code stays the same in files and JSON. A ruleset adds its own terms, and overrides these where its rulebook uses another
word. Terms for events are predicates, without their subject; they may name `{where}` (the surface or carrier), `{thing}`,
`{height}`, `{length}` and `{angle}`. `counted:<counter>` says that a counter rises by `{n}`, `uncounted:<counter>` that it
falls, `gone:<why>` that a model leaves the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, say

# Kinds of movement, as a ledger lists them.
MODES: Mapping[str, Sentence] = {
    "walk": say("walk"),
    "step": say("step"),
    "climb": say("climb"),
    "drop": say("jump down"),
    "leap": say("leap"),
    "jump": say("jump"),
    "bridge": say("cross a small gap"),
    "hurdle": say("cross an obstacle"),
    "ladder": say("ladder"),
    "link": say("ladder"),
    "stairs": say("stairs"),
    "lift": say("lift"),
    "turn": say("turn"),
    "set": say("set down"),
    "fly": say("fly"),
    "swim": say("swim"),
    "over": say("pass over"),
    "through": say("through"),
}

# What a model did in one stretch of a move, by mode. `:down` if it led down, `:onto` if it led to another surface.
STRETCHES: Mapping[str, Sentence] = {
    "did:walk": say("moves {length}"),
    "did:climb": say("climbs {height}"),
    "did:climb:onto": say("climbs {height} onto {where}"),
    "did:climb:level": say("climbs up and down again, {length} in all"),
    "did:climb:down": say("climbs down {height}"),
    "did:climb:down:onto": say("climbs down {height} to {where}"),
    "did:drop": say("jumps down {height}"),
    "did:drop:onto": say("jumps down {height} to {where}"),
    "did:leap": say("leaps {length}"),
    "did:leap:onto": say("leaps {length} to {where}"),
    "did:jump": say("jumps {length}"),
    "did:jump:onto": say("jumps {length} to {where}"),
    "did:hurdle": say("crosses {thing}"),
    "did:ladder": say("climbs {thing}"),
    "did:ladder:onto": say("climbs {thing} to {where}"),
    "did:ladder:down": say("climbs down {thing}"),
    "did:ladder:down:onto": say("climbs down {thing} to {where}"),
    "did:stairs": say("goes up {thing}"),
    "did:stairs:down": say("goes down {thing}"),
    "did:lift": say("rides {thing} up {height}"),
    "did:lift:down": say("rides {thing} down {height}"),
    "did:turn": say("turns {angle}"),
    "did:fly": say("flies {length}"),
    "did:swim": say("swims {length}"),
    "did:hang": say("hangs on {where} at a height of {height}"),
}

# What a model did, by the `how` of a move that had no price; `:level` if its height stayed the same.
MOVES: Mapping[str, Sentence] = {
    "goes": say("moves {length}"),
    "turns": say("turns {angle}"),
    "falls": say("falls {height} to {where}"),
    "falls:level": say("falls"),
    "jumps down": say("jumps down {height} to {where}"),
    "leaps": say("leaps {length}"),
    "climbs": say("climbs {height}"),
    "is pushed": say("is pushed {length}"),
}

# Places off the table, and how long something lasts.
PLACES: Mapping[str, Sentence] = {
    "reserve": say("Reserves"),
    "off": say("off the table"),
    "gone": say("out of the game"),
    "aboard": say("aboard"),
    "round": say("round"),
    "turn": say("turn"),
    "phase": say("phase"),
    "activation": say("activation"),
    "game": say("game"),
    "event": say("event"),
}

# States of a piece of terrain.
STATES: Mapping[str, Sentence] = {
    "open": say("open"),
    "closed": say("closed"),
    "locked": say("locked"),
    "raised": say("raised"),
    "lowered": say("lowered"),
}

# Goals of a scenario.
GOALS: Mapping[str, Sentence] = {
    "scores": say("scores: {goal}"),
    "game over": say("The game is over"),
}

# Answers to yes-or-no questions, and to those that are the same everywhere.
ANSWERS: Mapping[str, Sentence] = {
    "yes": say("Yes"),
    "no": say("No"),
}

TERMS: Mapping[str, Sentence] = {**PLACES, **MODES, **STRETCHES, **MOVES, **STATES, **GOALS, **ANSWERS}
