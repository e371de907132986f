"""Paths of movers in the air: searched for on a flat table that the ruleset draws, and judged on the real one."""

from __future__ import annotations

from dataclasses import field, fields

from surefoot.language import Sentence, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.referee import check, ruleset_of
from surefoot.routes.one_level.reach import Reach, reach
from surefoot.routes.one_level.route import AllowanceOf, Cancelled, NoRoute, Route, refused, route
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table


def airspace(table: Table, who: str, action: str) -> tuple[Table, ...]:
    """The flat tables on which the paths of a mover in the air are searched for; none on a surface."""
    if table.models[who].place.kind != "air":
        return ()
    return ruleset_of(table).planning.airspace(table, who, action)


def aloft_route(
    table: Table,
    flat: tuple[Table, ...],
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery,
    allowance: AllowanceOf,
    cancelled: Cancelled | None,
) -> Route | NoRoute:
    """The cheapest route in the air of those on the flat tables that are legal on the real one."""
    answers = [
        route(
            *(each, who, action, to),
            allowance=allowance,
            others=query.others,
            without=query.without,
            cancelled=cancelled,
        )
        for each in flat
    ]
    found = [each for answer in answers if isinstance(answer, Route) for each in (answer, *answer.others)]
    judged = [
        replace(each, outcome=check(table, each.declaration, nearest=False), others=()) for each in found
    ]
    legal = sorted((each for each in judged if each.outcome.verdict == "legal"), key=lambda each: each.cost)
    if legal:
        return replace(legal[0], others=tuple(legal[1 : 1 + query.others]))
    if judged:
        breaks = judged[0].outcome.breaks
        says = refused(breaks) if breaks else _unproven(who)
        return NoRoute(says, judged[0].budget, found[0].cost, breaks=breaks)
    (none, *_) = (answer for answer in answers if isinstance(answer, NoRoute))
    # The flat tables close more than the real one: that nothing was found there proves nothing.
    return none if none.cost is not None else replace(none, says=_unproven(who))


def _unproven(who: str) -> Sentence:
    return say("No path was found for {who} in the air. Declare one to have it judged", who=Who(who))


@dataclass(frozen=True)
class AirReach(Reach):
    """The reach of a mover in the air: places by the flat table, routes by the real one."""

    real: Table = field(default_factory=lambda: Table("", "metre"), repr=False)

    def route_to(self, to: tuple[float, float], on: str = "") -> Route | NoRoute:
        """The cheapest legal route to a place within the budget."""
        if not self._is_own(on):
            return NoRoute(say("There is no path on this level"), self.budget)
        query = MoveQuery(without=self.without)
        flat = airspace(self.real, self.who, self.action)
        return aloft_route(self.real, flat, self.who, self.action, to, query, lambda _: self.budget, None)


def aloft_reach(
    table: Table,
    flat: Table,
    who: str,
    action: str,
    query: MoveQuery,
    allowance: AllowanceOf,
    cancelled: Cancelled | None,
) -> AirReach:
    """The reach of a mover in the air with one action."""
    tariff = ruleset_of(flat).tariffs(flat, who, action)[0]
    budget = allowance(tariff)
    found = reach(flat, who, action, budget=budget, tariff=tariff, without=query.without, cancelled=cancelled)
    parts = {each.name: getattr(found, each.name) for each in fields(found)}
    return AirReach(**parts, real=table)
