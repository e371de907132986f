"""The lens and the tariffs of a figure on foot."""

from __future__ import annotations

import math
from functools import lru_cache

from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, within
from surefoot.records import dataclass, replace
from surefoot.referee.lens import Lens, Models, Pieces, Role, Vaulted
from surefoot.referee.remember import remembered
from surefoot.referee.tariff import Amend, Condition, Fare, Rate, Tariff
from surefoot.rulesets.gemini_arap import burden
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.figure import LEAPING
from surefoot.rulesets.gemini_arap.leap import TIMES_ITS_HEIGHT
from surefoot.rulesets.gemini_arap.terrain import CRAWLED, DIFFICULT, IMPASSABLE, VARIABLE, VERY_DIFFICULT
from surefoot.rulesets.gemini_arap.water import DEEP
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS, Piece

# Rises, drops and gaps up to this are free.
SMALL = 1.0
# Prefix for the class of a climbed surface: height is paid at that class only.
STEEP = "steep-"
HALF, QUARTER = 2, 4
STEEP_RATES = {DIFFICULT: 2.0, VERY_DIFFICULT: 4.0}
# The cost factor of walking backwards.
BACKWARDS_FACTOR = 2.0
# The cost factor of crawling; applied again where a crawler moves at a quarter of its rate.
CRAWLING_FACTOR = 2.0
SIDESTEP = 0.5
CRAWL = "crawl"
TURN_STEP = 90.0
TURN_PRICE = 0.5
# The key of the note about the degrees that a figure has turned in this player turn.
TURNED = "turned"

_LEVELS = ("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap")


def sill(piece: Piece) -> float:
    """The height of an opening's sill above the floor."""
    return from_lattice(piece.details.number("sill"))


def lens(table: Table, who: str, opened: tuple[str, ...] = (), climbed: tuple[str, ...] = ()) -> Lens:
    """The lens of a figure on foot; `opened` doors are absent, and `climbed` pieces can be stood on."""
    mover = table.models[who]
    return _lens(table.pieces, mover.height, mover.has(LEAPING), opened, (*climbed, mover.place.on))


# One object for the same facts: everything that is remembered of a lens is found by looking at its identity.
@lru_cache(maxsize=256)
def _lens(
    pieces: Shelf[Piece], height: int, leaping: bool, opened: tuple[str, ...], stood_on: tuple[str, ...]
) -> Lens:
    tall = from_lattice(height)
    highest = tall * (TIMES_ITS_HEIGHT if leaping else 1.0)
    hurdles = tuple(
        piece.id
        for piece in pieces.values()
        if piece.sort in ("wall", "obstacle")
        and beyond(from_lattice(piece.height), SMALL)
        and within(from_lattice(piece.height), highest)
        and not piece.has(IMPASSABLE)
        and piece.id not in stood_on
    )
    ways = tuple(
        piece.id
        for piece in pieces.values()
        if piece.sort in ("door", "window")
        and (piece.is_("open") or piece.id in opened)
        and within(sill(piece), max(tall, SMALL))
    )
    return Lens(
        pieces=(
            *_those(ways, "absent"),
            *_those(hurdles, "hurdle"),
            (Pieces(sorts=("area",)), "ground"),
            (Pieces(tags=(IMPASSABLE,)), "solid"),
            (Pieces(sorts=("door", "window")), "solid"),
            (Pieces(sorts=_LEVELS), "level"),
            (Pieces(sorts=LINK_SORTS), "link"),
        ),
        models=((Models("unit"), "absent"), (Models("friend"), "pass"), (Models(), "solid")),
        rest="centre",
        step=SMALL,
        gap=SMALL,
        # A figure on a jetty or plank is not in the ground under it.
        drape=0.0,
        # A low wall in the jungle makes the jungle no easier.
        vaulted=Vaulted(("wall", "obstacle"), below=(DEEP, IMPASSABLE)),
    )


def _those(ids: tuple[str, ...], role: Role) -> tuple[tuple[Pieces, Role], ...]:
    """The lens rule for some pieces; none if there are no pieces (an empty rule would match all)."""
    return ((Pieces(ids=ids), role),) if ids else ()


@remembered
def tariff(table: Table, who: str, allowance: float, factor: int, carried: float = 1.0) -> Tariff:
    """One tariff of a move action: by the inch, or every inch at one factor against a rounded allowance."""
    price, _ = overridden(table, "turn.extra-costs-half-inch", TURN_PRICE)
    # A begun quarter turn is paid in full; during the free quarter, the price by the degree is an upper bound.
    more = price * (table.note(TURNED, who) is not None)
    return _tariff(lens(table, who), allowance, factor, carried, price, more)


