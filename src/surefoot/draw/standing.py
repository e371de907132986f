"""Models and objects on a picture: bases to scale, statuses, and names."""

from __future__ import annotations

import math
from collections.abc import Sequence

from surefoot.draw.lettering import clean, shortened
from surefoot.draw.looks import AREAS, LINKS, SIDE_NAMES, SIDES
from surefoot.draw.names import speaker_of
from surefoot.draw.picture import Label, Patch, Sign, Token
from surefoot.draw.scenery import points_of
from surefoot.geometry import kernel
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Length, Quantity, Who, say
from surefoot.records import replace
from surefoot.referee.scene import Figure, Scene
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.table.words import sort_name

# Statuses of a model that is down.
DOWN = (
    "down",
    "fallen",
    "knocked-down",
    "knocked-out",
    "pinned",
    "prone",
    "seriously-injured",
    "stunned",
    "unconscious",
)

# Larger units are named once, and their models by number.
MANY = 2


def is_down(model: Model) -> bool:
    """Whether a model lies on the ground."""
    return any(status in DOWN for status in model.statuses)


def sides(tables: Sequence[Table]) -> dict[str, int]:
    """The colour number of each side: of the colour it is named after, else the first free one."""
    names = list(dict.fromkeys(model.side for table in tables for model in table.models.values()))
    found = {name: SIDE_NAMES[name.lower()] for name in names if name.lower() in SIDE_NAMES}
    free = [index for index in range(SIDES - 1) if index not in found.values()]
    for name in names:
        if name not in found:
            found[name] = free.pop(0) if free else SIDES - 1
    return found


def turned(tables: Sequence[Table]) -> bool:
    """Whether the tables use facing: any model does not face north."""
    return any(
        abs(table.pose(model.id).facing) > TOLERANCE
        for table in tables
        for model in table.models.values()
        if model.place.on_table
    )


def token(model: Model, pose: Pose, kind: str, *, facing: bool, title: str = "") -> Token:
    """The base of a model set down somewhere."""
    body = model.base.shape.at(pose.x, pose.y, pose.facing)
    shown = facing or model.base.kind != "round"
    return Token(
        pose.x,
        pose.y,
        model.base.shape.reach,
        kind,
        outline(body),
        pose.facing if shown else None,
        pose.z,
        is_down(model),
        title=clean(title),
    )


