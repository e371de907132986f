"""Settings for random tables; only tests import this."""

from __future__ import annotations

from hypothesis import strategies as st

from surefoot.testing import Lore

lore = Lore(
    profiles=st.fixed_dictionaries({"pace": st.integers(3, 9)}),
    sorts=("area", "area", "wall", "obstacle"),
    grounds=(("mud",), ()),
    by=("walk", "walk", "leap"),
)
