"""The questions of a lesson, each with plausible wrong answers: those of the twin, a cost without its surcharge, one pip off."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Literal

from surefoot.answers import words
from surefoot.answers.questions import told
from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.language import Notation, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.protocol import Answer, find
from surefoot.referee.questions import questions
from surefoot.referee.referee import check
from surefoot.referee.speaking import speaker
from surefoot.referee.story import story
from surefoot.referee.verdict import Outcome, Test
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.training.lessons import Lesson
from surefoot.training.views import REFUSED, View, views

Kind = Literal["legal", "why", "cost", "roll", "end", "answer", "happens", "applies"]

# The most answers that are offered.
MOST_CHOICES = 4
# Places closer to each other than this, in units of the table, are one answer.
APART = 0.3
VERDICTS = {
    "legal": say("Legal"),
    "stopped-short": say("Allowed, but it stops short"),
    "illegal": say("Illegal"),
    REFUSED: say("Invalid: it can't be played at all"),
}
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Choice:
    """One answer that is offered; a place on the table has its point and its level."""

    says: str
    spot: tuple[float, float] | None = None
    on: str = ""


@dataclass(frozen=True)
class Question:
    """A question with its answers, of which exactly one is right."""

    kind: Kind
    says: str
    choices: tuple[Choice, ...]
    right: int
    # The model that is moved to answer, for places.
    who: str = ""


def asked(lesson: Lesson, *, twin: bool = False) -> tuple[Question, ...]:
    """The questions of a lesson: first what tells the case from its twin, then what it costs and what has to be rolled."""
    here, there = views(lesson.pair, twin=twin)
    seed = f"{lesson.id}{'~' if twin else ''}"
    first = next(filter(None, (ask(here, there, seed) for ask in DECISIVE)), None) or _applies(lesson, here)
    found = [first]
    if here.verdict == "legal":
        for ask, kind in ((_cost, "cost"), (_roll, "roll")):
            more = ask(here, there, seed) if first.kind != kind else None
            found += [more] if more is not None else []
    return tuple(found)


def _made(
    kind: Kind,
    says: str,
    right: Choice,
    wrong: Iterable[Choice],
    seed: str,
    *,
    ordered: bool = False,
    who: str = "",
) -> Question | None:
    """A question with its answers in a fixed random order; None if there is no wrong answer."""
    offered = [right]
    for each in wrong:
        if each.says not in [known.says for known in offered] and len(offered) < MOST_CHOICES:
            offered.append(each)
    if len(offered) < 2:
        return None
    if not ordered:
        Random(f"{seed}:{kind}").shuffle(offered)
    return Question(kind, says, tuple(offered), offered.index(right), who)


def _legal(here: View, there: View, seed: str) -> Question | None:  # noqa: ARG001  # as all that ask; the order is fixed
    if not here.verdict or here.verdict == there.verdict or not there.verdict:
        return None
    names = [name for name in VERDICTS if name != REFUSED or REFUSED in (here.verdict, there.verdict)]
    offered = tuple(Choice(here.speak(VERDICTS[name])) for name in names)
    return Question("legal", here.speak(say("Is this legal?")), offered, names.index(here.verdict))


def _why(here: View, there: View, seed: str) -> Question | None:
    """Both are refused, for different reasons."""
    right, wrong = _reasons(here), _reasons(there)
    if here.verdict != there.verdict or not right or not wrong or right == wrong:
        return None
    return _made("why", here.speak(say("Why is it refused?")), Choice(right), [Choice(wrong)], seed)


def _reasons(view: View) -> str:
    if view.outcome is not None:
        return view.speak.paragraph(sentence(each.says) for each in view.outcome.breaks)
    return " ".join(str(each.says) for each in view.side.problems)


# --- cost -----------------------------------------------------------------------------------------


def _differing_cost(here: View, there: View, seed: str) -> Question | None:
    if here.outcome is None or there.outcome is None or here.outcome.cost == there.outcome.cost:
        return None
    return _cost(here, there, seed)


def _cost(here: View, there: View, seed: str) -> Question | None:  # noqa: ARG001  # numbers are in order
    result, other = here.outcome, there.outcome
    if result is None or not result.ledger:
        return None
    dearest = max(result.costs, key=lambda who: result.costs[who])
    lines = [line for line in result.ledger if line.who == dearest]
    wrong = [
        *([other.cost] if other is not None and other.ledger else []),
        sum(line.length for line in lines),
        sum(line.cost for line in lines if line.rate == MILLIONTHS),
        result.cost + sum(line.length for line in lines if line.rate != MILLIONTHS),
        result.cost + MILLIONTHS,
        result.cost * 2,
        result.cost + 2 * MILLIONTHS,
    ]
    texts: dict[str, int] = {here.speak.length(result.cost, 2): result.cost}
    for cost in wrong:
        if cost > 0 and len(texts) < MOST_CHOICES:
            texts.setdefault(here.speak.length(cost, 2), cost)
    offered = sorted(texts.items(), key=lambda each: each[1])
    right = [text for text, _ in offered].index(here.speak.length(result.cost, 2))
    several = len(result.costs) > 1
    says = say("What does it cost the model that moves farthest?") if several else say("What does it cost?")
    return Question("cost", here.speak(says), tuple(Choice(text) for text, _ in offered), right)


# --- dice -----------------------------------------------------------------------------------------


def _differing_roll(here: View, there: View, seed: str) -> Question | None:
    if [_needs(each, here) for each in _tests(here)] == [_needs(each, there) for each in _tests(there)]:
        return None
    return _roll(here, there, seed)


def _roll(here: View, there: View, seed: str) -> Question | None:
    """What has to be rolled: the first test that differs from the twin's, else the first one."""
    own, others = _tests(here), _tests(there)
    if not own and (not others or here.verdict != "legal"):
        return None
    both = range(max(len(own), len(others)))
    at = next((i for i in both if _at(own, i, here) != _at(others, i, there)), 0)
    test = own[at] if at < len(own) else others[at]
    none = here.speak(say("No roll"))
    right = _at(own, at, here) or none
    wrong = [_at(others, at, there) or none, *_pips(test, here), none]
    about = here.speak(test.label)
    says = say("What must {who} roll? ({test})", who=Who(test.who), test=Notation(about))
    if not test.who:
        says = say("What must be rolled? ({test})", test=Notation(about))
    return _made("roll", here.speak(says), Choice(right), map(Choice, wrong), seed)


