"""Reads the clock of a file: its side and the model or unit that is active are names of the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from surefoot.files.forms import ClockForm
from surefoot.files.reading import CALLED, OF_A_UNIT, Entry, Reading
from surefoot.language import Notation, Quoted, say
from surefoot.table.notes import Clock
from surefoot.table.words import corrected, near

# Sections whose entries may act and belong to a side.
ACTORS = ("models", "units", "characters")


def read_clock(reading: Reading, sections: Mapping[str, list[Entry]]) -> Clock:
    """The clock of a file, as far as it can be read; the default if it is left out."""
    given = reading.data.get("clock")
    if given is None:
        return Clock()
    # What can be read of a clock with problems is checked as well.
    form = reading.check(ClockForm, given, ("clock",)) or ClockForm.readable(given)
    if form is None:
        return Clock()
    actors = [entry for section in ACTORS for entry in sections[section]]
    side = form.side if not form.side or _is_side(reading, form.side, actors) else ""
    active = form.active if not form.active or _is_active(reading, form.active, actors) else ""
    return Clock(form.round, side, form.phase, form.step, active, form.minutes, form.details)


def _is_side(reading: Reading, side: str, actors: Iterable[Entry]) -> bool:
    """Whether a side may have the turn. A misspelt one is a problem; one that has no models yet is only told."""
    sides = _values(actors, "side")
    if not sides or side in sides:
        return True
    close = near(side, sides)
    if close:
        problem = say("no model is of the side {side}", side=Quoted(side))
        reading.wrong(("clock", "side"), corrected(problem, close))
        return False
    known = Notation(", ".join(sides))
    says = say("no model is of the side {side}; the sides are {known}", side=Quoted(side), known=known)
    reading.doubt(("clock", "side"), says)
    return True


def _is_active(reading: Reading, active: str, actors: Iterable[Entry]) -> bool:
    owned = (*(CALLED[section] for section in ACTORS), OF_A_UNIT)
    names = [name for name, (called, _) in reading.owners.items() if called in owned]
    # A unit need not be listed: models that name it make it.
    names += [name for name in _values(actors, "unit") if name not in reading.owners]
    return reading.refer(active, names, say("a model or a unit"), ("clock", "active"))


def _values(entries: Iterable[Entry], field: str) -> list[str]:
    """The words that entries have in a field, each once."""
    found: list[Any] = [entry.data.get(field) for entry in entries]
    return list(dict.fromkeys(str(each) for each in found if each and isinstance(each, (str, int))))
