"""What the tables of random games are drawn from: terrain, places, profiles, details."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from surefoot.table.table import Table
from surefoot.testing.kit.casts import Draw, Fields

WIDTH, DEPTH = 24, 18
Builder = Callable[[Random, str], Fields]


def words(*among: Any) -> Draw:
    """One of some values."""
    return lambda dice, table, who: dice.choice(among)


def noted_only(key: str, *kinds: str) -> Callable[[Table], Iterator[str]]:
    """An invariant: a note is kept of models only while their place is of some kind."""

    def problems(table: Table) -> Iterator[str]:
        for note in table.notes.values():
            model = table.models.get(note.of)
            if note.key == key and model is not None and model.place.kind not in kinds:
                yield f"the note {key!r} survives its reason: {model.id} is at {model.place}"

    return problems


def all_of(*invariants: Callable[[Table], Iterator[str]]) -> Callable[[Table], Iterator[str]]:
    return lambda table: (problem for each in invariants for problem in each(table))


def named(*sorts: str) -> Draw:
    """The name of a piece or an object of some sort; any name if there is none."""

    def draw(dice: Random, table: Table, who: str) -> str:
        pieces = [piece.id for piece in table.pieces.values() if piece.sort in sorts]
        objects = [thing.id for thing in table.objects.values() if thing.sort in sorts]
        return dice.choice([*pieces, *objects] or ["nothing"])

    return draw


def models(dice: Random, table: Table, who: str) -> str:
    """Another model."""
    return dice.choice([name for name in table.models if name != who] or [who])


def quarter(dice: Random, low: float, high: float) -> float:
    return dice.randint(round(low * 4), round(high * 4)) / 4


def rect(dice: Random, wide: float = 5.0, deep: float = 4.0, least: float = 1.0) -> dict[str, list[float]]:
    width, depth = quarter(dice, least, wide), quarter(dice, least, deep)
    return {"rect": [quarter(dice, 0, WIDTH - width), quarter(dice, 0, DEPTH - depth), width, depth]}


# --- terrain --------------------------------------------------------------------------------------


def platform(dice: Random, name: str, *, tags: list[str], traits: Fields) -> Fields:
    """A floor at some height, and what leads up to it, overhangs it or stands on it."""
    found: Fields = {}
    box, z = rect(dice, 6, 5, 2), dice.choice([0.25, 0.5, 1, 1.5, 2, 3, 4, 6])
    x, y, width, depth = box["rect"]
    deck: Fields = {"platform": box, "z": z}
    if dice.random() < 0.5:
        deck["under"] = "solid"
    if tags and dice.random() < 0.6:
        deck["tags"] = [dice.choice(tags)]
    if traits:
        deck["traits"] = traits
    found[name] = deck
    way = dice.choice(["ladder", "rope", "stairs", "railing", "roof", "tier", ""])
    if way in ("ladder", "rope"):
        found[f"{name}-{way}"] = {way: [x, y + depth / 2], "from": 0, "to": z}
    elif way == "stairs" and x > z + 1:
        slope = {"from": [x - max(z, 1), y + depth / 2], "to": [x, y + depth / 2]}
        found[f"{name}-stairs"] = {dice.choice(["stairs", "ramp"]): slope, "width": 2, "height": z}
    elif way == "railing":
        line = [[x + width, y], [x + width, y + depth]]
        found[f"{name}-rail"] = {"railing": line, "height": 0.5, "on": name}
    elif way == "roof":
        # A roof, often so low that a model on the floor does not fit under it.
        over = {"rect": [x + quarter(dice, -1, width), y, 3, depth]}
        found[f"{name}-roof"] = {"platform": over, "z": z + dice.choice([1, 1.25, 1.5, 2, 3])}
    elif way == "tier":
        inner = {"rect": [x + 0.5, y + 0.5, max(1.5, width - 1), max(1.5, depth - 1)]}
        found[f"{name}-tier"] = {"platform": inner, "z": z + dice.choice([0.5, 1, 2]), "under": "solid"}
    return found


def barrier(sort: str, heights: tuple[float, ...], tags: list[str]) -> Builder:
    """A wall or an obstacle."""

    def draw(dice: Random, name: str) -> Fields:
        box = rect(dice, *dice.choice([(0.25, 4), (4, 0.25), (2, 2)]), least=0.25)
        piece: Fields = {sort: box, "height": dice.choice(heights)}
        if tags and dice.random() < 0.6:
            piece["tags"] = [dice.choice(tags)]
        return {name: piece}

    return draw


def ground(tags: list[list[str]], traits: list[Fields] | None = None) -> Builder:
    """An area."""

    def draw(dice: Random, name: str) -> Fields:
        piece: Fields = {"area": rect(dice, 6, 6, 2)}
        chosen = dice.choice(tags)
        if chosen:
            piece["tags"] = chosen
        if traits and dice.random() < 0.4:
            piece["traits"] = dice.choice(traits)
        return {name: piece}

    return draw


def gate(dice: Random, name: str) -> Fields:
    """A door in a wall."""
    x, y = quarter(dice, 2, WIDTH - 2), quarter(dice, 1, DEPTH - 6)
    state = dice.choice(["open", "closed", "closed"])
    return {
        f"{name}-wall": {"wall": {"rect": [x, y, 0.25, 5]}, "height": 3},
        name: {
            "door": [[x + 0.125, y + 1], [x + 0.125, y + 3]],
            "width": 0.25,
            "height": 2.5,
            "state": [state],
        },
    }


def lift(dice: Random, name: str) -> Fields:
    x, y = quarter(dice, 1, WIDTH - 8), quarter(dice, 1, DEPTH - 4)
    high = dice.choice([2, 4])
    return {
        name: {"lift": {"rect": [x, y, 3, 3]}, "shaft": [0, 6], "z": dice.choice([0, high])},
        f"{name}-floor": {"platform": {"rect": [x + 3, y, 4, 3]}, "z": high},
    }


def ductway(dice: Random, name: str) -> Fields:
    x, y = quarter(dice, 2, WIDTH - 3), quarter(dice, 1, DEPTH - 7)
    return {
        f"{name}-wall": {"wall": {"rect": [x, y, 1, 6]}, "height": 4},
        name: {"ductway": [[x, y + 3], [x + 1, y + 3]], "width": 0.5},
    }


def pit(dice: Random, name: str) -> Fields:
    return {name: {"gap": rect(dice, 4, 4, 1.5), "depth": dice.choice([1, 2, 3])}}


def terrain(dice: Random, builders: list[Builder], most: int = 6) -> Fields:
    found: Fields = {}
    for number in range(dice.randint(0, most)):
        found |= dice.choice(builders)(dice, f"p{number}")
    return found


def floors(pieces: Fields) -> list[tuple[str, list[float]]]:
    """Where a model may stand: the board, and everything flat."""
    found = [("board", [1.0, 1.0, WIDTH - 2.0, DEPTH - 2.0])]
    for name, piece in pieces.items():
        found += [(name, piece[sort]["rect"]) for sort in ("platform", "lift", "gap") if sort in piece]
    return found


def somewhere(dice: Random, pieces: Fields) -> Fields:
    """A place to stand, on the board most often."""
    on, (x, y, width, depth) = dice.choice([*floors(pieces)[:1] * 3, *floors(pieces)])
    place: Fields = {"at": [round(x + width * dice.random(), 2), round(y + depth * dice.random(), 2)]}
    return place if on == "board" else {**place, "on": on}


def profile(dice: Random, bounds: dict[str, tuple[int, int]]) -> dict[str, int]:
    return {name: dice.randint(*span) for name, span in bounds.items()}


# --- Necromunda -----------------------------------------------------------------------------------
