"""Ductways: where they may be placed, and Crawl Through Ductway (Double)."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.kernel import leg_inside
from surefoot.geometry.measure import deep_inside, gap_in_space
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import beyond, from_lattice, short_of, within
from surefoot.language import Length, Notation, Thing, Who, say
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, Problem
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.sight import gap_to, in_sight
from surefoot.referee.view import View, seen
from surefoot.rulesets.necromunda_classic import dangerous
from surefoot.rulesets.necromunda_classic.activation import spend
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP, ONE_INCH, enemies, named
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.table.effects import Moved
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

ACTION = "crawl through ductway"
# The longest ductway.
LONGEST = 2.0
# How far a fighter may be from an opening, before and after.
REACH = 1.0


def ends(piece: Piece) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of the two openings."""
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
    return (x0, y0), (x1, y1)


def problems(table: Table, piece: Piece) -> list[Problem]:
    """Problems with a ductway: too long, or not leading from one side of impassable terrain to the other."""
    where = f"terrain.{piece.id}"
    first, last = ends(piece)
    length = math.dist(first, last)
    found = []
    if not within(length, LONGEST):
        says = say(
            "A ductway is at most {most} long; this one is {length}",
            most=Length.of(LONGEST),
            length=Length.of(length),
        )
        found.append(Problem(where, says, "ductway.length"))
    barriers = _barriers(table, from_lattice(piece.z))
    if not any(leg_inside(*first, *last, region.rings) for region in barriers):
        says = say("A ductway must lead through a wall or other impassable terrain")
        found.append(Problem(where, says, "ductway.placement"))
    found += [
        Problem(
            where,
            say(
                "The opening at {point} is inside the terrain that the ductway leads through",
                point=Notation(f"{x:g}, {y:g}"),
            ),
            "ductway.placement",
        )
        for x, y in (first, last)
        if any(deep_inside(region, x, y) for region in barriers)
    ]
    return found


def _barriers(table: Table, z: float) -> list[Region]:
    """Walls and other impassable terrain at a height."""
    return [
        solid.region
        for solid in Scene(table).ground.solids
        if solid.piece is not None
        and (solid.piece.sort == "wall" or solid.piece.has("impassable") or solid.piece.has("solid"))
        and within(solid.low, z)
        and short_of(z, solid.high)
    ]


# ---------------------------------------------------------------------- crawling through


def crawl_through(game: Game, declaration: Declaration) -> Procedure[None]:
    """A fighter beside one opening is set down beside the other."""
    who, leg = declaration.actor, declaration.legs[0]
    duct = game.now.pieces.get(leg.link)
    turns = declaration.legs[1:]
    if duct is None or duct.sort != "ductway" or leg.to is None or any(each.by != "turn" for each in turns):
        says = say(
            "Name the ductway and where the fighter comes out: {example}",
            example=Notation("{through: name, to: [x, y]}"),
        )
        raise Refused(Break("ductway.action", says))
    view = seen(game.now, lens(game.now, who), who)
    near, far = _openings(view, who, duct)
    surface, pose = _exit(view, leg, duct, sum(from_lattice(each.turn) for each in turns))
    breaks = [*_entry_breaks(view, who, duct, near), *_exit_breaks(view, duct, far, surface, pose)]
    if breaks or surface is None:
        raise Refused(*breaks)
    known = dangerous.under(game.now, who)
    yield from spend(game, who, ACTION)
    place = view.scene.place_at(pose, surface)
    yield from do(Moved(who, place, "crawls through"), "ductway.action", "ductway.exit-within-one")
    for area in dangerous.under(game.now, who):
        if area not in known and game.now.models[who].place.on_table:
            yield from dangerous.entering(game, who, area)


def _openings(view: View, who: str, duct: Piece) -> tuple[Body, Body]:
    """The opening that a fighter is nearer to, and the other one."""
    first, last = ends(duct)
    length = math.dist(first, last)
    half = _width(duct) / 2
    across = (first[1] - last[1]) / length * half, (last[0] - first[0]) / length * half
    mouths = [
        Body((x - across[0], y - across[1], x + across[0], y + across[1]), 0.0, x, y)
        for x, y in (first, last)
    ]
    pose = view.scene.table.pose(who)
    height = from_lattice(duct.z)
    mouths.sort(
        key=lambda mouth: (
            _walled_off(view, pose, mouth, duct),
            gap_in_space(view.body(pose), pose.z, mouth, height),
        )
    )
    return mouths[0], mouths[1]


