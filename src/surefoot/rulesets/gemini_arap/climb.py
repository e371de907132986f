"""Climbing, up and down: two actions, an Initiative test, and what becomes of who fails it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Leg, Stride
from surefoot.rulesets.gemini_arap import crawl, fall
from surefoot.rulesets.gemini_arap.action import HELD
from surefoot.rulesets.gemini_arap.figure import equipped, flagged
from surefoot.rulesets.gemini_arap.lot import drawn, majority
from surefoot.rulesets.gemini_arap.steep import Rise, is_steep
from surefoot.rulesets.gemini_arap.support import initiative_test
from surefoot.rulesets.gemini_arap.terrain import holds, traits
from surefoot.table.effects import Noted, Stopped
from surefoot.table.model import Model
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# How one test for a whole squad ended for a figure; empty: it tests for itself.
Fate = Literal["", "holds", "falls"]
# Surfaces with handholds, unless somebody says otherwise.
HANDHOLDS = ("rough-stone", "ruins", "tree")
# The height at which this turn's descent began, in millionths.
DESCENT = "descent"
# What helps on the way down; the first two spare the test as well, the third lets it be rolled again.
SAFE_AIDS = ("rope", "climbing-gear")
CREEPERS = ("creeper", "drainpipe")
# Climbing equipment: with one of these a figure climbs easy surfaces at its full rate, and rappels down.
GEAR = ("climbing-gear", "rope-launcher", "power-grapple", "handbow", "grappling-hook")
# A climb takes so many actions.
ACTIONS = 2
AIDS = (*SAFE_AIDS, *CREEPERS, "snow-slope")
# Creatures whose form is not suited to climbing.
UNFIT = ("zoat", "zoot")


def onto(table: Table, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The pieces on top of which some climbs end."""
    found = []
    for leg in legs:
        if leg.by == "climb" and leg.to is not None:
            x, y = from_lattice(leg.to[0]), from_lattice(leg.to[1])
            for piece in table.pieces.values():
                there = piece.sort in ("wall", "obstacle") and holds(piece, x, y)
                if there or piece.id == leg.on:
                    found.append(piece.id)
    return tuple(dict.fromkeys(found))


def climbable(piece: Piece) -> bool:
    """Whether a surface taller than the figure can be climbed: as it is ruled, else by its handholds."""
    # What the file rules out, no path gets up at all.
    own = piece.details.text("climbable") == "yes" or traits(piece).get("climbable")
    if isinstance(own, bool):
        return own
    return piece.sort == "ramp" or any(piece.has(tag) for tag in HANDHOLDS)


def can_climb(model: Model) -> bool:
    """Whether the body is made for climbing."""
    unfit = any(name in UNFIT for name in (model.profile.text("creature"), *model.keywords))
    return flagged(model, "can_climb", not unfit and crawl.able(model, "crawl")[0])


def aid(table: Table, who: str, piece: Piece | None) -> str:
    """What helps a figure down a surface: something on it, or what the figure carries; empty for nothing."""
    model = table.models[who]
    own = "climbing-gear" if equipped(model, *GEAR) else model.profile.text("descent_aid")
    there = traits(piece).text("descent_aid") if piece is not None else ""
    return next((each for each in AIDS if each in (own, there)), "")


def aided(table: Table, who: str, rise: Rise) -> tuple[str, ...]:
    """The clause by which a climb down takes one action; none if it takes two."""
    helped = rise.kind == "climb" and not rise.up and aid(table, who, rise.piece)
    return ("descend.one-action-with-aid",) if helped else ()


def takes_two(table: Table, who: str, rise: Rise) -> str:
    """The clause by which a stride takes two actions; empty if one is enough."""
    if rise.kind != "climb":
        return ""
    if rise.up:
        return "climb.two-actions"
    return "" if aided(table, who, rise) else "descend.two-actions"


