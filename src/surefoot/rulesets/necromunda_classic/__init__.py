"""Necromunda before the 2023 books: fighters on foot, terrain, falling, vehicles."""

from __future__ import annotations

from surefoot.referee.protocol import Action, Detail, Ruleset
from surefoot.rulesets.necromunda_classic.activation import offered_to_fighters, permits
from surefoot.rulesets.necromunda_classic.charge import charge
from surefoot.rulesets.necromunda_classic.laying import lay
from surefoot.rulesets.necromunda_classic.move import move
from surefoot.rulesets.necromunda_classic.prices import tariffs

ruleset = Ruleset(
    name="necromunda-classic",
    package="surefoot.rulesets.necromunda_classic",
    unit="inch",
    actions={
        action.name: action
        for action in (
            Action(
                "move", move, "Move (Simple)", permits("move"), path="required", offered=offered_to_fighters
            ),
            Action(
                "charge",
                charge,
                "Charge (Double)",
                permits("charge"),
                path="optional",
                target="required",
                details=(Detail("weapon", "the Versatile weapon it charges with"),),
                offered=offered_to_fighters,
            ),
        )
    },
    lay=lay,
    tariffs=tariffs,
)