@lru_cache(maxsize=256)
def _tariff(
    seen: Lens, allowance: float, factor: int, carried: float, turn_price: float, turned: float
) -> Tariff:
    """The same by what it depends on: turns cost so much for a quarter, and the referee adds up to `turned` to the bill."""
    # By the inch, every rate has its own clause.
    rounded = {1: "", HALF: "difficult.half-rate", QUARTER: "very-difficult.quarter-rate"}[factor]
    walked = rounded or "terrain.normal"
    inch = float(factor)
    ground = (
        Rate(2.0, "difficult.two-for-one", tags=(DIFFICULT,)),
        Rate(4.0, "very-difficult.four-for-one", tags=(VERY_DIFFICULT,)),
        Rate(CRAWLING_FACTOR, "crawl.very-difficult-quarter", tags=(CRAWLED,)),
        Rate(CRAWLING_FACTOR, "crawl.half-rate", manners=(CRAWL,)),
    )
    steep = tuple(Rate(rate, rounded, tags=(f"{STEEP}{name}",)) for name, rate in STEEP_RATES.items())
    back = Rate(BACKWARDS_FACTOR, "backup.half-rate", manners=("backwards",))
    load = Rate(carried, "portable-ladder.carry-rate", tags=(burden.BURDENED,))
    return Tariff(
        action="move",
        # M and Variable scores are whole numbers, so nothing is rounded by the inch.
        allowance=inch * math.ceil(allowance / factor - TOLERANCE),
        allowance_clause="allowance.one-ap-one-move",
        lens=seen,
        rates=(*(ground if factor == 1 else ()), *steep, back, load),
        combine="product",
        fares=(
            Fare("walk", walked, along=inch, by_ground=True),
            Fare("bridge", "jump.small-gap-free", along=inch, by_ground=True, rest=False),
            Fare("stairs", walked, along=inch, by_ground=True),
            Fare("step", "obstacle.low-free"),
            Fare("hurdle", "obstacle.medium-cost", up=1.0, rest=False),
            Fare("leap", "jump.deduct-distance", along=inch, rest=False, risk="jump.initiative-test"),
            # Height is a fixed cost, multiplied only by the class of the climbed surface.
            Fare("climb", "climb.vertical-cost", along=1.0, up=1.0, down=1.0, by_ground=True),
            Fare("ladder", "ladder.normal-rate", along=1.0, up=1.0, down=1.0, by_ground=True, pauses=True),
            Fare("over", walked, along=inch, rest=False),
            Fare("drop", "jump-down.no-allowance", rest=False, risk="jump-down.test-per-two-inches"),
        ),
        turn_fare=turn_price / TURN_STEP,
        condition=_CONDITIONS[factor],
        amends=(Amend("quarter turns", "turn.extra-costs-half-inch", -turn_price, turned),),
    )


_CONDITIONS = {
    1: Condition(),
    HALF: Condition(
        meets=(DIFFICULT, f"{STEEP}{DIFFICULT}"), avoids=(VERY_DIFFICULT, CRAWLED, f"{STEEP}{VERY_DIFFICULT}")
    ),
    QUARTER: Condition(meets=(VERY_DIFFICULT, CRAWLED, f"{STEEP}{VERY_DIFFICULT}")),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The means of one action of a run: its allowance, the Variable score that may replace it, and the rate of a load.

    They are noted with the run, so that later changes to the figure do not affect movement that is already paid for.
    """

    allowance: float
    score: float | None = None
    carried: float = 1.0
    # Free inches in bad ground, in millionths.
    cover: int = 0


def alternatives(table: Table, who: str, terms: Terms | None = None) -> tuple[Tariff, ...]:
    """All tariffs of one move action on some terms (by default the current ones), with and without a Variable score."""
    terms = terms or Terms(burden.slowest(table, who), carried=burden.factor(table, who)[0])
    found = [tariff(table, who, terms.allowance, k, terms.carried) for k in (1, HALF, QUARTER)]
    if terms.score is not None:
        rolled = [tariff(table, who, terms.score, k, terms.carried) for k in (1, HALF, QUARTER)]
        found = [closed(each) for each in found] + rolled
    return tuple(found)


def closed(plain: Tariff, tag: str = VARIABLE) -> Tariff:
    """The same tariff for an action that avoids some ground."""
    condition = plain.condition
    return replace(plain, condition=replace(condition, avoids=(*condition.avoids, tag)))
