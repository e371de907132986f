"""The kinds of move, by the names under which they are declared and noted."""

from __future__ import annotations

STATIONARY = "remain-stationary"
NORMAL = "normal"
ADVANCE = "advance"
FALL_BACK = "fall-back"
