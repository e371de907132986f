"""The referee: judges a declaration before it is made, makes it, and says what else could be done."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, Literal, cast

from surefoot.dice.branches import every_reading
from surefoot.dice.explore import Explorer, Leaf, Policy
from surefoot.dice.host import Asked, Asking, Game, Reply, Responder, Run, Start, drive
from surefoot.dice.requests import Break, Choice, Do, Procedure, Refused, Roll, success
from surefoot.dice.responders import Script, settled
from surefoot.language import Notation, Quoted, Term, say
from surefoot.language.sentence import sentence
from surefoot.records import replace
from surefoot.referee.ahead import with_places
from surefoot.referee.goals import scoring
from surefoot.referee.protocol import (
    Action,
    Declaration,
    Detail,
    Problem,
    Ruleset,
    crowded,
    detail_problems,
    find,
    manner_problems,
    rival_problems,
)
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.verdict import Fork, Outcome, VerdictName, outcome, read_off
from surefoot.table.effects import Moved, Reported, apply
from surefoot.table.model import Object
from surefoot.table.place import on_surface
from surefoot.table.record import Record, Value
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import suggested

Mode = Literal["enforce", "advise", "record"]
Permits = Callable[[Table, str], tuple[Break, ...]]


class Malformed(ValueError):
    """A declaration that says nothing the rules could judge: every problem at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.where}: {problem.says}" for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type[Malformed], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


def ruleset_of(table: Table) -> Ruleset:
    """The ruleset a table is played by."""
    return find(table.ruleset.partition("(")[0])


def problems_of(declaration: Declaration, table: Table) -> tuple[Problem, ...]:
    """Everything that makes a declaration meaningless, before any rule is asked."""
    ruleset = ruleset_of(table)
    found: list[Problem] = []
    action = ruleset.actions.get(declaration.action)
    if action is None or action.kind != declaration.kind:
        kinds = [name for name, each in ruleset.actions.items() if each.kind == declaration.kind]
        says = say("There is no action {name} in this game", name=Quoted(declaration.action))
        return (Problem("action", suggested(says, declaration.action, kinds)),)
    title = sentence(action.title)
    if not declaration.who and action.kind != "tick":
        found.append(Problem("who", say("Select a model")))
    found += [
        unknown_name(table, who)
        for who in declaration.who
        if who not in table.models and who not in table.units
    ]
    crowd = crowded(action, declaration.who, table)
    found += [] if crowd is None else [crowd]
    if action.path == "required" and not declaration.legs:
        found.append(Problem("path", say("{action} needs a path", action=title)))
    if action.path == "none" and declaration.legs:
        found.append(Problem("path", say("{action} takes no path", action=title)))
    if action.target == "required" and not declaration.target:
        found.append(Problem("target", say("{action} needs a target", action=title)))
    if action.target == "none" and declaration.target:
        found.append(Problem("target", say("{action} takes no target", action=title)))
    if any(leg.ahead is not None for leg in with_places(declaration, table).legs):
        off = say("A model that is not on the table has no facing: give a point")
        found.append(Problem("path", off))
    targets = table.models, table.units, table.pieces, table.objects
    if (
        action.target != "none"
        and declaration.target
        and not any(declaration.target in shelf for shelf in targets)
    ):
        says = say("There is no target {name}", name=Quoted(declaration.target))
        found.append(Problem("target", suggested(says, declaration.target, [*table.models, *table.units])))
    found += [
        Problem(
            detail.name,
            say(
                "{action} needs {detail}: {meaning}",
                action=title,
                detail=Notation(detail.name),
                meaning=sentence(detail.says),
            ),
        )
        for detail in action.details
        if detail.required and detail.name not in declaration.details
    ]
    known = [detail.name for detail in action.details]
    found += [
        Problem(
            name, suggested(say("{action} takes no {detail}", action=title, detail=Quoted(name)), name, known)
        )
        for name in declaration.details
        if name not in known
    ]
    for detail in action.details:
        if detail.name in declaration.details:
            value = declaration.details[detail.name]
            if not held(detail, value):
                found.append(
                    Problem(
                        detail.name,
                        say(
                            "Expected {kind}, not {value}",
                            kind=KINDS[detail.kind],
                            value=Notation(repr(value)),
                        ),
                    )
                )
            else:
                found += detail_problems(ruleset, detail, value)
    found += rival_problems(ruleset, action, ("path",) if declaration.legs else (), declaration.details)
    found += [Problem("path", says) for says in manner_problems(ruleset, declaration.legs)]
    return tuple(found)


