"""Spaced repetition: a lesson that was answered right comes again later each time, one that was answered wrong today."""

from __future__ import annotations

from surefoot.records import dataclass

# The days after which a lesson comes again, by its box: right answers move it one box up, a wrong answer back to the first.
BOXES = (0, 1, 3, 7, 16, 35, 90)


@dataclass(frozen=True)
class Progress:
    """How far a lesson is known: its box, the day on which it is due, and how often it was answered."""

    box: int
    due: int
    seen: int


def answered(before: Progress | None, *, right: bool, today: int) -> Progress:
    """The progress after an answer. Days are counted from any fixed day.

    >>> answered(None, right=True, today=100)
    Progress(box=1, due=101, seen=1)
    >>> answered(Progress(4, 100, 9), right=False, today=100)
    Progress(box=0, due=100, seen=10)
    """
    seen = 1 if before is None else before.seen + 1
    box = min((0 if before is None else before.box) + 1, len(BOXES) - 1) if right else 0
    return Progress(box, today + BOXES[box], seen)
