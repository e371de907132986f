"""Falling: the distance, the hit, the models underneath, and falls that follow."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Modifier, Procedure, Refused, choose, do
from surefoot.geometry.tolerance import TOLERANCE, same, short_of
from surefoot.language import Either, Notation, Quoted, Sentence, Who, say
from surefoot.records import dataclass
from surefoot.referee.catalogue import load
from surefoot.referee.placing import Landing
from surefoot.referee.protocol import Declaration
from surefoot.referee.view import bearing
from surefoot.rulesets.necromunda_classic import climb, dangerous, vehicle_damage
from surefoot.rulesets.necromunda_classic.activation import climb_is_over, end_activation
from surefoot.rulesets.necromunda_classic.compass import direction
from surefoot.rulesets.necromunda_classic.edges import (
    RAILING_HEIGHT,
    Brink,
    brinks,
    falling_view,
    over_the_edge,
    straight_down,
)
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import (
    PINNED,
    SERIOUSLY_INJURED,
    hangs,
    is_prone,
    is_vehicle,
)
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.involuntary import counting_enemies, separate, set_aside
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.rulesets.necromunda_classic.vehicle import facings_at, stands_as_vehicle
from surefoot.table.effects import Became, Moved, Reported
from surefoot.table.model import Model
from surefoot.table.place import Pose
from surefoot.table.words import corrected, likely

# A fall this long, as measured, always hits.
HIT_FROM = 3.0

_AVOID_FALLING: Sentence = say("Initiative test to avoid falling")


@dataclass(frozen=True, slots=True)
class Fallen:
    """The result of a fall: the distance rounded up, and its hit."""

    inches: int
    hit: Hit | None


def rounded_up(drop: float) -> int:
    """The distance fallen, to the next whole inch."""
    return math.ceil(drop - TOLERANCE)


def fall_rows() -> list[dict[str, int]]:
    """The falling table, the longest falls last."""
    return [dict(row) for row in load("surefoot.rulesets.necromunda_classic").rows("fall.table")]


def fall_row(inches: int) -> dict[str, int]:
    """The row of the falling table for a distance; its last row has no upper bound."""
    rows = fall_rows()
    return next((row for row in rows if inches <= row["max"]), rows[-1])


def read_table(drop: float, threshold: str) -> Fallen:
    """The result of a fall; with the raw threshold a fall of less than 3" as measured never hits."""
    inches = rounded_up(drop)
    row = fall_row(inches)
    hits = bool(row["hit"]) and not (threshold == "raw" and short_of(drop, HIT_FROM))
    return Fallen(inches, Hit(row["strength"], row["ap"], row["damage"]) if hits else None)


def fall_over(game: Game, who: str, brink: Brink, *clauses: str) -> Procedure[tuple[str, ...]]:
    """Fall over an edge; returns the models that the fall ended on."""
    return (yield from _lands(game, who, over_the_edge(game.now, who, brink.edge), *clauses))


def fall_off(game: Game, who: str, *clauses: str) -> Procedure[tuple[str, ...]]:
    """Fall straight down from a wall or a ladder; returns the models that the fall ended on."""
    pose = game.now.pose(who)
    return (yield from _lands(game, who, straight_down(game.now, who, pose.x, pose.y, pose.z), *clauses))


def _lands(game: Game, who: str, landing: Landing | None, *clauses: str) -> Procedure[tuple[str, ...]]:
    if landing is None:
        yield from do(Reported("nowhere to fall", who), "support.fall-landing")
        return ()
    return (yield from fall(game, who, landing, *clauses))


