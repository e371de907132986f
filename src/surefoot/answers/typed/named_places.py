"""Finds coordinates for named places: next to a model, over the nearest edge, onto the nearest ledge.

The referee judges the resulting path like any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import surefoot
from surefoot.answers.typed.paths import NamedPlace
from surefoot.files.problems import FileInvalid
from surefoot.geometry.kernel import point_segment
from surefoot.geometry.measure import gap
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import from_lattice, within
from surefoot.language import Notation, Sentence, say
from surefoot.language.speaker import titled
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, check, ruleset_of
from surefoot.referee.scene import Scene, Surface, region_of
from surefoot.referee.unit_plan import PATHS
from surefoot.table.table import Table

_EXAMPLE = Notation("to 12,9")
# At most this many edges or ledges are tried.
MOST_TRIED = 12


class NoSuchPlace(ValueError):
    """There are no coordinates for a named place; `says` is the reason."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__(str(says))


def declared(fields: dict[str, Any], table: Table) -> Declaration:
    """The declaration from its fields, with coordinates for every place; raises FileInvalid or NoSuchPlace.

    Of several possible places it takes the nearest that the rules allow, or else the nearest.
    """
    first: Declaration | None = None
    for said in _measured(_in_formation(fields, table), table):
        found = surefoot.declaration(table, **said)
        first = first or found
        if len(_aims(fields)) == 0 or _allowed(table, found):
            return found
    if first is None:
        raise NoSuchPlace(
            say("There is no edge or ledge nearby. Give a point, for example {example}", example=_EXAMPLE)
        )
    return first


def _allowed(table: Table, declaration: Declaration) -> bool:
    try:
        return check(table, declaration, nearest=False).verdict != "illegal"
    except (Malformed, FileInvalid):
        return False


def needs_measuring(fields: dict[str, Any]) -> bool:
    """Whether a place has no coordinates yet, so that finding them means measuring."""
    return bool(_aims(fields))


def _aims(fields: dict[str, Any]) -> list[int]:
    """The indices of the legs without coordinates."""
    return [index for index, leg in enumerate(fields.get("path", ())) if _aim(leg) is not None]


def _aim(leg: Any) -> NamedPlace | None:
    if isinstance(leg, NamedPlace):
        return leg
    if isinstance(leg, dict):
        return next((value for value in leg.values() if isinstance(value, NamedPlace)), None)
    return None


def _measured(fields: dict[str, Any], table: Table) -> Iterator[dict[str, Any]]:
    """The fields with coordinates for places; one variant for each combination of possible places."""
    open_legs = _aims(fields)
    if not open_legs:
        yield fields
        return
    who = fields["who"]
    if not isinstance(who, str) or who not in table.models or not table.models[who].place.on_table:
        raise NoSuchPlace(
            say(
                "Named places work for one model on the table. Give a point, for example {example}",
                example=_EXAMPLE,
            )
        )
    at = open_legs[0]
    for place, on in _places(fields["path"], at, who, table):
        path = list(fields["path"])
        path[at] = _with(path[at], place, on)
        yield from _measured(fields | {"path": path}, table)


def _with(leg: Any, place: list[float], on: str) -> Any:
    if isinstance(leg, NamedPlace):
        return place
    found = {key: place if isinstance(value, NamedPlace) else value for key, value in leg.items()}
    return found | ({"on": on} if on and "on" not in found else {})


def _places(path: list[Any], at: int, who: str, table: Table) -> Iterator[tuple[list[float], str]]:
    aim = _aim(path[at])
    assert aim is not None
    x, y = _before(path, at, who, table)
    if aim.name:
        yield _up_to(aim.name, who, x, y, table), ""
        return
    wanted = path[at].get("on", "") if isinstance(path[at], dict) else ""
    found = _edges(who, x, y, aim.side, table) if aim.down else _ledges(who, x, y, wanted, aim.side, table)
    yield from found[:MOST_TRIED]


def _before(path: list[Any], at: int, who: str, table: Table) -> tuple[float, float]:
    """Where the mover is before a leg, according to the path."""
    for leg in reversed(path[:at]):
        places = [leg] if isinstance(leg, list) else [each for each in leg.values() if isinstance(each, list)]
        if places:
            return places[0][0], places[0][1]
    pose = table.pose(who)
    return pose.x, pose.y


def _tidy(x: float, y: float) -> list[float]:
    return [_whole(round(x, 4)), _whole(round(y, 4))]


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


# --- next to a model or a piece -------------------------------------------------------------------


def _up_to(name: str, who: str, x: float, y: float, table: Table) -> list[float]:
    """The place on the straight line to a model or a piece where the base touches it."""
    shape, facing = table.models[who].base.shape, table.pose(who).facing
    goal_x, goal_y, thing = _thing(name, table)

    def apart(share: float) -> float:
        body = shape.at(x + (goal_x - x) * share, y + (goal_y - y) * share, facing)
        if isinstance(thing, tuple):
            return max(0.0, point_segment(body.x, body.y, *thing) - shape.reach)
        return gap(body, thing)

    low, high = 0.0, 1.0
    if within(apart(low), 0.0):
        return _tidy(x, y)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if apart(middle) > 0.0 else (low, middle)
    return _tidy(x + (goal_x - x) * low, y + (goal_y - y) * low)


