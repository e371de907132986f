"""Leaving terrain that a base overlaps where it stands: moving away from a wall is not moving over it."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.shapes import Body, Intervals, Motion, Shift
from surefoot.geometry.tolerance import beyond
from surefoot.language import Who, say
from surefoot.records import dataclass
from surefoot.referee.exact import presses
from surefoot.rulesets.wh40k_10e.terrain import Part


@dataclass
class Leaving:
    """The raised parts that a base overlaps from the start, until it has left them or moves further onto them."""

    parts: list[Part]

    def crossed(self, part: Part, spans: Intervals, body: Body, motion: Motion) -> Intervals:
        """The stretches of a motion on which the base goes over a part: all but the one on which it only leaves it."""
        if part not in self.parts or not spans:
            return spans
        starts_over = not beyond(spans[0][0], 0.0)
        if not starts_over or (isinstance(motion, Shift) and presses(body, motion, part.whole)):
            self.parts.remove(part)
            return spans
        if spans[0][1] < 1.0:
            self.parts.remove(part)
        return spans[1:]

    def breaks(self, who: str, where: tuple[int, int, int]) -> list[Break]:
        """Why a path can't end here: the base has not left a part yet."""
        return [not_past(who, part, where) for part in self.parts]


def not_past(who: str, part: Part, where: tuple[int, int, int]) -> Break:
    """The break of a base that ends over a part on which it can't stand."""
    says = say(
        "{model} can't end its move part-way over {thing}. Stop before or behind it",
        model=Who(who),
        thing=part.shown,
    )
    return Break("terrain.no-end-mid-climb", says, where)


def too_tall_for(who: str, part: Part, where: tuple[int, int, int]) -> Break:
    """The break of a model that has no room below a part."""
    says = say("{model} does not fit under {thing} here", model=Who(who), thing=part.shown)
    return Break("move.base-decides-fit", says, where)
