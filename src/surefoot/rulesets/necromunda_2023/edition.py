"""The differences between Necromunda 2023 and the classic edition."""

from __future__ import annotations

from surefoot.rulesets.necromunda_2023.locomotion import activation_ends, ground
from surefoot.rulesets.necromunda_classic.edition import EDITIONS, Driving, Edition

NECROMUNDA_2023 = Edition(
    "necromunda-2023",
    injured_stay_in_contact=False,
    natural_one_fails=False,
    vehicles_are_enemies=True,
    charge_is_only_exception=True,
    advance=("move.advance",),
    action_phase=("move.action-phase",),
    against_its_will=("involuntary.definition",),
    driving=Driving(
        package="surefoot.rulesets.necromunda_2023",
        ground=ground,
        activation_ends=activation_ends,
        transport_spares_riders=("deck.transport-exempt",),
        collisions_shake_riders=("deck.test-on-collision",),
        thrown=True,
        straight=("move.vehicle-restricted",),
        turns=("move.vehicle-turns",),
        last_turn=("move.vehicle-facing",),
        allowance=("move.up-to-allowance",),
        dangerous_test=("dangerous.vehicle-test",),
        dangerous_pass=("dangerous.vehicle-pass",),
        dangerous_fail=("dangerous.vehicle-fail",),
        drive="support.catastrophic-drive",
        control=("support.loss-of-control-test",),
        placed_after=("deck.fall-after-move",),
        prone_beside=("deck.prone-beside-vehicle",),
        between_vehicles=("deck.vehicle-to-vehicle",),
    ),
)

EDITIONS[NECROMUNDA_2023.name] = NECROMUNDA_2023