def unknown_name(table: Table, who: str) -> Problem:
    """The problem with the name of a model or a unit that is not on a table."""
    says = say("There is no model or unit {name}", name=Quoted(who))
    return Problem("who", suggested(says, who, [*table.models, *table.units]))


# What each kind of detail is in a declaration.
KINDS = {
    "length": say("a length in millionths"),
    "angle": say("an angle in millionths of a degree"),
    "number": say("a whole number"),
    "text": say("a text"),
    "names": say("names"),
    "switch": say("true or false"),
    "point": say("a point in millionths"),
    "data": say("anything"),
    "plan": say("paths or places of models"),
}


def held(detail: Detail, value: Value) -> bool:
    """Whether a value is of the kind that a detail asks for."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if detail.kind in ("length", "angle", "number"):
        return whole
    if detail.kind == "text":
        return isinstance(value, str)
    if detail.kind == "switch":
        return isinstance(value, bool)
    if detail.kind == "names":
        return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
    if detail.kind == "point":
        return isinstance(value, tuple) and 2 <= len(value) <= 3
    return True


@remembered
def forbidden_by(permits: Permits, table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids an action to a model, wherever it leads; `permits` is that of the action."""
    return permits(table, who)


def started(declaration: Declaration, table: Table) -> Start:
    """The procedure of a declaration, its permissions asked first."""
    declaration = with_places(declaration, table)
    action = ruleset_of(table).actions[declaration.action]

    def start(game: Game) -> Procedure[Any]:
        breaks = forbidden_by(action.permits, game.now, declaration.actor) if declaration.who else ()
        if breaks and not action.gathers:
            raise Refused(*breaks)
        procedure = action.procedure(game, declaration)
        if not isinstance(procedure, Generator):
            raise TypeError(
                f"the procedure of {action.name!r} returned {procedure!r}: a procedure yields what it asks and does, "
                "so write `yield from do(…)`"
            )
        if breaks:
            # It refuses before it asks or does anything, with these reasons among all others.
            next(procedure, None)
            raise Refused(*breaks)
        result = yield from procedure
        if game.now.goals:
            yield from scoring(game, table, _side_of(table, declaration.actor))
        return result

    return start


def _side_of(table: Table, who: str) -> str:
    if who in table.units:
        return table.units[who].side
    return table.models[who].side if who in table.models else ""


def by_default() -> Policy:
    """Answers each choice with its default."""
    return settled


def check(
    table: Table,
    declaration: Declaration,
    *,
    nearest: bool = True,
    policy: Callable[[], Policy] = by_default,
) -> Outcome:
    """What the referee would say, without rolling a die or changing anything.

    Each question is answered with what lets the declaration go on as declared; amounts fork. Choices are settled by a
    policy, a fresh one for each way that is looked at.
    """
    declaration = with_places(declaration, table)
    problems = problems_of(declaration, table)
    if problems:
        raise Malformed(problems)
    result = _judged(table, declaration, list(_leaves(table, declaration, policy)))
    if result.verdict == "illegal" and nearest and declaration.legs and declaration.actor in table.models:
        result = replace(result, nearest=nearest_legal(table, declaration, policy, result.breaks))
    return result


def _leaves(table: Table, declaration: Declaration, policy: Callable[[], Policy]) -> Iterator[Leaf]:
    """Every way through a declaration that goes on as declared: one, unless amounts are rolled."""
    explorer, begin = Explorer(hopeful=True), started(declaration, table)

    def start(game: Game) -> Procedure[Any]:
        explorer.policy = policy()
        return (yield from begin(game))

    return explorer.leaves(start, table)


def _judged(table: Table, declaration: Declaration, leaves: list[Leaf]) -> Outcome:
    """The outcome of a declaration, from all ways through it."""
    judged = [outcome(declaration, table, leaf.run) for leaf in leaves]
    best = 0 if len(judged) == 1 else min(range(len(judged)), key=lambda i: _rank(judged[i], leaves[i]))
    result = judged[best]
    # With amounts still to roll, whatever is illegal on every fork is illegal; else the best fork stands for all.
    refused = [each for each in judged if each.breaks]
    if len(refused) == len(judged):
        merged = tuple(dict.fromkeys(each for one in refused for each in one.breaks))
        empty = Run(table, (), breaks=merged)
        result = outcome(declaration, table, empty)
    if len(leaves) > 1:
        result = replace(
            result, forks=tuple(_fork(one, leaf) for one, leaf in zip(judged, leaves, strict=True))
        )
    return result


