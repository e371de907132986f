"""Counts the points of a scenario's goals, after everything that is declared, happens or is done by the clock.

Scoring is a part of every procedure, so that previews, odds, bots and replays see it. The score is kept in a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.language import Sentence, Thing, Who, count, say
from surefoot.records import dataclass
from surefoot.referee.goal_words import OVER, SCORES, ending, scored, winner_of
from surefoot.referee.remember import remembered
from surefoot.referee.verdict import GOAL
from surefoot.table.effects import Noted, Reported
from surefoot.table.goals import Goal
from surefoot.table.notes import GAME_OVER
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

NOTE = "goals"


@dataclass(frozen=True)
class Standing:
    """How a game stands: the points of every side, and whether it is over."""

    points: Mapping[str, int]
    over: bool
    # The side with the most points; empty while the game goes on, or if it is a draw.
    winner: str


@dataclass(frozen=True)
class _Won:
    """Points that a side gets: for which goal, and by whom."""

    goal: Goal
    side: str
    key: str
    who: str = ""


def sides_of(table: Table) -> tuple[str, ...]:
    """Every side that has or had a model, in the order of the file."""
    return tuple(dict.fromkeys(model.side for model in table.models.values() if model.side))


@remembered
def standing(table: Table) -> Standing:
    """The points of every side, whether the game is over, and who has won."""
    note = table.note(NOTE)
    kept = note if isinstance(note, Record) else EMPTY
    known = kept.get("points", EMPTY)
    points = {side: known.number(side) if isinstance(known, Record) else 0 for side in sides_of(table)}
    over = bool(kept.get("over"))
    return Standing(points, over, winner_of(points) if over else "")


def given(table: Table) -> tuple[str, ...]:
    """What was given and is given only once: the goal, and the side, model or object that it was given for."""
    note = table.note(NOTE)
    done = note.get("done", ()) if isinstance(note, Record) else ()
    return tuple(str(each) for each in done) if isinstance(done, tuple) else ()


def scoring(game: Game, before: Table, actor: str) -> Procedure[None]:
    """Give the points that are due now, and end the game if it is over; `actor` is the side that acts."""
    table = game.now
    kept = table.note(NOTE)
    note = kept if isinstance(kept, Record) else EMPTY
    if note.get("over"):
        return
    done = given(table)
    over = _is_over(table)
    won = [each for each in _won(table, before, actor, over=over) if each.key not in done]
    if not won and not over:
        return
    points = dict(standing(table).points)
    for each in won:
        points[each.side] = points.get(each.side, 0) + each.goal.points
        details = Record(goal=each.goal.id, side=each.side, points=each.goal.points)
        yield from do(
            Reported(SCORES, each.who, details, scored(each.goal.id, each.side, each.goal.points, each.who)),
            GOAL,
        )
    # Only what is given once need be remembered.
    kept_keys = (*done, *(each.key for each in won if each.goal.kind != "hold"))
    fresh = Record(points=Record(points), done=kept_keys, over=over)
    yield from do(Noted(NOTE, "", fresh, "game"), GOAL)
    if over:
        yield from do(Reported(OVER, "", Record(points=Record(points)), ending(points)), GOAL)


def _is_over(table: Table) -> bool:
    """Whether the ruleset or the last round has ended the game, or at most one of several sides has models left."""
    if table.note(GAME_OVER):
        return True
    rounds = [goal.rounds for goal in table.goals if goal.kind == "last"]
    left = {model.side for model in table.models.values() if model.side and model.place.kind != "gone"}
    return any(table.clock.round > each for each in rounds) or (len(sides_of(table)) > 1 and len(left) < 2)


def _won(table: Table, before: Table, actor: str, *, over: bool) -> Iterator[_Won]:
    for goal in table.goals:
        if goal.kind in ("reach", "home"):
            for who in _inside(table, goal):
                side = table.models[who].side
                key = f"{goal.id} {side if goal.kind == 'reach' else who}"
                if goal.kind == "reach" or not goal.names or who in goal.names:
                    yield _Won(goal, side, key, who)
        elif goal.kind == "loot":
            yield from _looted(table, before, goal, actor, over=over)
        elif goal.kind == "hold":
            ended = table.clock.round - 1 if table.clock.round > before.clock.round else 0
            side = _holder(table, goal) if ended else ""
            if side:
                yield _Won(goal, side, f"{goal.id} {ended}")
        elif over and goal.points:
            for side in sides_of(table):
                alive = any(m.side == side and m.place.kind != "gone" for m in table.models.values())
                if alive and goal.side == side:
                    yield _Won(goal, side, f"{goal.id} {side}")


def _inside(table: Table, goal: Goal) -> Iterator[str]:
    """The models whose goal it is and whose centre is in its zone; in the order of the table."""
    for name, model in table.models.items():
        if model.place.on_table and model.side and goal.side in ("", model.side):
            pose = table.pose(name)
            if goal.has(pose.x, pose.y, model.place.on):
                yield name


def _holder(table: Table, goal: Goal) -> str:
    """The side with the most models in a zone; empty if none has more than the others."""
    counted: dict[str, int] = {}
    for who in _inside(table, goal):
        side = table.models[who].side
        counted[side] = counted.get(side, 0) + 1
    best = max(counted.values(), default=0)
    first = [side for side, each in counted.items() if each == best]
    return first[0] if len(first) == 1 else ""


def _looted(table: Table, before: Table, goal: Goal, actor: str, *, over: bool) -> Iterator[_Won]:
    """Loot in the zone: it counts for the side that carries it, or that has just set it down there."""
    for name, thing in table.objects.items():
        if goal.names and name not in goal.names:
            continue
        if not thing.holders and name in before.objects and before.objects[name].place == thing.place:
            continue
        holder = next((each for each in thing.holders if each in table.models), "")
        side = table.models[holder].side if holder else goal.side or actor
        if not side or goal.side not in ("", side):
            continue
        place = table.models[holder].place if holder else thing.place
        pose = table.resolve(place)
        there = place.on_table and goal.has(pose.x, pose.y, place.on) if goal.outline else over and holder
        if there:
            yield _Won(goal, side, f"{goal.id} {name}", holder)


def describe(goal: Goal) -> Sentence:
    """A goal in words."""
    told = {
        "reach": say("reach {goal}", goal=Thing(goal.id)),
        "hold": say("hold {goal} at the end of each round", goal=Thing(goal.id)),
        "loot": say("carry off the loot: {goal}", goal=Thing(goal.id)),
        "home": say("bring models home: {goal}", goal=Thing(goal.id)),
        "last": count("the game ends after {n} round", "the game ends after {n} rounds", goal.rounds),
    }[goal.kind]
    if not goal.points or (goal.kind == "last" and not goal.side):
        return told
    worth = count("{n} point", "{n} points", goal.points)
    if goal.side:
        return say("{side}: {goal}, {points}", side=Who(goal.side), goal=told, points=worth)
    return say("{goal}, {points}", goal=told, points=worth)