def _thing(name: str, table: Table) -> tuple[float, float, Body | Region | tuple[float, float, float, float]]:
    """The centre of a model or a piece, and its outline or line."""
    on_table = (
        [member for member in table.units[name].models if table.models[member].place.on_table]
        if name in table.units
        else []
    )
    model = name if name in table.models else next(iter(on_table), "")
    if model and table.models[model].place.on_table:
        body = table.body(model)
        return body.x, body.y, body
    piece = table.pieces.get(name)
    if piece is not None and piece.outline:
        west, south, east, north = region_of(piece.outline).bounds
        return (west + east) / 2, (south + north) / 2, region_of(piece.outline)
    if piece is not None and piece.line:
        x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
        return (x0 + x1) / 2, (y0 + y1) / 2, (x0, y0, x1, y1)
    raise NoSuchPlace(
        say(
            "{name} is not on the table. Give a point, for example {example}",
            name=Notation(titled(name)),
            example=_EXAMPLE,
        )
    )


# --- edges and ledges -----------------------------------------------------------------------------


def _towards(nx: float, ny: float, side: str) -> bool:
    """Whether a direction leads mainly to this side of the compass; always true if the side is empty."""
    wanted = {"north": ny, "south": -ny, "east": nx, "west": -nx}
    return not side or wanted[side] >= max(abs(nx), abs(ny)) - 1e-9


def _edges(who: str, x: float, y: float, side: str, table: Table) -> list[tuple[list[float], str]]:
    """Places just beyond the edges of the surface under a model, the nearest first."""
    stands = _stands_on(who, table)
    far = table.models[who].base.shape.reach
    borders = _borders(stands, x, y, far) if stands is not None else []
    return [
        (_tidy(cx + nx * far, cy + ny * far), "") for _, cx, cy, nx, ny in borders if _towards(nx, ny, side)
    ]


def _ledges(
    who: str, x: float, y: float, wanted: str, side: str, table: Table
) -> list[tuple[list[float], str]]:
    """Places just inside the surfaces above a model, the nearest first."""
    inside = table.models[who].base.shape.reach
    height = table.pose(who).z
    found = []
    for surface in Scene(table).ground.surfaces:
        if (wanted and surface.id != wanted) or within(surface.low, height):
            continue
        found += [
            (apart, _tidy(cx - nx * inside, cy - ny * inside), surface.id)
            for apart, cx, cy, nx, ny in _borders(surface, x, y, inside)
            if _towards(-nx, -ny, side)
        ]
    return [(place, on) for _, place, on in sorted(found, key=lambda each: (each[0], each[2]))]


def _stands_on(who: str, table: Table) -> Surface | None:
    on = table.models[who].place.on
    return next(
        (each for each in Scene(table).ground.surfaces if each.id == on and each.piece is not None), None
    )


def _borders(
    surface: Surface, x: float, y: float, room: float
) -> list[tuple[float, float, float, float, float]]:
    """For each side of a surface: its distance, its nearest point with room to both sides, and the outward direction."""
    found = []
    for ring in surface.region.rings:
        corners = [(ring[i], ring[i + 1]) for i in range(0, len(ring) - 1, 2)]
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            length = math.dist((ax, ay), (bx, by))
            if length == 0:
                continue
            corner = min(0.5, room / length)
            nearest = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
            along = max(corner, min(1.0 - corner, nearest))
            cx, cy = ax + (bx - ax) * along, ay + (by - ay) * along
            sign = 1.0 if area > 0 else -1.0
            found.append(
                (math.dist((x, y), (cx, cy)), cx, cy, sign * (by - ay) / length, sign * (ax - bx) / length)
            )
    return sorted(found)


# --- units ----------------------------------------------------------------------------------------


def _in_formation(fields: dict[str, Any], table: Table) -> dict[str, Any]:
    """Turn the path of a unit into a plan: the first model follows the path, the others keep their places beside it."""
    who, path = fields.get("who"), fields.get("path")
    action = ruleset_of(table).actions.get(str(fields.get("action")))
    plan = "" if action is None else action.plan
    if (
        not isinstance(who, str)
        or who not in table.units
        or who in table.models
        or not plan
        or plan in fields
        or not path
    ):
        return fields
    members = [name for name in table.units[who].models if table.models[name].place.on_table]
    if len(members) < 2 or not all(isinstance(leg, list) for leg in path):
        return fields
    lead = table.pose(members[0])
    paths = {}
    for name in members:
        pose = table.pose(name)
        dx, dy = pose.x - lead.x, pose.y - lead.y
        # Rounded only to the lattice: coarser rounding would change the formation.
        paths[name] = [[_whole(round(leg[0] + dx, 6)), _whole(round(leg[1] + dy, 6))] for leg in path]
    return {key: value for key, value in fields.items() if key != "path"} | {plan: {PATHS: paths}}
