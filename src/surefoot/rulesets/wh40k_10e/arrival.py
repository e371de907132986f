"""Arrival rules: the rule by which a unit may start in Reserves, and how it is set up when it arrives."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language import Either, Notation, Quoted, say
from surefoot.records import dataclass
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.wh40k_10e.squad import Squad, trait
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

DEEP_STRIKE = "Deep Strike"
DEEP_STRIKE_APART = 9.0
KEYS = ("more_than", "allowed", "zone", "from_round", "until_round")


class NoSuchRule(UnreadablePlan):
    """An arrival rule that can't be read."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a unit arrives: how far from enemies, where on the board, in which battle rounds."""

    apart: float
    clause: str
    # Whether exactly `apart` is far enough.
    allowed: bool = False
    zone: tuple[int, ...] = ()
    from_round: int = 1
    until_round: int = 0


def arrival_of(table: Table, unit: Squad) -> Arrival | None:
    """The rule by which a unit arrives from Reserves; None if it has none."""
    models = [table.models[name] for name in unit.models]
    stated = next((rule for rule in (trait(model, "arrival") for model in models) if rule is not None), None)
    if stated is not None:
        return read_arrival(stated)
    if models and all(model.has(DEEP_STRIKE) for model in models):
        return Arrival(DEEP_STRIKE_APART, "support.deep-strike")
    return None


def read_arrival(stated: Value) -> Arrival:
    """An arrival rule as a datasheet states it: {more_than: 9, allowed: false, zone: {rect: […]}, from_round: 2}."""
    if not isinstance(stated, Record) or any(key not in KEYS for key in stated):
        says = say("Can't read this arrival rule. It takes {keys}", keys=tuple(Notation(key) for key in KEYS))
        raise NoSuchRule(says)
    corners = _corners(stated.get("zone"))
    allowed, first, last = (
        stated.get("allowed", False),
        _round(stated, "from_round"),
        _round(stated, "until_round"),
    )
    if not isinstance(allowed, bool):
        says = say(
            "Write {switch}, not {given}: whether exactly that distance is far enough",
            switch=Either((Notation("allowed: true"), Notation("allowed: false"))),
            given=Quoted(str(allowed)),
        )
        raise NoSuchRule(says)
    if last and last < first:
        says = say(
            "Its last battle round for arriving, {last}, comes before its first, {first}",
            last=last,
            first=first,
        )
        raise NoSuchRule(says)
    return Arrival(
        float(_inches(stated.get("more_than", 0))),
        "reserves.own-setup-rule",
        allowed,
        tuple(value for corner in corners for value in corner),
        first or 1,
        last,
    )


def _round(stated: Record, key: str) -> int:
    """A battle round of an arrival rule; 0 if the rule does not state it."""
    value = stated.get(key)
    if value is None:
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    says = say("{key} is a battle round from 1 up, not {given}", key=Notation(key), given=Quoted(str(value)))
    raise NoSuchRule(says)


def _corners(zone: Value) -> list[tuple[int, int]]:
    """The corners of a zone, given as a list or as a rectangle; none if there is no zone."""
    if not zone:
        return []
    rect = zone.get("rect") if isinstance(zone, Record) and tuple(zone) == ("rect",) else None
    if isinstance(rect, tuple) and len(rect) == 4:
        (west, south), (width, depth) = _corner(rect[:2]), _corner(rect[2:])
        east, north = west + width, south + depth
        return [(west, south), (east, south), (east, north), (west, north)]
    corners = [_corner(each) for each in zone] if isinstance(zone, tuple) else []
    if len(corners) < 3:
        says = say(
            "The zone of an arrival rule needs at least three corners {corner}, or {rectangle}",
            corner=Notation("[x, y]"),
            rectangle=Notation("{rect: [x, y, width, depth]}"),
        )
        raise NoSuchRule(says)
    return corners


def _corner(value: Value) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        says = say("Write each corner of a zone as {corner}", corner=Notation("[x, y]"))
        raise NoSuchRule(says)
    return round(_inches(value[0]) * MILLIONTHS), round(_inches(value[1]) * MILLIONTHS)


def _inches(value: Value) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or number < 0:
        says = say(
            "A distance of an arrival rule is a number of inches, not {given}", given=Quoted(str(value))
        )
        raise NoSuchRule(says)
    return number
