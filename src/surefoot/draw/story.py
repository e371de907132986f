"""What outcomes did on a table: the way of each stride, what happened to whom, what was refused and what would be legal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from surefoot.dice.requests import Do
from surefoot.draw.bends import rounded
from surefoot.draw.declared import declared_paths
from surefoot.draw.lettering import clean, shortened
from surefoot.draw.numbers import chance, length
from surefoot.draw.picture import Caption, Label, Ledger, Point, Ring, Sign, Token, Track
from surefoot.draw.scenery import length_of
from surefoot.draw.standing import half, token
from surefoot.geometry.tolerance import from_lattice, same
from surefoot.referee.bill import Line
from surefoot.referee.verdict import Fork, Outcome, Test
from surefoot.table.effects import Moved
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.table.words import number

# The first word of a ledger line that is not simply a way on foot.
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

# Prices are written at so many strides at most, the longest ones; more would cover the path.
MOST_PRICES = 16
MOST_ROWS = 30
MOST_LINES = 9
# Shorter than this in plan, a stride is a point: a climb, a turn, a door.
_POINT = 0.05

_VERDICTS = {"legal": "legal", "illegal": "illegal", "stopped-short": "stopped short"}


@dataclass
class Story:
    """Everything that some outcomes add to the picture of a table."""

    unit: str
    facing: bool
    with_ledger: bool = False
    several: bool = False
    # How many lines of the ledger were told before.
    first: int = 0
    # Whether the number of a declaration stands on the picture, too.
    staged: bool = True
    tracks: list[Track] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    caption: list[Caption] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    # Whom the declarations are about.
    actors: list[str] = field(default_factory=list)

    @property
    def ledger(self) -> Ledger | None:
        """The ledger of all outcomes; rows are kept only if it was asked for."""
        return ledger_of(self.rows)

    @property
    def _next(self) -> int:
        return self.first + len(self.rows) + 1

    def tell(self, before: Table, result: Outcome, number_: int = 0) -> None:
        """Add one outcome; its number if there are several."""
        stage = str(number_) if number_ else ""
        self.actors += [*result.declaration.who, result.declaration.target]
        for who in result.declaration.who:
            self.actors += before.units[who].models if who in before.units else ()
        chains = _chains(result.ledger)
        self._strides(result, chains)
        # Seen afterwards, whoever moved stands at the end of his way already.
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
        who = f"{result.declaration.actor}: " if self.several and result.declaration.actor else ""
        for chain in chains:
            lines = rounded(chain)
            moving = [line for line in lines if not _at_a_point(line)]
            for line in lines:
                self._stride(line, ends=bool(moving) and line is moving[-1])
                # The last hair up to an edge shows as nothing, and is told with what it belongs to.
                if length(line.length) == length(line.cost) == "0" and line.start[2] == line.end[2]:
                    continue
                self._price(line, priced)
                if self.with_ledger:
                    self._row(line, who)

    def _stride(self, line: Line, *, ends: bool) -> None:
        start, end = _xy(line.start), _xy(line.end)
        low, high = sorted((from_lattice(line.start[2]), from_lattice(line.end[2])))
        words = clean(
            f"{line.what}: {length(line.length)} × {length(line.rate)} = {length(line.cost)}{self.unit}"
        )
        if not _at_a_point(line):
            self.tracks.append(Track((start, end), _mode(line), words, low, high, ends))
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
            text = f"{clean(line.what)} {length(line.cost)}" if turned else length(line.cost)
            self.labels.append(Label(*middle, text, "cost", clear, height=height))

    def _row(self, line: Line, who: str) -> None:
        self.rows.append(
            (
                str(self._next),
                clean(f"{who}{line.what}"),
                length(line.length),
                f"× {length(line.rate)}",
                length(line.cost),
                length(line.total),
                clean(line.clause),
            )
        )

    def _stage(self, before: Table, result: Outcome, stage: str) -> None:
        """The number of a declaration, at its longest stride or beside whoever acts."""
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
        """Whoever was moved without a price: fell, was driven, pushed or set down; each with a letter.

        `at` says where everybody is, and is kept up to date.
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
            # Whoever hangs on a face is set down beside the end of his way; that is no other way.
            if (
                step.ledger
                and math.dist(here[:2], there[:2]) <= after.models[effect.who].base.shape.reach * 2
            ):
                continue
            letter = f"{stage}{chr(97 + len(told) % 26)}"
            words = clean(f"{effect.who} {effect.how}")
            low, high = sorted((here.z, there.z))
            kind = "drop" if here.z - there.z > 0.5 else "moved"
            if _near(here, there):
                self.signs.append(Sign(there.x, there.y, "up" if there.z > here.z else "down", words, low))
            else:
                self.tracks.append(Track((here[:2], there[:2]), kind, words, low, high, ends=True))
            middle = (here.x + there.x) / 2, (here.y + there.y) / 2
            self.labels.append(Label(*middle, letter, "event", height=low))
            told.append(Caption(f"{words}{_cited(step.clauses)}", letter))
        return told

    def _goals(self, before: Table, after: Table, at: dict[str, Pose]) -> None:
        """Where everybody ends who is not where he was; whoever is gone leaves a mark."""
        for name, model in before.models.items():
            now = after.models.get(name)
            if now is None or not model.place.on_table:
                continue
            pose = before.pose(name)
            if not now.place.on_table:
                if now.place.kind == "gone":
                    last = at[name]
                    self.signs.append(Sign(last.x, last.y, "gone", clean(f"{name} is gone"), last.z))
                continue
            there = after.pose(name)
            self._became(model, now, there)
            if pose != there:
                self.tokens.append(
                    token(now, there, "goal", facing=self.facing, title=clean(f"{name} ends here"))
                )

    def _became(self, was: Model, now: Model, there: Pose) -> None:
        """What somebody has become, written where he ends."""
        gained = [status for status in now.statuses if status not in was.statuses]
        lost = [f"not {status}" for status in was.statuses if status not in now.statuses]
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
                token(model, pose, "origin", facing=False, title=clean(f"{model.id} began here"))
            )

    # --- the verdict ------------------------------------------------------------------------------

    def _refused(self, before: Table, result: Outcome) -> None:
        if result.verdict != "legal":
            after = result.run.table
            for name, path in declared_paths(before, result.declaration):
                # Of a path that was gone in part, the rest is what was declared; it lies under what was gone.
                if not _stands_at(after, name, path[-1]):
                    title = clean(f"{name}: as declared")
                    self.tracks.insert(0, Track(path, "declared", title, _z(before, name), ends=True))
        for reason in result.breaks:
            if reason.where is not None:
                x, y, z = (from_lattice(value) for value in reason.where)
                self.signs.append(Sign(x, y, "refused", clean(f"{reason.says} [{reason.clause}]"), z))
        for name, path in _legal(before, result):
            self.tracks.append(Track(path, "nearest", "this much would be legal", _z(before, name)))
            pose = before.pose(name)
            there = Pose(*path[-1], pose.z, pose.facing)
            title = "this far it would be legal"
            self.tokens.append(token(before.models[name], there, "ghost", facing=False, title=title))

    # --- words ------------------------------------------------------------------------------------

    def _words(
        self, before: Table, result: Outcome, chains: list[list[Line]], told: list[Caption], stage: str
    ) -> None:
        found = [Caption(self._headline(result, chains), stage, head=True)]
        found += [Caption(clean(f"{each.says}{_cited([each.clause])}"), "✗") for each in result.breaks]
        found += [
            Caption(f"legal as far as {number(path[-1][0])}, {number(path[-1][1])}", "✓")
            for _, path in _legal(before, result)
        ]
        found += [Caption(clean(_test(test)), "•") for test in result.tests]
        found += [
            Caption(clean(f"{event.who} stops short: {dict(event.details).get('why', '')}"), "•")
            for event in result.events
            if event.what == "stops short"
        ]
        found += told
        found += [Caption(clean(self._fork(fork)), "•") for fork in result.differing]
        if len(found) > MOST_LINES:
            rest = len(found) - MOST_LINES + 1
            found = [*found[: MOST_LINES - 1], Caption(f"… and {rest} more", "•")]
        self.caption += found

    def _fork(self, fork: Fork) -> str:
        """What a roll that was not made yet would lead to."""
        rolls = ", ".join(f"{what} is {reading}" for what, reading in fork.rolls)
        cost = "" if fork.verdict == "illegal" else f", {length(fork.cost)}{self.unit}"
        return f"if {rolls} ({chance(fork.chance)}): {_VERDICTS[fork.verdict]}{cost}"

    def _headline(self, result: Outcome, chains: list[list[Line]]) -> str:
        declaration = result.declaration
        who = ", ".join(declaration.who[:3]) + (" …" if len(declaration.who) > 3 else "")
        text = f"{who} · {declaration.action}" if who else declaration.action
        if declaration.target:
            text += f" at {declaration.target}"
        text += f": {_VERDICTS[result.verdict]}"
        # What ten models pay together says nothing.
        if len(chains) == 1:
            text += f", {length(result.cost)}{self.unit}"
        return clean(text)


