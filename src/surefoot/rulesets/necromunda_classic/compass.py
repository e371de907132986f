"""Directions on the table in words: north is up, degrees go clockwise."""

from __future__ import annotations

from surefoot.language import Sentence, say

# Degrees between two of the directions.
POINT = 45

DIRECTIONS = (
    say("North"),
    say("North-east"),
    say("East"),
    say("South-east"),
    say("South"),
    say("South-west"),
    say("West"),
    say("North-west"),
)


def direction(bearing: float) -> Sentence:
    """The direction nearest to a bearing.

    >>> str(direction(100.0)), str(direction(-45.0))
    ('East', 'North-west')
    """
    return DIRECTIONS[round(bearing / POINT) % len(DIRECTIONS)]