def _tests(view: View) -> tuple[Test, ...]:
    return () if view.outcome is None else view.outcome.tests


def _needs(test: Test, view: View) -> str:
    needs = view.speak(test.needs)
    return f"{test.dice}: {needs}" if needs else test.dice


def _at(tests: Sequence[Test], index: int, view: View) -> str:
    return _needs(tests[index], view) if index < len(tests) else ""


def _pips(test: Test, view: View) -> list[str]:
    """What has to be rolled, a little easier or harder."""
    needs = view.speak(test.needs)
    number = _NUMBER.search(needs)
    if number is None:
        return []
    sides = int(_NUMBER.findall(test.dice)[-1]) if _NUMBER.search(test.dice) else 6
    step = 10 if sides == 100 else 1
    most = sides * (int(test.dice[0]) if test.dice[0].isdigit() else 1)
    found = []
    for change in (step, -step, 2 * step):
        value = int(number[0]) + change
        if 2 <= value <= most:
            found.append(f"{test.dice}: {needs[: number.start()]}{value}{needs[number.end() :]}")
    return found


# --- places ---------------------------------------------------------------------------------------


def _end(here: View, there: View, seed: str) -> Question | None:
    """Where the model ends, if the twin's ends elsewhere."""
    result, other = here.outcome, there.outcome
    if result is None or other is None:
        return None
    who = result.declaration.actor
    right, twin, start = (_spot(table, who) for table in (result.run.table, other.run.table, result.before))
    if right is None or twin is None or _near(right, twin):
        return None
    if start is not None and _near(right, start) and result.verdict == "legal":
        # It does something else than to move.
        return None
    offered = [right]
    for each in (twin, _goal(result), start, _middle(start, right)):
        if each is not None and not any(_near(each, known) for known in offered):
            offered.append(each)
    says = here.speak(say("Where does {who} end?", who=Who(who)))
    return _made("end", says, right, offered[1:], seed, who=who)


