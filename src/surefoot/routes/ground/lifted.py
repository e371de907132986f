"""Models met at other heights than they stand at, exactly: low ground under the centre of a mover lifts or lowers it for free."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.geometry import prepare
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import within
from surefoot.records import replace
from surefoot.referee.scene import Figure, region_of
from surefoot.referee.view import View

# Whether a mover meets a model at the height at which it is met.
Meets = Callable[[Figure], bool]


def met_at(view: View, figure: Figure, x: float, y: float, z: float) -> Figure:
    """A model as a mover on a level meets it, with its centre at a point."""
    grounds = _grounds(view, figure.id, z)
    if grounds is None:
        return figure
    here = [height for region, height in grounds if within(region_distance(x, y, region.rings), 0.0)]
    return _at(figure, here[0] if here else _stands(view, figure.id))


def where_met(view: View, figure: Figure, around: Region, z: float, meets: Meets) -> Region | None:
    """The part of the ground around a model on which a mover on a level meets it; None if that is all of it, or not known."""
    grounds = _grounds(view, figure.id, z)
    if not grounds:
        return None
    meeting = [region for region, height in grounds if meets(_at(figure, height))]
    if meets(_at(figure, _stands(view, figure.id))):
        clear = [region for region, height in grounds if not meets(_at(figure, height))]
        return prepare.difference(around, clear) if clear else None
    return prepare.clipped(around, prepare.union(meeting)) if meeting else Region(())


def _at(figure: Figure, z: float) -> Figure:
    return replace(figure, pose=figure.pose._replace(z=z))


def _stands(view: View, who: str) -> float:
    return view.scene.table.pose(who).z


def _grounds(view: View, who: str, z: float) -> list[tuple[Region, float]] | None:
    """The low ground of a level near a model, each without what lies on top of it, and the height at which it is met there.

    None if only the nearest height is known.
    """
    met = next((each for each in view.lens.heights if each.model == who), None)
    if met is None or not met.on:
        return None
    found: list[tuple[Region, float]] = []
    # Where pieces overlap, the highest one lifts the mover.
    for piece, level, height in sorted(met.on, key=lambda each: each[2]):
        if within(abs(level - z), 0.0):
            region = prepare.difference(_region(view, piece), [other for other, _ in found])
            found.append((region, height))
    return found


def _region(view: View, name: str) -> Region:
    ground = view.scene.ground
    known = {each.id: each.region for each in ground.solids} | {
        each.id: each.region for each in ground.surfaces
    }
    return known.get(name) or region_of(ground.pieces[name].outline)
