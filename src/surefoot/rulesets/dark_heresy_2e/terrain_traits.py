"""Traits of terrain that only this ruleset uses."""

from __future__ import annotations

from surefoot.table.record import EMPTY, Record
from surefoot.table.terrain import Piece

NAME = "dark-heresy-2e"
# Levels of light from the best to the worst, and states of water.
LIGHTS = ("bright", "shadow", "darkness")
WATERS = ("calm", "rough")


def traits(piece: Piece) -> Record:
    """The traits of a piece under the name of this ruleset."""
    own = piece.traits.get(NAME)
    return own if isinstance(own, Record) else EMPTY