def _walled_off(view: View, pose: Pose, mouth: Body, duct: Piece) -> bool:
    """Whether something solid is between a base and an opening: nothing is measured through it."""
    return gap_to(view, pose, Region((mouth.core,)), duct.id) == math.inf


def _width(duct: Piece) -> float:
    """The width of a ductway, across its line."""
    (x0, y0), (x1, y1) = ends(duct)
    length = math.dist((x0, y0), (x1, y1))
    points = [
        (from_lattice(duct.outline[i]), from_lattice(duct.outline[i + 1]))
        for i in range(0, len(duct.outline), 2)
    ]
    off = [(x * (y1 - y0) - y * (x1 - x0)) / length for x, y in points]
    return max(off) - min(off)


def _exit(view: View, leg: Leg, duct: Piece, turned: float) -> tuple[Surface | None, Pose]:
    """Where the fighter comes out: on the level of the opening."""
    assert leg.to is not None
    x, y, height = from_lattice(leg.to[0]), from_lattice(leg.to[1]), from_lattice(duct.z)
    facing = (view.scene.table.pose(view.mover.id).facing + turned) % 360.0
    level = [
        surface
        for surface in view.surfaces_at(x, y)
        if within(abs(surface.height(x, y) - height), LEVEL_STEP) and leg.on in ("", surface.id)
    ]
    if not level:
        return None, Pose(x, y, height, facing)
    return level[-1], Pose(x, y, level[-1].height(x, y), facing)


def _entry_breaks(view: View, who: str, duct: Piece, near: Body) -> list[Break]:
    pose = view.scene.table.pose(who)
    apart = gap_in_space(view.body(pose), pose.z, near, from_lattice(duct.z))
    if within(apart, REACH):
        if not _walled_off(view, pose, near, duct):
            return []
        says = say(
            "Something solid is between {who} and the opening of {duct}", who=Who(who), duct=Thing(duct.id)
        )
        return [Break(clause, says, point(pose)) for clause in ("ductway.action", "support.measuring")]
    says = say(
        "{who} is {away} from {duct}: it must be within {reach} of an opening",
        who=Who(who),
        away=Length.of(apart),
        duct=Thing(duct.id),
        reach=Length.of(REACH),
    )
    return [Break("ductway.action", says, point(pose))]


def _exit_breaks(view: View, duct: Piece, far: Body, surface: Surface | None, pose: Pose) -> list[Break]:
    """Everything that forbids the place on the far side."""
    where = point(pose)
    body = view.body(pose)
    found = []
    away = gap_in_space(body, pose.z, far, from_lattice(duct.z))
    if beyond(away, REACH):
        says = say(
            "That is {away} from the far opening of {duct}: end within {reach} of it",
            away=Length.of(away),
            duct=Thing(duct.id),
            reach=Length.of(REACH),
        )
        found.append(Break("ductway.exit-within-one", says, where))
    elif _walled_off(view, pose, far, duct):
        says = say("Something solid is between that spot and the far opening of {duct}", duct=Thing(duct.id))
        found += [Break(clause, says, where) for clause in ("ductway.exit-within-one", "support.measuring")]
    if surface is None or not view.supported(pose):
        says = say("There is no room for the base on the level of the far opening")
        found.append(Break("ductway.exit-within-one", says, where))
    found += [
        Break(
            "ductway.exit-no-overlap",
            say("That spot is taken by {what}", what=named(view.scene.table, what)),
            where,
        )
        for _, what in view.overlapped(pose)
    ]
    hostile = [model.id for model in enemies(view.scene.table, view.mover.id)]
    found += [
        Break(
            "ductway.exit-clear-of-enemies",
            say(
                "That is within {limit} of {enemy}, an enemy", limit=Length.of(ONE_INCH), enemy=Who(figure.id)
            ),
            where,
        )
        for figure in view.scene.figures
        if figure.id in hostile
        and short_of(gap_in_space(body, pose.z, figure.body, figure.pose.z), ONE_INCH)
        and in_sight(view, pose, figure)
    ]
    return found
