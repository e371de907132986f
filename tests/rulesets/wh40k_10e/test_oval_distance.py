"""How far an oval base moves: the referee against every point of its edge in turn."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import sample

from surefoot.geometry.shapes import Motion, Pivot, Shift, turn
from surefoot.geometry.tolerance import to_lattice
from surefoot.rulesets.wh40k_10e.distance import priced
from surefoot.table.model import Base, Model
from surefoot.table.place import Place

offsets = st.floats(-3, 3)
motions = st.lists(
    st.builds(Shift, offsets, offsets) | st.builds(Pivot, st.floats(-180, 180), offsets, offsets),
    min_size=1,
    max_size=4,
)


def slow(length: float, width: float, bearing: float, path: tuple[Motion, ...]) -> float:
    """The longest track of four thousand points of the edge of an oval around the origin."""
    longest = 0.0
    for number in range(4_000):
        angle = number * math.pi / 2_000
        x, y = turn(width / 2 * math.cos(angle), length / 2 * math.sin(angle), bearing)
        track = 0.0
        for motion in path:
            if isinstance(motion, Shift):
                track += math.hypot(motion.dx, motion.dy)
                x, y = x + motion.dx, y + motion.dy
            else:
                track += math.hypot(x - motion.x, y - motion.y) * math.radians(abs(motion.degrees))
                dx, dy = turn(x - motion.x, y - motion.y, motion.degrees)
                x, y = motion.x + dx, motion.y + dy
        longest = max(longest, track)
    return longest


@settings(max_examples=sample(40))
@given(st.floats(2, 6), st.floats(1, 2), st.floats(0, 359), motions)
def test_no_point_of_the_edge_travels_further(
    length: float, width: float, bearing: float, path: list[Motion]
) -> None:
    base = Base("oval", (to_lattice(length), to_lattice(width)))
    model = Model("ana", base, Place("reserve"))
    size = [value / 1_000_000 for value in base.size]

    found = sum(priced(model, (0.0, 0.0, bearing), tuple(path), "arc").lengths)

    furthest = slow(size[0], size[1], bearing, tuple(path))
    # The points that are tried lie a little apart, so the referee may find one between them.
    assert furthest - 1e-9 <= found <= furthest + 1e-4