def ledger_of(rows: Sequence[tuple[str, ...]]) -> Ledger | None:
    """The lines of a ledger as a table, the first of them if there are too many; none for none."""
    if not rows:
        return None
    heads = ("", "what", "length", "rate", "cost", "total", "clause")
    if len(rows) > MOST_ROWS:
        rest = len(rows) - MOST_ROWS + 1
        rows = [*rows[: MOST_ROWS - 1], ("", f"… and {rest} more", "", "", "", "", "")]
    return Ledger(heads, tuple(rows))


def _chains(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of a ledger, one list for each way that goes on without a break."""
    found: list[list[Line]] = []
    for line in lines:
        if found and found[-1][-1].end == line.start:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _mode(line: Line) -> str:
    return _MODES.get(line.what.split(" ")[0], "walk")


def _xy(point: tuple[int, int, int]) -> Point:
    return from_lattice(point[0]), from_lattice(point[1])


def _at_a_point(line: Line) -> bool:
    return length_of((_xy(line.start), _xy(line.end))) < _POINT


def _end(ledger: Iterable[Line]) -> Pose | None:
    """Where a priced way has led to already."""
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
    """The beginning of a refused path that would be legal, unless nobody would move at all."""
    if result.nearest is None:
        return []
    return [(name, path) for name, path in declared_paths(before, result.nearest) if length_of(path) > _POINT]


def _stands_at(table: Table, name: str, point: Point) -> bool:
    model = table.models.get(name)
    return model is not None and model.place.on_table and length_of((table.pose(name)[:2], point)) < _POINT


def _z(table: Table, name: str) -> float:
    return table.pose(name).z


def _cited(clauses: Sequence[str]) -> str:
    return f" [{', '.join(dict.fromkeys(clauses))}]" if any(clauses) else ""


def _test(test: Test) -> str:
    who = f"{test.who}: " if test.who and test.who not in test.what.split() else ""
    text = f"{who}{test.what}, {test.dice}"
    if test.needs:
        text += f", needs {test.needs}"
    if test.odds is not None and test.rolled is None:
        text += f", {chance(test.odds)}"
    if test.rolled is not None:
        text += f": rolled {'+'.join(str(face) for face in test.rolled)}"
        if test.passed is not None:
            text += f", {'passed' if test.passed else 'failed'}"
        if test.told:
            text += f", {test.told}"
    for aim in test.aims:
        text += f"; {aim.what}: {aim.needs}, {chance(aim.odds)}"
    return text + _cited(test.clauses)
