"""Sentences about goals: who scores, and how a game ended. A log keeps the facts, and a replay tells them again."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.language import Sentence, Thing, Who, count, say
from surefoot.table.record import Record

# Events of goals, as logs keep them.
SCORES, OVER = "scores", "game over"


def retold(what: str, who: str, details: Record) -> Sentence | None:
    """The sentence of an event of goals; None for other events."""
    points = details.get("points")
    if what == SCORES and isinstance(points, int):
        return scored(str(details.get("goal")), str(details.get("side")), points, who)
    if what == OVER and isinstance(points, Record):
        return ending({side: points.number(side) for side in points})
    return None


def scored(goal: str, side: str, points: int, who: str) -> Sentence:
    """The points that a side gets; those that a model gets are told of the model."""
    if who:
        return count("scores {n} point: {goal}", "scores {n} points: {goal}", points, goal=Thing(goal))
    return count(
        "{side} scores {n} point: {goal}",
        "{side} scores {n} points: {goal}",
        points,
        side=Who(side),
        goal=Thing(goal),
    )


def winner_of(points: Mapping[str, int]) -> str:
    """The side with the most points; empty if it is a draw."""
    best = max(points.values(), default=0)
    first = [side for side, each in points.items() if each == best]
    return first[0] if len(first) == 1 else ""


def ending(points: Mapping[str, int]) -> Sentence:
    """How a game ended, in words; the side with the most points comes first."""
    order = sorted(points, key=lambda side: (-points[side], side))
    score = tuple(say("{side} {points}", side=Who(side), points=points[side]) for side in order)
    winner = winner_of(points)
    if winner:
        return say("The game is over. {side} wins: {score}", side=Who(winner), score=score)
    return say("The game is over, and it is a draw: {score}", score=score)
