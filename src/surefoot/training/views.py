"""One side of a pair as a learner sees it: the table, what is declared on it, and what was given beforehand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from surefoot.answers import words
from surefoot.files import scenario
from surefoot.files.problems import FileInvalid
from surefoot.language import Length, Notation, Term, Thing, Who, say
from surefoot.language.speaker import Speaker
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration, find
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import ruleset_speaker, speaker
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from surefoot.testing.corpus import Pair
from surefoot.testing.given import NAMED
from surefoot.testing.play import Side, noticed

# More models or pieces than this are not listed.
MOST_LISTED = 8
REFUSED = "refused"


@dataclass(frozen=True)
class View:
    """One side of a pair, and the declaration that is asked about."""

    ruleset: str
    given: Mapping[str, Any]
    side: Side
    index: int

    @cached_property
    def laid(self) -> scenario.Scenario | None:
        """The scenario; None if its file is refused."""
        text = json.dumps({"ruleset": self.ruleset, **self.given}, ensure_ascii=False, allow_nan=True)
        try:
            return scenario.loads(text, "the lesson")
        except FileInvalid:
            return None

    @property
    def outcome(self) -> Outcome | None:
        """What came of the declaration; None if it was not made."""
        return self.side.outcomes[self.index] if self.index < len(self.side.outcomes) else None

    @property
    def declaration(self) -> Declaration | None:
        """The declaration that is asked about."""
        if self.laid is None or self.index >= len(self.laid.declarations):
            return None
        return self.laid.declarations[self.index]

    @property
    def verdict(self) -> str:
        """The verdict on the declaration; `refused` if the file or the declaration is invalid."""
        if self.outcome is not None:
            return self.outcome.verdict
        return REFUSED if self.side.problems else ""

    @cached_property
    def before(self) -> Table | None:
        """The table on which it is declared."""
        if self.outcome is not None and self.outcome.before is not None:
            return self.outcome.before
        if self.side.after is not None:
            return self.side.after
        return None if self.laid is None else self.laid.table

    @property
    def speak(self) -> Speaker:
        """Renders sentences about this table."""
        return ruleset_speaker(self.ruleset) if self.before is None else speaker(self.before)

    @property
    def declared(self) -> str:
        """The heading of the declaration; empty if there is none."""
        if self.declaration is None or self.before is None:
            return ""
        return words.declared(self.declaration, self.before)


def views(pair: Pair, *, twin: bool = False) -> tuple[View, View]:
    """The side that is shown, and the other one, at the first declaration whose outcomes differ."""
    index = _differing(pair.side, pair.twin)
    sides = (
        View(pair.ruleset, pair.case.given, pair.side, index),
        View(pair.ruleset, pair.case.twin_given, pair.twin, index),
    )
    return (sides[1], sides[0]) if twin else sides


def _differing(one: Side, other: Side) -> int:
    both = list(zip(one.shown, other.shown, strict=False))
    for index, (here, there) in enumerate(both):
        if noticed(here) != noticed(there):
            return index
    if len(one.shown) != len(other.shown):
        return len(both)
    return max(len(both) - 1, 0)


def earlier(view: View) -> list[str]:
    """The declarations before the one that is asked about, each with what came of it."""
    found = []
    for shown, outcome in zip(view.side.shown[: view.index], view.side.outcomes, strict=False):
        heading = words.declared(outcome.declaration, outcome.before or outcome.run.table)
        found.append(f"{heading}: {shown['says']}" if shown["says"] else heading)
    return found


def dice_and_answers(view: View) -> list[str]:
    """The dice and answers that are given beforehand."""
    catalogue = find(view.ruleset).catalogue
    written = [*_listed(view.given.get("dice")), *_listed(view.given.get("answers"))]
    found = []
    for each in written:
        if isinstance(each, Mapping):
            for key, value in each.items():
                name = catalogue[key].title if key in catalogue else str(key)
                found.append(f"{name}: {plainly(value)}")
        else:
            found.append(plainly(each))
    return found


def _listed(written: Any) -> list[Any]:
    if written is None:
        return []
    return list(written) if isinstance(written, list) else [written]


def facts(view: View) -> list[str]:
    """What one has to know about models and terrain: profiles, states, kinds and heights."""
    table = view.before
    if table is None:
        return []
    actors = () if view.declaration is None else view.declaration.who
    return [*model_facts(table, actors), *piece_facts(table)]


def model_facts(table: Table, actors: Sequence[str]) -> Iterator[str]:
    """The profile and the states of each model; if there are many, of those that act."""
    speak = speaker(table)
    acting = [
        name for each in actors for name in (table.units[each].models if each in table.units else (each,))
    ]
    names = (
        list(table.models)
        if len(table.models) <= MOST_LISTED
        else [name for name in table.models if name in acting]
    )
    told: set[str] = set()
    for name in names:
        model = table.models[name]
        profile = ", ".join(f"{key} {plainly(value)}" for key, value in model.profile.items())
        states = [speak.term(each) for each in model.statuses]
        counted = [f"{speak.term(key)} {plainly(value)}" for key, value in model.counters.items() if value]
        parts = [each for each in (profile, *states, *counted) if each]
        line = speak(say("{who}: {facts}", who=Who(name), facts=Notation(" · ".join(parts)))) if parts else ""
        unit = next((each for each, held in table.units.items() if name in held.models), "")
        if line and f"{unit}:{parts}" not in told:
            # Models of one unit that are alike are told once.
            if unit:
                told.add(f"{unit}:{parts}")
            yield line


def piece_facts(table: Table) -> Iterator[str]:
    """The kind and the height of each piece of terrain."""
    speak = speaker(table)
    for name, piece in list(table.pieces.items())[:MOST_LISTED]:
        parts = [
            speak.term(piece.sort),
            *(speak.term(each) for each in (*piece.tags, *piece.state) if ":" not in each),
        ]
        if piece.z > 0:
            parts.append(speak(say("{height} up", height=Length(piece.z))))
        elif piece.z < 0:
            parts.append(speak(say("{depth} deep", depth=Length(-piece.z))))
        if piece.height and piece.sort != "platform":
            parts.append(speak(say("{height} high", height=Length(piece.height))))
        yield speak(say("{thing}: {facts}", thing=Thing(name), facts=Notation(", ".join(parts))))


def options(view: View) -> list[str]:
    """The options of the ruleset that are not at their default."""
    if view.before is None:
        return []
    defaults = ruleset_of(view.before).catalogue.options
    return [
        f"{key}: {plainly(value)}"
        for key, value in view.before.options.items()
        if key in defaults and value != defaults[key].default
    ]


def plainly(value: Any) -> str:
    """Data without the brackets of a programming language."""
    if isinstance(value, bool):
        return Speaker()(say("yes") if value else say("no"))
    if isinstance(value, float):
        return words.number(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plainly(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(plainly(each) for each in value)
    return str(value)


def change(here: View, there: View) -> str:
    """What is different on the other side, in words."""
    found = dict.fromkeys(_told(*each, here, there) for each in _differences(here.given, there.given, ()))
    return "; ".join(each for each in found if each)


def _differences(one: Any, other: Any, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(one, Mapping) and isinstance(other, Mapping) and len(at) < 3:
        for key in dict.fromkeys((*one, *other)):
            if one.get(key) != other.get(key):
                yield from _differences(one.get(key), other.get(key), (*at, str(key)))
    else:
        yield at, one, other


def _told(at: tuple[str, ...], was: Any, now: Any, here: View, there: View) -> str:
    speak = there.speak if there.before is not None else here.speak
    if at[0] == "declare" and there.declared and there.declared != here.declared:
        return speak(say("The declaration is: {declared}", declared=Notation(there.declared)))
    if at[0] in NAMED and len(at) > 1:
        name = Who(at[1]) if at[0] in ("models", "units", "characters") else Thing(at[1])
        if len(at) == 2:
            return speak(
                say("{name} isn't there", name=name) if now is None else say("{name} is there", name=name)
            )
        field = say("{name}, {field}", name=name, field=Term(at[2]))
    else:
        field = say("{field}", field=Term(" ".join(at)))
    was, now = (Notation(plainly(each)) if each not in (None, [], {}) else say("none") for each in (was, now))
    return speak(say("{what}: {now} instead of {was}", what=field, now=now, was=was))
