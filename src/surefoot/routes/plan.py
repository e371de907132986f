"""The entry to the planner: chooses the kind of search for a mover, and combines the answers.

An option of a query is honoured or refused (`CannotPlan`), never ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from surefoot.collecting import collecting_rarely
from surefoot.dice.requests import reasons
from surefoot.language import Sentence, Term, Who, count, say
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.tariff import Tariff
from surefoot.routes.aloft import airspace, aloft_reach, aloft_route
from surefoot.routes.combined import RolledReach, best_of
from surefoot.routes.found import FoundReach, FoundRoute
from surefoot.routes.ground.starting import off_the_ground
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.links.judging import forbidden
from surefoot.routes.one_level.route import AllowanceOf, Cancelled, NoRoute, Route, route
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.route import LevelRoute, level_route
from surefoot.routes.over_levels.search import level_reach_steps
from surefoot.routes.query import DEFAULT_QUERY, CannotPlan, MoveQuery
from surefoot.routes.rolls import RollOdds, roll_odds
from surefoot.routes.turning.driving import driving_reach, driving_route
from surefoot.routes.turning.over_levels import TurningLevelReach
from surefoot.routes.turning.reach import turning_reach
from surefoot.routes.turning.route import turning_route
from surefoot.routes.units import Formation, formation, formation_at, is_unit, unit_reach
from surefoot.table.table import Table

# Why some options of a query are refused for a mover in the air.
_IN_THE_AIR = say("In the air, paths are planned at the altitude of the mover, with one action")


@collecting_rarely()
def find_route(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery = DEFAULT_QUERY,
    *,
    cancelled: Cancelled | None = None,
) -> FoundRoute | NoRoute:
    """The cheapest route of a model to a place on any level; of a unit, a formation there.

    If the distance of the action is rolled, the cheapest route with the best roll: its `chance` says how likely the
    roll is enough.
    """
    if is_unit(table, who):
        _only(
            query,
            say("Formations of a unit are planned on its own level, with one action"),
            "on",
            "target",
            "actions",
            "others",
        )
        return formation(
            table, who, action, to, allowance=_allowance(table, who, action, query), without=query.without
        )
    allowance = _allowance(table, who, action, query)
    if breaks := forbidden(table, Declaration(action, (who,))):
        # Whatever the path: the reason itself, instead of the paths that it forbids.
        first = ruleset_of(table).tariffs(table, who, action)[0]
        return NoRoute(reasons(breaks), allowance(first), breaks=breaks)
    flat = airspace(table, who, action) if not query.target else ()
    if flat:
        _only(query, _IN_THE_AIR, "on", "actions")
        return aloft_route(table, flat, who, action, to, query, allowance, cancelled)
    if unsearched := off_the_ground(table, who):
        return NoRoute(unsearched, 0.0)
    turning = ruleset_of(table).tariffs(table, who, action)[0].turning
    if turning is not None:
        _only_for_hulls(query, who)
    return _route_of_model(table, who, action, to, query, allowance, cancelled)


def find_formation(
    table: Table, unit: str, action: str, places: Mapping[str, tuple[float, float]]
) -> Formation | None:
    """The cheapest paths of the models of a unit to given places, as one declaration; None if there are none."""
    allowance = _allowance(table, unit, action, DEFAULT_QUERY)
    return formation_at(unit_reach(table, unit, action, allowance=allowance), places)


def _route_of_model(
    table: Table,
    who: str,
    action: str,
    to: tuple[float, float],
    query: MoveQuery,
    allowance: AllowanceOf,
    cancelled: Cancelled | None,
) -> FoundRoute | NoRoute:
    on_foot: Route | NoRoute | None = None
    on, target, without = query.on, query.target, query.without
    first = ruleset_of(table).tariffs(table, who, action)[0]
    own = on in ("", table.models[who].place.on)
    if target and (not own or query.actions > 1):
        says = say("With a target, only paths of one action on the model's own level are planned")
        raise CannotPlan("target", says)
    if own and query.actions == 1:
        most = allowance(first)
        if first.turning is None:
            on_foot = route(
                *(table, who, action, to),
                target=target,
                allowance=allowance,
                others=query.others,
                without=without,
                cancelled=cancelled,
            )
        elif first.turning.ways:
            on_foot = driving_route(table, who, action, to, target=target, budget=most, without=without)
        else:
            on_foot = turning_route(
                *(table, who, action, to), target=target, budget=most, without=without, cancelled=cancelled
            )
        # Over levels a base that turns is treated as the circle round it; on its own level the exact search finds
        # cheaper routes.
        if first.turning is not None and (on_foot.found or on):
            return on_foot
    # With a target the mover moves up to it: only a route on its own level is found.
    if target and on_foot is not None:
        return on_foot

    def over_levels(without: tuple[str, ...]) -> LevelRoute | NoRoute:
        return level_route(
            table,
            who,
            action,
            to,
            LevelOptions(allowance=allowance, actions=query.actions, risk=not query.safe, without=without),
            on=on,
            cancelled=cancelled,
        )

    over = over_levels(without)
    if isinstance(on_foot, Route):
        if not isinstance(over, LevelRoute) or over.used >= on_foot.cost - over.error:
            return on_foot
    elif isinstance(over, NoRoute):
        return over if on_foot is None or on else on_foot
    if not query.others:
        return over
    assert isinstance(over, LevelRoute)
    known: list[Route | LevelRoute] = [on_foot, *on_foot.others] if isinstance(on_foot, Route) else []
    return replace(over, others=_others(over, known, query, over_levels))


def _others(
    best: LevelRoute,
    known: list[Route | LevelRoute],
    query: MoveQuery,
    over_levels: Callable[[tuple[str, ...]], LevelRoute | NoRoute],
) -> tuple[Route | LevelRoute, ...]:
    """Other routes: on foot, and without each of the links that the best one takes."""
    for label in dict.fromkeys(taken.link.label for taken in best.links):
        other = over_levels((*query.without, label))
        if isinstance(other, LevelRoute) and all(each.points != other.points for each in (best, *known)):
            known.append(other)
    return tuple(sorted(known, key=lambda each: each.used)[: query.others])


@collecting_rarely()
def find_reach(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
    *,
    cancelled: Cancelled | None = None,
) -> FoundReach:
    """The places where a model can end on any level, or a unit; raises `Unpriced` if walking has no price.

    The best of all tariffs of the action counts. If its distance is rolled, the reach says how likely each place is.
    """
    *_, last = find_reach_steps(table, who, action, query, cancelled=cancelled)
    assert last is not None
    return last


def find_reach_steps(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery = DEFAULT_QUERY,
    *,
    cancelled: Cancelled | None = None,
) -> Iterator[FoundReach | None]:
    """The same as it grows: the mover's own level first, then whenever more is known; the last one is the whole reach.

    Nothing that is reachable is taken back later. None comes where nothing is new, but the search may be paused.
    """
    _only(query, say("A reach has no goal: ask it for a place on a level"), "on", "target", "others")
    allowance, roll = _allowance(table, who, action, query), _roll(table, who, action, query)
    if is_unit(table, who):
        _only(query, say("Units are planned on their own level, with one action"), "actions")
        yield unit_reach(table, who, action, allowance=allowance, without=query.without, roll=roll)
        return
    if flat := airspace(table, who, action):
        _only(query, _IN_THE_AIR, "actions")
        yield aloft_reach(table, flat[0], who, action, query, allowance, cancelled)
        return
    tariffs = ruleset_of(table).tariffs(table, who, action)
    if tariffs[0].turning is not None:
        _only_for_hulls(query, who)
    parts: list[tuple[Tariff, FoundReach]] = []
    for k, tariff in enumerate(tariffs):
        if not tariff.promises:
            continue
        found: FoundReach | None = None
        try:
            for step in _reach_by(table, who, action, query, allowance, k, cancelled):
                if step is None:
                    yield None
                    continue
                found = step
                yield _together(table, action, [*parts, (tariff, step)], roll)
        except Unpriced:
            if not parts and k == len(tariffs) - 1:
                raise
        else:
            assert found is not None
            parts.append((tariff, found))
    yield _together(table, action, parts, roll)


def _together(
    table: Table, action: str, parts: list[tuple[Tariff, FoundReach]], roll: RollOdds | None
) -> FoundReach:
    """The best of the reaches by some tariffs, for each total of the roll."""
    best = best_of(tuple(part for _, part in parts))
    if roll is None:
        return best
    budgets = roll.budgets(parts[0][0])
    judged = ruleset_of(table).actions[action].target != "required"
    if roll.adds and len(parts) == 1:
        return RolledReach(best, budgets, dice=roll.dice, judged=judged)
    by_total = tuple(
        best_of(tuple(part.limited(roll.allowance(tariff, each.total)) for tariff, part in parts))
        for each in budgets
    )
    return RolledReach(best, budgets, by_total, roll.dice, judged)


def _reach_by(
    table: Table,
    who: str,
    action: str,
    query: MoveQuery,
    allowance: AllowanceOf,
    alternative: int,
    cancelled: Cancelled | None,
) -> Iterator[FoundReach | None]:
    """The reach by one of the tariffs of an action, as it grows."""
    tariff = ruleset_of(table).tariffs(table, who, action)[alternative]
    turning, without = tariff.turning, query.without
    with_turns = None
    if turning is not None and turning.ways:
        yield driving_reach(table, who, action, budget=allowance(tariff), without=without)
        return
    if turning is not None:
        with_turns = turning_reach(
            table, who, action, budget=allowance(tariff), without=without, cancelled=cancelled
        )
        yield with_turns
    found: LevelReach | None = None
    try:
        for step in level_reach_steps(
            table,
            who,
            action,
            LevelOptions(
                allowance=allowance,
                actions=query.actions,
                risk=not query.safe,
                alternative=alternative,
                without=without,
            ),
            cancelled=cancelled,
        ):
            found = found if step is None else step
            yield step if with_turns is None else None
    except Unpriced:
        # A mover that stands on no surface has no other levels.
        if with_turns is None:
            raise
    if with_turns is not None:
        leaves = found is not None and len(found.floors) > 1
        yield TurningLevelReach(with_turns, found) if found is not None and leaves else with_turns


# ---------------------------------------------------------------------- options


def _roll(table: Table, who: str, action: str, query: MoveQuery) -> RollOdds | None:
    """What is still to be rolled for an action; None if nothing is, or if the query says how far it leads."""
    if query.budget is not None or query.extra:
        return None
    return roll_odds(table, who, action)


def _allowance(table: Table, who: str, action: str, query: MoveQuery) -> AllowanceOf:
    """The movement of one action by each of its tariffs: as the query says, else with the best roll."""
    if query.actions > 1 and ruleset_of(table).actions[action].once:
        says = count(
            "{action} is made once, not {n} time in a row",
            "{action} is made once, not {n} times in a row",
            query.actions,
            action=Term(action),
        )
        raise CannotPlan("actions", says)
    if query.budget is not None:
        if query.extra:
            raise CannotPlan("extra", say("A budget replaces the allowance: nothing is added to it"))
        each = query.budget / query.actions
        return lambda tariff: each
    roll = roll_odds(table, who, action)
    if query.extra and roll is not None and not roll.adds:
        # What was rolled takes the place of the allowance.
        known = roll
        return lambda tariff: known.allowance(tariff, round(query.extra))
    if query.extra or roll is None:
        # What is left over is used by the first action: planned if there is no other.
        first = query.actions == 1
        return lambda tariff: tariff.allowance + query.extra + (tariff.left_over if first else 0.0)
    if query.actions > 1:
        says = say("{action} rolls for its distance: plan one action at a time", action=Term(action))
        raise CannotPlan("actions", says)
    best = roll
    return lambda tariff: best.allowance(tariff, best.best)


def _only_for_hulls(query: MoveQuery, who: str) -> None:
    says = say("{who} turns as it goes: it is planned for one action and one path at a time", who=Who(who))
    _only(query, says, "actions", "others")


def _only(query: MoveQuery, says: Sentence, *options: str) -> None:
    """Refuse a query that sets one of some options."""
    for option in options:
        if getattr(query, option) != getattr(DEFAULT_QUERY, option):
            raise CannotPlan(option, says)
