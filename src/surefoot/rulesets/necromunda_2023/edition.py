"""What Necromunda 2023 does otherwise than the edition it is layered on."""

from __future__ import annotations

from surefoot.rulesets.necromunda_classic.edition import EDITIONS, Edition

NECROMUNDA_2023 = Edition(
    "necromunda-2023",
    injured_stay_in_contact=False,
    natural_one_fails=False,
    vehicles_are_enemies=True,
    charge_is_only_exception=True,
    advance=("move.advance",),
    action_phase=("move.action-phase",),
    against_its_will=("involuntary.definition",),
)

EDITIONS[NECROMUNDA_2023.name] = NECROMUNDA_2023