def acceptance(table: Table, declaration: Declaration) -> tuple[bool, Outcome | None]:
    """Whether a declaration is accepted, asks nothing and changes something, and its outcome if that was looked at.

    It is enough that one amount lets it be made, so no more ways are looked at than it takes to find one: `check` looks
    at all. The outcome is None if there are others.
    """
    declaration = with_places(declaration, table)
    if problems_of(declaration, table):
        return False, None
    leaves: list[Leaf] = []
    for leaf in _leaves(table, declaration, by_default):
        run = leaf.run
        made = not run.breaks and run.unanswered is None and run.table != table
        if made and leaf.turns:
            return True, None
        leaves.append(leaf)
    if not leaves:
        return False, None
    result = _judged(table, declaration, leaves)
    run = result.run
    return result.verdict != "illegal" and run.unanswered is None and run.table != table, result


def checks(
    table: Table, declarations: Iterable[Declaration], *, nearest: bool = False
) -> tuple[Outcome, ...]:
    """`check` for many declarations, each on the same table. Raises Malformed with the problems of all, each with its number."""
    declared = tuple(declarations)
    problems = tuple(
        Problem(f"{number}: {problem.where}", problem.says, problem.clause)
        for number, each in enumerate(declared, 1)
        for problem in problems_of(each, table)
    )
    if problems:
        raise Malformed(problems)
    return tuple(check(table, each, nearest=nearest) for each in declared)


def _rank(result: Outcome, leaf: Leaf) -> tuple[Any, ...]:
    """How good a fork is: not refused, survived by the actor, gone all the way, few failed tests, far, and likely."""
    rolled = [each for each in leaf.run.steps if isinstance(each, Asking) and isinstance(each.request, Roll)]
    failed = sum(success(cast(Roll, each.request), each.reply.value) is False for each in rolled)
    return bool(result.breaks), result.lost, result.verdict != "legal", failed, -result.cost, -leaf.chance


def _fork(result: Outcome, leaf: Leaf) -> Fork:
    asked = [
        (step.request, step.reply.value)
        for step in leaf.run.steps
        # What is hoped for or assumed of a roll is not what decides on this way.
        if isinstance(step, Asking) and isinstance(step.request, Roll)
        if step.request.hope is None and step.request.assume is None
    ]
    amounts = tuple((roll.what, reading) for roll, reading in asked)
    told = tuple(
        say("{test} is {result}", test=roll.says or Term(roll.what), result=read_off(reading))
        for roll, reading in asked
    )
    verdict: VerdictName = "illegal" if result.breaks else result.verdict
    return Fork(amounts, leaf.chance, verdict, result.cost, result.breaks, told)


# Of all combinations of choices so many are looked at before a declaration is refused.
MOST_CHOICES = 64


def judge(
    table: Table,
    declaration: Declaration,
    *,
    nearest: bool = True,
    policy: Callable[[], Policy] = by_default,
) -> Outcome:
    """The word on which a declaration is made: illegal only if it is refused whatever the players choose on the way.

    The choices themselves are made later, when they are asked for. Rulings are foreseen by the policy.
    """
    refused = check(table, declaration, nearest=nearest, policy=policy)
    if refused.verdict != "illegal":
        return refused
    untried: list[tuple[int, ...]] = [()]
    for _ in range(MOST_CHOICES):
        if not untried:
            break
        wanted = untried.pop()
        asked: list[int] = []
        result = check(table, declaration, nearest=False, policy=partial(_choosing, policy, wanted, asked))
        if result.verdict != "illegal":
            return result
        for place in range(len(asked) - 1, len(wanted) - 1, -1):
            before = (*wanted, *(0 for _ in range(place - len(wanted))))
            untried += [(*before, other) for other in range(asked[place] - 1, 0, -1)]
    return refused


def _choosing(policy: Callable[[], Policy], wanted: tuple[int, ...], asked: list[int]) -> Policy:
    """A policy that makes the wanted choices, then the first ones, and notes how many there were to choose among."""
    made, otherwise = 0, policy()

    def chosen(request: Asked, breaks: tuple[Break, ...]) -> Reply:
        nonlocal made
        if not isinstance(request, Choice):
            return otherwise(request, breaks)
        index = wanted[made] if made < len(wanted) else 0
        if made == len(asked):
            asked.append(len(request.among))
        made += 1
        # Another amount may have led to another question.
        return Reply(request.among[min(index, len(request.among) - 1)])

    return chosen


