"""Random games: declarations, happenings and ticks one after another, with random dice and random answers.

A game is made from a seed. Laws look at it after every step; one that is broken is reported with the shortest game that
was found to break it, as a scenario file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import field
from random import Random
from typing import Any

from surefoot.dice.host import Asked, InLine, Reply, Unanswered, read_faces
from surefoot.dice.requests import Break, Choice, Plan, Roll, Ruling
from surefoot.dice.responders import SeededSource
from surefoot.files.problems import FileInvalid
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import judge
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome
from surefoot.table.record import thaw
from surefoot.table.table import Table
from surefoot.testing.kit.casts import Cast, Fields, drawn_scenario, drawn_step, laid, read
from surefoot.testing.kit.laws import LawBroken

# A plan that the rules propose nothing for is tried so often.
_PLANS = 30
# The most games that are played to find a shorter one that breaks the same law.
_SHORTER = 300


@dataclass
class Answers(InLine):
    """Dice from a seed, choices at random, rulings by default; keeps what it answered, as a file would write it."""

    seed: str
    given: list[Fields] = field(default_factory=list)
    source: SeededSource = field(init=False)
    dice: Random = field(init=False)
    _refused: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.source, self.dice = SeededSource(self.seed), Random(self.seed)

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        """Some answer that fits the question."""
        if isinstance(request, Roll):
            faces = request.dice.roll(self.source)
            self.given.append({request.what: [*faces]})
            return read_faces(request, faces)
        if isinstance(request, Choice):
            return self._said(request, self.dice.choice(request.among))
        if isinstance(request, Ruling):
            return self._said(request, request.default)
        return self._planned(request, breaks)

    def _said(self, request: Choice | Ruling, value: Any) -> Reply:
        self.given.append({request.what: thaw(value)})
        return Reply(value)

    def _planned(self, request: Plan, breaks: tuple[Break, ...]) -> Reply:
        """What the rules propose, or else all models shifted at random."""
        if request.proposal is not None and not breaks:
            return Reply(request.proposal)
        for _ in range(_PLANS):
            plan = {"shift": [self.dice.randint(-32, 32) / 4, self.dice.randint(-32, 32) / 4]}
            if not tuple(request.judge(plan)):
                self.given.append({request.what: plan})
                return Reply(plan)
        raise Unanswered(request, breaks=breaks)


@dataclass(frozen=True)
class Step:
    """One thing that was declared, happened or was done by the clock, and the seed of its dice and answers."""

    fields: Fields
    seed: str


@dataclass
class Play:
    """A random game under way."""

    cast: Cast
    data: Fields
    session: Session
    steps: list[Step] = field(default_factory=list)
    answers: list[Fields] = field(default_factory=list)
    # Questions that no answer was found to: the declarations that asked them were taken back.
    unanswered: int = 0

    @property
    def now(self) -> Table:
        """The table as it is."""
        return self.session.now

    def make(self, step: Step, drawn: Declaration | None = None) -> Outcome | None:
        """Make one step; None if it means nothing, is illegal, or asks what no answer was found to.

        `drawn` is what its fields mean on this table, if that is known.
        """
        found = (step.fields, drawn) if drawn is not None else read(self.now, step.fields)
        if found is None:
            return None
        judged = judge(self.now, found[1], nearest=False)
        if judged.verdict == "illegal":
            return None
        answers = Answers(step.seed)
        result = self.session.declare(found[1], judged=judged)
        try:
            result = self.session.play_out(answers) or result
        except Unanswered:
            self.session.undo(consent=True)
            self.unanswered += 1
            return None
        self.steps.append(step)
        self.answers += answers.given
        return result


@dataclass(frozen=True)
class Made:
    """A step that was made: what it was, the table before it, and what came of it."""

    step: Step
    declaration: Declaration
    before: Table
    outcome: Outcome


# Looks at a game after one of its steps, or at its start; raises LawBroken.
Watch = Callable[[Play, Made | None], None]


class GameBroken(LawBroken):
    """A law that a game broke, with the scenario that shows it: table, declarations and answers."""

    def __init__(self, says: str, scenario: Fields) -> None:
        super().__init__(f"{says}\n{written(scenario)}")
        self.says, self.scenario = says, scenario


def played(cast: Cast, seed: str, count: int, watch: Watch) -> Play:
    """A random game of so many steps, watched; raises GameBroken with the shortest game found that breaks a law."""
    dice = Random(seed)
    data = drawn_scenario(cast, dice)
    play = Play(cast, data, Session(laid(cast, data)))
    tried: Step | None = None
    try:
        watch(play, None)
        for number in range(count):
            drawn = drawn_step(cast, play.now, dice)
            if drawn is not None:
                tried = Step(drawn[0], f"{seed}/{number}")
                _watched(play, tried, watch, drawn[1])
    except Exception as broken:  # anything else than a refusal is what is looked for
        steps = play.steps if tried is None or tried in play.steps else [*play.steps, tried]
        raise _shown(cast, data, steps, watch, broken) from broken
    return play


def _watched(play: Play, step: Step, watch: Watch, drawn: Declaration | None = None) -> None:
    before = play.now
    outcome = play.make(step, drawn)
    if outcome is not None:
        watch(play, Made(step, outcome.declaration, before, outcome))


def _again(cast: Cast, data: Fields, steps: Sequence[Step], watch: Watch) -> tuple[str, Play] | None:
    """What a game of these steps breaks, and the game up to there; None if nothing."""
    try:
        play = Play(cast, data, Session(laid(cast, data)))
    except FileInvalid:
        return None
    last: Step | None = None
    try:
        watch(play, None)
        for step in steps:
            last = step
            _watched(play, step, watch)
    except Exception as broken:  # noqa: BLE001  # as above
        if last is not None and last not in play.steps:
            play.steps.append(last)
        return _kind(broken), play
    return None


def _kind(broken: BaseException) -> str:
    """What kind of breach it is: a shorter game has to break the same law, with whatever names and numbers."""
    if isinstance(broken, LawBroken):
        return str(broken).partition(":")[0]
    return f"{type(broken).__name__}"


def _shown(cast: Cast, data: Fields, steps: Sequence[Step], watch: Watch, broken: Exception) -> GameBroken:
    says = str(broken) if isinstance(broken, LawBroken) else f"raised {broken!r}"
    play = shortest(cast, data, steps, watch, _kind(broken))
    if play is None:
        return GameBroken(f"{says} (not again when it was played again)", _scenario(cast, data, steps, ()))
    return GameBroken(says, _scenario(cast, play.data, play.steps, play.answers))


def shortest(cast: Cast, data: Fields, steps: Sequence[Step], watch: Watch, kind: str) -> Play | None:
    """A game that breaks a law in the same way with as few steps, models and pieces as were found."""
    found = _again(cast, data, steps, watch)
    if found is None or found[0] != kind:
        return None
    best, left = found[1], _SHORTER

    def better(data: Fields, steps: Sequence[Step]) -> bool:
        nonlocal best, left
        left -= 1
        found = _again(cast, data, steps, watch) if left > 0 else None
        if found is None or found[0] != kind:
            return False
        best = found[1]
        return True

    size = max(1, len(best.steps) // 2)
    while size and left > 0:
        start = 0
        while start < len(best.steps) - 1:
            fewer = [*best.steps[:start], *best.steps[start + size :]]
            if not fewer or not better(best.data, fewer):
                start += size
        size //= 2
    for section in ("terrain", "models", "objects", "units"):
        for name in list(best.data.get(section, {})):
            without = {key: value for key, value in best.data[section].items() if key != name}
            better({**best.data, section: without}, best.steps)
    return best


def _scenario(cast: Cast, data: Fields, steps: Sequence[Step], answers: Sequence[Fields]) -> Fields:
    """A game as a scenario: its table, what was declared and what was answered."""
    found = {"ruleset": cast.ruleset, **data, "declare": [step.fields for step in steps]}
    return {**found, "answers": [*answers]} if answers else found


def written(scenario: Fields) -> str:
    """A scenario as a file, with a line for each thing."""
    lines = []
    for key, value in scenario.items():
        if isinstance(value, dict) and key in ("terrain", "models", "units", "objects"):
            lines += [f"{key}:", *(f"  {name}: {json.dumps(entry)}" for name, entry in value.items())]
        elif isinstance(value, list) and key in ("declare", "answers"):
            lines += [f"{key}:", *(f"  - {json.dumps(entry)}" for entry in value)]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "\n".join(lines) + "\n"
