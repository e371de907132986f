"""The outcomes on a picture: strides, events, broken clauses, and the legal part of a refused path."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import field

from surefoot.dice.requests import Do
from surefoot.draw.declared import declared_paths
from surefoot.draw.lettering import clean, shortened
from surefoot.draw.names import action_title
from surefoot.draw.numbers import length
from surefoot.draw.picture import Caption, Label, Ledger, Point, Ring, Sign, Token, Track
from surefoot.draw.scenery import length_of
from surefoot.draw.standing import half, token
from surefoot.geometry.tolerance import from_lattice, same
from surefoot.language import Clause, Field, Length, Notation, Quantity, Term, Who, say
from surefoot.language.sentence import FIELD, sentence
from surefoot.language.speaker import Speaker
from surefoot.records import dataclass
from surefoot.referee.bends import rounded
from surefoot.referee.bill import Line
from surefoot.referee.story import sentences
from surefoot.referee.verdict import Fork, Outcome, Test
from surefoot.table.effects import Moved
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table

# The first word of a ledger line that is not on foot, and its kind of track.
_MODES = {
    "climb": "climb",
    "ladder": "by-ladder",
    "rope": "by-ladder",
    "link": "by-ladder",
    "leap": "leap",
    "jump": "leap",
    "drop": "drop",
    "fall": "drop",
    "fly": "fly",
    "swim": "swim",
    "lift": "by-lift",
}

# Costs are written at the longest strides only; more would cover the path.
MOST_PRICES = 16
MOST_ROWS = 30
MOST_LINES = 9
# A stride that is shorter than this in plan is a point: a climb, a turn, a door.
_POINT = 0.05

_VERDICTS = {"legal": say("legal"), "illegal": say("illegal"), "stopped-short": say("stopped short")}


@dataclass
class Story:
    """The things that outcomes add to the picture of a table."""

    speak: Speaker
    unit: str
    facing: bool
    with_ledger: bool = False
    several: bool = False
    # Number of ledger lines of earlier panels.
    first: int = 0
    # Whether the number of a declaration is also on the picture.
    staged: bool = True
    tracks: list[Track] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    caption: list[Caption] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    # The models of the declarations.
    actors: list[str] = field(default_factory=list)

    @property
    def ledger(self) -> Ledger | None:
        """The ledger of all outcomes; None if it is not shown."""
        return ledger_of(self.rows)

    @property
    def _next(self) -> int:
        return self.first + len(self.rows) + 1

    def tell(self, before: Table, result: Outcome, number_: int = 0) -> None:
        """Add one outcome, with its number if there are several."""
        stage = str(number_) if number_ else ""
        self.actors += [*result.declaration.who, result.declaration.target]
        for who in result.declaration.who:
            self.actors += before.units[who].models if who in before.units else ()
        chains = _chains(result.ledger)
        self._strides(result, chains)
        # On the table after the outcome, the moved models are at the end of their paths already.
        afterwards = before.digest == result.run.table.digest and bool(result.ledger)
        at = {name: before.pose(name) for name, model in before.models.items() if model.place.on_table}
        told = self._moved(at, result, stage)
        if afterwards:
            self._origins(before, result, chains)
        else:
            self._goals(before, result.run.table, at)
        self._refused(before, result)
        if stage and self.staged:
            self._stage(before, result, stage)
        self._words(before, result, chains, told, stage)

    # --- the path ---------------------------------------------------------------------------------

    def _strides(self, result: Outcome, chains: list[list[Line]]) -> None:
        priced = sorted(rounded(result.ledger), key=lambda line: -line.length)[:MOST_PRICES]
        actor = result.declaration.actor
        who = f"{self.speak.who(actor)}: " if self.several and actor else ""
        for chain in chains:
            lines = rounded(chain)
            moving = [line for line in lines if not _at_a_point(line)]
            for line in lines:
                self._stride(line, ends=bool(moving) and line is moving[-1])
                # A last stride of length 0 belongs to the one before it.
                if length(line.length) == length(line.cost) == "0" and line.start[2] == line.end[2]:
                    continue
                self._price(line, priced)
                if self.with_ledger:
                    self._row(line, who)

    def _stride(self, line: Line, *, ends: bool) -> None:
        start, end = _xy(line.start), _xy(line.end)
        low, high = sorted((from_lattice(line.start[2]), from_lattice(line.end[2])))
        words = clean(
            f"{self._mode(line)}: {length(line.length)} × {length(line.rate)} = {length(line.cost)}{self.unit}"
        )
        if not _at_a_point(line):
            self.tracks.append(Track((start, end), _track(line), words, low, high, ends))
        elif high - low > _POINT:
            kind = "up" if line.end[2] > line.start[2] else "down"
            self.signs.append(Sign(*end, kind, words, low))

    def _price(self, line: Line, priced: Sequence[Line]) -> None:
        (x0, y0), (x1, y1) = _xy(line.start), _xy(line.end)
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        height = from_lattice(min(line.start[2], line.end[2]))
        clear = (0.3, 0.3) if _at_a_point(line) else (0.1, 0.1)
        if self.with_ledger:
            if self._next < MOST_ROWS:
                self.labels.append(Label(*middle, str(self._next), "stride", height=height))
        elif line.cost and line in priced:
            turned = _at_a_point(line) and line.start[2] == line.end[2]
            text = f"{clean(self._mode(line))} {length(line.cost)}" if turned else length(line.cost)
            self.labels.append(Label(*middle, text, "cost", clear, height=height))

    def _row(self, line: Line, who: str) -> None:
        self.rows.append(
            (
                str(self._next),
                clean(f"{who}{self._mode(line)}"),
                length(line.length),
                f"× {length(line.rate)}",
                length(line.cost),
                length(line.total),
                clean(self.speak.rule(line.clause)),
            )
        )

    def _mode(self, line: Line) -> str:
        """The mode of a line in words."""
        return self.speak.movement(line.what)

    def _stage(self, before: Table, result: Outcome, stage: str) -> None:
        """Add the number of a declaration at its longest stride, or beside its model."""
        ways: list[Ring] = [(_xy(line.start), _xy(line.end)) for line in result.ledger]
        if not ways:
            ways = [path for _, path in declared_paths(before, result.declaration)]
        longest = max(ways, key=length_of, default=())
        if longest:
            (x0, y0), (x1, y1) = longest[0], longest[1]
            self.labels.append(Label((x0 + x1) / 2, (y0 + y1) / 2, stage, "stage"))
        elif result.declaration.actor in before.models:
            model = before.models[result.declaration.actor]
            if model.place.on_table:
                pose = before.pose(model.id)
                room = half(model, pose.facing)
                self.labels.append(Label(pose.x, pose.y, stage, "stage", room, height=pose.z))

    # --- what happened ----------------------------------------------------------------------------

    def _moved(self, at: dict[str, Pose], result: Outcome, stage: str) -> list[Caption]:
        """Add the moves without a cost (a fall, a push, a placement), each with a letter.

        `at` holds the positions of all models, and is updated.
        """
        after = result.run.table
        told: list[Caption] = []
        for step in result.run.steps:
            if not isinstance(step, Do) or not isinstance(step.effect, Moved):
                continue
            effect = step.effect
            if not effect.to.on_table:
                continue
            there = after.resolve(effect.to)
            here = _end(step.ledger) or at.get(effect.who)
            at[effect.who] = there
            if here is None or (_near(here, there) and same(here.z, there.z)):
                continue
            # A model on a wall is placed beside the end of its path: this is no separate move.
            if (
                step.ledger
                and math.dist(here[:2], there[:2]) <= after.models[effect.who].base.shape.reach * 2
            ):
                continue
            letter = f"{stage}{chr(97 + len(told) % 26)}"
            words = clean(f"{self.speak.who(effect.who)} {self._how(effect.how)}")
            low, high = sorted((here.z, there.z))
            kind = "drop" if here.z - there.z > 0.5 else "moved"
            if _near(here, there):
                self.signs.append(Sign(there.x, there.y, "up" if there.z > here.z else "down", words, low))
            else:
                self.tracks.append(Track((here[:2], there[:2]), kind, words, low, high, ends=True))
            middle = (here.x + there.x) / 2, (here.y + there.y) / 2
            self.labels.append(Label(*middle, letter, "event", height=low))
            told.append(Caption(f"{words}{self._cited(step.clauses)}", letter))
        return told

    def _goals(self, before: Table, after: Table, at: dict[str, Pose]) -> None:
        """Add the end positions of models that moved or were set up, and marks for removed ones."""
        named: set[str] = set()
        for name, model in before.models.items():
            now = after.models.get(name)
            if now is None:
                continue
            was_there = model.place.on_table
            if not now.place.on_table:
                if was_there and now.place.kind == "gone":
                    last = at[name]
                    self.signs.append(
                        Sign(
                            last.x,
                            last.y,
                            "gone",
                            clean(self.speak(say("{who} is removed", who=Who(name)))),
                            last.z,
                        )
                    )
                continue
            there = after.pose(name)
            self._became(model, now, there)
            if not was_there and (now.unit or name) not in named:
                # It stands nowhere before: its unit is named here, once.
                named.add(now.unit or name)
                text = shortened(clean(self.speak.who(now.unit or name)))
                room = half(now, there.facing)
                self.labels.append(Label(there.x, there.y, text, "name", room, height=there.z))
            if not was_there or before.pose(name) != there:
                self.tokens.append(
                    token(
                        now,
                        there,
                        "goal",
                        facing=self.facing,
                        title=clean(self.speak(say("{who} ends here", who=Who(name)))),
                    )
                )

    def _became(self, was: Model, now: Model, there: Pose) -> None:
        """Add the changed statuses of a model at its end position."""
        gained = [self.speak.term(status) for status in now.statuses if status not in was.statuses]
        lost = [
            self.speak(say("no longer {status}", status=Term(status)))
            for status in was.statuses
            if status not in now.statuses
        ]
        if gained or lost:
            text = shortened(clean(f"→ {', '.join([*gained, *lost])}"), 30)
            room = half(now, there.facing)
            self.labels.append(Label(there.x, there.y, text, "status", room, height=there.z))

    def _origins(self, after: Table, result: Outcome, chains: list[list[Line]]) -> None:
        model = after.models.get(result.declaration.actor)
        for chain in chains[:1] if model is not None and model.place.on_table else ():
            assert model is not None
            x, y, z = (from_lattice(value) for value in chain[0].start)
            pose = Pose(x, y, z, after.pose(model.id).facing)
            self.tokens.append(
                token(
                    model,
                    pose,
                    "origin",
                    facing=False,
                    title=clean(self.speak(say("{who} began here", who=Who(model.id)))),
                )
            )

    # --- the verdict ------------------------------------------------------------------------------

    def _refused(self, before: Table, result: Outcome) -> None:
        if result.verdict != "legal":
            after = result.run.table
            for name, path in declared_paths(before, result.declaration):
                # The declared path is drawn under the part that was moved.
                if not _stands_at(after, name, path[-1]):
                    title = clean(self.speak(say("{who}: declared path", who=Who(name))))
                    self.tracks.insert(0, Track(path, "declared", title, _z(before, name), ends=True))
        for reason in result.breaks:
            if reason.where is not None:
                x, y, z = (from_lattice(value) for value in reason.where)
                self.signs.append(
                    Sign(
                        x, y, "refused", clean(f"{self.speak(reason.says)}{self._cited([reason.clause])}"), z
                    )
                )
        for name, path in _legal(before, result):
            self.tracks.append(
                Track(path, "nearest", self.speak(say("this part is legal")), _z(before, name))
            )
            pose = before.pose(name)
            there = Pose(*path[-1], pose.z, pose.facing)
            title = self.speak(say("legal up to here"))
            self.tokens.append(token(before.models[name], there, "ghost", facing=False, title=title))

    # --- words ------------------------------------------------------------------------------------

    def _words(
        self, before: Table, result: Outcome, chains: list[list[Line]], told: list[Caption], stage: str
    ) -> None:
        found = [Caption(self._headline(result, chains), stage, head=True)]
        found += [
            Caption(clean(f"{self.speak(each.says)}{self._cited([each.clause])}"), "✗")
            for each in result.breaks
        ]
        found += [
            Caption(
                self.speak(say("legal up to {x}, {y}", x=Quantity(path[-1][0]), y=Quantity(path[-1][1]))),
                "✓",
            )
            for _, path in _legal(before, result)
        ]
        found += [Caption(clean(self._test(test)), "•") for test in result.tests]
        found += [
            Caption(clean(self.speak(says)), "•")
            for event, says in zip(result.events, sentences(result), strict=True)
            if event.what == "stops short"
        ]
        found += told
        found += [Caption(clean(self._fork(fork)), "•") for fork in result.differing]
        if len(found) > MOST_LINES:
            rest = len(found) - MOST_LINES + 1
            found = [*found[: MOST_LINES - 1], Caption(self.speak(say("… and {n} more", n=rest)), "•")]
        self.caption += found

    def _fork(self, fork: Fork) -> str:
        """The result of a roll that was not made yet."""
        fields: dict[str, Field] = {
            "rolls": fork.told,
            "chance": Notation(self.speak.percent(fork.chance)),
            "verdict": _VERDICTS[fork.verdict],
        }
        if fork.verdict == "illegal":
            return self.speak(say("if {rolls} ({chance}): {verdict}", **fields))
        cost = Length(fork.cost)
        return self.speak(say("if {rolls} ({chance}): {verdict}, {cost}", cost=cost, **fields))

    def _headline(self, result: Outcome, chains: list[list[Line]]) -> str:
        declaration = result.declaration
        speak = self.speak
        who = ", ".join(map(speak.who, declaration.who[:3])) + (" …" if len(declaration.who) > 3 else "")
        action = action_title(result.run.table, declaration.action)
        text = f"{who} · {action}" if who else action
        if declaration.target:
            text += f" → {speak.who(declaration.target)}"
        text += f": {speak(_VERDICTS[result.verdict])}"
        # The total of several models means nothing.
        if len(chains) == 1:
            text += f", {speak.length(result.cost)}"
        return clean(text)

    def _how(self, how: str) -> str:
        """How a model was moved, in words."""
        known = self.speak.terms.get(how)
        return self.speak(known) if known is not None and not FIELD.search(known.text) else how

    def _test(self, test: Test) -> str:
        speak = self.speak
        who = f"{speak.who(test.who)}: " if test.who and test.who not in test.what.split() else ""
        parts = [f"{who}{speak(test.label)}", test.dice]
        if test.needs:
            parts.append(speak(say("needs {needs}", needs=sentence(test.needs))))
        if test.odds is not None and test.rolled is None:
            parts.append(speak.percent(test.odds))
        text = ", ".join(parts)
        if test.rolled is not None:
            text += ": " + speak(say("rolled {faces}", faces=Notation("+".join(map(str, test.rolled)))))
            if test.passed is not None:
                text += ", " + speak(say("passed") if test.passed else say("failed"))
            if test.told:
                text += f", {speak(test.told)}"
        for aim in test.aims:
            text += f"; {speak(aim.what)}: {speak(aim.needs)}, {speak.percent(aim.odds)}"
        return text + self._cited(test.clauses)

    def _cited(self, clauses: Sequence[str]) -> str:
        """The rules behind a line, by their titles; a picture has no room for all ids, its ledger shows them."""
        titles = [self.speak(say("{rule}", rule=Clause(each))) for each in dict.fromkeys(clauses) if each]
        return f" [{'; '.join(titles)}]" if titles else ""


def ledger_of(rows: Sequence[tuple[str, ...]]) -> Ledger | None:
    """The lines of a ledger as a table, cut after `MOST_ROWS`; None without lines."""
    if not rows:
        return None
    speak = Speaker()
    named = (say("movement"), say("length"), say("rate"), say("cost"), say("total"), say("rule"))
    heads = ("", *map(speak, named))
    if len(rows) > MOST_ROWS:
        rest = len(rows) - MOST_ROWS + 1
        rows = [*rows[: MOST_ROWS - 1], ("", speak(say("… and {n} more", n=rest)), "", "", "", "", "")]
    return Ledger(heads, tuple(rows))


def _chains(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of a ledger, one list for each continuous path."""
    found: list[list[Line]] = []
    for line in lines:
        if found and found[-1][-1].end == line.start:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _track(line: Line) -> str:
    return _MODES.get(line.what.split(" ")[0], "walk")


def _xy(point: tuple[int, int, int]) -> Point:
    return from_lattice(point[0]), from_lattice(point[1])


def _at_a_point(line: Line) -> bool:
    return length_of((_xy(line.start), _xy(line.end))) < _POINT


def _end(ledger: Iterable[Line]) -> Pose | None:
    """The end of a path with a cost."""
    last = None
    for line in ledger:
        last = line
    if last is None:
        return None
    x, y, z = (from_lattice(value) for value in last.end)
    return Pose(x, y, z, 0.0)


def _near(one: Pose, other: Pose) -> bool:
    return length_of((one[:2], other[:2])) < _POINT


def _legal(before: Table, result: Outcome) -> list[tuple[str, Ring]]:
    """The legal beginning of a refused path; empty if no model would move."""
    if result.nearest is None:
        return []
    return [(name, path) for name, path in declared_paths(before, result.nearest) if length_of(path) > _POINT]


def _stands_at(table: Table, name: str, point: Point) -> bool:
    model = table.models.get(name)
    return model is not None and model.place.on_table and length_of((table.pose(name)[:2], point)) < _POINT


def _z(table: Table, name: str) -> float:
    return table.pose(name).z
