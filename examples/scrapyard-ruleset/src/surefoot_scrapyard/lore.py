"""Settings for random tables; only tests import this."""

from __future__ import annotations

from hypothesis import strategies as st

from surefoot.testing import Lore

lore = Lore(
    profiles=st.fixed_dictionaries({"speed": st.integers(3, 8), "points": st.integers(1, 3)}),
    statuses=((), ("down",)),
    sorts=("area", "wall", "obstacle", "platform", "platform"),
    grounds=(("scrap",), ()),
    by=("walk", "walk", "climb", "leap", "jump"),
)
