"""Fighters: their characteristics, their status, and the models that they touch."""

from __future__ import annotations

from surefoot.geometry.measure import gap, gap_in_space
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import beyond, within
from surefoot.language import Thing, Who
from surefoot.referee.contact import height_between
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Figure, Scene
from surefoot.table.model import Base, Model, Object
from surefoot.table.place import Pose
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

PINNED = "pinned"
SERIOUSLY_INJURED = "seriously-injured"
BROKEN = "broken"
STATUSES = (BROKEN, PINNED, SERIOUSLY_INJURED)
VEHICLE = "vehicle"
MOUNTED = "mounted"
# Counters of a fighter.
WOUNDS_LOST = "wounds-lost"
FLESH_WOUNDS = "flesh-wounds"

# Surfaces whose heights differ by no more than this count as one level, for stepping and for base contact.
LEVEL_STEP = 0.5
# The distance of the 1" rule.
ONE_INCH = 1.0
# The base of an object without one.
POINT = Base("round", (0,))


def named(table: Table, name: str) -> Who | Thing:
    """A model, or a piece of terrain or an object, as a sentence names it."""
    return Who(name) if name in table.models else Thing(name)


def is_vehicle(model: Model) -> bool:
    """Whether a model is a vehicle; all others are fighters."""
    return model.has(VEHICLE)


def movement(model: Model) -> float:
    """The Movement characteristic, in inches."""
    return float(model.profile.number("M"))


def initiative(model: Model) -> int:
    """The roll that passes an Initiative test."""
    return model.profile.number("I")


def toughness(model: Model) -> int:
    """Toughness, less one for each Flesh Wound."""
    return model.profile.number("T") - model.counted(FLESH_WOUNDS)


def wounds_left(model: Model) -> int:
    """Wounds that are left."""
    return max(0, model.profile.number("W") - model.counted(WOUNDS_LOST))


def is_prone(model: Model) -> bool:
    """Whether a fighter is Prone: Pinned or Seriously Injured."""
    return model.is_(PINNED) or model.is_(SERIOUSLY_INJURED)


def is_standing(model: Model) -> bool:
    """Whether a fighter is Standing."""
    return not is_prone(model)


def hangs(table: Table, who: str) -> bool:
    """Whether a model hangs on a wall or a ladder."""
    return who in table.models and table.models[who].place.kind == "link"


def own_traits(table: Table, who: str) -> Record:
    """The traits of a model for this ruleset."""
    traits = table.models[who].traits.get(table.ruleset)
    return traits if isinstance(traits, Record) else EMPTY


def enemies(table: Table, who: str) -> list[Model]:
    """Enemy fighters on the table."""
    mover = table.models[who]
    return [
        m for m in table.models.values() if m.side != mover.side and not is_vehicle(m) and m.place.on_table
    ]


def in_contact(scene: Scene, one: Figure, other: Figure) -> bool:
    """Whether two bases touch in plan, on one level or on one slope."""
    return within(gap(one.body, other.body), 0.0) and within(
        height_between(scene, one.pose, one.body, other.pose, other.body, LEVEL_STEP), LEVEL_STEP
    )


def figure(scene: Scene, who: str) -> Figure:
    """A model as it stands on the table."""
    return next(one for one in scene.figures if one.id == who)


def touching(table: Table, who: str) -> list[Model]:
    """All models in base contact with a fighter."""
    if not table.models[who].place.on_table:
        return []
    scene = Scene(table)
    here = figure(scene, who)
    return [one.model for one in scene.figures if one.id != who and in_contact(scene, here, one)]


def contacts(table: Table, who: str) -> list[Model]:
    """Enemy fighters in base contact with a fighter."""
    near = [one.id for one in enemies(table, who)]
    return [one for one in touching(table, who) if one.id in near]


# Every action of a fighter asks it.
@remembered
def is_engaged(table: Table, who: str) -> bool:
    """Whether a fighter is Standing and in base contact with an enemy that is not Seriously Injured."""
    model = table.models[who]
    return is_standing(model) and any(not enemy.is_(SERIOUSLY_INJURED) for enemy in contacts(table, who))


def distance(one: Figure, other: Figure) -> float:
    """The gap between two bases in space."""
    return gap_in_space(one.body, one.pose.z, other.body, other.pose.z)


def outline(thing: Object, pose: Pose) -> Body:
    """The base of an object at a position."""
    return (thing.base or POINT).shape.at(pose.x, pose.y, pose.facing)


def touches_object(table: Table, who: str, thing: Object) -> bool:
    """Whether an object is in base contact with a fighter, on its level."""
    if not thing.place.on_table:
        return False
    here, there = table.pose(who), table.resolve(thing.place)
    body, shape = table.body(who), outline(thing, there)
    if beyond(gap(body, shape), 0.0):
        return False
    return within(height_between(Scene(table), here, body, there, shape, LEVEL_STEP), LEVEL_STEP)