def fall(game: Game, who: str, landing: Landing, *clauses: str) -> Procedure[tuple[str, ...]]:
    """One fall: the drop, its hits, Pinned, perhaps another edge, and room for the base at last.

    Returns the models that the fall ended on.
    """
    unwilled = edition(game.now).against_its_will
    threshold = str(game.now.option("fall_threshold"))
    fallen = read_table(landing.drop, threshold)
    cleared = ("fall-on.clear-overlap",) if landing.beside else ()
    yield from do(
        Moved(who, landing.place, "falls"),
        *clauses,
        "support.fall-landing",
        "fall.round-up",
        *cleared,
        *unwilled,
    )
    pose = game.now.pose(who)
    yield from climb_is_over(game, who, "fall.activation-ends")
    onto = landing.onto
    for area in dangerous.under(game.now, who):
        safe = yield from dangerous.entering(game, who, area)
        if not safe:
            break
    if fallen.hit is not None and game.now.models[who].place.on_table:
        yield from suffer(game, who, fallen.hit, "fall.hit", "fall.table", *_by_how(clauses))
    before = [game.now.models[other] for other in onto]
    for other in onto:
        yield from hit_underneath(game, pose, other, fallen.hit)
    yield from pin(game, who, "fall.pinned")
    yield from end_activation(game, who, "fall.activation-ends")
    for model in before:
        yield from floored(game, model, "fall-on.pinned")
    if not game.now.models[who].place.on_table:
        return onto
    near = "deck.landing-near-edge" if "deck.fall-placement" in clauses else "fall.landing-near-edge"
    over = yield from _again(game, who, near)
    if over is not None:
        return (yield from fall_over(game, who, over, near))
    if onto:
        yield from make_room(game, who, onto)
    yield from separate(game, who, onto)
    return onto


