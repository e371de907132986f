"""The course of a mover along its path: where it is, what it stands on, and the strides behind it."""

from __future__ import annotations

from surefoot.geometry.tolerance import TOLERANCE, to_lattice, within
from surefoot.referee.itinerary import Hold, Mode, Stride
from surefoot.referee.lens import Lens
from surefoot.referee.scene import Scene, Surface
from surefoot.referee.strides import Strider
from surefoot.referee.view import seen
from surefoot.table.place import Place, Pose


class Blocked(Exception):
    """The path cannot be followed any further."""

    def __init__(self, hold: Hold) -> None:
        super().__init__(hold.kind)
        self.hold = hold


class Course:
    """A mover on its way."""

    def __init__(self, scene: Scene, lens: Lens, who: str) -> None:
        self.scene = scene
        self.view = seen(scene.table, lens, who)
        self.lens = lens
        self.start = scene.table.models[who].place
        self.pose = scene.table.pose(who)
        # What the mover stands on; None while it hangs on a wall or a ladder.
        self.surface: Surface | None = self._standing(self.start)
        self.hanging = self.start.on if self.start.kind in ("link", "edge") else ""
        self.strider = Strider(self.view)
        self.leg = 0
        self.manner = ""

    def _standing(self, place: Place) -> Surface | None:
        if place.kind != "surface":
            return None
        named = self.view.surface(place.on)
        if named is not None:
            return named
        # It stands on something that is no level to this lens (a hurdle, a deck of its own): take what is there.
        below = [
            s
            for s in self.view.surfaces_at(self.pose.x, self.pose.y)
            if within(s.low, self.pose.z + TOLERANCE)
        ]
        return below[-1] if below else None

    def place(self) -> Place:
        """The place where the mover is now."""
        if self.surface is not None:
            return self.scene.place_at(self.pose, self.surface)
        if not self.strider.strides:
            return self.start
        x, y, z, facing = (to_lattice(value) for value in self.pose)
        return Place("link", self.hanging, x, y, z, facing)

    def add(
        self,
        mode: Mode,
        end: Pose,
        length: float,
        *,
        rise: float = 0.0,
        turn: float = 0.0,
        link: str = "",
        over: str = "",
        outward: float = 0.0,
        surface: str = "",
    ) -> None:
        """One stride that is not walked, and the mover at its end."""
        self.strider.jumped(
            Stride(
                mode,
                self.pose,
                end,
                length,
                rise,
                turn,
                over=over,
                link=link,
                manner=self.manner,
                outward=outward,
                leg=self.leg,
                surface=surface or (self.surface.id if self.surface else ""),
            )
        )
        self.pose = end

    def hang(self, over: str, end: Pose, outward: float) -> None:
        """A stretch of a climb that ends on the wall of a level, or under it: the mover hangs there."""
        self.surface, self.hanging = None, over
        self.add("climb", end, 0.0, rise=end.z - self.pose.z, outward=outward, over=over)
