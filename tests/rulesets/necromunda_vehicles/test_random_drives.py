"""Vehicles, riders and fighters in random games: nothing is lost, nothing stands in anything, riders stay aboard."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from tests.rulesets.refereed import Refereed
from tests.samples import sample

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads
from surefoot.geometry.measure import lies_on, overlaps
from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.verdict import Outcome
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.rulesets.necromunda_classic.track import DRIVING, is_carried
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

RULESETS = ("necromunda-classic", "necromunda-2023")
BOARD = 30
places = st.integers(8, 2 * BOARD - 8).map(lambda n: n / 2)
ACTIONS = (
    "move",
    "manoeuvre",
    "move and shoot",
    "drift",
    "ram",
    "spin",
    "full throttle",
    "turn-over",
    "break for air",
)
LOCATIONS = ("Body", "Crew", "Drive", "Engine")
RESULTS = ("Glancing", "Penetrating", "Catastrophic")


# --- tables -----------------------------------------------------------------------------------------


@st.composite
def terrain(draw: st.DrawFn) -> dict[str, Any]:
    """Walls, sheds, barricades, bad ground and a terrace."""
    found: dict[str, Any] = {}
    for number in range(draw(st.integers(0, 5))):
        rect = {"rect": [draw(places), draw(places), draw(st.integers(1, 5)), draw(st.integers(1, 5))]}
        sort = draw(st.sampled_from(["wall", "obstacle", "shed", "area", "area", "terrace"]))
        if sort == "wall":
            found[f"wall{number}"] = {"wall": rect, "height": 4}
        elif sort == "obstacle":
            found[f"barricade{number}"] = {"obstacle": {"rect": [*rect["rect"][:3], 1]}, "height": 1}
        elif sort == "shed":
            found[f"shed{number}"] = {"obstacle": rect, "height": 3, "tags": ["flimsy"]}
        elif sort == "terrace":
            wide = [*rect["rect"][:2], 8, 8]
            found[f"terrace{number}"] = {"platform": {"rect": wide}, "z": draw(st.sampled_from([0.5, 2, 4]))}
        else:
            tags = draw(st.sampled_from([["difficult"], ["dangerous"]]))
            found[f"ground{number}"] = {"area": rect, "tags": tags}
    return found


@st.composite
def vehicle(draw: st.DrawFn, number: int, floors: list[str]) -> dict[str, Any]:
    """A vehicle with a roof, and perhaps a cargo bed."""
    length, width = draw(st.sampled_from([(4, 2), (5, 3), (6, 4)]))
    height = draw(st.sampled_from([2, 3]))
    tags = draw(st.sampled_from([[], ["transport"]]))
    sides = ("front", "side", "rear")
    return {
        "hull": [length, width],
        "height": height,
        "at": [draw(places), draw(places)],
        "facing": draw(st.integers(0, 7)) * 45,
        "side": "ab"[number % 2],
        "keywords": ["vehicle"],
        "status": draw(st.sampled_from([[], [], [], ["stalled"], ["broken"]])),
        "deck": {"z": height, "tags": tags},
        "profile": {
            "M": draw(st.integers(3, 11)),
            "handling": draw(st.integers(4, 8)),
            "hp": draw(st.integers(1, 4)),
            "locomotion": draw(st.sampled_from(["Wheeled", "Tracked", "Skimmer", "Walker"])),
            **{facing: draw(st.integers(3, 7)) for facing in sides},
        },
        "on": draw(st.sampled_from(["board", *floors])),
    }


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Vehicles, fighters on them and beside them, and loot."""
    pieces = draw(terrain())
    floors = [name for name in pieces if name.startswith("terrace")]
    models: dict[str, Any] = {f"v{n}": draw(vehicle(n, floors)) for n in range(draw(st.integers(2, 4)))}
    vehicles = list(models)
    objects: dict[str, Any] = {}
    for number in range(draw(st.integers(1, 5))):
        on = draw(st.sampled_from(["board", *vehicles]))
        near = draw(st.tuples(st.integers(-2, 2), st.integers(-3, 3)))
        at = [near[0] / 2, near[1] / 2] if on != "board" else [draw(places), draw(places)]
        models[f"f{number}"] = {
            "base": 25.4,
            "at": at,
            "on": f"{on}.deck" if on != "board" else on,
            "side": "ab"[number % 2],
            "profile": {"M": 5, "I": draw(st.integers(2, 6)), "W": draw(st.integers(1, 2))},
        }
        if on != "board" and draw(st.booleans()):
            objects[f"loot{number}"] = {"sort": "loot", "at": [-at[0], -at[1]], "on": f"{on}.deck"}
    fields = {"ruleset": draw(st.sampled_from(RULESETS)), "board": [BOARD, BOARD], "terrain": pieces}
    try:
        table = loads(json.dumps({**fields, "models": models, "objects": objects}), "random").table
    except FileInvalid:
        assume(False)
    while lost := [name for name in table.models if wrong(table, name)]:
        # Whoever stands on what is taken away goes with it.
        gone = [lost[-1], *(rider.id for rider in table.riders(lost[-1]))]
        things = [name for name, thing in table.objects.items() if thing.place.on.partition(".")[0] in gone]
        table = table.changed(models=table.models.without(*gone), objects=table.objects.without(*things))
    assume(any(is_vehicle(model) for model in table.models.values()))
    return table


