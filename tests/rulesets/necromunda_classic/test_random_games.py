"""Random games on tables of several levels: whatever is declared, the table stays one that could stand in a room."""

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
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.verdict import Outcome
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic.activation import ACTIONS_PER_ACTIVATION, permits
from surefoot.rulesets.necromunda_classic.fighter import movement
from surefoot.rulesets.necromunda_classic.prices import lens
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

RULESETS = ("necromunda-classic", "necromunda-2023")
BOARD = 16
places = st.integers(2, 2 * BOARD - 4).map(lambda n: n / 2)
spans = st.integers(2, 12).map(lambda n: n / 2)
levels = st.sampled_from([0.5, 1.0, 2.0, 3.0, 4.0, 6.0])
Pieces = dict[str, dict[str, Any]]

# What an action gives beyond, or instead of, the Movement characteristic.
ROLLED = {"charge": 3, "retreat": 6, "running for cover": 12}
SHARE = {"take cover": 0.5, "crawl": 0.5, "retreat": 0.0, "running for cover": 0.5}
# Bills are kept in millionths; each line of one may be rounded.
ROUNDING = 200


# --- tables -----------------------------------------------------------------------------------------


@st.composite
def gantries(draw: st.DrawFn) -> Pieces:
    """Floors over one another, and ladders, stairs and railings that belong to them."""
    found: Pieces = {}
    for number in range(draw(st.integers(1, 4))):
        x, y, width, depth = draw(places), draw(places), 1 + draw(spans), 1 + draw(spans)
        z, name = draw(levels), f"gantry{number}"
        found[name] = {"platform": {"rect": [x, y, width, depth]}, "z": z}
        extra = draw(st.sampled_from(["", "ladder", "stairs", "railing"]))
        if extra == "ladder":
            found[f"ladder{number}"] = {"ladder": [x, y + depth / 2], "from": 0, "to": z}
        elif extra == "stairs" and x > z + 1:
            slope = {"from": [x - z, y + depth / 2], "to": [x, y + depth / 2]}
            found[f"stairs{number}"] = {"stairs": slope, "width": 2, "height": z}
        elif extra == "railing":
            line = [[x + width, y], [x + width, y + depth]]
            found[f"rail{number}"] = {"railing": line, "height": 0.5, "on": name}
    return found


@st.composite
def clutter(draw: st.DrawFn) -> Pieces:
    """Walls, obstacles, lifts, doors, ductways, and ground that is not just ground."""
    found: Pieces = {}
    for number in range(draw(st.integers(0, 4))):
        sort = draw(st.sampled_from(["area", "area", "wall", "obstacle", "lift", "ductway", "door"]))
        x, y = draw(places), draw(places)
        rect = {"rect": [x, y, draw(spans), draw(spans)]}
        if sort == "area":
            tags = draw(st.sampled_from([["difficult"], ["dangerous"], ["impassable"]]))
            found[f"ground{number}"] = {"area": rect, "tags": tags}
        elif sort in ("wall", "obstacle"):
            found[f"{sort}{number}"] = {sort: rect, "height": draw(levels)}
        elif sort == "lift":
            z = draw(st.integers(0, 4))
            found[f"lift{number}"] = {"lift": {"rect": [x, y, 3, 3]}, "shaft": [0, 6], "z": z}
        elif sort == "door":
            found[f"door{number}"] = {"door": [[x, y], [x, y + 2]], "width": 0.25, "height": 3}
        else:
            found[f"wall{number}"] = {"wall": {"rect": [x, y, 1, 6]}, "height": 4}
            found[f"duct{number}"] = {"ductway": [[x, y + 3], [x + 1, y + 3]], "width": 0.5}
    return found


@st.composite
def gangs(draw: st.DrawFn, terrain: Pieces) -> dict[str, dict[str, Any]]:
    """Two gangs, on any floor."""
    floors: list[tuple[str, list[float]]] = [("board", [1.0, 1.0, BOARD - 2.0, BOARD - 2.0])]
    for name, piece in terrain.items():
        floors += [(name, piece[sort]["rect"]) for sort in ("platform", "lift") if sort in piece]
    share = st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9])
    found = {}
    for number in range(draw(st.integers(2, 5))):
        on, (x, y, width, depth) = draw(st.sampled_from(floors))
        found[f"m{number}"] = {
            "base": draw(st.sampled_from([25.4, 32])),
            "at": [x + width * draw(share), y + depth * draw(share)],
            "on": on,
            "side": "ab"[number % 2],
            "profile": {name: draw(st.integers(*span)) for name, span in CHARACTERISTICS.items()},
        }
    return found