def move(table: Table, declaration: Declaration, responder: Responder, mode: Mode = "enforce") -> Outcome:
    """Make a declared move: judged first, then driven with real answers; an illegal one changes nothing.

    In the modes *advise* and *record* an illegal move is made all the same, citing what it breaks. Where an answer is missing,
    the move is unfinished: `run.unanswered` says what is asked. Raises Unanswered for an answer that does not fit.
    """
    result = attempt(table, declaration, responder, mode)
    if not isinstance(responder, Script):
        return result
    if result.run.unanswered is not None:
        ruleset = ruleset_of(table)
        responder.refuse_unfit(result.run.unanswered, {*ruleset.terms, *ruleset.catalogue.clauses})
    return replace(result, unused=tuple(responder.idle))


def attempt(table: Table, declaration: Declaration, responder: Responder, mode: Mode = "enforce") -> Outcome:
    """The same, but an answer that does not fit leaves the move unfinished, as one that is missing does."""
    declaration = with_places(declaration, table)
    judged = judge(table, declaration, nearest=mode == "enforce")
    if judged.verdict == "illegal":
        return judged if mode == "enforce" else _insisted(table, declaration, judged)
    asks = judged.run.unanswered is not None or any(isinstance(step, Asking) for step in judged.run.steps)
    if not asks and not judged.forks:
        # Nothing is asked: the run that was judged is the move.
        return judged
    return outcome(declaration, table, drive(started(declaration, table), table, responder))


def _insisted(table: Table, declaration: Declaration, judged: Outcome) -> Outcome:
    """The models stand where the players put them, against the rules that are named."""
    clauses = tuple(each.clause for each in judged.breaks)
    steps: list[Do] = []
    scene = Scene(table)
    end = next((leg for leg in reversed(declaration.legs) if leg.to is not None), None)
    if end is not None and end.to is not None and declaration.actor in table.models:
        facing = table.pose(declaration.actor).facing
        x, y = end.to[0] / 1_000_000, end.to[1] / 1_000_000
        surface = scene.surface(end.on) if end.on else None
        place = on_surface(x, y, surface.id if surface else table.models[declaration.actor].place.on, facing)
        steps.append(Do(Moved(declaration.actor, place, "is put"), clauses))
    steps.append(Do(Reported("made against the rules", declaration.actor, Record()), clauses))
    now = table
    for step in steps:
        now = apply(now, step.effect)
    run = Run(now, tuple(steps))
    return replace(outcome(declaration, table, run), verdict="illegal", breaks=judged.breaks, insisted=True)


def legal_actions(table: Table, who: str) -> tuple[tuple[Action, tuple[Break, ...]], ...]:
    """Every action of a model or a unit, each with every clause that forbids it now. Raises Malformed for unknown names."""
    if who not in table.models and who not in table.units:
        raise Malformed((unknown_name(table, who),))
    return tuple((action, forbidden_by(action.permits, table, who)) for action in offered_actions(table, who))


def offered_actions(table: Table, who: str) -> Iterator[Action]:
    """Every action that a model or a unit may declare in principle, forbidden now or not; a model that is gone may none."""
    if who in table.models and table.models[who].place.kind == "gone":
        return
    for action in ruleset_of(table).actions.values():
        if action.kind == "declare" and action.offered(table, who):
            needs = action.needs
            if not needs or _is_there(table.pieces, table.objects, needs):
                yield action


@lru_cache(maxsize=256)
def _is_there(pieces: Shelf[Piece], objects: Shelf[Object], needs: tuple[str, ...]) -> bool:
    """Whether there is anything on a table that an action is about."""
    return any(piece.sort in needs or any(map(piece.has, needs)) for piece in pieces.values()) or any(
        each.sort in needs for each in objects.values()
    )


# A way that is shorter than this, in millionths, is none.
_STEP = 20_000


# Beginnings of a path that differ by less than this, in millionths, need not be told apart: people measure hundredths.
_FINE = 600
# A beginning this short, in millionths, rounds to a stay.
_NOWHERE = 4_000


def nearest_legal(
    table: Table,
    declaration: Declaration,
    policy: Callable[[], Policy] = by_default,
    breaks: tuple[Break, ...] = (),
) -> Declaration | None:
    """The longest beginning of a refused path that the rules allow; None if that leads nowhere.

    The breaks say where it was held: beginnings that end there, or with a leg before it, are tried first.
    """
    low, high = 0.0, float(len(declaration.legs))
    best: Declaration | None = None

    def attempt(share: float) -> None:
        nonlocal low, high, best
        if not low < share < high:
            return
        shorter = _shortened(table, declaration, share)
        if shorter is not None and check(table, shorter, nearest=False, policy=policy).verdict == "legal":
            low, best = share, shorter
        else:
            high = share

    longest = max(_lengths(table, declaration))
    fine = _FINE / longest
    for share in _likely(table, declaration, breaks):
        attempt(share - fine / 2)
        attempt(share + fine / 2)
    attempt(_NOWHERE / longest)
    if low == 0.0:
        return None
    while high - low > fine:
        attempt((low + high) / 2)
    if best is None:
        return None
    tidy = _tidy(table, declaration, best, policy)
    return None if _stays(table, tidy) else tidy


