"""Random tables with the things that errors hide behind, as scenario data: one table for each seed.

Low roofs at a model's head, slabs, platforms as high as a free step, walls beside models, dead ends, pits, railings,
dangerous ground, water at the foot of a quay, models on crates, riders on decks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import laid
from surefoot.files.source import of_data
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import turn
from surefoot.records import dataclass
from surefoot.referee.protocol import Ruleset
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene, region_of
from surefoot.referee.view import View
from surefoot.routes.ground.starting import carrying_surface
from surefoot.table.table import Table
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.volumes import inside
from surefoot.testing.kit.worlds import SIZE, Lore

Data = dict[str, Any]
# A place for a model: a point and the surface it is on.
Spot = tuple[float, float, str]

MILLIMETRES = 25.4
# Everything stands near the middle, so that the table can be shifted, mirrored and turned.
MIDDLE = SIZE / 2
# How far from the middle something is set up.
SPREAD = 3.0
# Thin as a plank, or as a wall of card.
THIN = (0.1, 0.2, 0.25, 0.5)
# What a roof may lack, or leave, above a model's head.
ROOM = (0.0, 0.0, 0.01, -0.01, 0.25, -0.25, 0.5)
# How often a model of a random table is a vehicle, where the ruleset has them.
VEHICLES = 0.35


# How often there is a piece of ground of the lists of a ruleset, and another one, perhaps across it; how often a model has
# something besides, and how often the first model carries something.
LISTED, BESIDES, CARRIED = 0.5, 0.2, 0.2

# The number of tables that are drawn for a seed before it is given up.
MOST_TRIES = 100


class NoTable(LookupError):
    """No random table can be laid with what a ruleset lends."""


@dataclass(frozen=True)
class World:
    """One random table: its seed, the scenario it was read from, and what the laws draw on it."""

    seed: int
    data: Data
    table: Table
    ruleset: Ruleset
    lore: Lore

    def draws(self, law: str) -> Draws:
        """The random numbers of one law, the same each time."""
        return Draws.of(f"{law} {self.seed}", self.lore)


def world(ruleset: Ruleset, lore: Lore, seed: int) -> World:
    """The table of a seed."""
    rng, more = Draws.of(f"{ruleset.name} {seed}", lore), Draws.of(f"{ruleset.name} {seed} besides", lore)
    for _ in range(MOST_TRIES):
        data = _Builder(ruleset, lore, rng, more).built()
        table = read(data, lore)
        if table is not None and table.models:
            return World(seed, data, table, ruleset, lore)
    raise NoTable(
        f"none of {MOST_TRIES} random tables can be laid for {ruleset.name}: see what its lore lends"
    )


def read(data: Mapping[str, Any], lore: Lore) -> Table | None:
    """The table of a scenario; None if a file could not hold it or a model stands in something."""
    try:
        table = laid(of_data(dict(data), "<random>")).table
    except FileInvalid:
        return None
    table = lore.ready(table)
    misplaced = any(
        inside(table, name) or _in_slope(table, name) or _on_no_level(table, name) for name in table.models
    )
    return None if misplaced else table


def _on_no_level(table: Table, who: str) -> bool:
    """Whether a model stands on a piece that is no level to it, by the prices of the first action that has any."""
    model, ruleset = table.models[who], ruleset_of(table)
    if model.place.kind != "surface" or model.place.on not in table.pieces:
        return False
    walks = (each.name for each in ruleset.actions.values() if each.path != "none")
    tariff = next((tariff for name in walks for tariff in ruleset.tariffs(table, who, name)), None)
    if tariff is None:
        return False
    return carrying_surface(View(Scene(table), tariff.anywhere or tariff.lens, who)) is None


def _in_slope(table: Table, who: str) -> bool:
    """Whether a model that does not stand on stairs or a ramp stands in them."""
    model = table.models[who]
    slopes = [
        piece
        for piece in table.pieces.values()
        if piece.sort in ("stairs", "ramp") and piece.id != model.place.on
    ]
    return model.place.on_table and any(
        overlaps(table.body(who), region_of(piece.outline)) for piece in slopes
    )


class _Builder:
    """Sets up one thing after another, and models beside, on and under it."""

    def __init__(self, ruleset: Ruleset, lore: Lore, rng: Draws, more: Draws) -> None:
        self.ruleset, self.lore, self.rng = ruleset, lore, rng
        # For what a lore has lent since: with numbers of its own it changes no other table.
        self.more = more
        self.terrain: dict[str, Data] = {}
        self.models: dict[str, Data] = {}
        self.spots: list[Spot] = []
        self.ahead: list[Spot] = []

    def built(self) -> Data:
        """A scenario without declarations."""
        rng = self.rng
        perils = list(self._perils())
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            x, y = (MIDDLE + rng.quarter(-SPREAD, SPREAD) for _ in range(2))
            rng.choice(perils)(x, y)
        self._listed_ground()
        self._muster()
        data: Data = {
            "ruleset": self.ruleset.name,
            **self.lore.scenario,
            "board": [SIZE, SIZE],
            "terrain": self.terrain,
            "models": self.models,
        }
        carrier = self.models.get("m0", {})
        if self.lore.carried is not None and "base" in carrier and self.more.random() < CARRIED:
            data["objects"] = {"burden": {**self.lore.carried, "carried-by": ["m0"]}}
        return data

    def _perils(self) -> Iterator[Callable[[float, float], None]]:
        yield from (self._slab, self._slab, self._crates, self._crates, self._dead_end, self._wall)
        yield from (self._stairs, self._pit, self._hazard, self._hazard, self._gantry, self._ledge)
        if "door" in self.lore.sorts:
            yield self._door
        if self.lore.water is not None:
            yield from (self._quay, self._quay)

    # ------------------------------------------------------------------ terrain

    def _add(self, name: str, sort: str, where: Any, **fields: Any) -> str:
        name = f"{name}{len(self.terrain)}"
        tags = [
            *fields.pop("tags", ()),
            *(self.lore.faces if sort not in ("area", "ladder", "railing") else ()),
        ]
        self.terrain[name] = {sort: where, **fields, **({"tags": tags} if tags else {})}
        return name

    def _platform(
        self, name: str, x: float, y: float, width: float, depth: float, z: float, **fields: Any
    ) -> str:
        """A platform, and places on it."""
        name = self._add(name, "platform", {"rect": [x, y, width, depth]}, z=z, **fields)
        rng = self.rng
        for _ in range(2):
            self.spots.append(
                (x + rng.quarter(0.25, width - 0.25), y + rng.quarter(0.25, depth - 0.25), name)
            )
        return name

    def _beside(self, x: float, y: float, width: float, depth: float, on: str = "board") -> None:
        """Places along the sides of a box."""
        rng = self.rng
        away = rng.choice((0.5, 0.625, 0.75, 1.0, 1.5))
        self.spots += [
            (x - away, y + rng.quarter(0, depth), on),
            (x + width + away, y + rng.quarter(0, depth), on),
            (x + rng.quarter(0, width), y - away, on),
            (x + rng.quarter(0, width), y + depth + away, on),
        ]

    def _roof(self, x: float, y: float, width: float, depth: float, floor: float) -> None:
        """A roof about as high above a floor as a model is tall, over a part of it."""
        rng = self.rng
        high = max(0.5, floor + self.lore.height + rng.choice(ROOM))
        over = (
            x + rng.quarter(-1.5, width - 0.5),
            y + rng.quarter(-1.0, 0.5),
            rng.quarter(0.5, 3.0),
            depth + 1.0,
        )
        thick = rng.choice((0.0, 0.0, 0.25))
        self._add("roof", "platform", {"rect": list(over)}, z=high + thick, thickness=thick)

    def _slab(self, x: float, y: float) -> None:
        """A slab, often under a low roof."""
        rng = self.rng
        width, depth = rng.quarter(1.5, 4), rng.quarter(1.5, 4)
        low = rng.choice(self.lore.steps)
        self._platform("slab", x, y, width, depth, low, under="solid")
        self._beside(x, y, width, depth)
        if rng.random() < 0.7:
            self._roof(x, y, width, depth, rng.choice((0.0, low)))

    def _crates(self, x: float, y: float) -> None:
        """Crates side by side, on the ground or on one another."""
        rng = self.rng
        for _ in range(rng.randint(2, 3)):
            width, depth, z = (
                rng.quarter(1, 3),
                rng.quarter(1, 3),
                rng.choice((*self.lore.steps, *self.lore.decks)),
            )
            name = self._platform("crate", x, y, width, depth, z, under="solid")
            self._beside(x, y, width, depth)
            if rng.random() < 0.3:
                top = z + rng.choice(self.lore.steps)
                self._platform("top", x + 0.25, y + 0.25, 1.25, 1.25, top, under="solid", on=name)
            x += width + rng.choice((0.0, 0.0, 0.25, 0.5, 1.0, 1.5))
            y += rng.choice((0.0, 0.0, 0.5))

    def _gantry(self, x: float, y: float) -> None:
        """A platform that can be walked under, with a ladder, a railing or neither, and things on it."""
        rng = self.rng
        width, depth, z = rng.quarter(2, 5), rng.quarter(1.5, 3), rng.choice(self.lore.decks)
        name = self._platform("gantry", x, y, width, depth, z, thickness=rng.choice((0.0, 0.0, 0.25)))
        self.spots.append((x + rng.quarter(0, width), y + rng.quarter(0, depth), "board"))
        self._beside(x, y, width, depth)
        more = rng.random()
        if more < 0.3:
            self._add("rungs", "ladder", [x + width / 2, y], **{"from": "board", "to": name})
        elif more < 0.6:
            self._add("rail", "railing", [[x, y], [x + width, y]], height=rng.choice((0.5, 1.0)), on=name)
        elif more < 0.8:
            self._wall(x + rng.quarter(0, width), y, on=name)

    def _ledge(self, x: float, y: float) -> None:
        """A block with a floor that juts out over one of its sides."""
        rng = self.rng
        width, z = rng.quarter(1.5, 3), rng.choice(self.lore.decks)
        out = rng.choice((0.25, 0.5, 0.75, 1.0, 1.5))
        self._platform("block", x, y, width, 2.5, z, under="solid")
        self._platform("ledge", x - out, y, width + out, 2.5, z + rng.choice((0.0, 0.5, 1.0)), thickness=0.0)
        self._beside(x, y, width, 2.5)

    def _stairs(self, x: float, y: float) -> None:
        """Stairs or a ramp up to a platform, with a roof over them or a wall beside or across them."""
        rng = self.rng
        z, wide, long = rng.choice(self.lore.decks), rng.choice((1.5, 2.0)), rng.choice((2.0, 2.5, 4.0))
        self._platform("landing", x, y, 3, 3, z, under=rng.choice(("solid", "open")))
        slope = {"from": [x - long, y + 1.5], "to": [x, y + 1.5]}
        self._add("flight", rng.choice(("stairs", "ramp")), slope, width=wide, height=z)
        self.spots += [
            (x - long - 0.75, y + 1.5, "board"),
            (x - long / 2, y + 1.5, f"flight{len(self.terrain) - 1}"),
        ]
        if rng.random() < 0.5:
            # Whatever lies below the head of a slope is taken for the floor that it leads up to.
            self._roof(x - long, y + 0.5, long, 2, z)
        elif rng.random() < 0.5:
            self._wall(x - long + rng.quarter(0, long), y + rng.quarter(0, 2))

    def _pit(self, x: float, y: float) -> None:
        """A pit, with a plank across it or not."""
        rng = self.rng
        width, depth = rng.choice(((1.5, 4.0), (2.5, 2.5), (0.75, 3.0), (4.0, 3.0)))
        name = self._add("pit", "gap", {"rect": [x, y, width, depth]}, depth=rng.choice(self.lore.depths))
        self.spots.append((x + width / 2, y + rng.quarter(0.75, depth - 0.75), name))
        self._beside(x, y, width, depth)
        if rng.random() < 0.4:
            z = rng.choice((*self.lore.steps, *self.lore.decks))
            self._platform("plank", x - 1, y + depth / 2 - 0.75, width + 2, 1.5, z, thickness=0.0)

    def _wall(self, x: float, y: float, on: str = "board") -> None:
        """A thin wall or a barricade with models on both sides of it."""
        rng = self.rng
        long, thick = rng.quarter(1, 4), rng.choice(THIN)
        width, depth = rng.choice(((long, thick), (thick, long)))
        sort = rng.choice(("wall", "wall", "obstacle"))
        high = rng.choice((0.25, 0.5, 1.0, 1.5, 2.0, 3.0))
        where = {} if on == "board" else {"on": on}
        self._add(sort, sort, {"rect": [x, y, width, depth]}, height=high, **where)
        self._beside(x, y, width, depth, on)

    def _dead_end(self, x: float, y: float) -> None:
        """Three walls with room for one model, perhaps for two."""
        rng = self.rng
        room, thick = rng.choice((1.25, 1.5, 2.0)), rng.choice(THIN)
        high = rng.choice((0.5, 1.0, 2.0, 3.0))
        sides = (
            [x - thick, y, thick, room],
            [x + room, y, thick, room],
            [x - thick, y + room, room + 2 * thick, thick],
        )
        for side in sides:
            self._add("side", "wall", {"rect": side}, height=high)
        self.spots += [
            (x + room / 2, y + room / 2, "board"),
            (x + room / 2, y - rng.quarter(0.5, 1.5), "board"),
        ]
        self.spots.append((x + room / 2, y + room + thick + 0.75, "board"))

    def _door(self, x: float, y: float) -> None:
        """A door in a wall."""
        high = self.rng.choice((2.0, 3.0))
        self._add("wall", "wall", [[x, y], [x, y + 6]], width=0.25, height=high)
        ends = [[x, y + 2], [x, y + 3.75]]
        self._add("door", "door", ends, height=2.0, state=[self.rng.choice(("open", "closed"))])
        self._beside(x, y + 2, 0.25, 1.75)

    def _hazard(self, x: float, y: float) -> None:
        """Ground with tags beside models and ways, on the board or on a platform."""
        rng = self.rng
        width, depth = rng.choice(((1.0, 4.0), (4.0, 1.0), (2.5, 2.5)))
        tags = list(rng.choice(self.lore.grounds))
        if rng.random() < 0.3:
            deck = self._platform("floor", x - 1, y - 1, width + 2, depth + 2, rng.choice(self.lore.decks))
            self._add("ground", "area", {"rect": [x, y, width, depth]}, tags=tags, on=deck)
            return
        self._add("ground", "area", {"rect": [x, y, width, depth]}, tags=tags)
        self._beside(x, y, width, depth)

    def _listed_ground(self) -> None:
        """Ground of the lists of a ruleset about the middle, and some across it."""
        rng = self.more
        while self.lore.listed and rng.random() < LISTED:
            x, y = (MIDDLE + rng.quarter(-SPREAD - 1, SPREAD - 1) for _ in range(2))
            where = [x, y, rng.quarter(1, 5), rng.quarter(1, 5)]
            self._add("listed", "area", {"rect": where}, tags=list(rng.choice(self.lore.listed)))

    def _quay(self, x: float, y: float) -> None:
        """A quay with deep water at its foot."""
        rng = self.rng
        water = dict(self.lore.water or {})
        self._platform(
            "quay", x - 3, y, 3, 3, rng.choice((*self.lore.steps, *self.lore.decks, 7.0)), under="solid"
        )
        self._add("water", "area", {"rect": [x + rng.choice((0.0, 0.0, 0.25)), y - 1, 4, 5]}, **water)
        self.spots += [
            (x - rng.quarter(0.5, 1.5), y + 1.5, next(reversed(list(self.terrain)[:-1]))),
            (x + 5, y + 1, "board"),
        ]

    # ------------------------------------------------------------------ models

    def _muster(self) -> None:
        """Models of two sides, each where it stands free."""
        rng, lore = self.rng, self.lore
        rng.shuffle(self.spots)
        spots = [
            *self.spots,
            *((MIDDLE + rng.quarter(-4, 4), MIDDLE + rng.quarter(-4, 4), "board") for _ in range(4)),
        ]
        wanted = rng.randint(1, 4)
        for spot in spots[:12]:
            if len(self.models) >= wanted:
                break
            if self.ahead:
                self._stand(self._model(self.ahead.pop()))
            self._stand(
                self._vehicle(spot) if lore.vehicles and rng.random() < VEHICLES else self._model(spot)
            )

    def _model(self, spot: Spot) -> Data:
        rng, lore = self.rng, self.lore
        model: Data = {
            "base": round(rng.choice(lore.bases) * MILLIMETRES, 3),
            "height": lore.height,
            "profile": dict(rng.drawn(lore.profiles)),
            "keywords": list(rng.choice(lore.keywords)),
            "status": list(rng.choice(lore.statuses)) if self.models and rng.random() < 0.3 else [],
        }
        if lore.conditions and self.more.random() < BESIDES:
            besides = dict(self.more.choice(lore.conditions))
            model |= {**besides, "profile": {**model["profile"], **besides.get("profile", {})}}
        return self._at(spot, {key: value for key, value in model.items() if value != []})

    def _vehicle(self, spot: Spot) -> Data:
        return self._at(spot, dict(self.rng.choice(self.lore.vehicles)))

    def _at(self, spot: Spot, model: Data) -> Data:
        x, y, on = spot
        model |= {"at": [x, y]}
        if on != "board":
            model["on"] = on
        if self.lore.turns or "hull" in model:
            model["facing"] = self.rng.choice((0, 90, 180, 270))
        return model

    def _stand(self, model: Data) -> bool:
        """Set up a model if there is room for it, and with it a rider where it has a deck."""
        name = f"m{len(self.models)}"
        aboard = model.get("place", {}).get("on")
        model["side"] = (
            self.models[aboard]["side"] if aboard else self.rng.choice("ab") if self.models else "a"
        )
        self._join(model)
        trial = {**self.models, name: model}
        if self._legal(trial) is None:
            return False
        self.models = trial
        if "hull" in model:
            self._before(model)
        if self.lore.transports in model.get("keywords", ()) and self.rng.random() < 0.6:
            inside = self._model((0.0, 0.0, "board"))
            del inside["at"]
            self._stand({**inside, "place": {"kind": "aboard", "on": name}})
        if model.get("deck") is not None and self.rng.random() < 0.6:
            # A rider's place is in the frame of its carrier.
            self._stand(self._model((0.0, self.rng.choice((0.0, 0.5, 1.0)), f"{name}.deck")))
        return True

    def _before(self, vehicle: Data) -> None:
        """Places ahead of a vehicle come first."""
        dx, dy = turn(self.rng.choice((-0.75, 0.0, 0.25, 0.75)), self.rng.quarter(2.5, 5), vehicle["facing"])
        self.ahead.append((vehicle["at"][0] + dx, vehicle["at"][1] + dy, vehicle.get("on", "board")))

    def _join(self, model: Data) -> None:
        """Units, where the ruleset moves units: with some luck the one of the model before."""
        if not self.lore.squads:
            return
        if "place" in model:
            model["unit"] = f"u{len(self.models)}"
            return
        last = next(reversed(self.models.values()), None)
        together = (
            last is not None and last["side"] == model["side"] and not {"hull", "place"} & {*last, *model}
        )
        members = [each for each in self.models.values() if last and each["unit"] == last["unit"]]
        if last is not None and together and len(members) < self.lore.squads and self.rng.random() < 0.5:
            model["unit"] = last["unit"]
        else:
            model["unit"] = f"u{len(self.models)}"

    def _legal(self, models: Mapping[str, Data]) -> Table | None:
        data = {"ruleset": self.ruleset.name, **self.lore.scenario, "board": [SIZE, SIZE]}
        return read({**data, "terrain": self.terrain, "models": dict(models)}, self.lore)
