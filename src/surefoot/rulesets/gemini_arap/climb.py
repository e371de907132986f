"""Climbing up and down: two actions, an Initiative test, and the results of failing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Total
from surefoot.dice.requests import Break, Procedure, Roll, do, roll
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.language import Who, say
from surefoot.records import replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Leg, Stride
from surefoot.rulesets.gemini_arap import crawl, fall
from surefoot.rulesets.gemini_arap.action import HELD
from surefoot.rulesets.gemini_arap.figure import UNFIT, equipped, flagged, names
from surefoot.rulesets.gemini_arap.lot import drawn, majority
from surefoot.rulesets.gemini_arap.steep import Rise, is_steep
from surefoot.rulesets.gemini_arap.support import Named, initiative_test
from surefoot.rulesets.gemini_arap.terrain import holds, traits
from surefoot.table.effects import Noted, Stopped
from surefoot.table.model import Model
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

# The result for a figure of one test for the whole squad; empty if the figure tests for itself.
Fate = Literal["", "holds", "falls"]
# Surfaces with handholds, unless a piece states otherwise.
HANDHOLDS = ("rough-stone", "ruins", "tree")
# The height at which this turn's descent began, in millionths.
DESCENT = "descent"
# Aids for climbing down: those in SAFE_AIDS need no test, those in CREEPERS allow a re-roll.
SAFE_AIDS = ("rope", "climbing-gear")
CREEPERS = ("creeper", "drainpipe")
# Climbing gear: with one of these a figure climbs easy surfaces at full rate, and rappels down.
GEAR = ("climbing-gear", "rope-launcher", "power-grapple", "handbow", "grappling-hook")
# The number of actions that a climb takes.
ACTIONS = 2
AIDS = (*SAFE_AIDS, *CREEPERS, "snow-slope")
UP = Named("climb", say("Initiative test to climb"))
DOWN = Named("climb down", say("Initiative test to climb down"))


def onto(table: Table, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The pieces whose tops these climbs lead to."""
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
    """Whether a surface taller than the figure can be climbed: as the piece states, else by its handholds."""
    # Tracing already blocks paths up pieces that are stated not to be climbable.
    own = piece.details.text("climbable") == "yes" or traits(piece).get("climbable")
    if isinstance(own, bool):
        return own
    return piece.sort == "ramp" or any(piece.has(tag) for tag in (*HANDHOLDS, *CREEPERS))


def is_pipe(piece: Piece | None) -> bool:
    """Whether a piece is a creeper or drainpipe: climbed like a rope, but no figure slides down it."""
    return piece is not None and any(piece.has(tag) for tag in CREEPERS)


def can_climb(model: Model) -> bool:
    """Whether a model's body is suited to climbing."""
    unfit = any(name in UNFIT for name in names(model))
    return flagged(model, "can_climb", not unfit and crawl.able(model, "crawl")[0])


def aid(table: Table, who: str, piece: Piece | None) -> str:
    """The aid that a figure has for climbing down a surface: on the surface or its own gear; empty if none."""
    model = table.models[who]
    own = "climbing-gear" if equipped(model, *GEAR) else model.profile.text("descent_aid")
    there = () if piece is None else (traits(piece).text("descent_aid"), *filter(piece.has, CREEPERS))
    return next((each for each in AIDS if each in (own, *there)), "")


def aided(table: Table, who: str, rise: Rise) -> tuple[str, ...]:
    """The clause that makes a climb down take one action; none if it takes two."""
    helped = rise.kind == "climb" and not rise.up and aid(table, who, rise.piece)
    return ("descend.one-action-with-aid",) if helped else ()


def takes_two(table: Table, who: str, rise: Rise) -> str:
    """The clause that makes a stride take two actions; empty if one is enough."""
    if rise.kind != "climb":
        return ""
    if rise.up:
        return "climb.two-actions"
    return "" if aided(table, who, rise) else "descend.two-actions"


def breaks(table: Table, who: str, stride: Stride, rise: Rise, *, climbs: bool) -> list[Break]:
    """The clauses that a climb breaks: too few actions, no handholds, a body that cannot climb."""
    where = point(stride.start)
    found = []
    clause = takes_two(table, who, rise)
    if clause and not climbs:
        if is_steep(rise.piece):
            says = say("{thing} is too steep to walk. Climb it", thing=rise.thing)
            found.append(Break("climb.definition", says, where))
        says = say(
            "{thing} is taller than {who}, so this is a climb. Declare a climb, which takes two actions",
            thing=rise.thing,
            who=Who(who),
        )
        found.append(Break(clause, says, where))
    if rise.piece is not None and not climbable(rise.piece) and not _needs_no_holds(table, who, rise):
        says = say("{thing} has no handholds and can't be climbed", thing=rise.thing)
        found.append(Break("climb.gm-climbable", says, where))
        if not rise.up:
            says = say("{thing} can't be climbed down either", thing=rise.thing)
            found.append(Break("descend.like-climbing", says, where))
    if not can_climb(table.models[who]):
        found.append(unable(who, where))
    return found


