"""Backing up and sidestepping: legs that keep the facing, and the angles that define them."""

from __future__ import annotations

from surefoot.geometry.tolerance import beyond

# Manners that keep the facing, under every name that a file may use.
KEEPS = {
    "forward": "forward",
    "sideways": "sideways",
    "sidestep": "sideways",
    "backwards": "backwards",
}
# Up to the first of these degrees off the facing is forward, up to the second sideways, beyond it backwards.
FORWARD_BAND = 45.0
SIDEWAYS_BAND = 135.0


def band(off: float) -> str:
    """The direction of a leg that leads `off` degrees off the facing.

    >>> band(45), band(135), band(136)
    ('forward', 'sideways', 'backwards')
    """
    if not beyond(off, FORWARD_BAND):
        return "forward"
    return "backwards" if beyond(off, SIDEWAYS_BAND) else "sideways"
