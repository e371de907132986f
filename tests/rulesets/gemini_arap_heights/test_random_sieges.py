"""Random sieges: climbed, fallen, carried, thrown and swum, whatever is declared; nothing is ever lost or doubled."""

from __future__ import annotations

import math
from collections import Counter
from typing import ClassVar

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test
from tests.rulesets.refereed import Refereed

from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import check, legal_actions
from surefoot.referee.scene import region_of
from surefoot.referee.verdict import Outcome
from surefoot.rulesets.gemini_arap.action import ACTIVATED, did, points, unit_of
from surefoot.rulesets.gemini_arap.burden import LADDER, held
from surefoot.rulesets.gemini_arap.diving_charge import LEAST
from surefoot.rulesets.gemini_arap.fall import FELL, short_enough
from surefoot.rulesets.gemini_arap.figure import FALLEN, PRONE
from surefoot.rulesets.gemini_arap.grapple import GRAPPLE
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.terrain import Piece

SIEGE = """
ruleset: gemini-arap
board: [24, 24]
terrain:
  keep: {platform: {rect: [8, 10, 8, 6]}, z: 4, under: solid, tags: [ruins], structure: keep}
  tower: {platform: {rect: [18, 10, 4, 4]}, z: 4, under: solid, tags: [ruins]}
  stair: {ladder: [16, 12], from: 0, to: 4}
  line: {rope: [12, 10], from: 0, to: 4}
  pipe: {rope: [8, 12], from: 0, to: 4, tags: [drainpipe]}
  wire: {rope: [[16, 13], [18, 13]], from: 4, to: 4}
  moat: {area: {rect: [0, 5, 24, 3]}, tags: [deep-water]}
  jetty: {platform: {rect: [10, 6, 2, 2]}, z: 1, under: solid}
  crate: {obstacle: {rect: [4, 10, 2, 2]}, height: 1.2}
models:
  a1: {base: 25.4, at: [10, 9.5], side: a, facing: 0, profile: {M: 5, I: 4, BS: 4, S: 3, W: 3, ap: 3}}
  a2: {base: 25.4, at: [11.5, 9.5], side: a, profile: {M: 5, I: 4, BS: 4, S: 3, W: 3, ap: 3}}
  a3: {base: 25.4, at: [13, 9.5], side: a, profile: {M: 5, I: 4, BS: 4, S: 3, W: 3, weak_climber: true, ap: 3}}
  a4: {base: 25.4, at: [10, 4], side: a, keywords: [character], profile: {M: 5, I: 4, BS: 4, S: 3, W: 3, ap: 3}}
  b1: {base: 25.4, at: [12, 10.5], side: b, on: keep, profile: {M: 5, I: 4, S: 3, W: 3, ap: 3}}
  b2: {base: 25.4, at: [10, 10.5], side: b, on: keep, profile: {M: 5, I: 4, S: 3, W: 3, ap: 3}}
objects:
  rungs: {portable-ladder: 6, carried-by: [a1, a2]}
  hook: {grapple: 6, carried-by: [a3]}
  sack: {sort: loot, carried-by: [a4]}
"""

NAMES = ("a1", "a2", "a3", "a4", "b1", "b2")
THINGS = ("rungs", "hook", "sack")
TOPS = ("keep", "tower", "jetty", "crate")
# A base is an inch across: so far off a wall, or inside an edge, it stands right at it.
HALF = 0.5
# So often somebody thinks of something else before he does what is forbidden.
TRIES = 4
Point = tuple[float, float]


# --- what somebody could do here ---------------------------------------------------------------------


def at_the_edge(table: Table, top: str, x: float, y: float) -> tuple[Point, Point]:
    """Where the nearest side of something is stood at, from below and from above."""
    west, south, east, north = region_of(table.pieces[top].outline).bounds
    across, along = min(max(x, west + HALF), east - HALF), min(max(y, south + HALF), north - HALF)
    sides = (
        ((west - HALF, along), (west + HALF, along)),
        ((east + HALF, along), (east - HALF, along)),
        ((across, south - HALF), (across, south + HALF)),
        ((across, north + HALF), (across, north - HALF)),
    )
    return min(sides, key=lambda side: math.dist(side[0], (x, y)) + math.dist(side[1], (x, y)))


def to(point: Point, by: By = "walk") -> Leg:
    """A straight leg."""
    return Leg((to_lattice(point[0]), to_lattice(point[1])), by)


def links(table: Table) -> list[Piece]:
    """What can be climbed along."""
    return [piece for piece in table.pieces.values() if piece.sort in ("ladder", "rope", LADDER, GRAPPLE)]


