"""Random phases: whatever is declared is judged, nobody is lost, nobody overlaps, and the game can be played again."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.samples import sample

from surefoot.dice.responders import Seeded
from surefoot.files import scenario
from surefoot.geometry.measure import overlaps
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.squad import squad, stands
from surefoot.table.record import Record, freeze
from surefoot.table.table import Table

BATTLE = """
ruleset: wh40k-10e
board: [40, 30]
clock: {side: a}
terrain:
  - {id: wall, wall: {rect: [12, 8, 6, 0.3]}, height: 5, traits: {wh40k-10e: {type: ruins}}}
  - {id: floor, platform: {rect: [12, 8.3, 5, 4]}, z: 3, traits: {wh40k-10e: {type: ruins}}}
  - {id: block, obstacle: {rect: [24, 12, 3, 3]}, height: 3}
units:
  squad: {of: trooper, base: 32, count: 5, formation: [5, 1], at: [8, 6], gap: 0.4, side: a, keywords: [Infantry], profile: {M: 6, W: 1}}
  guard: {of: trooper, base: 32, count: 3, place: {kind: aboard, on: apc}, side: a, keywords: [Infantry], profile: {M: 6, W: 2}}
  jump: {of: trooper, base: 32, count: 3, formation: [3, 1], at: [20, 17], gap: 0.4, side: a, keywords: [Infantry, Fly], profile: {M: 10, W: 2}}
  strike: {of: trooper, base: 40, count: 2, place: {kind: reserve}, side: a, keywords: [Infantry, Deep Strike], profile: {M: 5, W: 3}}
  mob: {of: boy, base: 32, count: 4, formation: [4, 1], at: [20, 19.2], gap: 0.4, side: b, keywords: [Infantry], profile: {M: 6, W: 1}}
models:
  - {id: apc, hull: [5, 3], at: [4, 12], side: a, keywords: [Vehicle, Transport], profile: {M: 10, W: 8}, traits: {wh40k-10e: {capacity: {maximum: 8}, deadly_demise: 1}}}
  - {id: foe, base: 60, at: [32, 8], side: b, keywords: [Monster], profile: {M: 8, W: 9}}
"""
START: Table = scenario.loads(BATTLE).table
UNITS = ("squad", "guard", "jump", "strike", "mob", "apc", "foe")
MOVES = ("normal", "advance", "fall-back", "remain-stationary")

units = st.sampled_from(UNITS)
by = st.integers(-20, 20).map(lambda quarter: quarter / 4)


class Phases(RuleBasedStateMachine):
    """Two small armies and whatever can be declared for them."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(START)
        self.rolled = 0

    def declare(
        self, action: str, who: str = "", kind: Any = "declare", target: str = "", **more: Any
    ) -> bool:
        """Declare something and roll whatever it asks for; whether it was legal."""
        details = Record({name: freeze(value) for name, value in more.items() if value is not None})
        names = (who,) if who else ()
        judged = self.session.declare(Declaration(action, names, (), target, details, kind))
        self.rolled += 1
        self.session.play_out(Seeded(str(self.rolled)))
        assert judged.verdict != "illegal" or judged.breaks
        return judged.verdict == "legal"

    @property
    def now(self) -> Table:
        return self.session.now

    @rule(who=units, kind=st.sampled_from(MOVES), dx=by, dy=by)
    def moves(self, who: str, kind: str, dx: float, dy: float) -> None:
        plan = None if kind == "remain-stationary" else {"shift": [dx, dy]}
        before = [each for each in self.now.models.values() if each.place.kind == "gone"]
        legal = self.declare(kind, who, plan=plan)
        lost = [each for each in self.now.models.values() if each.place.kind == "gone"]
        finished = self.now.note("made", who) == kind and self.now.note("moving", who) is None
        if legal and finished and kind != "remain-stationary" and len(lost) == len(before):
            unit = squad(self.now, who)
            assert coherency.lacking(self.now, unit) == []
            assert engaged_models(self.now, unit) == ()

    @rule(who=units)
    def embarks(self, who: str) -> None:
        self.declare("embark", who, target="apc")

    @rule(who=units)
    def disembarks(self, who: str) -> None:
        if self.declare("disembark", who):
            assert coherency.lacking(self.now, squad(self.now, who)) == []
            assert engaged_models(self.now, squad(self.now, who)) == ()

    @rule(who=units)
    def arrives(self, who: str) -> None:
        if self.declare("arrive", who):
            assert coherency.lacking(self.now, squad(self.now, who)) == []

    @rule(who=units)
    def is_shocked(self, who: str) -> None:
        self.declare("battle-shock", who, "happen")

    @rule(who=units, count=st.integers(1, 3))
    def is_hurt(self, who: str, count: int) -> None:
        self.declare("mortal-wounds", who, "happen", count=count)

    @precondition(lambda self: self.now.models["apc"].place.on_table)
    @rule()
    def is_wrecked(self) -> None:
        assert self.declare("destroyed", "apc", "happen")

    @rule(tick=st.sampled_from(["end-step", "end-phase", "end-turn"]))
    def time_goes_on(self, tick: str) -> None:
        self.declare(tick, kind="tick")

    @invariant()
    def nobody_is_lost(self) -> None:
        assert list(self.now.models) == list(START.models)
        for model in self.now.models.values():
            assert model.place.kind in ("surface", "aboard", "reserve", "gone")
            if model.place.kind == "aboard":
                assert self.now.models[model.place.on].place.kind != "gone"

    @invariant()
    def nobody_overlaps(self) -> None:
        standing = stands(self.now)
        for index, one in enumerate(standing):
            for other in standing[index + 1 :]:
                apart = one.top <= other.level + 1e-4 or other.top <= one.level + 1e-4
                assert apart or not overlaps(one.body, other.body)

    def teardown(self) -> None:
        again = Session(START)
        for entry in self.session.entries:
            if entry.declaration is not None:
                again.declare(entry.declaration)
            elif entry.reply is not None:
                again.answer(entry.reply)
            assert again.now.digest == entry.state


Phases.TestCase.settings = settings(max_examples=sample(30), stateful_step_count=20, deadline=None)
TestPhases = Phases.TestCase
