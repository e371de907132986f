"""Climbing: a Full Action each round, with or without a test, up, down and across, and falls from it."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, Roll, do
from surefoot.geometry.tolerance import TOLERANCE, beyond
from surefoot.language import Length, Notation, Sentence, Term, Who, count, say
from surefoot.records import cached_property, dataclass
from surefoot.referee.bill import bill, point
from surefoot.referee.cut import cut
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.referee.view import View
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.carry import free_hands
from surefoot.rulesets.dark_heresy_2e.character import athletics, flag
from surefoot.rulesets.dark_heresy_2e.climb_rate import climb_rate
from surefoot.rulesets.dark_heresy_2e.env import gm_modifier
from surefoot.rulesets.dark_heresy_2e.faces import (
    CROSSED,
    HANDS,
    KINDS,
    UNTESTED,
    Face,
    Kind,
    face_breaks,
    faces,
    foot,
    is_climb,
    piece_kind,
)
from surefoot.rulesets.dark_heresy_2e.falling import beneath, fall
from surefoot.rulesets.dark_heresy_2e.numbers import setting
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.prices import climbing, hold_breaks, lens
from surefoot.rulesets.dark_heresy_2e.terrain_traits import traits
from surefoot.rulesets.dark_heresy_2e.tests import (
    ATHLETICS,
    Skill,
    athletics_skill,
    capped,
    characteristic,
    request,
    roll_degrees,
)
from surefoot.rulesets.dark_heresy_2e.water import afloat, at_the_surface
from surefoot.table.effects import Moved, Stopped
from surefoot.table.record import Record
from surefoot.table.table import Table

BOTH_HANDS = 2
UNTRAINED = "untrained"
# What a climb is tested on, with its modifiers.
Tested = tuple[Skill, tuple[Modifier, ...]]


@dataclass(frozen=True)
class Climb:
    """A declared climb: the path up to its last climbed stretch, its faces, and whether it has to end on a top."""

    itinerary: Itinerary
    faces: tuple[Face, ...]
    ends_on_top: bool

    @cached_property
    def hardest(self) -> Face:
        """The hardest face, which decides how the climb is made."""
        return max(self.faces, key=lambda face: KINDS.index(face.kind or "simple"))

    @property
    def sheer(self) -> bool:
        """Whether the rules for sheer surfaces apply; otherwise it is a simple climb or easier."""
        return self.hardest.kind == "sheer"

    @property
    def kinds(self) -> str:
        """The clause that defines such faces."""
        return "sheer.kinds" if self.sheer else "climb.simple-kinds"

    @property
    def rate(self) -> str:
        """The clause about its rate."""
        return "sheer.rate" if self.sheer else "climb.simple-rate"

    @property
    def failure(self) -> str:
        """The clause about failing it."""
        return "sheer.failure-falls" if self.sheer else "climb.simple-failure-falls"

    @property
    def metres(self) -> float:
        """The total of metres up and down."""
        return sum(abs(self.itinerary.strides[face.index].rise) for face in self.faces)


def climb(game: Game, declaration: Declaration) -> Procedure[None]:
    """One round of climbing along a declared path."""
    who, table = declaration.actor, game.now
    way = _judged(table, declaration)
    kind = way.hardest.kind
    yield from spend(table, who, "climb", cost_of(table, who, "climb"))
    distracted = declaration.details.get("distracted") is True
    if kind in UNTESTED:
        yield from _go_up(game, who, way, 1, ("climb.no-test-climbs",))
    elif not _is_tested(table, who, kind, distracted=distracted):
        yield from _go_up(game, who, way, 1, ("climb.simple-automatic", way.kinds))
    else:
        degrees = yield from roll_degrees(_test(table, who, declaration))
        if degrees > 0:
            # Degrees beyond the end of the climb are not used.
            used = min(degrees, _degrees_for(table, who, way))
            yield from _go_up(game, who, way, used, (way.kinds,))
        else:
            secured = way.sheer and flag(table.models[who], "secured")
            yield from lose_hold(game, who, way, way.failure, secured=secured)


def _is_tested(table: Table, who: str, kind: Kind | None, *, distracted: bool = False) -> bool:
    """Whether a climb of some kind needs a test, whose degrees of success may add metres."""
    if kind in UNTESTED:
        return False
    return kind != "simple" or distracted or free_hands(table, who) < BOTH_HANDS


def most_at_once(table: Table, who: str) -> Fraction | None:
    """The most metres that a character climbs in one round; None if there is something to climb on which a test may add some."""
    kinds = {kind for kind in map(piece_kind, table.pieces.values()) if kind is not None}
    return None if any(_is_tested(table, who, kind) for kind in kinds) else climb_rate(table, who).metres


@remembered
def _judged(table: Table, declaration: Declaration) -> Climb:
    """The declared climb; refused if something forbids it."""
    who = declaration.actor
    way, breaks = planned(table, who, declaration.legs)
    breaks = [*declaration_breaks(declaration, "structured"), *leg_breaks(declaration.legs), *breaks]
    if way is not None:
        breaks += _hand_breaks(table, who, way)
    if breaks or way is None:
        raise Refused(*breaks)
    return way


def leg_breaks(legs: tuple[Leg, ...]) -> list[Break]:
    """Legs that cannot be part of a climb."""
    found = [leg.by for leg in legs if leg.by not in ("climb", "link")]
    return [
        Break(
            "climb.up-or-down",
            say(
                "A climb can't include {leg}: write each leg as {form}",
                leg=Term(f"leg:{by}"),
                form=Notation("{climb: [x, y]}"),
            ),
        )
        for by in dict.fromkeys(found)
    ]


def planned(table: Table, who: str, legs: tuple[Leg, ...]) -> tuple[Climb | None, list[Break]]:
    """The climb along a declared path, and what forbids it."""
    table = at_the_surface(table, who)
    scene = Scene(table)
    whole = trace(scene, lens(table), who, legs)
    found = faces(table, who, whole)
    if not found:
        where = point(table.pose(who))
        return None, hold_breaks(table, whole) or [
            Break("climb.two-kinds", say("There is nothing to climb here"), where)
        ]
    strides = whole.strides
    breaks = face_breaks(found, whole)
    # Before climbing down, a step to the edge is free, like the step onto the top; so is the step onto stairs that the base touches.
    first = strides[found[0].index]
    free = table.models[who].base.shape.reach if first.rise < 0 or first.mode == "stairs" else 0.0
    if beyond(sum(stride.length for stride in strides[: found[0].index]), free):
        says = say("A climb begins at the face: move up to it first, with another action")
        breaks.append(Break("climb.up-or-down", says, point(strides[0].start)))
    walked = _walked_on(table, whole, found)
    kept = tuple(face for face in found if walked is None or face.index < walked)
    top = strides[kept[-1].index]
    if top.surface:
        breaks += [
            Break(
                "env.clear-assumed",
                say("There's no room where the climb ends: {who} is there", who=Who(name)),
                point(top.end),
            )
            for what, name in View(scene, lens(table), who).overlapped(top.end)
            if what == "model"
        ]
    else:
        # The climb itself was stopped; obstacles beyond the top do not matter.
        breaks += hold_breaks(table, whole)
    part = cut(whole, (kept[-1].index + 1, 0.0), scene)
    return Climb(part, kept, walked is not None), breaks


def _walked_on(table: Table, itinerary: Itinerary, found: tuple[Face, ...]) -> int | None:
    """The first stretch between two climbs that is walked, not only crossed."""
    for index in range(found[0].index, found[-1].index):
        stride = itinerary.strides[index]
        if is_climb(table, stride) or stride.mode == "over":
            continue
        if stride.surface not in table.pieces or table.pieces[stride.surface].sort not in CROSSED:
            return index
    return None


def _hand_breaks(table: Table, who: str, way: Climb) -> list[Break]:
    hands = free_hands(table, who)
    kind = way.hardest.kind
    if kind is None or kind not in HANDS or hands >= HANDS[kind]:
        return []
    clause = "climb.no-test-climbs" if kind in UNTESTED else "climb.hands-free"
    says = count(
        "{who} has {hands} free: this climb needs {n} hand",
        "{who} has {hands} free: this climb needs {n} hands",
        HANDS[kind],
        who=Who(who),
        hands=count("{n} hand", "{n} hands", hands),
    )
    return [Break(clause, says)]


def _degrees_for(table: Table, who: str, way: Climb) -> int:
    """The degrees of success needed to reach the end of a climb this round."""
    rate = float(climb_rate(table, who).metres)
    return 1 + max(0, math.ceil(way.metres - rate - TOLERANCE))


def _aims(way: Climb, enough: int) -> tuple[Aim, ...]:
    """The results that a climbing test decides about: not falling, and reaching the end this round."""
    hold = Aim(say("not to fall"), 1)
    climbed = Aim(say("to climb {length}", length=Length.of(way.metres)), enough)
    return (hold, climbed) if enough > 1 else (hold,)


@remembered
def _test(table: Table, who: str, declaration: Declaration) -> Roll:
    way, details = _judged(table, declaration), declaration.details
    model, piece = table.models[who], way.hardest.piece
    assert piece is not None
    enough = _degrees_for(table, who, way)
    modifiers, clauses = gm_modifier(traits(piece).get("gm_modifier"), "climb.gm-difficulty")
    hands = ("climb.hands-free",) if free_hands(table, who) < BOTH_HANDS else ()
    clause = "climb.distracted-test"
    if way.sheer:
        hard = Modifier(int(setting(table.options, "sheer_modifier")), say("sheer surface"), "sheer.test")
        modifiers, clause = (*modifiers, hard), "sheer.test"
    gear = Modifier(details.number("gear_bonus"), say("climbing gear"), "sheer.gear-bonus")
    strength = (characteristic(table.options, model, "S"), modifiers)
    trained = (athletics_skill(table.options, model), (*modifiers, gear))
    picked = ATHLETICS if way.sheer else details.text("skill")
    skill, modifiers = _picked(table.options, picked, strength, trained)
    bare = (
        ("sheer.training-and-gear",) if way.sheer and not gear.value and athletics(model) == UNTRAINED else ()
    )
    return request(
        table.options,
        who,
        "climb",
        skill,
        clause,
        *hands,
        *clauses,
        *bare,
        modifiers=modifiers,
        enough=enough,
        worst=1,
        aims=_aims(way, enough),
    )


def _picked(options: Record, picked: str, strength: Tested, trained: Tested) -> Tested:
    """Strength or Athletics, each with its modifiers: the one picked, or else the one with the higher target."""
    if picked:
        return trained if picked.lower() == ATHLETICS.lower() else strength
    return trained if _target(options, *trained) > _target(options, *strength) else strength


def _target(options: Record, skill: Skill, modifiers: tuple[Modifier, ...]) -> int:
    return skill.value + sum(each.value for each in capped(options, (*skill.modifiers, *modifiers)))


def _go_up(game: Game, who: str, way: Climb, degrees: int, clauses: tuple[str, ...]) -> Procedure[None]:
    """Climb as far as the rate and the degrees of success allow this round."""
    rate = climb_rate(game.now, who)
    extra = ("sheer.extra-dos" if way.sheer else "climb.simple-extra-dos",) if degrees > 1 else ()
    metres = rate.metres + Fraction(degrees - 1)
    yield from follow(game, who, way, metres, way.rate, (*clauses, *rate.clauses, *extra))


def follow(
    game: Game,
    who: str,
    way: Climb,
    metres: Fraction,
    clause: str,
    clauses: tuple[str, ...],
    how: str = "climbs",
) -> Procedure[None]:
    """Climb so many metres; a climber who does not reach the end hangs where they are used up."""
    table, itinerary = game.now, way.itinerary
    tariff = climbing(table, metres, clause)
    paid = bill(itinerary, tariff)
    cited = [*clauses]
    part = itinerary
    if paid.dry is not None:
        part = cut(itinerary, paid.dry, Scene(table))
    if any(stride.rise < 0 for stride in part.strides if is_climb(table, stride)):
        cited.append("climb.up-or-down")
    yield from do(Moved(who, afloat(table, part.end), how), *cited, ledger=bill(part, tariff).lines)
    if paid.dry is not None:
        says = say("reaches this round's limit of {length}", length=Length.of(float(metres)))
        yield from do(Stopped(who, f"{how} {float(metres):g} m in a round", says=says), clause)
    elif way.ends_on_top:
        yield from do(Stopped(who, "whoever climbs does not walk on"), "climb.up-or-down")


def lose_hold(game: Game, who: str, way: Climb, clause: str, *, secured: bool) -> Procedure[None]:
    """Fall from where this round began; at the foot or secured, only the round is lost."""
    table = game.now
    below = foot(way.itinerary.strides[way.faces[0].index])
    landing = beneath(table, who, below.x, below.y, table.pose(who).z)
    says: Sentence | None = None
    if secured:
        says = say("loses hold but is secured")
    elif landing is not None:
        yield from fall(game, who, landing, clause)
        says = say("ends the climb") if beyond(landing.drop, 0.0) else None
    yield from do(Stopped(who, "loses hold", says=says), clause)