def _lengths(table: Table, declaration: Declaration) -> list[float]:
    """The lengths of the legs of a path in plan, in millionths; one that leads nowhere counts as 1."""
    ends = [_point_before(table, declaration, index) for index in range(len(declaration.legs) + 1)]
    return [max(1.0, math.dist(one, other)) for one, other in pairwise(ends)]


def _likely(table: Table, declaration: Declaration, breaks: tuple[Break, ...]) -> list[float]:
    """The shares of a path, in legs, at which its legal beginning may well end."""
    held = [_nearest_share(table, declaration, each.where) for each in breaks if each.where is not None]
    if not held:
        return []
    first = min(held)
    return [first, *(float(whole) for whole in range(int(first), 0, -1))]


def _nearest_share(table: Table, declaration: Declaration, where: tuple[int, int, int]) -> float:
    """How far along a path, in legs, it comes nearest to a point."""
    found: list[tuple[float, float]] = []
    start = _point_before(table, declaration, 0)
    for number, leg in enumerate(declaration.legs):
        if leg.to is None:
            continue
        dx, dy = leg.to[0] - start[0], leg.to[1] - start[1]
        along = (where[0] - start[0]) * dx + (where[1] - start[1]) * dy
        part = min(1.0, max(0.0, along / (dx * dx + dy * dy))) if dx or dy else 0.0
        away = math.hypot(start[0] + dx * part - where[0], start[1] + dy * part - where[1])
        found.append((round(away, -2), number + part))
        start = leg.to
    return min(found)[1] if found else 0.0


def _stays(table: Table, declaration: Declaration) -> bool:
    """Whether a path only leads to where its mover stands."""
    here = _point_before(table, declaration, 0)
    return all(
        leg.by == "walk" and leg.to is not None and math.dist(leg.to, here) < _STEP
        for leg in declaration.legs
    )


def _tidy(
    table: Table, declaration: Declaration, best: Declaration, policy: Callable[[], Policy]
) -> Declaration:
    """The same with an end that people can measure: the nearest hundredth that is legal too, or else one towards the start."""
    last = best.legs[-1]
    if last.to is None:
        return best
    start = _point_before(table, declaration, len(best.legs) - 1)
    grain = 10_000
    nearest = tuple(round(value / grain) * grain for value in last.to)
    shorter = tuple(
        (math.floor(value / grain) if value >= origin else math.ceil(value / grain)) * grain
        for value, origin in zip(last.to, start, strict=True)
    )
    for x, y in dict.fromkeys((nearest, shorter)):
        rounded = replace(best, legs=(*best.legs[:-1], replace(last, to=(x, y))))
        if check(table, rounded, nearest=False, policy=policy).verdict == "legal":
            return rounded
    return best


def _shortened(table: Table, declaration: Declaration, share: float) -> Declaration | None:
    whole = int(share)
    legs = list(declaration.legs[:whole])
    part = share - whole
    if part > 0 and whole < len(declaration.legs):
        last = declaration.legs[whole]
        start = _point_before(table, declaration, whole)
        if last.to is None or last.by != "walk":
            return None if not legs else replace(declaration, legs=tuple(legs))
        to = tuple(round(a + (b - a) * part) for a, b in zip(start, last.to, strict=True))
        legs.append(replace(last, to=(to[0], to[1])))
    return replace(declaration, legs=tuple(legs)) if legs else None


def _point_before(table: Table, declaration: Declaration, index: int) -> tuple[int, int]:
    for leg in reversed(declaration.legs[:index]):
        if leg.to is not None:
            return leg.to
    pose = table.pose(declaration.actor)
    return round(pose.x * 1_000_000), round(pose.y * 1_000_000)


def odds(table: Table, declaration: Declaration) -> Iterator[Leaf]:
    """Every way a declaration can end, with its exact chance."""
    problems = problems_of(declaration, table)
    if problems:
        raise Malformed(problems)
    return Explorer(every_reading).leaves(started(declaration, table), table)