def wrong(table: Table, who: str) -> list[str]:
    """Why a model cannot be where it is."""
    model = table.models[who]
    if not model.place.on_table or model.place.kind == "link":
        return []
    pose, scene = table.pose(who), Scene(table)
    if not is_vehicle(model):
        view = View(scene, lens(table, who, voluntary=False), who)
        found = [f"{who} is in {what}" for kind, what in view.overlapped(pose) if kind != "hurdle"]
        # Two decks side by side may hold a rider together until one of them drives off.
        held = is_carried(table, model) or view.supported(pose)
        return found if held else [*found, f"{who} floats at {pose}"]
    view = View(scene, DRIVING, who)
    found = [f"{who} is in {what}" for kind, what in view.overlapped(pose) if kind != "hurdle"]
    for figure in scene.figures:
        if figure.id == who or is_carried(table, figure.model) or not view.figure_bars(figure, pose.z):
            continue
        if overlaps(view.body(pose), figure.body):
            found.append(f"{who} is in {figure.id}")
    if not view.supported(pose):
        found.append(f"{who} floats at {pose}")
    return found


# --- declarations -----------------------------------------------------------------------------------


@st.composite
def route(draw: st.DrawFn, pose: Pose, sideways: bool) -> tuple[Leg, ...]:
    """Straight lines and turns, mostly such as an action allows."""
    x, y, facing = pose.x, pose.y, pose.facing
    legs = []
    for _ in range(draw(st.integers(1, 3))):
        if not sideways and draw(st.booleans()):
            degrees = draw(st.sampled_from([-180, -90, -45, 30, 45, 90]))
            facing += degrees
            legs.append(Leg(by="turn", turn=to_lattice(degrees)))
            continue
        length = draw(st.integers(1, 24)) / 2
        ways = [90, 270] if sideways else [0, 0, 0, 0, 180, 20]
        dx, dy = turn(0.0, length, facing + draw(st.sampled_from(ways)))
        x, y = x + dx, y + dy
        legs.append(Leg((to_lattice(x), to_lattice(y))))
    return tuple(legs)


class Drives(Refereed):
    """One game after another: anything may be declared at any time."""

    @initialize(table=tables(), seed=st.integers(0, 10**6))
    def lay(self, table: Table, seed: int) -> None:
        self.begin(table, seed)
        self.models, self.objects = list(table.models), list(table.objects)

    def vehicles(self) -> list[str]:
        found = [name for name, model in self.session.now.models.items() if is_vehicle(model)]
        there = [name for name in found if self.session.now.models[name].place.on_table]
        return there or found

    @rule(data=st.data())
    def drive(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(self.vehicles()))
        action = data.draw(st.sampled_from([*ACTIONS, "move", "ram", "ram"]))
        legs = data.draw(route(self.session.now.pose(who), action == "drift"))
        self.declare(Declaration(action, (who,), legs))

    @rule(data=st.data())
    def restart(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(self.vehicles()))
        self.declare(Declaration(data.draw(st.sampled_from(["jump start", "free wheel"])), (who,)))

    @rule(data=st.data())
    def walk(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(self.models))
        pose = self.session.now.pose(who)
        angle = math.radians(data.draw(st.integers(0, 7)) * 45)
        length = data.draw(st.integers(1, 5))
        to = to_lattice(pose.x + length * math.sin(angle)), to_lattice(pose.y + length * math.cos(angle))
        by = data.draw(st.sampled_from(["walk", "climb", "leap", "jump"]))
        self.declare(Declaration("move", (who,), (Leg(to, by),)))  # type: ignore[arg-type]  # one of its labels

    @rule(data=st.data())
    def befall(self, data: st.DataObject) -> None:
        """Something from outside damages a vehicle or makes it lose control."""
        who = data.draw(st.sampled_from(self.vehicles()))
        if data.draw(st.booleans()):
            self.declare(Declaration("loses control", (who,), kind="happen"))
            return
        location, result = data.draw(st.sampled_from(LOCATIONS)), data.draw(st.sampled_from(RESULTS))
        details = Record(location=location, result=result)
        self.declare(Declaration("vehicle hit", (who,), details=details, kind="happen"))

    @rule(action=st.sampled_from(["end-activation", "end-round", "end-round"]))
    def tick(self, action: str) -> None:
        self.declare(Declaration(action, kind="tick"))

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        after = self.session.now
        moved = [event.who for event in result.events if any(name == "to" for name, _ in event.details)]
        for rider in before.models.values():
            if is_carried(before, rider) and rider.id not in moved:
                assert (
                    after.models[rider.id].place == rider.place or not after.models[rider.id].place.on_table
                )

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            assert list(table.models) == self.models
            assert list(table.objects) == self.objects
            for thing in table.objects.values():
                surface = Scene(table).surface(thing.place.on)
                assert thing.place.kind == "aboard" or surface is not None, thing

    @invariant()
    def nothing_stands_in_anything(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            found = [each for who in table.models for each in wrong(table, who)]
            assert not found, found

    @invariant()
    def riders_are_on_their_decks(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            for model in table.models.values():
                if model.place.on_table and is_carried(table, model):
                    surface = Scene(table).surface(model.place.on)
                    assert surface is not None, model
                    assert lies_on(table.body(model.id), surface.region, "centre"), model


Drives.TestCase.settings = settings(
    max_examples=sample(25),
    stateful_step_count=8,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestRandomDrives = Drives.TestCase