def _needs_no_holds(table: Table, who: str, rise: Rise) -> bool:
    """Whether a figure gets down by an aid, on a surface that is not declared unclimbable."""
    declared = rise.piece is not None and traits(rise.piece).get("climbable") is False
    return bool(aided(table, who, rise)) and not declared


def unable(who: str, where: tuple[int, int, int] | None = None) -> Break:
    """The clause that keeps a model from climbing because of its body."""
    return Break("climb.form-and-gear", say("{who} isn't able to climb", who=Who(who)), where)


def tests(table: Table, who: str, rise: Rise) -> bool:
    """Whether a climb needs an Initiative test."""
    ruled_out = rise.piece is not None and traits(rise.piece).get("climb_test") is False
    return not ruled_out and (rise.up or aid(table, who, rise.piece) not in SAFE_AIDS)


def starting(game: Game, who: str, stride: Stride, rise: Rise, fate: Fate) -> Procedure[bool]:
    """The test at the start of a climb, and the result of failing it. Returns whether the climb continues."""
    if rise.up:
        clauses = ("climb.reach-base-and-test", "climb.initiative-usual")
        held = yield from initiative_test(game.now, who, UP, *clauses)
        if not held and is_pipe(rise.piece):
            held = yield from initiative_test(game.now, who, UP.again, *clauses, "rope.test-with-reroll")
        if not held:
            yield from fails_up(who)
        return held
    yield from descends(game, who, stride)
    # A figure with a fate here falls: one that held in its squad's test gets no further test.
    held = False if fate else (yield from down_test(game.now, who, rise))
    if not held:
        yield from falls_from_start(game, who, stride)
    return held


def fates(game: Game, ways: Mapping[str, tuple[Rise | None, ...]]) -> Procedure[dict[str, Fate]]:
    """The result for each figure of one test of a squad that climbs down; empty if each tests for itself."""
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
    cited = ("descend.unit-fall",)
    says = say("Number of models that fall")
    count: int = yield from roll(Roll("how many fall", D6, Total(), speaker, cited, says=says))
    fallen = yield from drawn(names, count, Named("who falls", say("Random model that falls")), *cited)
    return {name: "falls" if name in fallen else "holds" for name in names}


def fails_up(who: str) -> Procedure[None]:
    """A failed climb up: no climb, and no other movement this turn."""
    yield from do(Noted(HELD, who, True, "turn"), "climb.fail-up")
    yield from do(Stopped(who, "the climb fails"), "climb.fail-up")


def down_test(table: Table, who: str, rise: Rise, *more: str) -> Procedure[bool]:
    """The test before climbing down; a creeper or drainpipe allows a re-roll."""
    clauses = ("descend.initiative-test", "climb.initiative-usual", *aided(table, who, rise), *more)
    held = yield from initiative_test(table, who, DOWN, *clauses)
    if not held and aid(table, who, rise.piece) in CREEPERS:
        again = (*clauses, "rope.test-with-reroll")
        held = yield from initiative_test(table, who, DOWN.again, *again)
    return held


def descends(game: Game, who: str, stride: Stride) -> Procedure[None]:
    """Note the height at which this turn's descent began; a new descent begins after standing or climbing up."""
    began, here = game.now.note(DESCENT, who), to_lattice(stride.start.z)
    goes_on = isinstance(began, int) and began >= here and game.now.models[who].place.kind == "link"
    if not goes_on:
        yield from do(Noted(DESCENT, who, here, "turn"), "descend.initiative-test")


def falls_from_start(game: Game, who: str, stride: Stride) -> Procedure[None]:
    """A failed descent: the figure falls from where this turn's descent began."""
    landing = fall.beside(game.now, who, stride)
    began = game.now.note(DESCENT, who)
    assert isinstance(began, int)
    if landing is not None:
        landing = replace(landing, drop=from_lattice(began) - landing.pose.z)
    yield from fall.fall(game, who, landing, "climb.fail-down", "descend.fall-from-start")
