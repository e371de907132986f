"""Scrapyard: crews with action points among heaps of scrap. A game of our own."""

from __future__ import annotations

from surefoot import author as sf
from surefoot_scrapyard.feats import FEATS
from surefoot_scrapyard.moving import end_turn, knocked_out, may_move, may_sneak, move
from surefoot_scrapyard.points import left
from surefoot_scrapyard.prices import DOWN, tariffs

ACTIONS = (
    sf.Action("move", move, sf.say("Move"), may_move, path="required"),
    sf.Action("sneak", move, sf.say("Sneak"), may_sneak, path="required"),
    sf.Action("knocked-out", knocked_out, sf.say("Knock out"), kind="happen"),
    sf.Action("end-turn", end_turn, sf.say("End turn"), kind="tick"),
)


def points_left(table: sf.Table, who: str, details: sf.Record) -> sf.Answer:
    """How many action points are left?"""
    return sf.Answer(left(table, who), ("points.number",))


def words() -> sf.Vocabulary:
    """The words and numbers of the game."""
    profile = (
        sf.Entry("speed", sf.Whole(1, 12), sf.say("inches for one action"), "move.speed", required=True),
        sf.Entry("points", sf.Whole(1, 4), sf.say("action points in a turn"), "points.number", required=True),
    )
    return sf.Vocabulary(
        sheets=(sf.Sheet("scavenger", profile, statuses=(sf.Word(DOWN, sf.say("knocked out")),)),),
        tags=(sf.Word("scrap", sf.say("loose scrap: each inch counts as two"), ("area",)),),
    )


ruleset = sf.Ruleset(
    name="scrapyard",
    package="surefoot_scrapyard",
    unit="inch",
    actions={action.name: action for action in ACTIONS},
    tariffs=tariffs,
    questions={"points-left": points_left},
    words=words,
    feats=FEATS,
    api=1,
)
