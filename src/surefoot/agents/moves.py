"""The moves that a program chooses among: a fan of straight moves, planned paths to goals, and actions without a path.

The list is the same for the same table, on every machine. Every move in it is legal: it was judged by the referee, or is a
straight walk of which `straight` knows what the referee will say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeAlias

from surefoot.agents.straight import walker
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.planning import route
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import acceptance, check, legal_actions, problems_of, ruleset_of
from surefoot.referee.turns import actors, side_of
from surefoot.referee.unit_plan import SHIFT
from surefoot.referee.verdict import Outcome
from surefoot.routes.one_level.route import NoRoute
from surefoot.table.goals import Goal
from surefoot.table.record import EMPTY, Record, freeze
from surefoot.table.table import Table

# Straight moves go in so many directions, first towards what matters.
DIRECTIONS = 8
_DIRECTIONS = tuple(
    (math.sin(math.tau * number / DIRECTIONS), math.cos(math.tau * number / DIRECTIONS))
    for number in range(DIRECTIONS)
)
# An action with a target is tried against so many of the nearest enemies.
TARGETS = 2
# Enemies further away than so many times the allowance of an action, and this much more, are out of its reach.
MOST_ROLLED, MOST_EXTRA = 1.5, 4.0
# Paths to goals are planned over so many actions in a row; the first of them is the move.
AHEAD = 2
# Straight moves shorter than this lead nowhere, in the table's unit.
_LEAST = 0.25
_ROUNDED = 2e-4


@dataclass(frozen=True)
class Move:
    """A declaration on a table; the referee judges it when something is asked that only the referee knows."""

    declaration: Declaration
    table: Table = field(repr=False)
    # What it was found for: a direction, a goal, an enemy, or nothing.
    towards: str = ""
    # Whether it is legal for sure, without asking; see `straight`.
    clear: bool = False
    # How far it shifts its actor, where that is known; None: only the referee can tell where it leads.
    shift: tuple[float, float] | None = None
    # Whether it leads as far as it was meant to.
    whole: bool = field(default=True, repr=False)

    @cached_property
    def outcome(self) -> Outcome:
        """What the referee says of it when all goes well."""
        return check(self.table, self.declaration, nearest=False)

    @property
    def judged(self) -> Outcome | None:
        """What the referee said of it, if it was asked."""
        return self.__dict__.get("outcome")

    @cached_property
    def is_legal(self) -> bool:
        """Whether the referee accepts it; not if it is illegal, asks something at once or changes nothing."""
        if self.clear:
            return True
        if self.judged is None:
            accepted, judged = acceptance(self.table, self.declaration)
            if judged is not None:
                self.__dict__["outcome"] = judged
            return accepted
        run = self.outcome.run
        return self.outcome.verdict != "illegal" and run.unanswered is None and run.table != self.table

    @property
    def can_be_measured(self) -> bool:
        """`is_legal`, for a player that asks for the outcome next: all rolls are looked at only once."""
        if (
            not self.clear
            and "is_legal" not in self.__dict__
            and not problems_of(self.declaration, self.table)
        ):
            _ = self.outcome
        return self.is_legal

    @property
    def end(self) -> tuple[float, float] | None:
        """Where its path leads; None without a path."""
        to = next((leg.to for leg in reversed(self.declaration.legs) if leg.to is not None), None)
        return None if to is None else (from_lattice(to[0]), from_lattice(to[1]))

    @property
    def chance(self) -> Fraction:
        """The chance that every test on the way is passed."""
        found = Fraction(1)
        for test in self.outcome.tests:
            found *= 1 if test.odds is None else test.odds
        return found


@lru_cache(maxsize=4096)
def moves(table: Table, side: str, *, planned: bool = True) -> tuple[Move, ...]:
    """The legal moves of a side now: of its active model or unit if there is one that may still act, else of all."""
    found: dict[Declaration, Move] = {}
    for who in _able(table, side):
        for move in _of(table, who, planned=planned):
            found.setdefault(move.declaration, move)
    return tuple(found.values())


@lru_cache(maxsize=1024)
def candidates(table: Table, side: str) -> tuple[Move, ...]:
    """Moves of a side, none of them planned, and most of them not judged yet: they may be illegal."""
    found = {
        move.declaration: move
        for who in _able(table, side)
        for actor in (_Actor(table, who),)
        for action, breaks in legal_actions(table, who)
        if not breaks
        for move in _tried(actor, action, planned=False)
    }
    return tuple(found.values())


def _able(table: Table, side: str) -> tuple[str, ...]:
    able = tuple(each for each in actors(table) if side_of(table, each) == side)
    return (table.clock.active,) if table.clock.active in able else able


class _Actor:
    """A model or a unit that may act: where it is, its enemies (the nearest first), and the goals of its side."""

    __slots__ = ("aims", "at", "enemies", "table", "who")

    def __init__(self, table: Table, who: str) -> None:
        self.table, self.who, self.at = table, who, _at(table, who)
        side = side_of(table, who)
        others = [
            (round(math.dist(pose[:2], self.at), 6), name, pose[:2])
            for name, model in table.models.items()
            if model.side != side and model.place.on_table
            for pose in (table.pose(name),)
        ]
        self.enemies = tuple((name, away, at) for away, name, at in sorted(others))
        self.aims = aims(table, side)


def _of(table: Table, who: str, *, planned: bool) -> Iterator[Move]:
    leads, actor = False, _Actor(table, who)
    for action, breaks in legal_actions(table, who):
        if breaks:
            continue
        seen: set[str] = set()
        for move in _tried(actor, action, planned=planned):
            if move.is_legal:
                if move.whole:
                    seen.add(move.towards)
                yield move
        # Only goals that are not straight ahead are worth a search, and only with the first action that leads anywhere.
        if planned and not leads and action.target != "required" and (action.path != "none" or action.plan):
            leads = True
            for goal in actor.aims:
                found = _first_step(table, who, action.name, goal) if goal.id not in seen else None
                if found is not None and (move := Move(found, table, goal.id)).is_legal:
                    yield move


def _tried(actor: _Actor, action: Action, *, planned: bool) -> Iterator[Move]:
    """Declarations of an action, legal or not, each with what it is for."""
    table, who = actor.table, actor.who
    details = _details(table, who, action)
    if details is None:
        return
    if action.target == "required":
        for target in _near(actor, action)[:TARGETS]:
            yield from _at_target(actor, action, details, target, planned=planned)
    elif action.path == "none" and not action.plan:
        yield Move(Declaration(action.name, (who,), details=details), table, shift=(0.0, 0.0))
    else:
        yield from _fan(actor, action, details)


def _at_target(
    actor: _Actor, action: Action, details: Record, target: str, *, planned: bool
) -> Iterator[Move]:
    """An action against a target: where a path is optional, the rules find it, which takes long if it is not straight."""
    table, who = actor.table, actor.who
    if action.path == "required":
        x, y = _at(table, target)
        path = (Leg.at(round(x, 4), round(y, 4)),)
        yield Move(Declaration(action.name, (who,), path, target, details), table, target)
        return
    straight = walker(table, who, action) if action.path == "optional" else None
    clear = straight is not None and straight.touches(target)
    if clear or planned or straight is None:
        yield Move(Declaration(action.name, (who,), (), target, details), table, target, clear)


def _details(table: Table, who: str, action: Action) -> Record | None:
    """The details that an action needs; None if a program can't tell them."""
    found: dict[str, int] = {}
    for detail in action.details:
        if detail.required and detail.kind == "number":
            # As many action points as there are, or one minute: the largest number that is not refused.
            for value in (3, 2, 1):
                tried = Declaration(action.name, (who,), details=Record({**found, detail.name: value}))
                if action.path != "required" and check(table, tried, nearest=False).verdict != "illegal":
                    found[detail.name] = value
                    break
            else:
                return None
        elif detail.required:
            return None
    return Record(found) if found else EMPTY


