"""What differs between editions of Necromunda that share these procedures."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.table.table import Table


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


CLASSIC = Edition("necromunda-classic")

# Editions layered on this one add themselves here when they are loaded.
EDITIONS: dict[str, Edition] = {CLASSIC.name: CLASSIC}


def edition(table: Table) -> Edition:
    """The edition a table is played by."""
    return EDITIONS[table.ruleset.partition("(")[0]]