def outline(body: Body) -> tuple[tuple[float, float], ...]:
    """The corners of a base that is not round."""
    if len(body.core) <= 2:
        return ()
    corners = points_of(body.core)
    # An oval has more corners than are visible.
    every = max(1, len(corners) // 60)
    return corners[::every]


def tokens(scene: Scene, numbers: dict[str, int], *, facing: bool) -> list[Token]:
    """Every model on the table, in its own order."""
    return [_figure(figure, scene.table, numbers, facing=facing) for figure in scene.figures]


def _figure(figure: Figure, table: Table, numbers: dict[str, int], *, facing: bool) -> Token:
    speak = speaker_of(table)
    at = say("at {x}, {y}", x=Quantity(figure.pose.x), y=Quantity(figure.pose.y))
    details = [speak(at)]
    if figure.pose.z > TOLERANCE:
        details.append(speak(say("{height} up", height=Length.of(figure.pose.z))))
    details += map(speak.term, figure.model.statuses)
    kind = f"side-{numbers[figure.model.side]}"
    called, shown = clean(speak.who(figure.id)), clean(", ".join(details))
    drawn = token(figure.model, figure.pose, kind, facing=facing, title=f"{called} {shown}")
    return replace(drawn, name=clean(figure.id), called=called, details=shown)


def covers(patch: Patch, shown: Token) -> bool:
    """Whether a base stands under a piece."""
    if patch.kind in AREAS or patch.kind in LINKS or patch.kind in ("gap", "ductway", "deck"):
        return False
    height = patch.low if patch.kind in ("stairs", "ramp") else patch.high
    if height <= shown.height + TOLERANCE or not patch.rings:
        return False
    rings = tuple(tuple(value for point in ring for value in point) for ring in patch.rings)
    return bool(kernel.inside_rings(shown.x, shown.y, rings))


# --- names ----------------------------------------------------------------------------------------


def labels(scene: Scene, numbers: dict[str, int]) -> list[Label]:
    """The names of models; a large unit is named once, and its models by number."""
    found: list[Label] = []
    speak = speaker_of(scene.table)
    crowds = _crowds(scene)
    for figure in scene.figures:
        name = clean(figure.id)
        x, y, z = figure.pose[:3]
        if figure.model.unit in crowds:
            short = name.removeprefix(clean(figure.model.unit)).lstrip(".-_ ") or name
            kind = "" if is_down(figure.model) else f"side-{numbers[figure.model.side]}"
            room = half(figure.model, figure.pose.facing)
            found.append(Label(x, y, shortened(short, 8), "inside", room, on=kind, height=z))
            continue
        room = half(figure.model, figure.pose.facing)
        found.append(Label(x, y, shortened(clean(speak.who(figure.id))), "name", room, height=z))
        if figure.model.statuses:
            became = shortened(clean(", ".join(map(speak.term, figure.model.statuses))), 28)
            found.append(Label(x, y, became, "status", room, height=z))
    for unit, members in crowds.items():
        top = max(members, key=lambda figure: figure.pose.y)
        middle = sum(figure.pose.x for figure in members) / len(members)
        text = f"{shortened(clean(speak.who(unit)))} ({len(members)})"
        clear = half(top.model, top.pose.facing)
        found.append(Label(middle, top.pose.y, text, "unit", clear, height=top.pose.z))
    return found


def _crowds(scene: Scene) -> dict[str, list[Figure]]:
    units: dict[str, list[Figure]] = {}
    for figure in scene.figures:
        if figure.model.unit:
            units.setdefault(figure.model.unit, []).append(figure)
    return {name: members for name, members in units.items() if len(members) > MANY}


def half(model: Model, facing: float) -> tuple[float, float]:
    """Half of the width and depth of a base."""
    shape = model.base.shape
    return shape.across(90.0, facing) / 2, shape.across(0.0, facing) / 2


def objects(scene: Scene) -> tuple[list[Sign], list[Label]]:
    """The objects on the table, and their names."""
    signs, names = [], []
    speak = speaker_of(scene.table)
    for thing in scene.table.objects.values():
        if thing.place.on_table and not thing.holders:
            pose = scene.table.resolve(thing.place)
            signs.append(
                Sign(
                    pose.x,
                    pose.y,
                    "object",
                    clean(speak(say("{name}: {sort}", name=Who(thing.id), sort=sort_name(thing.sort)))),
                    pose.z,
                )
            )
            names.append(
                Label(
                    pose.x, pose.y, shortened(clean(speak.who(thing.id))), "piece", (0.3, 0.3), height=pose.z
                )
            )
    return signs, names


def tip(shown: Token, share: float = 1.0) -> tuple[float, float]:
    """The point of a base in the direction of its facing, at a share of the distance to its edge."""
    angle = math.radians(shown.facing or 0.0)
    dx, dy = math.sin(angle), math.cos(angle)
    far = shown.radius
    if shown.outline:
        far = _ray(shown, dx, dy)
    return shown.x + dx * far * share, shown.y + dy * far * share


def _ray(shown: Token, dx: float, dy: float) -> float:
    """The distance from the middle of an outline to its edge in a direction."""
    best = 0.0
    corners = shown.outline
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if abs(across) < 1e-12:
            continue
        along = ((ax - shown.x) * ey - (ay - shown.y) * ex) / across
        share = ((ax - shown.x) * dy - (ay - shown.y) * dx) / across
        if along > best and -1e-9 <= share <= 1 + 1e-9:
            best = along
    return best or shown.radius