def _spot(table: Table | None, who: str) -> Choice | None:
    model = None if table is None else table.models.get(who)
    if table is None or model is None or not model.place.on_table:
        return None
    pose = table.resolve(model.place)
    on = "" if model.place.on in ("", BOARD) else model.place.on
    return Choice(words.place(model.place, table), (round(pose.x, 3), round(pose.y, 3)), on)


def _goal(result: Outcome) -> Choice | None:
    """The end of the path as it was declared."""
    goals = [leg.to for leg in result.declaration.legs if leg.to is not None]
    return _point((from_lattice(goals[-1][0]), from_lattice(goals[-1][1]))) if goals else None


def _middle(start: Choice | None, end: Choice) -> Choice | None:
    if start is None or start.spot is None or end.spot is None:
        return None
    return _point(((start.spot[0] + end.spot[0]) / 2, (start.spot[1] + end.spot[1]) / 2))


def _point(spot: tuple[float, float]) -> Choice:
    return Choice(f"{words.number(spot[0])}, {words.number(spot[1])}", (round(spot[0], 3), round(spot[1], 3)))


def _near(one: Choice, other: Choice) -> bool:
    """Whether two places are the same to a finger; one above the other is not."""
    if one.spot is None or other.spot is None:
        return False
    return math.dist(one.spot, other.spot) < APART and one.on == other.on


# --- everything else ------------------------------------------------------------------------------


def _answer(here: View, there: View, seed: str) -> Question | None:
    """A question to the ruleset that the twin answers differently."""
    for (question, own), (_, other) in zip(here.side.answers, there.side.answers, strict=False):
        tables = here.side.after, there.side.after
        if not isinstance(own, Answer) or tables[0] is None or tables[1] is None:
            continue
        right = told(own, tables[0])
        wrong = told(other, tables[1]) if isinstance(other, Answer) else ""
        if not right or not wrong or right == wrong:
            continue
        known = questions(find(here.ruleset))
        speak = speaker(tables[0])
        title = Notation(speak(known[question.ask].title))
        details = ", ".join(
            f"{key} {words.value(value, tables[0])}" for key, value in question.details.items()
        )
        says = say("{who}: {question}", who=Who(question.who), question=title)
        if details:
            says = say(
                "{who}: {question} ({details})",
                who=Who(question.who),
                question=title,
                details=Notation(details),
            )
        return _made("answer", speak(says), Choice(right), [Choice(wrong), *_numbers(own, right)], seed)
    return None


def _numbers(answer: Answer, right: str) -> list[Choice]:
    """Other numbers in place of the answer's, if it has one."""
    number = _NUMBER.search(right)
    if number is None or isinstance(answer.value, bool):
        return []
    found = (int(number[0]) * 2, int(number[0]) + 1)
    return [
        Choice(f"{right[: number.start()]}{each}{right[number.end() :]}")
        for each in found
        if each != int(number[0])
    ]


def _happens(here: View, there: View, seed: str) -> Question | None:
    result, other = here.outcome, there.outcome
    if result is None or other is None:
        return None
    right, wrong = _story(result), _story(other)
    if right == wrong:
        return None
    hoped = [check(result.before, result.declaration, nearest=False)] if result.before is not None else []
    nothing = here.speak(say("Nothing happens"))
    offered = [wrong or nothing, *(_story(each) for each in hoped if each.verdict == "legal"), nothing]
    return _made(
        "happens",
        here.speak(say("What happens?")),
        Choice(right or nothing),
        [Choice(each) for each in offered if each],
        seed,
    )


def _story(result: Outcome) -> str:
    return speaker(result.run.table).paragraph(story(result))


def _applies(lesson: Lesson, here: View) -> Question:
    """Whether the clause decides anything here: exactly one side of a pair cites it."""
    says = here.speak(
        say("Does this rule decide anything here: {title}?", title=Notation(lesson.clause.title))
    )
    offered = (Choice(here.speak(say("Yes"))), Choice(here.speak(say("No"))))
    return Question("applies", says, offered, 0 if lesson.clause.id in here.side.clauses else 1)


DECISIVE = (_legal, _differing_roll, _differing_cost, _end, _answer, _why, _happens)
