"""Warhammer 40,000 10th edition: the Movement phase and Transports."""

from __future__ import annotations

from surefoot.referee.protocol import Action, Ruleset
from surefoot.rulesets.wh40k_10e.advance import ADVANCE_DETAILS, advance
from surefoot.rulesets.wh40k_10e.aftermath import QUESTIONS
from surefoot.rulesets.wh40k_10e.embark import EMBARK_DETAILS, embark
from surefoot.rulesets.wh40k_10e.kind import ADVANCE, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.laying import lay
from surefoot.rulesets.wh40k_10e.normal import normal
from surefoot.rulesets.wh40k_10e.phase import Permits, end_phase, end_step, end_turn
from surefoot.rulesets.wh40k_10e.prices import tariffs
from surefoot.rulesets.wh40k_10e.squad import NAME, PACKAGE
from surefoot.rulesets.wh40k_10e.stationary import stationary
from surefoot.rulesets.wh40k_10e.unit_move import DETAILS

ruleset = Ruleset(
    name=NAME,
    package=PACKAGE,
    unit="inch",
    actions={
        action.name: action
        for action in (
            Action(NORMAL, normal, "Normal move", Permits(NORMAL), path="optional", details=DETAILS),
            Action(ADVANCE, advance, "Advance", Permits(ADVANCE), path="optional", details=ADVANCE_DETAILS),
            Action(
                STATIONARY,
                stationary,
                "Remain Stationary",
                Permits(STATIONARY),
                path="optional",
                details=DETAILS,
            ),
            Action("embark", embark, "Embark", target="required", details=EMBARK_DETAILS),
            Action("end-step", end_step, "End of Move Units", kind="tick"),
            Action("end-phase", end_phase, "End of the phase", kind="tick"),
            Action("end-turn", end_turn, "End of the turn", kind="tick"),
        )
    },
    lay=lay,
    tariffs=tariffs,
    questions=QUESTIONS,
)
