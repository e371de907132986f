"""The law of consistency: after every step of a game its state is whole. Nothing is half-changed or left over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from surefoot.referee.session import Session
from surefoot.table.model import Model
from surefoot.table.notes import LIFETIMES
from surefoot.table.place import BOARD, PlaceKind
from surefoot.table.table import Table
from surefoot.testing.kit.games import Made, Play
from surefoot.testing.kit.laws import hold

# Places that a carrier, a piece or the board holds up.
_HELD = ("surface", "link", "edge")


def is_whole(play: Play, made: Made | None) -> None:
    """Watch a game: every note, unit, object and place is about something that there is."""
    for problem in problems(play.now):
        hold(False, problem)
    for problem in play.cast.invariants(play.now):
        hold(False, problem)
    if made is not None:
        _kept(made.before, play.now)


def problems(table: Table) -> Iterator[str]:
    """Everything that is wrong with the state of a table, whatever is played on it."""
    yield from _notes(table)
    for model in table.models.values():
        yield from _place(table, model)
        negative = [name for name, value in model.counters.items() if isinstance(value, int) and value < 0]
        if negative:
            yield f"counted below nothing: {negative[0]} of {model.id}"
    yield from _units(table)
    yield from _objects(table)
    active = table.clock.active
    if active and active not in table.models and active not in table.units:
        yield f"the clock says that something acts which there is not: {active}"


def _notes(table: Table) -> Iterator[str]:
    known = {*table.models, *table.units, *table.pieces, *table.objects}
    for name, note in table.notes.items():
        # A note may be about several things at once: a model and the ground that it met.
        if note.of and note.of not in known and not known.issuperset(note.of.split(" ")):
            yield f"a note is about something that there is not: {name}"
        if note.name != name:
            yield f"a note is kept under another name: {note.name} as {name}"
        if note.lifetime not in LIFETIMES or (note.lifetime == "event") != bool(note.until):
            yield f"a note cannot end: {name}, {note.lifetime} {note.until}"
        model = table.models.get(note.of)
        gone = model is not None and model.place.kind == "gone"
        if gone and note.lifetime in ("action", "activation") and table.clock.active != note.of:
            yield f"a note is left of a model that is gone: {name}"


def _place(table: Table, model: Model) -> Iterator[str]:
    place = model.place
    if place.kind not in get_args(PlaceKind):
        yield f"no kind of place: {place.kind} of {model.id}"
    if place.kind == "surface" and place.on != BOARD:
        deck = table.deck(place.on)
        if deck is None and place.on not in table.pieces:
            yield f"stands on something that there is not: {model.id} on {place.on}"
        if deck is not None and not deck[0].place.on_table:
            yield f"stands on a deck that is off the table: {model.id} on {place.on}"
    if place.kind == "aboard":
        yield from _aboard(table, model)
    if place.kind in _HELD and place.on and place.kind != "surface":
        known = (
            place.on == BOARD or place.on in table.pieces or table.deck(place.on) or place.on in table.models
        )
        if not known:
            yield f"holds on to something that there is not: {model.id} on {place.on}"


def _aboard(table: Table, model: Model) -> Iterator[str]:
    """A passenger is in a carrier that is there; nothing carries itself, directly or through others."""
    carrier = table.models.get(model.place.on)
    if carrier is None:
        yield f"aboard something that there is not: {model.id} in {model.place.on}"
        return
    if carrier.place.kind == "gone":
        yield f"aboard something that is gone: {model.id} in {carrier.id}"
    seen = {model.id}
    while carrier is not None and carrier.place.kind == "aboard":
        if carrier.id in seen:
            yield f"aboard itself: {model.id}"
            return
        seen.add(carrier.id)
        carrier = table.models.get(carrier.place.on)
    if carrier is not None and carrier.id in seen:
        yield f"aboard itself: {model.id}"


def _units(table: Table) -> Iterator[str]:
    listed: dict[str, str] = {}
    for unit in table.units.values():
        for name in unit.models:
            if name not in table.models:
                yield f"a unit lists a model that there is not: {name} in {unit.id}"
            elif table.models[name].unit != unit.id:
                yield f"a unit lists a model of another: {name} in {unit.id}"
            if name in listed:
                yield f"a model is listed twice: {name} in {listed[name]} and {unit.id}"
            listed[name] = unit.id
    for model in table.models.values():
        if model.unit and listed.get(model.id) != model.unit:
            yield f"a model is in a unit that does not list it: {model.id} in {model.unit}"


def _objects(table: Table) -> Iterator[str]:
    for thing in table.objects.values():
        for holder in thing.holders:
            if holder not in table.models:
                yield f"held by something that there is not: {thing.id} by {holder}"
            elif table.models[holder].place.kind == "gone":
                yield f"held by a model that is gone: {thing.id} by {holder}"
        on = thing.place.on
        known = on in (BOARD, "") or on in table.pieces or on in table.models or table.deck(on) is not None
        if not known:
            yield f"lies on something that there is not: {thing.id} on {on}"


def _kept(before: Table, now: Table) -> None:
    """No model is added to a game or lost without a trace, and a model that is gone stays gone."""
    lost = [name for name in before.models if name not in now.models]
    hold(not lost, f"lost without a trace: {', '.join(lost)}")
    back = [
        name
        for name, model in before.models.items()
        if model.place.kind == "gone" and name in now.models and now.models[name].place.kind != "gone"
    ]
    hold(not back, f"back although it was gone: {', '.join(back)}")


# --- the log --------------------------------------------------------------------------------------


def takes_back(play: Play, made: Made | None) -> None:
    """Watch a game: undo gives the table before the step, and the step made again the table after it."""
    if made is None:
        return
    after = play.now
    play.session.undo(consent=True)
    hold(play.now == made.before, "undo gives another table than the one before")
    play.session.declare(made.declaration)
    for reply in made.outcome.run.replies:
        play.session.answer(reply)
    hold(play.now == after, "made again after undo, it ends differently")


def replays(play: Play) -> None:
    """A game played again from its log goes through the same states."""
    again = Session(play.session.start)
    for number, entry in enumerate(play.session.entries):
        if entry.kind == "undo":
            again.undo(consent=True)
        elif entry.declaration is not None:
            again.declare(entry.declaration)
        elif entry.reply is not None:
            again.answer(entry.reply)
        hold(again.now.digest == entry.state, f"played again, the log comes out differently: entry {number}")
    hold(again.now == play.now, "played again, the log ends differently")
