"""Locomotion: how difficult and dangerous ground affects each type of vehicle, and the end of a Skimmer's activation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.language import say
from surefoot.referee.catalogue import load
from surefoot.referee.tariff import Rate
from surefoot.referee.view import seen
from surefoot.rulesets.necromunda_classic.edition import Ground
from surefoot.rulesets.necromunda_classic.handling import handling_test
from surefoot.rulesets.necromunda_classic.track import DRIVING
from surefoot.rulesets.necromunda_classic.vehicle import stands_as_vehicle
from surefoot.rulesets.necromunda_classic.vehicle_damage import catastrophic_drive
from surefoot.table.effects import Noted
from surefoot.table.model import Model
from surefoot.table.table import Table

# The clause of each type, for difficult ground.
CLAUSES = {
    "Wheeled": "locomotion.wheeled-difficult",
    "Tracked": "locomotion.tracked-difficult",
    "Skimmer": "locomotion.skimmer-ignores",
    "Walker": "locomotion.walker-difficult",
}
# The note of a Skimmer that has tested at the end of its activation.
HOVERED = "hovered"


def types() -> dict[str, Mapping[str, Any]]:
    """The rows of the Locomotion types, by type."""
    rows = load("surefoot.rulesets.necromunda_2023").rows("locomotion.types")
    return {str(row["type"]): row for row in rows}


def named(text: str) -> str:
    """The type that a profile names, in any spelling; empty if there is none."""
    word = text.strip().lower().removesuffix("s")
    return next((each for each in types() if each.lower() == word), "")


def locomotion(model: Model) -> Mapping[str, Any]:
    """The row of a vehicle's Locomotion."""
    return types()[named(model.profile.text("locomotion"))]


def ground(table: Table, who: str) -> Ground:
    """How difficult and dangerous ground affects a vehicle."""
    row = locomotion(table.models[who])
    clause = CLAUSES[str(row["type"])]
    entered = row["dangerous_test"] == "on entry"
    dangerous = "dangerous.vehicle-as-difficult" if entered else clause
    return Ground(
        (
            Rate(float(row["difficult"]), clause, tags=("difficult",)),
            Rate(float(row["dangerous"]), dangerous, tags=("dangerous",)),
        ),
        ("locomotion.governs-difficult", "locomotion.types"),
        entered,
        ("locomotion.walker-turns",) if row["turns"] == "any number" else (),
    )


def activation_ends(game: Game, who: str) -> Procedure[None]:
    """A Skimmer that ends its activation over difficult or dangerous ground tests Handling."""
    model = game.now.models[who]
    if not stands_as_vehicle(model) or "difficult_test" not in locomotion(model):
        return
    if game.now.note(HOVERED, who) or not _over_bad_ground(game.now, who):
        return
    yield from do(Noted(HOVERED, who, True, "activation"), "locomotion.skimmer-end-test")
    says = say("Handling test to keep hovering")
    safe = yield from handling_test(game.now, who, "hovering", says, "locomotion.skimmer-end-test")
    if not safe:
        yield from catastrophic_drive(game, who, "locomotion.skimmer-end-fail")


def _over_bad_ground(table: Table, who: str) -> bool:
    found = seen(table, DRIVING, who).areas_at(table.pose(who))
    return any(area.piece.has(tag) for area in found for tag in ("difficult", "dangerous"))
