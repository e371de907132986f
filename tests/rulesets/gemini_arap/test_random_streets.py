"""Random activations of squads, mobs and characters on random streets: whatever is declared, the books stay balanced."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from tests.rulesets.refereed import Refereed
from tests.samples import sample

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.verdict import Outcome
from surefoot.rulesets.gemini_arap import action
from surefoot.rulesets.gemini_arap.coherency import is_alone
from surefoot.rulesets.gemini_arap.laying import MOST_AP
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table

BOARD = 24
places = st.integers(2, 2 * BOARD - 4).map(lambda n: n / 2)
spans = st.integers(2, 10).map(lambda n: n / 2)
MANNERS = ("", "", "", "crawl", "backwards", "sideways")
GROUNDS = (
    ["dense-jungle"],
    ["swamp"],
    ["impassable"],
    ["variable"],
    ["dangerous"],
    ["minefield"],
    ["landing-pad"],
)


# --- streets ----------------------------------------------------------------------------------------


@st.composite
def terrains(draw: st.DrawFn) -> dict[str, Any]:
    """A few patches of ground, and a wall with a door in it."""
    found: dict[str, Any] = {}
    for number in range(draw(st.integers(0, 3))):
        rect = {"rect": [draw(places), draw(places), draw(spans), draw(spans)]}
        found[f"ground{number}"] = {"area": rect, "tags": draw(st.sampled_from(GROUNDS))}
    if draw(st.booleans()):
        at = BOARD / 2
        states = draw(st.sampled_from([["open"], ["closed"], ["closed", "bolted"], ["closed", "locked"]]))
        wide = draw(st.sampled_from([0.75, 1.5, 3]))
        found["wall"] = {"wall": [[2, at], [BOARD - 2, at]], "width": 0.25, "height": 4}
        found["door"] = {"door": [[at, at], [at + wide, at]], "width": 0.25, "height": 2, "state": states}
    return found


@st.composite
def streets(draw: st.DrawFn) -> Table:
    """Two squads, a mob and a character."""
    models: dict[str, Any] = {}
    units: dict[str, Any] = {}
    for unit, side in (("squad", "a"), ("guards", "b"), ("mob", "b")):
        x, y = draw(places) / 2 + 4, draw(places) / 2 + 4
        names = []
        for number in range(draw(st.integers(2, 4))):
            name = f"{unit}{number}"
            names.append(name)
            models[name] = {
                "base": draw(st.sampled_from([25, 32, 40])),
                "at": [x + 1.75 * number, y],
                "side": side,
                "unit": unit,
                "keywords": draw(
                    st.sampled_from([[], ["leader"], ["fleet"], ["move-through-cover"], ["leaping"]])
                ),
                "profile": {
                    "M": draw(st.integers(3, 6)),
                    "I": draw(st.integers(1, 4)),
                    "W": draw(st.integers(1, 2)),
                    "Ld": draw(st.integers(5, 9)),
                    "weapons": [{"name": "gun", "kind": draw(st.sampled_from(["pistol", "heavy"]))}],
                },
            }
        units[unit] = {"models": names, "keywords": ["mob"] if unit == "mob" else []}
    models["hero"] = {
        "base": 32,
        "at": [draw(places), draw(places)],
        "side": "a",
        "keywords": ["independent-character"],
        "profile": {"M": 4, "I": 5, "W": 2, "Ld": 9},
    }
    options = {"variable_terrain": draw(st.booleans()), "copy_the_leader": draw(st.booleans())}
    fields = {"ruleset": "gemini-arap", "board": [BOARD, BOARD], "terrain": draw(terrains())}
    try:
        return loads(
            json.dumps({**fields, "options": options, "models": models, "units": units}), "street"
        ).table
    except FileInvalid:
        assume(False)
        raise AssertionError from None


# --- declarations -----------------------------------------------------------------------------------


@st.composite
def legs(draw: st.DrawFn, table: Table, who: str) -> list[dict[str, Any]]:
    """One to three legs, a few inches each, in any manner; or the work on a door."""
    pose = table.pose(who)
    x, y = pose.x, pose.y
    found: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 2))):
        x = round(x + draw(st.integers(-6, 6)) / 2, 3)
        y = round(y + draw(st.integers(-6, 6)) / 2, 3)
        if "door" in table.pieces and draw(st.integers(0, 3)) == 0:
            verbs = draw(st.sampled_from(["open", "unbolt open", "unlock open", "close", "bolt", ""]))
            found.append({"through": "door", "manner": verbs, "to": [x, y]})
            continue
        found.append({"to": [x, y], "manner": draw(st.sampled_from(MANNERS))})
    return found


def walked(each: dict[str, Any]) -> Leg:
    """A leg as a declaration keeps it."""
    to = to_lattice(each["to"][0]), to_lattice(each["to"][1])
    by = "through" if "through" in each else "walk"
    return Leg(to, by, link=each.get("through", ""), manner=each["manner"])  # type: ignore[arg-type]


class Streets(Refereed):
    """One activation after another: anybody may declare anything."""

    @initialize(table=streets(), seed=st.integers(0, 10**6))
    def lay(self, table: Table, seed: int) -> None:
        self.begin(table, seed)
        self.everybody = sorted(table.models)

    def anybody(self, data: st.DataObject) -> str:
        return str(data.draw(st.sampled_from([*self.session.now.units, *self.session.now.models])))

    def somewhere(self, data: st.DataObject, who: str) -> tuple[tuple[Leg, ...], dict[str, Value]]:
        """Legs of one figure, or the plan of a squad."""
        table = self.session.now
        names = action.members(table, (who,))
        if who in table.models and table.models[who].place.on_table:
            return tuple(walked(each) for each in data.draw(legs(table, who))), {}
        if data.draw(st.booleans()) or not names:
            shift = [data.draw(st.integers(-8, 8)) / 2 for _ in range(2)]
            return (), {"plan": freeze({"shift": shift})}
        some = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
        return (), {"plan": freeze({"paths": {name: data.draw(legs(table, name)) for name in some}})}

    @rule(
        data=st.data(), moves=st.integers(1, 3), ap=st.integers(1, 3), kind=st.sampled_from(["", "", "rout"])
    )
    def move(self, data: st.DataObject, moves: int, ap: int, kind: str) -> None:
        who = self.anybody(data)
        way, details = self.somewhere(data, who)
        details |= {"moves": moves, "ap": ap}
        self.declare(
            Declaration("move", (who,), way, details=Record(details | ({"as": kind} if kind else {})))
        )

    @rule(data=st.data(), end=st.sampled_from(["", "prone", "standing"]))
    def move_tactically(self, data: st.DataObject, end: str) -> None:
        who = self.anybody(data)
        way, details = self.somewhere(data, who)
        self.declare(Declaration("tactical", (who,), way, details=Record(details | {"end": end})))

    @rule(data=st.data(), fire=st.sampled_from(["", "gun", "any"]), back=st.booleans())
    def charge(self, data: st.DataObject, fire: str, back: bool) -> None:
        table = self.session.now
        standing = [name for name, model in table.models.items() if model.place.on_table]
        assume(standing)
        who, foe = data.draw(st.sampled_from(standing)), data.draw(st.sampled_from(standing))
        pose = table.pose(foe)
        way = (Leg((to_lattice(pose.x), to_lattice(pose.y))),)
        details: dict[str, Value] = {"fire": fire, "return_fire": back, "otherwise": "move"}
        self.declare(Declaration("charge", (who,), way, foe, Record(details)))

    @rule(
        data=st.data(), name=st.sampled_from(["fire", "go-prone", "get-up", "end-activation", "gather-wits"])
    )
    def do(self, data: st.DataObject, name: str) -> None:
        self.declare(Declaration(name, (self.anybody(data),)))

    @rule(data=st.data(), ap=st.integers(0, 3), at=st.integers(1, 3))
    def divide(self, data: st.DataObject, ap: int, at: int) -> None:
        table = self.session.now
        unit = data.draw(st.sampled_from(list(table.units)))
        names = action.members(table, (unit,))
        parts: Value = (names[:at], names[at:]) if len(names) > at else (names,)
        self.declare(Declaration("activate", (unit,), details=Record(ap=ap, parts=parts)))

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        units = list(self.session.now.units)
        one, other = data.draw(st.sampled_from(units)), data.draw(st.sampled_from(units))
        self.declare(Declaration("merge", (one,), target=other))

    @rule(data=st.data(), name=st.sampled_from(["casualties", "knocked-down"]))
    def befall(self, data: st.DataObject, name: str) -> None:
        who = data.draw(st.lists(st.sampled_from(self.everybody), min_size=1, max_size=2, unique=True))
        self.declare(Declaration(name, tuple(who), kind="happen"))

    @rule()
    def end_turn(self) -> None:
        self.declare(Declaration("end-turn", kind="tick"))

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        assert result.cost >= 0
        for line in result.ledger:
            assert line.cost >= 0
            assert line.length >= 0

    @invariant()
    def action_points_are_never_overdrawn(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            for unit in table.units:
                names = action.acting(table, action.members(table, (unit,)))
                spent = max((len(action.did(table, name)) for name in names), default=0)
                noted = table.note(action.AP, unit)
                assert spent <= (noted if isinstance(noted, int) else MOST_AP)

    @invariant()
    def units_are_consistent(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            listed = [name for unit in table.units.values() for name in unit.models]
            assert len(listed) == len(set(listed))
            for name, model in table.models.items():
                assert (name in listed) == bool(model.unit)
                assert not model.unit or name in table.units[model.unit].models
            sides = {table.models[name].side for unit in table.units.values() for name in unit.models}
            assert sides <= {"a", "b"}
            for unit in table.units.values():
                assert {table.models[name].side for name in unit.models} <= {unit.side}

    @invariant()
    def parts_of_a_squad_are_no_lone_figures_by_its_own_will(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            for unit in table.units:
                names = list(action.members(table, (unit,)))
                part = action.origin(table, unit) != unit and not action.is_mob(table, unit)
                whole = table.units[unit].models
                # Who is left of a part after losses may be alone.
                assert not (part and len(whole) == 1 and is_alone(table, names) and not _bereft(table, unit))

    @invariant()
    def nobody_is_off_the_board(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            for model in table.models.values():
                if model.place.on_table:
                    pose = table.pose(model.id)
                    assert 0 <= pose.x <= BOARD
                    assert 0 <= pose.y <= BOARD
                    assert from_lattice(model.place.facing) < 360


def _bereft(table: Table, unit: str) -> bool:
    """Whether a squad has lost anybody."""
    origin = action.origin(table, unit)
    kin = [each for each in table.units.values() if action.origin(table, each.id) == origin]
    return any(not table.models[name].place.on_table for each in kin for name in each.models)


Streets.TestCase.settings = settings(
    max_examples=sample(20),
    stateful_step_count=10,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestRandomStreets = Streets.TestCase