# --- places -------------------------------------------------------------------------------------


def members(table: Table, who: str) -> tuple[str, ...]:
    """The models of a unit that are on the table, or the model itself."""
    names = table.units[who].models if who in table.units else (who,)
    return tuple(name for name in names if name in table.models and table.models[name].place.on_table)


def first_of(table: Table, who: str) -> str:
    """A model, or the first one of a unit."""
    unit = table.units.get(who)
    return unit.models[0] if unit is not None and unit.models else who


def _at(table: Table, who: str) -> tuple[float, float]:
    """Where a model stands, or the middle of a unit."""
    standing = [table.pose(name) for name in members(table, who)]
    count = max(1, len(standing))
    return sum(pose.x for pose in standing) / count, sum(pose.y for pose in standing) / count


def _near(actor: _Actor, action: Action) -> tuple[str, ...]:
    """The enemies that an action may lead to, the nearest first: the rules look for the way, and that takes long."""
    most = allowance(actor.table, actor.who, action.name) * MOST_ROLLED + MOST_EXTRA
    return tuple(name for name, away, _ in actor.enemies if away <= most)


def aims(table: Table, side: str) -> tuple[Goal, ...]:
    """The goals with a zone that are worth something to a side."""
    return tuple(goal for goal in table.goals if goal.outline and goal.side in ("", side))


