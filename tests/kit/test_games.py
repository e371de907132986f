"""The laws of random games notice what they are about: a state that is half changed, time that stands still."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.kit.casts import CASTS

import surefoot
from surefoot.referee.session import Session
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Object, Unit
from surefoot.table.notes import Note
from surefoot.table.place import GONE, Place, on_surface
from surefoot.table.table import Table
from surefoot.testing.kit.casts import drawn_scenario, drawn_step, laid
from surefoot.testing.kit.consistency import is_whole, problems, replays, takes_back
from surefoot.testing.kit.games import GameBroken, Made, Play, Step, played, written
from surefoot.testing.kit.laws import LawBroken
from surefoot.testing.kit.liveness import time_goes_on

TABLE = surefoot.loads(
    """
ruleset: necromunda-classic
board: [24, 18]
terrain: {deck: {platform: {rect: [8, 3, 6, 6]}, z: 3, under: solid}}
models:
  kal: {base: 25.4, at: [4, 4], side: a, profile: {M: 5, I: 4}}
  zoe: {base: 25.4, at: [18, 4], side: b, profile: {M: 5, I: 4}}
objects: {crate: {sort: loot, carried-by: [kal]}}
"""
).table


def with_place(who: str, place: Place) -> Table:
    return apply(TABLE, Moved(who, place))


def with_note(note: Note) -> Table:
    return TABLE.changed(notes=TABLE.notes.with_(note.name, note))


def with_object(thing: Object) -> Table:
    return TABLE.changed(objects=TABLE.objects.with_(thing.id, thing))


BROKEN = [
    (with_note(Note("activated", "bob", True, "round")), "a note is about something that there is not"),
    (with_note(Note("activated", "kal", True, "event")), "a note cannot end"),
    (with_note(Note("activated", "kal", True, "round", "rest")), "a note cannot end"),
    (with_place("kal", on_surface(1, 1, "attic")), "stands on something that there is not"),
    (with_place("kal", Place("link", "attic")), "holds on to something that there is not"),
    (with_place("kal", Place("aboard", "kal")), "aboard itself"),
    (with_place("kal", Place("aboard", "bus")), "aboard something that there is not"),
    (with_place("kal", GONE), "held by a model that is gone"),
    (with_object(replace(TABLE.objects["crate"], holders=("bob",))), "held by something that there is not"),
    (
        with_object(replace(TABLE.objects["crate"], place=on_surface(1, 1, "attic"))),
        "lies on something that there is not",
    ),
    (
        TABLE.changed(units=TABLE.units.with_("u", Unit("u", "a", ("bob",)))),
        "a unit lists a model that there is not",
    ),
    (
        TABLE.changed(units=TABLE.units.with_("u", Unit("u", "a", ("kal",)))),
        "a unit lists a model of another",
    ),
    (
        TABLE.changed(models=TABLE.models.with_("kal", replace(TABLE.models["kal"], unit="u"))),
        "a model is in a unit that does not list it",
    ),
    (TABLE.changed(clock=TABLE.clock.changed(active="bob")), "the clock says that something acts"),
]


@pytest.mark.parametrize(("table", "says"), BROKEN, ids=range(len(BROKEN)))
def test_a_state_that_is_half_changed_is_noticed(table: Table, says: str) -> None:
    assert list(problems(TABLE)) == []
    assert [problem.partition(":")[0] for problem in problems(table) if problem.startswith(says)] != []


def test_a_note_may_be_about_several_things() -> None:
    assert list(problems(with_note(Note("hazard", "kal deck", True, "turn")))) == []


def test_time_that_cannot_go_on_is_noticed() -> None:
    cast = CASTS["wh40k-10e"]
    text = """
ruleset: wh40k-10e
board: [24, 18]
clock: {side: a, phase: movement}
models:
  ana: {base: 32, at: [4, 4], side: a, keywords: [Infantry], profile: {M: 6}}
declare:
  - {who: ana, action: normal, path: [[8, 4]], finish: false}
"""
    laid = surefoot.loads(text)
    time_goes_on(laid.table, cast)
    unfinished = surefoot.check(laid.table, laid.declarations[0]).run.table
    time_goes_on(unfinished, cast)
    with pytest.raises(LawBroken, match="time stands still"):
        time_goes_on(laid.table, replace(cast, ends="doomsday"))
    # The Reinforcements step ends with its phase: the tick of the step is refused there, that of the phase is not.
    later = laid.table.changed(clock=laid.table.clock.changed(step="reinforcements"))
    strict = replace(cast, within=(("end-step", "end-phase", "phase.two-steps"),))
    with pytest.raises(LawBroken, match="end-phase does not wait for end-step"):
        time_goes_on(later, strict)


def test_the_same_seed_gives_the_same_game() -> None:
    cast = CASTS["necromunda-classic"]
    one, other = (played(cast, "7", 40, lambda play, made: None) for _ in range(2))
    assert one.steps
    assert (one.data, one.steps, one.now) == (other.data, other.steps, other.now)
    replays(one)


def test_a_broken_law_is_shown_by_a_short_scenario_that_can_be_played_again() -> None:
    cast = CASTS["necromunda-classic"]

    def nobody_moves(play: Play, made: Made | None) -> None:
        if made is not None and made.declaration.action == "move":
            raise LawBroken("moved: somebody")

    with pytest.raises(GameBroken) as broken:
        played(cast, "7", 200, nobody_moves)
    scenario = broken.value.scenario
    assert [each["action"] for each in scenario["declare"]] == ["move"]
    assert list(scenario["models"]) == [scenario["declare"][0]["who"]]
    assert surefoot.loads(written(scenario)).declarations[0].action == "move"


def test_a_log_that_leads_elsewhere_is_noticed() -> None:
    play = played(CASTS["gemini-arap"], "3", 40, lambda play, made: None)
    replays(play)
    play.session.entries[-1] = replace(play.session.entries[-1], state="0")
    with pytest.raises(LawBroken, match="played again"):
        replays(play)


def test_undo_that_does_not_lead_back_is_noticed() -> None:
    cast, dice = CASTS["necromunda-classic"], Random(1)
    data = drawn_scenario(cast, dice)
    play = Play(cast, data, Session(laid(cast, data)))
    step = Step({"tick": "end-round"}, "0")
    before = play.now
    outcome = play.make(step)
    assert outcome is not None
    made = Made(step, outcome.declaration, before, outcome)
    takes_back(play, made)
    with pytest.raises(LawBroken, match="undo gives another table"):
        takes_back(play, replace(made, before=play.now))


@pytest.mark.parametrize("name", CASTS)
def test_many_of_the_steps_that_are_drawn_can_be_read(name: str) -> None:
    cast, dice = CASTS[name], Random(5)
    table = laid(cast, drawn_scenario(cast, dice))
    drawn = [drawn_step(cast, table, dice) for _ in range(100)]
    assert len([each for each in drawn if each is not None]) > 40
    is_whole(Play(cast, {}, Session(table)), None)
