"""The differences between editions of Necromunda that share these procedures."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure
from surefoot.records import dataclass
from surefoot.referee.tariff import Rate
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class Ground:
    """How difficult and dangerous ground affects one vehicle."""

    rates: tuple[Rate, ...]
    # Also cited where the vehicle goes over such ground.
    clauses: tuple[str, ...] = ()
    # Dangerous ground is tested for on entry.
    tested_on_entry: bool = True
    # The clauses that allow any number of turns.
    turns_freely: tuple[str, ...] = ()


def doubled(table: Table, who: str) -> Ground:
    """Every vehicle pays double: the rule of editions without Locomotion."""
    return Ground(
        (
            Rate(2.0, "difficult.vehicle-cost", tags=("difficult",)),
            Rate(2.0, "dangerous.is-difficult", tags=("dangerous",)),
        )
    )


def nothing_more(game: Game, who: str) -> Procedure[None]:
    """The end of an activation in editions without a rule for it."""
    yield from ()


@dataclass(frozen=True, slots=True)
class Driving:
    """An edition's rules for vehicles: the package with its tables, the effect of ground, and its own clauses."""

    package: str = "surefoot.rulesets.necromunda_classic"
    ground: Callable[[Table, str], Ground] = doubled
    # Runs when the activation of a model is over.
    activation_ends: Callable[[Game, str], Procedure[None]] = nothing_more
    # The clauses that spare riders in a transport space the test, and that make riders test again when a collision
    # moves their vehicle: none where an edition has no such clause.
    transport_spares_riders: tuple[str, ...] = ()
    collisions_shake_riders: tuple[str, ...] = ()
    # Whether effects that move a model directly towards or away from another also move vehicles.
    thrown: bool = False
    # Clauses of a move along straight lines, of the number of turns, of the facing at the end.
    straight: tuple[str, ...] = ("support.vehicle-actions",)
    turns: tuple[str, ...] = ("support.vehicle-actions",)
    last_turn: tuple[str, ...] = ()
    allowance: tuple[str, ...] = ()
    # Clauses of the test for dangerous ground, passed and failed, and of the hit to the Drive if it fails.
    dangerous_test: tuple[str, ...] = ("support.vehicle-dangerous",)
    dangerous_pass: tuple[str, ...] = ()
    dangerous_fail: tuple[str, ...] = ("support.vehicle-dangerous",)
    drive: str = "support.vehicle-damage"
    control: tuple[str, ...] = ()
    # Clauses about placing riders once the vehicle has stopped, the risk of being run over there, and leaping from
    # vehicle to vehicle.
    placed_after: tuple[str, ...] = ()
    prone_beside: tuple[str, ...] = ()
    between_vehicles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition: named differences, each with a clause in the edition's catalogue."""

    name: str
    # Separation after an involuntary move is skipped if one of the two fighters is Seriously Injured.
    injured_stay_in_contact: bool = True
    # A natural 1 fails every Initiative test; if not, only tests against falling, or as the option says.
    natural_one_fails: bool = True
    # A fighter that was moved involuntarily is also separated from enemy vehicles.
    vehicles_are_enemies: bool = False
    # A Standing fighter's Charge is the only exception to the 1" rule, except for models with a special rule.
    charge_is_only_exception: bool = False
    # The clauses of a Move, of acting in the Action phase and the model's own activation, and of involuntary
    # movement (falls included): none where an edition has no such clause.
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