def allowance(table: Table, who: str, action: str) -> float:
    """How far an action leads at most, by its first tariff; 0 if it has none."""
    standing = members(table, who)
    if not standing:
        return 0.0
    tariffs = ruleset_of(table).tariffs(table, standing[0], action)
    return tariffs[0].allowance if tariffs else 0.0


def _fan(actor: _Actor, action: Action, details: Record) -> Iterator[Move]:
    """Straight moves in all directions as far as they lead, and to goals and enemies or as far as possible towards them."""
    table, who, here = actor.table, actor.who, actor.at
    # Places are declared to a ten-thousandth: a move that is rounded must not become longer than it may be.
    reach = allowance(table, who, action.name) - _ROUNDED
    if reach < _LEAST:
        return
    ways: list[tuple[str, float, float]] = []
    wanted = [(goal.id, goal.middle) for goal in actor.aims]
    wanted += [(name, at) for name, _, at in actor.enemies[:1]]
    for name, there in wanted:
        away = math.dist(here, there)
        if away > _LEAST:
            part = min(1.0, reach / away)
            ways.append((name, (there[0] - here[0]) * part, (there[1] - here[1]) * part))
    room = _room(table, who)
    for number, (east, north) in enumerate(_DIRECTIONS):
        dx, dy = reach * east, reach * north
        share = _inside(room, dx, dy)
        if reach * share > _LEAST:
            ways.append((f"direction {number}", dx * share, dy * share))
    straight = walker(table, who, action)
    for name, dx, dy in ways:
        # Where the ground is known, as far as it is clear; else the whole move, for the referee to judge.
        share = 1.0 if straight is None else straight.longest(dx, dy)
        if share:
            shift = dx * share, dy * share
            declared = _moved(actor, action, details, *shift)
            yield Move(declared, table, name, straight is not None, shift, whole=share == 1.0)


Room: TypeAlias = tuple[float, float, float, float]


def _room(table: Table, who: str) -> Room:
    """How far a model, or all models of a unit, may go west, east, south and north and stay on the board."""
    if table.board is None:
        return math.inf, math.inf, math.inf, math.inf
    width, depth = from_lattice(table.board.width), from_lattice(table.board.depth)
    west = east = south = north = math.inf
    for name in members(table, who):
        pose, edge = table.pose(name), table.models[name].base.shape.reach + 0.01
        west, east = min(west, pose.x - edge), min(east, width - edge - pose.x)
        south, north = min(south, pose.y - edge), min(north, depth - edge - pose.y)
    return west, east, south, north


def _inside(room: Room, dx: float, dy: float) -> float:
    """The share of a straight move that stays on the board."""
    west, east, south, north = room
    share = 1.0
    if dx:
        share = min(share, max(0.0, east / dx if dx > 0 else west / -dx))
    if dy:
        share = min(share, max(0.0, north / dy if dy > 0 else south / -dy))
    return share


def _moved(actor: _Actor, action: Action, details: Record, dx: float, dy: float) -> Declaration:
    """A straight move of a model, or the same shift of all models of a unit."""
    who = actor.who
    if action.plan and (who in actor.table.units or action.path == "none"):
        plan = freeze({SHIFT: [f"{dx:.4f}", f"{dy:.4f}"]})
        return Declaration(action.name, (who,), details=details.changed(**{action.plan: plan}))
    x, y = actor.at
    return Declaration(action.name, (who,), (Leg.at(round(x + dx, 4), round(y + dy, 4)),), details=details)


# --- planned ------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _first_step(table: Table, who: str, action: str, goal: Goal) -> Declaration | None:
    """The first action of the cheapest path to a goal, over all levels; None if there is none within a few actions."""
    ahead = 1 if who in table.units or ruleset_of(table).actions[action].once else AHEAD
    standing = members(table, who)
    if not standing or goal.has(*_at(table, who), table.models[standing[0]].place.on):
        return None
    try:
        found = route(table, who, goal.middle, action, actions=ahead, on=goal.on)
    except (InvalidQuestion, ValueError, LookupError):
        # Some actions have no prices to search with, and some movers no planner.
        return None
    return None if isinstance(found, NoRoute) else found.steps[0].declaration
