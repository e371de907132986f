"""Moving: a figure or a whole squad spends Action Points on one path each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Plan, Procedure, Refused, plan
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import same
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.gemini_arap import action, door, plans, route, split, turn, variable
from surefoot.rulesets.gemini_arap.coherency import poses
from surefoot.rulesets.gemini_arap.figure import on_table
from surefoot.rulesets.gemini_arap.laying import MOST_AP
from surefoot.table.place import Pose
from surefoot.table.table import Table

Paths = dict[str, tuple[Leg, ...]]


@dataclass(frozen=True)
class Party:
    """Who moves together, with how many actions."""

    table: Table
    unit: str
    names: tuple[str, ...]
    moves: int

    # The declaration names the unit, not one of its figures.
    declared_as_squad: bool

    @property
    def squad(self) -> tuple[str, ...]:
        """All figures of the unit that are on the table."""
        return action.members(self.table, (self.unit,))


def number(declaration: Declaration, name: str, default: int) -> int:
    """A whole number of a declaration."""
    value = declaration.details.get(name, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def stated(declaration: Declaration) -> int | None:
    """The Action Points that a declaration states."""
    return number(declaration, "ap", 0) if "ap" in declaration.details else None


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """One declaration: Action Points, the roll for variable ground, the paths, and the way itself."""
    table = game.now
    moves = number(declaration, "moves", 1)
    names = action.members(table, declaration.who)
    unit = action.unit_of(table, declaration.actor)
    party = Party(table, unit, names, moves, declaration.actor in table.units)
    breaks = _may_move(party, declaration)
    if breaks:
        raise Refused(*breaks)
    paths = _declared(party, declaration)
    judge = PathsJudge(party)
    broken = judge.breaks(paths)
    if broken:
        raise Refused(*broken)
    clauses = action.move_clauses(table, names, moves)
    yield from action.activate(game, declaration.who, stated(declaration))
    yield from action.spend(game, names, "move", moves, *clauses)
    substitute = declaration.details.get("substitute_dice") is True
    scores = yield from _scores(game, party, paths, substitute=substitute)
    if party.declared_as_squad or scores:
        paths = yield from _planned(party, paths, judge, rolled=bool(scores))
    for name, legs in paths.items():
        # The run as it was before this declaration: spending has not touched it.
        way = replace(route.begin(game.now, name, moves), score=scores.get(name))
        yield from route.follow(game, way, _legs(game.now, name, legs)[0])
    yield from split.report(game.now, unit, on_table(game.now, party.squad))


def _may_move(party: Party, declaration: Declaration) -> list[Break]:
    table = party.table
    found = action.breaks(table, declaration.who, max(1, party.moves), stated(declaration))
    if not 1 <= party.moves <= MOST_AP:
        found.append(Break("action.splits", f"1 to {MOST_AP} actions can be moves, not {party.moves}"))
    if party.declared_as_squad:
        return found
    for name in party.names:
        found += action.down(table, name, moving=True)
    if len(party.names) > 1:
        found.append(Break("split.copy-the-leader", "name one figure, or the squad as a whole"))
    elif len(party.squad) > 1 and table.option("copy_the_leader") is not False:
        says = f"{declaration.actor} moves with {party.unit}: declare the move of the squad"
        found.append(Break("split.copy-the-leader", says))
    return found


def _declared(party: Party, declaration: Declaration) -> Paths:
    """The paths that a declaration carries."""
    if "plan" in declaration.details:
        try:
            return plans.paths(party.table, party.names, declaration.details["plan"])
        except plans.Unreadable as unreadable:
            raise Refused(Break("split.copy-the-leader", str(unreadable))) from unreadable
    if len(party.names) > 1:
        raise Refused(Break("split.copy-the-leader", "a squad needs a plan: {shift: [dx, dy]}"))
    return {party.names[0]: declaration.legs} if declaration.legs else {}


def _legs(table: Table, name: str, legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], list[Break]]:
    return turn.faced(table, name, door.worked(legs))


@dataclass(frozen=True)
class PathsJudge:
    """Every clause that some paths break, with the best that dice could give."""

    party: Party

    def __call__(self, answer: object) -> tuple[Break, ...]:
        try:
            paths = plans.paths(self.party.table, self.party.names, answer)
        except plans.Unreadable as unreadable:
            return (Break("split.copy-the-leader", str(unreadable)),)
        return self.breaks(paths)

    def breaks(self, paths: Paths) -> tuple[Break, ...]:
        """All breaks of all figures, and those of the squad as a whole."""
        table = self.party.table
        found: list[Break] = []
        opened: tuple[str, ...] = ()
        ends: dict[str, Pose] = poses(table, self.party.squad)
        for name, legs in paths.items():
            faced, wrong = _legs(table, name, legs)
            wrong += action.down(table, name, moving=True) if self.party.declared_as_squad else []
            path = hopeful(table, name, self.party.moves, faced, opened)
            wrong += route.judged(table, path, opened)
            found += [_named(name, each) for each in wrong] if self.party.declared_as_squad else wrong
            opened = (*opened, *door.opened(faced))
            ends[name] = table.resolve(path.itinerary.end)
        found += _crowded(table, ends)
        found += split.breaks(table, self.party.squad, ends)
        return tuple(dict.fromkeys(found))


def hopeful(
    table: Table, name: str, moves: int, legs: tuple[Leg, ...], opened: tuple[str, ...] = ()
) -> route.Trip:
    """A path priced with the best score that could be rolled for it."""
    way = route.begin(table, name, moves)
    path = route.trip(table, way, legs, opened)
    dice = variable.score(table, path)
    if dice is None:
        return path
    return route.trip(table, replace(way, score=dice.best), legs, opened)


def _named(name: str, each: Break) -> Break:
    return replace(each, says=f"{name}: {each.says}")


def _crowded(table: Table, ends: dict[str, Pose]) -> list[Break]:
    """Figures of one squad cannot end in one another."""
    found = []
    names = list(ends)
    for index, name in enumerate(names):
        body = table.models[name].base.shape.at(*_flat(ends[name]))
        for other in names[index + 1 :]:
            there = table.models[other].base.shape.at(*_flat(ends[other]))
            level = same(ends[name].z, ends[other].z)
            if level and overlaps(body, there):
                found.append(
                    Break("coherency.head-to-head", f"{name} and {other} would stand in one another")
                )
    return found


def _flat(pose: Pose) -> tuple[float, float, float]:
    return pose.x, pose.y, pose.facing


def _scores(game: Game, party: Party, paths: Paths, *, substitute: bool) -> Procedure[dict[str, float]]:
    """The Variable scores of those whose path touches such ground: one roll for each set of dice."""
    found: dict[str, float] = {}
    for name, legs in paths.items():
        path = hopeful(party.table, name, party.moves, _legs(party.table, name, legs)[0])
        dice = variable.score(party.table, path)
        if dice is not None and variable.touches(path):
            found[name] = yield from variable.rolled(game, name, dice, substitute=substitute)
    return found


def _planned(party: Party, paths: Paths, judge: PathsJudge, *, rolled: bool) -> Procedure[Paths]:
    """The paths are chosen now: as declared, or otherwise once the dice have been seen."""
    table = party.table
    clause = "variable.roll-replaces-allowance" if rolled else "allowance.one-ap-one-move"
    side = table.models[party.names[0]].side
    answer = yield from plan(
        Plan("where everybody goes", party.unit, judge, side, (clause,), plans.written(paths), "plan")
    )
    return plans.paths(table, party.names, answer)
