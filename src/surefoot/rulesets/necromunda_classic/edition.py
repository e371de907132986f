"""What differs between editions of Necromunda that share these procedures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure
from surefoot.referee.tariff import Rate
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class Ground:
    """What difficult and dangerous ground is to one vehicle."""

    rates: tuple[Rate, ...]
    # Cited besides the rates where the vehicle goes over such ground.
    clauses: tuple[str, ...] = ()
    # Dangerous ground is tested for on entry.
    tested_on_entry: bool = True
    # It turns as often as it likes.
    turns_freely: tuple[str, ...] = ()


def doubled(table: Table, who: str) -> Ground:
    """Where an edition has no Locomotion, every vehicle pays double."""
    return Ground(
        (
            Rate(2.0, "difficult.vehicle-cost", tags=("difficult",)),
            Rate(2.0, "dangerous.is-difficult", tags=("dangerous",)),
        )
    )


def nothing_more(game: Game, who: str) -> Procedure[None]:
    """Where an edition asks nothing at the end of an activation."""
    yield from ()


@dataclass(frozen=True, slots=True)
class Driving:
    """What an edition says of vehicles: where its tables stand, what ground is to them, and its own clauses."""

    package: str = "surefoot.rulesets.necromunda_classic"
    ground: Callable[[Table, str], Ground] = doubled
    # Asked when the activation of a model is over.
    activation_ends: Callable[[Game, str], Procedure[None]] = nothing_more
    # The clauses by which riders in a transport space need not test, and by which a collision that moves a vehicle
    # makes its riders test once more: none where an edition has no such clause.
    transport_spares_riders: tuple[str, ...] = ()
    collisions_shake_riders: tuple[str, ...] = ()
    # Effects that send a model directly towards or away from another move vehicles too.
    thrown: bool = False
    # Clauses of a move along straight lines, of the number of turns, of the facing at the end.
    straight: tuple[str, ...] = ("support.vehicle-actions",)
    turns: tuple[str, ...] = ("support.vehicle-actions",)
    last_turn: tuple[str, ...] = ()
    allowance: tuple[str, ...] = ()
    # Clauses of the test for dangerous ground, passed and failed, and of the hit to the Drive that it may bring.
    dangerous_test: tuple[str, ...] = ("support.vehicle-dangerous",)
    dangerous_pass: tuple[str, ...] = ()
    dangerous_fail: tuple[str, ...] = ("support.vehicle-dangerous",)
    drive: str = "support.vehicle-damage"
    control: tuple[str, ...] = ()
    # Clauses of placing riders once the vehicle has stopped, of the danger they are in there, and of leaping from
    # vehicle to vehicle.
    placed_after: tuple[str, ...] = ()
    prone_beside: tuple[str, ...] = ()
    between_vehicles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition: named differences, each of which an edition's catalogue has a clause for."""

    name: str
    # Separation after an involuntary move is skipped if one of the two is Seriously Injured.
    injured_stay_in_contact: bool = True
    # A natural 1 fails every Initiative test; if not, only one against falling from an edge, or as an option says.
    natural_one_fails: bool = True
    # Whoever is moved against its will keeps away from enemy vehicles afterwards as it does from fighters.
    vehicles_are_enemies: bool = False
    # The Charge of a fighter on its feet is the only exception to the 1" rule, but for models that have leave.
    charge_is_only_exception: bool = False
    # The clause behind each Move, the one that keeps actions to the Action phase and a fighter's own activation,
    # and the one that says what is involuntary, falling included: none where an edition has no such clause.
    advance: tuple[str, ...] = ()
    action_phase: tuple[str, ...] = ()
    against_its_will: tuple[str, ...] = ()
    driving: Driving = Driving()


CLASSIC = Edition("necromunda-classic")

# Editions layered on this one add themselves here when they are loaded.
EDITIONS: dict[str, Edition] = {CLASSIC.name: CLASSIC}


def edition(table: Table) -> Edition:
    """The edition a table is played by."""
    return EDITIONS[table.ruleset]
