# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Movement counted in spans of equal length, several of which make a turn: how much is used once something is done.

A span is what one action carries. `used` is the movement used since the first span began, with whatever was lost at the
end of a span.
"""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.tolerance import TOLERANCE

# How a link fits into spans. It continues from one span into the next (FLOWS), must fit into one (WHOLE), may pause once
# between two of the same turn (PAUSES), takes spans of its own (OWN), takes its own together with the movement before it
# in the same span (RUN_UP), or shares its spans with the movement before and after it (SHARED).
_FLOWS, _WHOLE, _PAUSES, _OWN, _RUN_UP, _SHARED = range(6)


def part_kind(flows: bool, pauses: bool) -> int:
    """How a link fits into spans if it is part of a longer move, as a number."""
    if flows:
        return _FLOWS
    return _PAUSES if pauses else _WHOLE


def own_kind(runs_up: bool, shares: bool) -> int:
    """How a link fits into spans if it takes spans of its own, as a number."""
    if shares:
        return _SHARED
    return _RUN_UP if runs_up else _OWN


def is_part(kind: int) -> bool:
    """Whether a link of this kind is part of a longer move."""
    return kind < _OWN


def takes_whole(kind: int) -> bool:
    """Whether a link of this kind ends with a span, whatever was used before."""
    return kind in (_OWN, _RUN_UP)


def used_after(
    kind: int, used: float, cost: float, takes: int, allowance: float, spans: int, in_a_turn: int
) -> float:
    """Movement used once a link of this kind is done; infinite if it fits nowhere."""
    if kind == _SHARED:
        return after_shared(allowance, in_a_turn, used, cost, takes)
    if kind >= _OWN:
        return after_own(allowance, in_a_turn, used, takes, kind == _RUN_UP)
    if kind == _FLOWS:
        return used + cost
    return after_part(allowance, spans, in_a_turn, used, cost, kind == _PAUSES)


def latest_start(kind: int, takes: int, allowance: float, in_a_turn: int, limit: float) -> float:
    """The most movement that may be used before a link of this kind if no more than a limit is to be used after it.

    It is never too low: whatever uses more before the link ends beyond the limit. Negative if nothing is low enough.
    """
    if is_part(kind) or kind == _SHARED or allowance <= 0.0 or limit == inf:
        return limit
    span = 0
    while after_own(allowance, in_a_turn, allowance * span, takes, kind == _RUN_UP) <= limit:
        span += 1
    # What runs up to it may begin anywhere in the last of these spans, everything else with it.
    if kind == _RUN_UP:
        return allowance * span
    return allowance * (span - 1 + 2 * TOLERANCE)


def after_part(allowance: float, spans: int, in_a_turn: int, used: float, cost: float, pauses: bool) -> float:
    """Movement used once a link of this cost is done; infinite if it fits nowhere.

    A link that `pauses` may continue in the next span of the same turn.
    """
    if used == inf:
        return inf
    current = _current_span(allowance, used)
    left = allowance * (current + 1) - used
    if cost <= left + TOLERANCE:
        return used + cost
    if pauses and _has_next_in_turn(spans, in_a_turn, current) and cost - left <= allowance + TOLERANCE:
        return used + cost
    # It does not fit into this span: begin with the next one.
    following = allowance * (current + 1)
    if cost <= allowance + TOLERANCE:
        return following + cost
    if pauses and cost <= 2 * allowance + TOLERANCE:
        while not _has_next_in_turn(spans, in_a_turn, current + 1):
            current += 1
            if current > spans:
                return inf
        return allowance * (current + 1) + cost
    return inf


def after_own(allowance: float, in_a_turn: int, used: float, takes: int, runs_up: bool) -> float:
    """Movement used once something is done that takes spans of its own. It begins with the next whole span.

    If it `runs_up`, the movement since the last span ended is part of it.
    """
    if allowance <= 0.0 or used == inf:
        return inf
    if runs_up:
        whole = _current_span(allowance, used)
    else:
        whole = int(math.ceil(used / allowance - TOLERANCE))  # noqa: RUF046  # in C a double
    return allowance * (first_span_for(in_a_turn, whole, takes) + takes)


def after_shared(allowance: float, in_a_turn: int, used: float, cost: float, takes: int) -> float:
    """Movement used once something is done whose spans carry, `takes` together, the movement of one.

    The movement before and after it shares these spans, and whatever does not fit continues in the next.
    """
    if allowance <= 0.0 or used + cost == inf:
        return inf
    at_once = _after_shared_from(allowance, in_a_turn, _current_span(allowance, used), used, cost, takes)
    number = int(math.ceil(used / allowance - TOLERANCE))  # noqa: RUF046  # in C a double
    return min(at_once, _after_shared_from(allowance, in_a_turn, number, used, cost, takes))


def _after_shared_from(
    allowance: float, in_a_turn: int, number: int, used: float, cost: float, takes: int
) -> float:
    """Like `after_shared`, if it begins with this span or the first possible one after it."""
    first = first_span_for(in_a_turn, number, takes)
    left = max(0.0, used - allowance * first) + cost
    while left > allowance + TOLERANCE:
        left -= allowance
        first = first_span_for(in_a_turn, first + takes, takes)
    return allowance * (first + takes - 1) + left


def first_span_for(in_a_turn: int, number: int, takes: int) -> int:
    """The first span, from `number` on, with which something can begin that takes so many spans of one turn."""
    left = in_a_turn - number % in_a_turn
    if takes <= max(left, 1) or in_a_turn < takes:
        return number
    return number + left


def stroke_count(length: float, longest: float) -> int:
    """The number of equal parts into which a length is divided if none may be longer than `longest` (0: no limit)."""
    if longest <= 0.0:
        return 1
    return max(1, int(math.ceil(length / longest - TOLERANCE)))  # noqa: RUF046  # in C a double


def _current_span(allowance: float, used: float) -> int:
    """The number of the span under way; at the very end of one it is the next."""
    if allowance <= 0.0:
        return 0
    return int(math.floor(used / allowance + 1e-9))  # noqa: RUF046  # in C a double


def _has_next_in_turn(spans: int, in_a_turn: int, number: int) -> bool:
    """Whether another span follows in the same turn."""
    return (number + 1) % in_a_turn != 0 and number + 1 < spans
