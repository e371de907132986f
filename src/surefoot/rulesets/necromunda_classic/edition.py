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
    # The house rule of moving into contact without a Charge can be switched on.
    house_engage: bool = True


CLASSIC = Edition("necromunda-classic")

# Editions layered on this one add themselves here when they are loaded.
EDITIONS: dict[str, Edition] = {CLASSIC.name: CLASSIC}


def edition(table: Table) -> Edition:
    """The edition a table is played by."""
    return EDITIONS[table.ruleset.partition("(")[0]]