def _by_how(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clause that gives a failed leap the hit of a fall."""
    hits = {"leap.fail-fall": "leap.fail-hit"}
    return tuple(hits[clause] for clause in clauses if clause in hits)


def hit_underneath(game: Game, pose: Pose, other: str, hit: Hit | None) -> Procedure[None]:
    """A model under a falling one takes the same hit; a vehicle on the facing in whose arc the falling model is."""
    if hit is None:
        return
    if not is_vehicle(game.now.models[other]):
        yield from suffer(game, other, hit, "fall-on.same-damage")
    elif stands_as_vehicle(game.now.models[other]):
        facings = facings_at(game.now, other, (pose.x, pose.y))
        clauses = ("fall-on.same-damage", "support.vehicle-facing")
        yield from vehicle_damage.suffer(game, other, facings, hit, *clauses)


def pin(game: Game, who: str, *clauses: str) -> Procedure[None]:
    """A Standing fighter becomes Pinned."""
    model = game.now.models[who]
    if model.place.on_table and not is_prone(model) and not is_vehicle(model):
        yield from do(Became(who, (PINNED,)), *clauses)


def floored(game: Game, before: Model, *clauses: str) -> Procedure[None]:
    """Pin a fighter unless its hit did more; if it was Standing before the hit (`before`), edges nearby are a risk."""
    yield from pin(game, before.id, *clauses)
    if not is_vehicle(before) and not is_prone(before):
        yield from at_risk(game, before.id)


def _again(game: Game, who: str, clause: str) -> Procedure[Brink | None]:
    """The test of a fighter that lands beside another edge; returns the edge if it falls again."""
    near = brinks(game.now, who)
    if not near:
        return None
    brink = yield from _nearest(game, who, near)
    safe = yield from initiative_test(
        game.now,
        who,
        "not falling again",
        say("Initiative test to avoid falling again"),
        clause,
        *too_low(brink),
        modifiers=railing(brink),
        at_edge=True,
    )
    return None if safe else brink


def at_risk(game: Game, who: str) -> Procedure[None]:
    """A fighter that went Prone near an edge tests to avoid falling."""
    if not game.now.models[who].place.on_table:
        return
    if hangs(game.now, who):
        yield from _loses_hold(game, who)
        return
    near = brinks(game.now, who)
    if not near:
        return
    yield from do(Reported("is at risk of falling", who), "hazard.trigger")
    brink = yield from _nearest(game, who, near)
    safe = yield from initiative_test(
        game.now,
        who,
        "not falling",
        _AVOID_FALLING,
        "hazard.test",
        *too_low(brink),
        modifiers=railing(brink),
        at_edge=True,
    )
    if not safe:
        yield from fall_over(game, who, brink, "hazard.test")


def _loses_hold(game: Game, who: str) -> Procedure[None]:
    """A fighter that goes Prone on a wall or a ladder tests to avoid falling; its climb is over either way."""
    yield from do(Reported("is at risk of falling", who), "hazard.trigger")
    back = climb.declared_at(game.now, who)
    safe = yield from initiative_test(
        game.now, who, "not falling", _AVOID_FALLING, "hazard.test", at_edge=True
    )
    if safe and back is not None:
        yield from climb.goes_back(game, who, back)
    else:
        yield from fall_off(game, who, "hazard.test")


def railing(brink: Brink) -> tuple[Modifier, ...]:
    """The bonus of a railing at the edge that is tall enough."""
    if brink.railing is None or short_of(brink.railing, RAILING_HEIGHT):
        return ()
    return (Modifier(1, say("Railing at the edge"), "railing.bonus"),)


def too_low(brink: Brink) -> tuple[str, ...]:
    """The clause about a railing that is too low to help."""
    low = brink.railing is not None and short_of(brink.railing, RAILING_HEIGHT)
    return ("railing.height",) if low else ()


def _nearest(game: Game, who: str, near: tuple[Brink, ...]) -> Procedure[Brink]:
    """The nearest edge; the opponent chooses if several are equally near."""
    equal = [brink for brink in near if same(brink.edge.gap, near[0].edge.gap)]
    numbers = tuple(range(len(equal)))
    by = f"opponent of {game.now.models[who].side}"
    request = Choice(
        f"over which edge {who} could fall",
        numbers,
        by,
        ("hazard.test",),
        who,
        says=say("Several edges are equally near. Over which one could {who} fall?", who=Who(who)),
        labels=tuple(
            say(
                "Edge {number}: {direction}", number=number, direction=direction(bearing(*brink.edge.outward))
            )
            for number, brink in enumerate(equal, 1)
        ),
    )
    picked = yield from choose(request)
    assert isinstance(picked, int)
    return equal[picked]


def make_room(game: Game, who: str, onto: tuple[str, ...]) -> Procedure[None]:
    """Move a fallen model off the models that it fell on, and 1" away from enemies among them."""
    table = game.now
    there = [name for name in onto if name in _overlapped(game, who)]
    if not there:
        return
    mover = table.models[who]
    involved = [table.models[name] for name in (*onto, who)]
    enemy = any(
        table.models[name].side != mover.side and not is_vehicle(table.models[name]) for name in there
    )
    injured = any(model.is_(SERIOUSLY_INJURED) for model in involved)
    # The fall has tested for this ground already.
    tested = dangerous.under(table, who)
    if enemy and not injured:
        apart = ("fall-on.enemy-one-inch", "involuntary.separate")
        yield from set_aside(game, who, counting_enemies(game, who), *apart, tested=tested)
        return
    clauses = ("fall-on.no-gap-if-injured", "fall-on.clear-overlap") if enemy else ("fall-on.clear-overlap",)
    yield from set_aside(game, who, (), *clauses, tested=tested)


def _overlapped(game: Game, who: str) -> list[str]:
    view = falling_view(game.now, who)
    return [what for kind, what in view.overlapped(game.now.pose(who)) if kind == "model"]


def knocked_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """A fighter goes Prone for a reason outside movement; near an edge it may fall."""
    who = declaration.actor
    model = game.now.models[who]
    status = declaration.details.text("as", PINNED)
    if status not in (PINNED, SERIOUSLY_INJURED):
        says = say(
            "A fighter that is knocked down becomes {statuses}, not {status}",
            statuses=Either((Notation(PINNED), Notation(SERIOUSLY_INJURED))),
            status=Quoted(status),
        )
        raise Refused(Break("support.statuses", corrected(says, likely(status, (PINNED, SERIOUSLY_INJURED)))))
    if not model.place.on_table:
        raise Refused(Break("support.statuses", say("{who} is not on the table", who=Who(who))))
    if is_vehicle(model):
        says = say("{who} is a vehicle. Only fighters go Prone", who=Who(who))
        raise Refused(Break("support.statuses", says))
    if model.is_(SERIOUSLY_INJURED):
        yield from do(Reported("stays Seriously Injured", who), "support.statuses")
        return
    yield from do(
        Became(who, (status,), (PINNED,) if status == SERIOUSLY_INJURED else ()), "support.statuses"
    )
    if not is_prone(model):
        yield from at_risk(game, who)
