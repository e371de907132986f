"""Collisions with terrain: solid terrain stops a vehicle, other terrain is removed."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import short_of, within
from surefoot.language import Thing, say
from surefoot.referee.scene import Scene
from surefoot.rulesets.necromunda_classic import fall, vehicle_damage, vehicle_fall
from surefoot.rulesets.necromunda_classic.collision_damage import blow, halved
from surefoot.rulesets.necromunda_classic.edges import straight_down
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.movement import Movement, Struck, Touch
from surefoot.rulesets.necromunda_classic.vehicle import facings_at, stands_as_vehicle
from surefoot.table.effects import ObjectMoved, PieceRemoved, Removed, Reported, Stopped
from surefoot.table.place import BOARD, Pose
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

FLIMSY = "flimsy"


def meet(game: Game, m: Movement, touch: Touch) -> Procedure[None]:
    """A moving vehicle touches terrain, or a wreck."""
    table = game.now
    solid = is_solid(table, touch.other)
    facings = facings_at(table, touch.member, touch.point)
    if touch.member == m.who:
        facings = facings[:1]
    rammed = m.ram and touch.member == m.who and facings == ("front",)
    m.impacts.append(Struck(touch.member, facings, touch.other, solid, rammed))
    clauses = ["collision.on-contact", "collision.with-what", "terrain-collision.as-vehicle"]
    clauses += ["support.vehicle-facing", "terrain-collision.type-decides"]
    details = Record({"with": touch.other, "arc": facings[0]})
    yield from do(Reported("collides", touch.member, details), *clauses)
    if solid:
        m.over = True
        stopped = ["terrain-collision.solid-stops", "terrain-collision.solid-undamaged"]
        stopped += [*_what_makes_it_solid(table.pieces.get(touch.other)), *m.barred]
        if touch.member != m.who or m.shoved:
            stopped.append("chain.all-stop")
        says = say("is stopped by {terrain}", terrain=Thing(touch.other))
        yield from do(Stopped(m.who, f"{touch.other} is solid", says), *stopped)
        return
    yield from _swept_away(game, touch.other)


def is_solid(table: Table, what: str) -> bool:
    """Whether terrain stops a vehicle: walls, closed doors, impassable ground, structures that are not flimsy."""
    piece = table.pieces.get(what)
    if piece is None:
        # A wreck is swept away; the ground round a pit is not.
        return what == BOARD
    if piece.has("impassable") or piece.has("solid"):
        return True
    return not piece.has("obstacle") and not any(one.has(FLIMSY) for one in _structure(table, piece))


def _what_makes_it_solid(piece: Piece | None) -> tuple[str, ...]:
    """The clause that makes walls, doors and windows solid."""
    closed = piece is not None and piece.sort in ("wall", "door", "window")
    return ("support.solid-terrain",) if closed else ()


def _structure(table: Table, piece: Piece) -> list[Piece]:
    """All pieces of the structure that a piece belongs to."""
    if not piece.structure:
        return [piece]
    return [one for one in table.pieces.values() if one.structure == piece.structure]


def _swept_away(game: Game, what: str) -> Procedure[None]:
    """Remove terrain that was hit; models on it fall at once, and so do those that hang on its sides."""
    table = game.now
    weaker = ("terrain-collision.obstacle-weaker", "terrain-collision.obstacle-removed")
    wreck = table.models.get(what)
    if wreck is not None:
        names = [f"{what}.{deck.name}" for deck in wreck.decks]
    else:
        names = [piece.id for piece in _structure(table, table.pieces[what])]
    above = [
        (m.id, table.pose(m.id)) for m in table.models.values() if m.place.on_table and m.place.on in names
    ]
    things = [
        (name, table.resolve(each.place)) for name, each in table.objects.items() if each.place.on in names
    ]
    if wreck is not None:
        yield from do(Removed(what, "swept away"), *weaker, "support.wreck")
    else:
        for name in names:
            yield from do(PieceRemoved(name), *weaker)
    for name, pose in above:
        yield from _comes_down(game, name, pose)
    for name, pose in things:
        yield from _drops(game, name, pose)


def _comes_down(game: Game, who: str, pose: Pose) -> Procedure[None]:
    """A model falls straight down from where it stood, without a test."""
    landing = straight_down(game.now, who, pose.x, pose.y, pose.z)
    if landing is None:
        yield from do(Reported("nowhere to fall", who), "terrain-collision.riders-fall")
    elif is_vehicle(game.now.models[who]):
        yield from vehicle_fall.lands(game, who, landing, "terrain-collision.riders-fall")
    else:
        yield from fall.fall(game, who, landing, "terrain-collision.riders-fall")


def _drops(game: Game, name: str, pose: Pose) -> Procedure[None]:
    """An object drops onto the surface below."""
    scene = Scene(game.now)
    below = [
        surface
        for surface in (*scene.ground.surfaces, *scene.decks)
        if within(region_distance(pose.x, pose.y, surface.region.rings), 0.0)
        and short_of(surface.height(pose.x, pose.y), pose.z)
    ]
    lowest_first = sorted(below, key=lambda surface: (surface.height(pose.x, pose.y), surface.id))
    if lowest_first:
        place = scene.place_at(pose, lowest_first[-1])
        yield from do(ObjectMoved(name, place), "terrain-collision.riders-fall")


def resolve(game: Game, m: Movement, impact: Struck) -> Procedure[None]:
    """The vehicle that hit terrain takes a hit, harder if the terrain was solid."""
    if not stands_as_vehicle(game.now.models[impact.who]) or (m.tumbling and impact.who == m.who):
        return
    clauses = [*m.move_clauses, *(() if impact.who == m.who else ("chain.initial-move-stat",))]
    if impact.rammed:
        hit = blow(halved(m.move), *clauses, "collision-damage.ram-halves")
    else:
        hit = blow(m.move, *clauses)
    if impact.solid:
        hit = hit.against_tougher()
        clauses = [*hit.clauses, "terrain-collision.solid-toughest"]
    else:
        clauses = [*hit.clauses]
    yield from vehicle_damage.suffer(
        game, impact.who, impact.facings, hit.hit, "terrain-collision.as-vehicle", *clauses
    )