def breaks(table: Table, who: str, stride: Stride, rise: Rise, *, climbs: bool) -> list[Break]:
    """What forbids a climb: too few actions, a surface without holds, a body that cannot."""
    where = point(stride.start)
    name = rise.name
    found = []
    clause = takes_two(table, who, rise)
    if clause and not climbs:
        if is_steep(rise.piece):
            found.append(Break("climb.definition", f"{name} is too steep to be walked", where))
        says = f"{name} is higher than {who}: that is a climb, which takes two actions"
        found.append(Break(clause, says, where))
    if rise.piece is not None and not climbable(rise.piece):
        says = f"{name} has no handholds and cannot be climbed"
        found.append(Break("climb.gm-climbable", says, where))
        if not rise.up:
            found.append(Break("descend.like-climbing", f"nor can anybody climb down {name}", where))
    if not can_climb(table.models[who]):
        found.append(Break("climb.form-and-gear", f"{who} cannot climb", where))
    return found


def tests(table: Table, who: str, rise: Rise) -> bool:
    """Whether a climb needs an Initiative test."""
    ruled_out = rise.piece is not None and traits(rise.piece).get("climb_test") is False
    return not ruled_out and (rise.up or aid(table, who, rise.piece) not in SAFE_AIDS)


def starting(game: Game, who: str, stride: Stride, rise: Rise, fate: Fate) -> Procedure[bool]:
    """At the foot, or at the edge: the test, and what comes of failing it; true if the climb goes on."""
    if rise.up:
        clauses = ("climb.reach-base-and-test", "climb.initiative-usual")
        held = yield from initiative_test(game.now, who, "climb", *clauses)
        if not held:
            yield from fails_up(who)
        return held
    yield from descends(game, who, stride)
    # Those who hold when their squad tests are not asked again.
    held = False if fate else (yield from down_test(game.now, who, rise))
    if not held:
        yield from falls_from_start(game, who, stride)
    return held


def fates(game: Game, ways: Mapping[str, tuple[Rise | None, ...]]) -> Procedure[dict[str, Fate]]:
    """How one test of a squad that climbs down ends for each figure; empty where each tests for itself."""
    table = game.now
    climbers = [
        (name, rise)
        for name, up_and_down in ways.items()
        for rise in [next((each for each in up_and_down if each is not None and each.kind == "climb"), None)]
        if rise is not None and not rise.up and tests(table, name, rise)
    ]
    if len(climbers) < 2 or table.option("unit_climb_test") == "per-model":
        return {}
    names = tuple(name for name, _ in climbers)
    speaker = majority(table, names)
    held = yield from down_test(table, speaker, climbers[names.index(speaker)][1], "descend.unit-fall")
    if held:
        return dict.fromkeys(names, "holds")
    count: int = yield from roll(Roll("how many fall", D6, Total(), speaker, ("descend.unit-fall",)))
    fallen = yield from drawn(names, count, "who falls", "descend.unit-fall")
    return {name: "falls" if name in fallen else "holds" for name in names}


def fails_up(who: str) -> Procedure[None]:
    """A climb that fails at the outset: no climb, and no other movement this turn."""
    yield from do(Noted(HELD, who, True, "turn"), "climb.fail-up")
    yield from do(Stopped(who, "the climb fails"), "climb.fail-up")


def down_test(table: Table, who: str, rise: Rise, *more: str) -> Procedure[bool]:
    """The test before climbing down; a creeper lets it be rolled again."""
    clauses = ("descend.initiative-test", "climb.initiative-usual", *aided(table, who, rise), *more)
    held = yield from initiative_test(table, who, "climb down", *clauses)
    if not held and aid(table, who, rise.piece) in CREEPERS:
        again = (*clauses, "rope.test-with-reroll")
        held = yield from initiative_test(table, who, "climb down, re-rolled", *again)
    return held


def descends(game: Game, who: str, stride: Stride) -> Procedure[None]:
    """Remember the height at which this turn's descent began: another one begins where the figure stood or climbed up."""
    began, here = game.now.note(DESCENT, who), to_lattice(stride.start.z)
    goes_on = isinstance(began, int) and began >= here and game.now.models[who].place.kind == "link"
    if not goes_on:
        yield from do(Noted(DESCENT, who, here, "turn"), "descend.initiative-test")


def falls_from_start(game: Game, who: str, stride: Stride) -> Procedure[None]:
    """A failed descent: a fall from where this turn's descent began."""
    landing = fall.beside(game.now, who, stride)
    assert landing is not None, "who climbs down has ground below"
    began = game.now.note(DESCENT, who)
    assert isinstance(began, int)
    landing = replace(landing, drop=from_lattice(began) - landing.pose.z)
    yield from fall.fall(game, who, landing, "climb.fail-down", "descend.fall-from-start")
