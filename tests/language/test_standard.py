"""The lines that our standard of plain words gives as examples are what the faces say."""

from __future__ import annotations

import pytest
from tools.words.gather import page_texts, sentences

import surefoot

# By the situation in which a player reads them.
STANDARD = {
    "buttons of the clock": ("End activation", "End round", "Next phase"),
    "a path meets something higher": ("{thing} is {rise} higher here: climb it",),
    "a path meets an edge": ("You've reached an edge. Leap, climb down or jump down?",),
    "a path climbs a wall at a slant": ("Climb straight up: that spot isn't directly above {who}",),
    "a path ends beside its goal": ("You can't get onto {goal} this way: {short} short",),
    "a vehicle has to turn": ("Not straight ahead. Turn first",),
    "movement runs out": ("runs out of movement, {short} short", "Takes two actions: do the first"),
    "an offer after a refusal": ("Go as far as allowed",),
    "actions": ("Unavailable ({n})", "No actions left", "Only Prone fighters can crawl"),
    "a model of your opponent": ("{name} belongs to your opponent ({side})",),
    "drawing a path": ("Auto path", "Draw path", "Confirm move"),
    "a question": (
        "{who} is at the edge. Leap, or stay?",
        "Finish this unit's move? No, if more of its models will move",
    ),
    "what a model did": (
        "moves {length}",
        "hangs on {where} at a height of {height}",
        "embarks in {where}",
        "turns {angle} left",
    ),
    "what a model suffered": (
        "takes a hit: S{strength}, AP {ap}, D{damage}",
        "Seriously Injured",
        "loses {n} Wound",
    ),
    "the log": ("Round {n} ends", "Undone", "Move {n} of {n} (live)"),
    "a new game": ("Game settings", "Hot-seat", "Online (invite link)", "Strict", "Warn only", "Log only"),
    "a new table": ("New table", "Ready to play", "Width", "Depth"),
    "the referee": ("Referee correction",),
    "an invitation": ("This invite link was used or has expired. Ask for a new one",),
    "measuring": ("Pre-measuring is off for this table",),
    "the terminal": ("Confirm? [Y]es, [n]o, [e]dit:",),
    "odds": (
        "List every outcome with its exact probability.",
        "{runs} runs. The last two columns are the 99.99 % confidence interval",
    ),
}


@pytest.fixture(scope="module")
def texts() -> set[str]:
    """Every text that a face shows; of a help text, its first line."""
    found = set(page_texts())
    for message in sentences():
        found |= {
            each.partition("\n")[0] for each in ((message.id,) if isinstance(message.id, str) else message.id)
        }
    return found


@pytest.mark.parametrize("situation", STANDARD)
def test_the_lines_of_the_standard_are_said(situation: str, texts: set[str]) -> None:
    assert set(STANDARD[situation]) <= texts


def test_a_slanting_climb_without_room_straight_above_says_to_climb_straight_up() -> None:
    scenario = surefoot.loads(
        "ruleset: necromunda-classic\nboard: [24, 16]\n"
        "terrain: [{id: tower, platform: {rect: [8, 4, 6, 6]}, z: 2},"
        " {id: crate, platform: {rect: [8.2, 6.7, 0.8, 0.8]}, z: 3, under: solid, climbable: no}]\n"
        "models: {kal: {base: 25.4, at: [7.4, 7], side: a, profile: {M: 5, I: 4, T: 3, W: 1}}}\n"
        "declare: [{who: kal, action: move, path: [{climb: [10, 9], on: tower}]}]\n"
    )
    judged = surefoot.check(scenario.table, scenario.declarations[0])
    assert str(judged.breaks[0].says) == "Climb straight up: that spot isn't directly above kal"