@st.composite
def steps(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """A few inches in any direction."""
    pose, step = table.pose(who), st.integers(-4, 4)
    return (to((pose.x + draw(step) / 2, pose.y + draw(step) / 2)),)


@st.composite
def over_an_edge(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """Up or down what is near, or across to another roof."""
    stands, pose = table.models[who].place.on, table.pose(who)
    near = sorted(TOPS, key=lambda top: math.dist(at_the_edge(table, top, pose.x, pose.y)[0], pose[:2]))
    top = draw(st.sampled_from(near[:2]))
    outer, inner = at_the_edge(table, top, pose.x, pose.y)
    by: By = draw(st.sampled_from(["climb", "climb", "jump"]))
    if stands == top:
        return (to(inner), to(outer, by))
    return (to(inner, "leap"),) if stands in TOPS else (to(outer), to(inner, "climb"))


@st.composite
def along_a_link(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """To a rope or a ladder, and all of it or a part."""
    low = table.pose(who).z < 2
    piece = draw(st.sampled_from(links(table)))
    x, y = (from_lattice(value) for value in (piece.line[:2] if low else piece.line[2:]))
    top = min(("keep", "tower"), key=lambda name: math.dist(at_the_edge(table, name, x, y)[0], (x, y)))
    outer, inner = at_the_edge(table, top, x, y)
    rise = draw(st.sampled_from([0, 0, 0, 2, -2]))
    return to(outer if low else inner), Leg(by="link", link=piece.id, rise=to_lattice(rise))


@st.composite
def hanging(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """On, up or down, along what one hangs on."""
    on, pose = table.models[who].place.on, table.pose(who)
    if any(piece.id == on for piece in links(table)):
        return (Leg(by="link", link=on, rise=to_lattice(draw(st.sampled_from([0, 1, -1, 2, -2, 9, -9])))),)
    return (to(draw(st.sampled_from(at_the_edge(table, on, pose.x, pose.y))), "climb"),)


def ways(table: Table, who: str, *, climbs: bool) -> st.SearchStrategy[tuple[Leg, ...]]:
    """Ways that are there from where somebody is."""
    if table.models[who].place.kind == "link":
        return hanging(table, who)
    up_and_down = over_an_edge(table, who) | along_a_link(table, who)
    return up_and_down if climbs else steps(table, who) | up_and_down


@st.composite
def swims(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """Into the moat, or on in it."""
    pose = table.pose(who)
    return (to((pose.x + draw(st.integers(-3, 3)), draw(st.integers(10, 16)) / 2)),)


@st.composite
def falls_on(draw: st.DrawFn, table: Table, who: str, foe: str) -> tuple[Leg, ...]:
    """Over the edge to the side of somebody below."""
    pose, there = table.pose(who), table.pose(foe)
    outer, inner = at_the_edge(table, "keep", pose.x, pose.y)
    return (to(inner), to(draw(st.sampled_from([outer, there[:2]])), "jump"))[draw(st.integers(0, 1)) :]


@st.composite
def declarations(draw: st.DrawFn, table: Table, who: str, action: Action) -> Declaration:
    """One of the things that are offered, on a way that is there, at something that is there."""
    pose, target = table.pose(who), ""
    legs: tuple[Leg, ...] = ()
    details: dict[str, Value] = {}
    if action.name in ("place-ladder", "throw-grapple"):
        target = draw(st.sampled_from(["keep", "keep", "tower"]))
        outer, inner = at_the_edge(table, target, pose.x, pose.y)
        details["at"] = tuple(to_lattice((one + other) / 2) for one, other in zip(outer, inner, strict=True))
    elif action.name in ("cast-down", "pick-up"):
        target = draw(st.sampled_from(THINGS))
    elif action.name == "climb-out":
        target = "jetty"
    elif action.name in ("dive", "charge"):
        target = draw(st.sampled_from([name for name in NAMES if name[0] != who[0]]))
        there = table.models[target].place
        assume(there.on_table)
        legs = draw(falls_on(table, who, target)) if action.name == "dive" else (Leg((there.x, there.y)),)
    elif action.name == "swim":
        legs = draw(swims(table, who))
    elif action.path != "none":
        legs = draw(ways(table, who, climbs=action.name == "climb"))
    if action.name == "move":
        details["moves"] = draw(st.integers(1, 2))
    return Declaration(action.name, (who,), legs, target, Record(details))


# There is no door, no squad and no gun here, and to run is forbidden to everybody.
IDLE = ("stand-aside", "merge", "run", "activate", "fire", "tactical", "end-activation", "go-prone")
OFTEN = ("move", "move", "move", "climb", "climb", "swim", "dive")


def offered(table: Table, who: str) -> list[Action]:
    """What somebody might do now, and the ways up and down more often than the rest."""
    permitted = {one.name: one for one, breaks in legal_actions(table, who) if not breaks}
    if table.models[who].is_(FALLEN):
        assert table.models[who].is_(PRONE) != (table.models[who].place.kind == "water")
        # In deep water nobody lies down, so there is no getting up: wits are gathered there.
        rises = ("get-up", "gather-wits") if table.models[who].is_(PRONE) else ("gather-wits",)
        unit = unit_of(table, who)
        over = table.note(ACTIVATED, unit) is not None and table.clock.active != unit
        spent = len(did(table, who)) >= (points(table, unit) or 0)
        able = table.note(FELL, who) is None or short_enough(table, who)
        # Who has an action left and did not fall too far this turn can always rise.
        return [permitted[name] for name in rises] if able and not over and not spent else []
    if "move" not in permitted:
        return []
    senseless = {
        *IDLE,
        *(() if table.models[who].place.kind == "water" else ("climb-out",)),
        *(() if any(who in thing.holders for thing in table.objects.values()) else ("drop",)),
        *(() if table.pose(who).z >= LEAST else ("dive",)),
        *(() if held(table, who, LADDER) else ("place-ladder",)),
        *(() if held(table, who, GRAPPLE) else ("throw-grapple",)),
        *(() if any(thing in table.pieces for thing in THINGS) else ("cast-down",)),
    }
    often = [name for name in OFTEN if name in permitted]
    return [permitted[name] for name in (*permitted, *often) if name not in senseless]


class Siege(Refereed):
    """Whatever is declared, the table stays one that could stand in a room."""

    # What became of the declarations of all sieges, and what happened in them.
    made: ClassVar[Counter[str]] = Counter()
    seen: ClassVar[Counter[str]] = Counter()

    @initialize(seed=st.integers(0, 10**6))
    def lay(self, seed: int) -> None:
        """The moat, the keep, and those who want in."""
        self.begin(loads(SIEGE).table, seed)

    @rule(data=st.data(), kind=st.sampled_from(["acts"] * 10 + ["hit", "turn"]))
    def goes_on(self, data: st.DataObject, kind: str) -> None:
        """Somebody does something, is hit from somewhere, or the other side is next."""
        table = self.session.now
        standing = [name for name in NAMES if table.models[name].place.on_table]
        able = [name for name in standing if offered(table, name)]
        if kind == "turn" or not able:
            self.declare(Declaration("end-turn", kind="tick"))
        elif kind == "hit":
            strength = Record(strength=data.draw(st.integers(2, 6)))
            who = data.draw(st.sampled_from(standing))
            self.declare(Declaration("hit", (who,), details=strength, kind="happen"))
        else:
            who = data.draw(st.sampled_from(able))
            self.acts(data, who)

    def acts(self, data: st.DataObject, who: str) -> None:
        """The first of a few things that the rules allow; the last of them, if they allow none."""
        table = self.session.now
        tried: list[Declaration] = []
        while len(tried) < TRIES:
            action = data.draw(st.sampled_from(offered(table, who)))
            tried.append(data.draw(declarations(table, who, action)))
            if check(table, tried[-1], nearest=False).verdict != "illegal":
                break
        self.declare(tried[-1])

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        """Judged once, made once: the same verdict but for the dice."""
        judged = check(before, declaration, nearest=False)
        assert (judged.verdict == "illegal") == (result.verdict == "illegal")
        if declaration.kind == "declare":
            self.made[result.verdict] += 1
        self.seen.update(event.what for event in result.events)

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        """Each thing is either an object or a piece."""
        for thing in THINGS:
            assert (thing in self.session.now.objects) + (thing in self.session.now.pieces) == 1, thing
        for one in self.session.now.objects.values():
            assert all(self.session.now.models[name].place.kind != "gone" for name in one.holders), one
            assert (one.place.kind == "aboard") == bool(one.holders), one

    @invariant()
    def nobody_hangs_on_what_is_gone(self) -> None:
        """Who hangs hangs on something, between its foot and its head."""
        for model in self.session.now.models.values():
            if model.place.kind == "link":
                assert model.place.on in self.session.now.pieces, model.place

    @invariant()
    def nobody_acts_more_often_than_allowed(self) -> None:
        """Action Points are not overdrawn."""
        for name in self.session.now.models:
            have = points(self.session.now, unit_of(self.session.now, name))
            assert len(did(self.session.now, name)) <= (3 if have is None else have)


def test_whatever_is_declared_in_a_siege_leaves_a_table_that_could_stand_in_a_room() -> None:
    Siege.made = Counter()
    Siege.seen = Counter()
    often = settings(
        max_examples=20, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Siege, settings=often)

    # Where most is refused, little is tried out.
    assert Siege.made["illegal"] < Siege.made["legal"] + Siege.made["stopped-short"]
    for what in ("goes", "is part way", "falls", "swims", "is dropped", "pieceplaced"):
        assert Siege.seen[what], what