CHARACTERISTICS = {"M": (3, 8), "I": (2, 6), "W": (1, 2)}


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table on which everybody stands free and on firm ground."""
    terrain = draw(gantries()) | draw(clutter())
    fields = {"ruleset": draw(st.sampled_from(RULESETS)), "board": [BOARD, BOARD], "terrain": terrain}
    try:
        table = loads(json.dumps({**fields, "models": draw(gangs(terrain))}), "random").table
    except FileInvalid:
        assume(False)
    while wrong_ones := [name for name in table.models if wrong(table, name)]:
        table = table.changed(models=table.models.without(wrong_ones[-1]))
    assume(len(table.models) > 1)
    return table


def wrong(table: Table, who: str) -> list[str]:
    """Why a fighter cannot be where it is: in something, in somebody, or in mid-air."""
    model = table.models[who]
    if not model.place.on_table or model.place.kind == "link":
        return []
    view = View(Scene(table), lens(table, who, voluntary=False), who)
    pose = table.pose(who)
    found = [f"{who} is in {what}" for kind, what in view.overlapped(pose) if kind != "hurdle"]
    if not view.supported(pose):
        found.append(f"{who} floats at {pose}")
    return found


# --- declarations -----------------------------------------------------------------------------------


@st.composite
def paths(draw: st.DrawFn, table: Table, who: str) -> tuple[Leg, ...]:
    """One to three legs: a few inches off, or to some piece of terrain, by any means."""
    x, y = (BOARD / 2, BOARD / 2) if not table.models[who].place.on_table else table.pose(who)[:2]
    pieces = list(table.pieces.values())
    legs = []
    for _ in range(draw(st.integers(1, 3))):
        piece = draw(st.sampled_from(pieces)) if draw(st.integers(0, 2)) == 0 else None
        if piece is not None and piece.sort == "lift" and draw(st.booleans()):
            legs.append(Leg(by="lift", link=piece.id, rise=to_lattice(draw(st.integers(-5, 5)))))
            continue
        if piece is not None and piece.sort == "ladder":
            legs.append(Leg(by="link", link=piece.id))
            continue
        if piece is not None and piece.outline:
            xs, ys = piece.outline[0::2], piece.outline[1::2]
            x, y = from_lattice(min(xs) + max(xs)) / 2, from_lattice(min(ys) + max(ys)) / 2
        else:
            x += draw(st.integers(-8, 8)) / 2
            y += draw(st.integers(-8, 8)) / 2
        to = to_lattice(x), to_lattice(y)
        if piece is not None and piece.sort == "ductway":
            legs.append(
                Leg((to[0] + draw(st.sampled_from([-1_500_000, 1_500_000])), to[1]), "through", link=piece.id)
            )
            continue
        legs.append(
            Leg(to, draw(st.sampled_from(["walk", "walk", "walk", "climb", "climb", "jump", "leap"])))
        )
    return tuple(legs)


@st.composite
def declared(draw: st.DrawFn, table: Table, action: Action, who: str) -> Declaration:
    """An action of somebody, sensible or not."""
    names = list(table.models)
    legs = draw(paths(table, who)) if action.path != "none" else ()
    target = draw(st.sampled_from(names)) if action.target != "none" else ""
    things = ["nothing", *table.pieces]
    details: dict[str, Value] = {
        detail.name: draw(st.sampled_from(things)) for detail in action.details if detail.required
    }
    return Declaration(action.name, (who,), legs, target, Record(details))


class Games(Refereed):
    """One game after another: anything may be declared at any time."""

    @initialize(table=tables(), seed=st.integers(0, 10**6))
    def lay(self, table: Table, seed: int) -> None:
        self.begin(table, seed)

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        self.act(data, "move")

    @rule(data=st.data())
    def move_again(self, data: st.DataObject) -> None:
        self.act(data, "move", self.session.now.clock.active)

    @rule(data=st.data())
    def charge(self, data: st.DataObject) -> None:
        self.act(data, "charge")

    @rule(data=st.data())
    def do_anything(self, data: st.DataObject) -> None:
        actions = ruleset_of(self.session.now).actions.values()
        self.act(data, data.draw(st.sampled_from([each.name for each in actions if each.kind == "declare"])))

    def act(self, data: st.DataObject, action: str, who: str = "") -> None:
        table = self.session.now
        who = who or data.draw(st.sampled_from([*table.models, *self.ready() * 2]))
        self.declare(data.draw(declared(table, ruleset_of(table).actions[action], who)))

    def ready(self) -> list[str]:
        """Who could act: on its feet, and not yet activated."""
        table = self.session.now
        return [name for name in table.models if not permits("move")(table, name)]

    @rule(data=st.data(), inches=st.integers(0, 6), bearing=st.sampled_from([0, 45, 90, 180, 200, 270]))
    def befall(self, data: st.DataObject, inches: int, bearing: int) -> None:
        """Something moves a fighter against its will, or puts it down."""
        who = data.draw(st.sampled_from(list(self.session.now.models)))
        hit = Record(strength=3, ap=0, damage=1)
        details = Record(inches=to_lattice(inches), bearing=to_lattice(bearing), hit=hit)
        thrown = Declaration("thrown", (who,), details=details, kind="happen")
        status = data.draw(st.sampled_from(["", "", "pinned", "seriously-injured"]))
        down = Declaration("knocked down", (who,), details=Record({"as": status}), kind="happen")
        self.declare(down if status else thrown)

    @rule(action=st.sampled_from(["end-activation", "end-round"]))
    def tick(self, action: str) -> None:
        self.declare(Declaration(action, kind="tick"))

    def judge(self, before: Table, declaration: Declaration, result: Outcome) -> None:
        if declaration.kind == "declare":
            own = movement(before.models[declaration.actor]) * SHARE.get(declaration.action, 1.0)
            assert result.cost <= to_lattice(own + ROLLED.get(declaration.action, 0)) + ROUNDING

    @invariant()
    def everybody_stands_somewhere(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            found = [each for who in table.models for each in wrong(table, who)]
            assert not found, found

    @invariant()
    def nobody_has_made_more_than_two_actions(self) -> None:
        if hasattr(self, "session"):
            table = self.session.now
            assert all(
                int(str(table.note("actions", who) or 0)) <= ACTIONS_PER_ACTIVATION for who in table.models
            )


Games.TestCase.settings = settings(
    max_examples=sample(30),
    stateful_step_count=10,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestRandomGames = Games.TestCase
