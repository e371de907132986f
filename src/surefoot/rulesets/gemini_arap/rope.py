"""Ropes, drainpipes and grapples in place: climbing with a re-rollable test, sliding down, crossing hand over hand."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Ruling, do, rule
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, short_of
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Stride
from surefoot.rulesets.gemini_arap import action, climb
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.figure import equipped, flag, flagged, movement
from surefoot.rulesets.gemini_arap.steep import Rise
from surefoot.rulesets.gemini_arap.support import Named, initiative_test, strength_test
from surefoot.rulesets.gemini_arap.terrain import holds, traits
from surefoot.table.effects import Stopped
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

# A weak climber rolls again after each stretch of this many levels.
LEVELS_PER_ROLL = 2
CIVILIAN = "civilian"
# Answers with which a game master allows something.
YES = ("true", "yes")
STRENGTH = Named("strength", say("Strength test on the rope"))


def level(table: Table) -> float:
    """The height of a building level."""
    return decimal(table.option("level_height"))


def has_gear(table: Table, who: str) -> bool:
    """Whether a figure has climbing gear or a grapple."""
    carries = any(who in thing.holders and thing.sort == "grapple" for thing in table.objects.values())
    thrown = any(
        piece.sort == "grapple" and piece.details.text("thrown_by") == who for piece in table.pieces.values()
    )
    return carries or thrown or equipped(table.models[who], *climb.GEAR)


def is_easy(table: Table, piece: Piece) -> bool:
    """Whether a rope hangs on an easy surface: the wall of a building, unless a piece states otherwise."""
    x, y = from_lattice(piece.line[2]), from_lattice(piece.line[3])
    top = piece.z + piece.height
    walls = [
        each
        for each in table.pieces.values()
        if each.sort in ("wall", "platform") and piece_top(each) >= top and holds(each, x, y)
    ]
    for each in (piece, *walls):
        own = traits(each).get("easy_surface")
        if isinstance(own, bool):
            return own
    return any(each.sort == "wall" or each.structure or each.has("building") for each in walls)


def is_full_rate(table: Table, who: str, rise: Rise) -> bool:
    """Whether a figure climbs a rope at full rate, with one action."""
    return rise.piece is not None and has_gear(table, who) and is_easy(table, rise.piece)


def floored(
    table: Table, who: str, moves: int, itinerary: Itinerary, up_and_down: tuple[Rise | None, ...]
) -> tuple[Rise | None, ...]:
    """The strides with one level per turn guaranteed to a figure that climbs at full rate for its whole turn."""
    climbs = [rise for rise in up_and_down if rise is not None]
    # A pivot on the spot does not count as another use of the turn.
    walked = any(stride.length for stride in itinerary.strides)
    whole_turn = action.points(table, action.unit_of(table, who)) == moves
    if len(climbs) != 1 or walked or not whole_turn:
        return up_and_down
    (rise,) = climbs
    allowance = moves * movement(table.models[who])
    if (
        rise.kind != "rope"
        or not rise.up
        or not is_full_rate(table, who, rise)
        or beyond(rise.inches, level(table))
    ):
        return up_and_down
    return tuple(
        replace(each, paid=min(each.paid, allowance)) if each is rise else each for each in up_and_down
    )


def takes_two(table: Table, who: str, rise: Rise) -> str:
    """The clause that makes a rope take two actions; empty if one is enough."""
    climbs = rise.kind == "rope" and rise.up and not rise.across
    return "rope.two-actions" if climbs and not is_full_rate(table, who, rise) else ""


def clause(table: Table, who: str, rise: Rise) -> str:
    """The clause behind the price of a rope."""
    if rise.across:
        return "rope.across-gap"
    if not rise.up:
        return "descend.one-action-with-aid" if climb.is_pipe(rise.piece) else "descend.slide-rope"
    return "grapple.full-rate" if is_full_rate(table, who, rise) else "rope.two-actions"


def breaks(table: Table, who: str, stride: Stride, rise: Rise, ends: float, *, climbs: bool) -> list[Break]:
    """The clauses that the use of a rope breaks: too few actions, a level in use, a body that cannot climb."""
    where = point(stride.start)
    found = []
    two = takes_two(table, who, rise)
    if two and not climbs:
        says = say("It takes two actions to climb {rope}. Declare a climb", rope=rise.thing)
        found.append(Break(two, says, where))
    if not climb.can_climb(table.models[who]):
        found.append(climb.unable(who, where))
    if rise.across:
        return found
    heights = sorted((stride.start.z, stride.start.z + (stride.end.z - stride.start.z) * ends))
    assert rise.piece is not None
    # A figure that hangs exactly where a level ends has finished that level.
    first = math.floor((heights[0] - from_lattice(rise.piece.z)) / level(table) + TOLERANCE)
    wanted = range(first, 1 + _level(table, rise, heights[1]))
    for other in table.models.values():
        on = other.place.kind == "link" and other.place.on == rise.name and other.id != who
        if on and _level(table, rise, from_lattice(other.place.z)) in wanted:
            says = say(
                "{other} is on that level of {rope}. Each level holds one climber",
                other=Who(other.id),
                rope=rise.thing,
            )
            found.append(Break("grapple.one-per-level", says, where))
    return found


def _level(table: Table, rise: Rise, z: float) -> int:
    """The level of a rope at a height, counted from 0."""
    assert rise.piece is not None
    return math.ceil((z - from_lattice(rise.piece.z)) / level(table) - TOLERANCE) - 1


def is_tested(table: Table, who: str, rise: Rise) -> bool:
    """Whether the use of a rope begins with a question or a roll."""
    weak = flag(table.models[who], "weak_climber")
    if rise.across:
        return weak
    if not rise.up:
        return climb.is_pipe(rise.piece)
    return weak or not trained(table, who) or _rolls(table, who, rise)


def _rolls(table: Table, who: str, rise: Rise) -> bool:
    full = is_full_rate(table, who, rise)
    return not full or table.option("equipped_climb_test") is not False


def trained(table: Table, who: str) -> bool:
    """Whether a figure may climb a rope without asking the game master."""
    model = table.models[who]
    return flagged(model, "rope_trained", not model.has(CIVILIAN))


def starting(game: Game, who: str, stride: Stride, rise: Rise) -> Procedure[bool]:
    """Permission and tests before a rope is used. Returns whether the figure uses it."""
    weak = flag(game.now.models[who], "weak_climber")
    if rise.across:
        strong = yield from _strong(game, who, "rope.across-gap-strength")
        return strong
    if not rise.up:
        yield from climb.descends(game, who, stride)
        held = yield from _test(game.now, who, climb.DOWN, "descend.initiative-test")
        if not held:
            yield from climb.falls_from_start(game, who, stride)
        return held
    if not trained(game.now, who):
        asked = Ruling(
            f"may {who} climb {rise.name}",
            "true or false",
            None,
            ("rope.who-can-climb",),
            who,
            says=say("May {who} climb {rope}?", who=Who(who), rope=rise.thing),
            takes=say("yes or no"),
        )
        if str((yield from rule(asked))).lower() not in YES:
            yield from do(Stopped(who, "is not let climb the rope"), "rope.who-can-climb")
            return False
    if weak and not (yield from _strong(game, who, "rope.weak-strength-roll")):
        return False
    if not _rolls(game.now, who, rise):
        return True
    held = yield from _test(game.now, who, climb.UP, "climb.reach-base-and-test")
    if not held:
        yield from climb.fails_up(who)
    return held


def _strong(game: Game, who: str, clause: str) -> Procedure[bool]:
    strong = yield from strength_test(game.now, who, STRENGTH, clause)
    if not strong:
        yield from do(Stopped(who, "is not strong enough"), clause)
    return strong


def _test(table: Table, who: str, named: Named, clause: str) -> Procedure[bool]:
    held = yield from initiative_test(table, who, named, clause)
    if not held:
        held = yield from initiative_test(table, who, named.again, clause, "rope.test-with-reroll")
    return held


def next_check(table: Table, who: str, stride: Stride, rise: Rise) -> float | None:
    """The fraction of a stride at which a weak climber rolls next: after each two levels, below the top."""
    if rise.kind != "rope" or not flag(table.models[who], "weak_climber"):
        return None
    assert rise.piece is not None
    low, step = from_lattice(rise.piece.z), LEVELS_PER_ROLL * level(table)
    count = math.floor((stride.start.z - low) / step + TOLERANCE) + 1
    height = low + count * step
    top = low + from_lattice(rise.piece.height)
    if not short_of(height, min(top, stride.end.z + TOLERANCE)):
        return None
    return (height - stride.start.z) / stride.rise
