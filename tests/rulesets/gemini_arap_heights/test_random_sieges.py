"""Random sieges: climbed, fallen, carried, thrown and swum, whatever is declared; nothing is ever lost or doubled."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from surefoot.dice.host import Again, drive
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import loads
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, problems_of, started
from surefoot.rulesets.gemini_arap.action import did, points, unit_of
from surefoot.table.record import Record, Value

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
LINKS = ("stair", "line", "pipe", "wire", "rungs", "hook")
who = st.sampled_from(NAMES)
points_on_table = st.tuples(st.integers(1, 47), st.integers(1, 47)).map(
    lambda p: (p[0] * 500_000, p[1] * 500_000)
)
steps = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).map(lambda p: (p[0] * 500_000, p[1] * 500_000))
straight = st.builds(Leg, steps, st.sampled_from(["walk", "walk", "climb", "climb", "jump", "leap"]))
along = st.builds(
    lambda name, rise: Leg(by="link", link=name, rise=rise * 1_000_000),
    st.sampled_from(LINKS),
    st.sampled_from([0, 0, 0, 2, -2, 9, -9]),
)
paths = st.lists(st.one_of(straight, along, along), min_size=1, max_size=3).map(tuple)


class Siege(RuleBasedStateMachine):
    """Whatever is declared, the table stays one that could stand in a room."""

    @initialize()
    def lay(self) -> None:
        """The moat, the keep, and those who want in."""
        self.table = loads(SIEGE).table
        self.number = 0

    def declare(self, declaration: Declaration) -> None:
        """Judge it, make it, and make it again over its answers."""
        if problems_of(declaration, self.table):
            return
        self.number += 1
        judged = check(self.table, declaration, nearest=False)
        made = move(self.table, declaration, Seeded(f"siege {self.number}"))
        assert (made.verdict == "illegal") == (judged.verdict == "illegal")
        if made.verdict == "illegal":
            assert made.breaks
            assert made.run.table == self.table
            return
        again = drive(started(declaration, self.table), self.table, Again(made.run.replies))
        assert again.table.digest == made.run.table.digest
        self.table = made.run.table

    @rule(name=who, action=st.sampled_from(["move", "climb", "swim"]), legs=paths, moves=st.integers(1, 2))
    def goes(self, name: str, action: str, legs: tuple[Leg, ...], moves: int) -> None:
        """Walk, climb, jump, slide, cross or swim."""
        details = Record(moves=moves) if action == "move" else Record()
        self.declare(Declaration(action, (name,), self.from_here(name, legs), details=details))

    def from_here(self, name: str, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
        """Steps as points of the table, one after the other."""
        place = self.table.models[name].place
        x, y, found = place.x, place.y, []
        for leg in legs:
            if leg.to is None:
                found.append(leg)
                continue
            x, y = x + leg.to[0], y + leg.to[1]
            found.append(replace(leg, to=(x, y)))
        return tuple(found)

    @rule(name=who, dx=st.sampled_from([-500_000, 0, 500_000]))
    def storms(self, name: str, dx: int) -> None:
        """Straight up the wall, as two actions allow."""
        place = self.table.models[name].place
        self.declare(Declaration("climb", (name,), (Leg((place.x + dx, 10_500_000), "climb"),)))

    @rule(name=who, link=st.sampled_from(LINKS), action=st.sampled_from(["move", "climb"]))
    def uses(self, name: str, link: str, action: str) -> None:
        """Up or down whatever hangs there."""
        self.declare(Declaration(action, (name,), (Leg(by="link", link=link),)))

    @rule(name=who, thing=st.sampled_from(THINGS), x=st.integers(17, 31))
    def handles(self, name: str, thing: str, x: int) -> None:
        """Set up, throw, cast down, pick up or drop."""
        at: tuple[Value, ...] = (x * 500_000, 10_000_000)
        for action, target, details in (
            ("place-ladder", "keep", Record(at=at)),
            ("throw-grapple", "keep", Record(at=at)),
            ("cast-down", thing, Record()),
            ("pick-up", thing, Record()),
        ):
            self.declare(Declaration(action, (name,), target=target, details=details))

    @rule(name=who)
    def drops(self, name: str) -> None:
        """Put down what is carried."""
        self.declare(Declaration("drop", (name,)))

    @rule(name=who, foe=who, to=points_on_table)
    def dives(self, name: str, foe: str, to: tuple[int, int]) -> None:
        """On to somebody below."""
        place = self.table.models[foe].place
        self.declare(Declaration("dive", (name,), (Leg(to, "jump"),), foe))
        self.declare(Declaration("dive", (name,), (Leg((place.x, place.y), "jump"),), foe))

    @rule(name=who, strength=st.integers(2, 6))
    def is_hit(self, name: str, strength: int) -> None:
        """A shot from somewhere."""
        self.declare(Declaration("hit", (name,), details=Record(strength=strength), kind="happen"))

    @rule(name=who)
    def climbs_out(self, name: str) -> None:
        """Out of the moat."""
        self.declare(Declaration("climb-out", (name,), target="jetty"))

    @rule(name=who, action=st.sampled_from(["get-up", "gather-wits"]))
    def recovers(self, name: str, action: str) -> None:
        """After a fall."""
        self.declare(Declaration(action, (name,)))

    @rule()
    def turn_ends(self) -> None:
        """The other side is next."""
        self.declare(Declaration("end-turn", kind="tick"))

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        """Each thing is either an object or a piece."""
        for thing in THINGS:
            assert (thing in self.table.objects) + (thing in self.table.pieces) == 1, thing
        for one in self.table.objects.values():
            assert all(self.table.models[name].place.kind != "gone" for name in one.holders), one
            assert (one.place.kind == "aboard") == bool(one.holders), one

    @invariant()
    def nobody_hangs_on_what_is_gone(self) -> None:
        """Who hangs hangs on something, between its foot and its head."""
        for model in self.table.models.values():
            if model.place.kind == "link":
                assert model.place.on in self.table.pieces, model.place

    @invariant()
    def nobody_acts_more_often_than_allowed(self) -> None:
        """Action Points are not overdrawn."""
        for name in self.table.models:
            have = points(self.table, unit_of(self.table, name))
            assert len(did(self.table, name)) <= (3 if have is None else have)


Siege.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestSiege = Siege.TestCase
