"""Random feats and journeys in a row: no errors, no negative numbers, and the log replays them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from tests.rulesets.dark_heresy_2e.test_laws import ACTIONS, HIVE, WHO, declared, details, legs
from tests.rulesets.refereed import Refereed
from tests.samples import sample

from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import problems_of
from surefoot.referee.verdict import Outcome
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

NARRATIVE = ["journey", "swim-far", "rest"]
FEATS = [action for action in ACTIONS if action not in (*NARRATIVE, "wake", "pushed", "end-round")]
# The longest leg in hours; other tests count its outcomes exactly.
hours = st.sampled_from([1, 2, 4, 9])
travellers = st.sampled_from([("vex",), ("kas",), ("party",), ("vex", "kas")])
feats = st.builds(
    declared, st.sampled_from(FEATS), WHO, legs, st.sampled_from(["orc", "tor", "eel"]), details
)


def wrong(value: Value) -> bool:
    """Whether a note holds a negative number."""
    if isinstance(value, Record):
        return any(wrong(each) for name, each in value.items() if name not in ("x", "y"))
    if isinstance(value, tuple):
        return any(wrong(each) for each in value)
    return isinstance(value, int) and value < 0


class Chronicle(Refereed):
    """Characters who leap, swim, lift, travel and rest in random order."""

    @initialize(seed=st.integers(0, 10**6))
    def lay(self, seed: int) -> None:
        self.begin(HIVE, seed)

    @rule(declaration=feats)
    def feat(self, declaration: Declaration) -> None:
        self.declare(declaration)

    @rule(who=travellers, pace=st.sampled_from(["normal", "hurry", "run"]), long=hours, dark=st.booleans())
    def journey(self, who: tuple[str, ...], pace: str, long: int, dark: bool) -> None:
        before = self.travelled()
        self.declare(Declaration("journey", who, details=Record(pace=pace, hours=long, dark=dark)))
        # Distance never falls as time grows.
        after = self.travelled()
        assert all(after[name] >= metres for name, metres in before.items())

    @rule(who=travellers, long=hours)
    def swim(self, who: tuple[str, ...], long: int) -> None:
        self.declare(Declaration("swim-far", who, details=Record(hours=long)))

    @rule(who=travellers, long=hours)
    def rest(self, who: tuple[str, ...], long: int) -> None:
        self.declare(Declaration("rest", who, details=Record(hours=long)))

    @rule()
    def round_ends(self) -> None:
        self.declare(Declaration("end-round", kind="tick"))

    @rule(who=st.sampled_from(["vex", "tor", "kas"]))
    def wake(self, who: str) -> None:
        self.declare(Declaration("wake", (who,), kind="happen"))

    def travelled(self) -> dict[str, int]:
        notes = {name: self.session.now.note("day", name) for name in self.session.now.models}
        return {name: note.number("metres") for name, note in notes.items() if isinstance(note, Record)}

    def declare(self, declaration: Declaration) -> None:
        if not problems_of(declaration, self.session.now):
            super().declare(declaration)

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        assert self.session.now.clock.minutes >= before.clock.minutes

    @invariant()
    def nothing_is_below_nought(self) -> None:
        if not hasattr(self, "session"):
            return
        table = self.session.now
        for model in table.models.values():
            assert all(isinstance(count, int) and count >= 0 for count in model.counters.values()), model
            assert model.counted("march-fatigue") <= model.counted("fatigue")
        assert [note for note in table.notes.values() if wrong(note.value)] == []


Chronicle.TestCase.settings = settings(
    max_examples=sample(25),
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestChronicles = Chronicle.TestCase
