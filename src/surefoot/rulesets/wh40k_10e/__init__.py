"""Warhammer 40,000 10th edition: the Movement phase and Transports."""

from __future__ import annotations

from surefoot.language import say
from surefoot.referee.protocol import Action, Planning, Question, Ruleset
from surefoot.rulesets.wh40k_10e.advance import ADVANCE_DETAILS, advance
from surefoot.rulesets.wh40k_10e.aftermath import QUESTIONS
from surefoot.rulesets.wh40k_10e.coherency import cohesion
from surefoot.rulesets.wh40k_10e.deployment import (
    DEPLOY_DETAILS,
    deploy,
    may_deploy,
    may_start_in_reserves,
    offered_deployment,
    start_aboard,
    start_in_reserves,
)
from surefoot.rulesets.wh40k_10e.destroyed import (
    DESTROYED_DETAILS,
    LOST,
    SHOCK_DETAILS,
    WOUND_DETAILS,
    destroyed,
    shocked,
    suffers,
)
from surefoot.rulesets.wh40k_10e.disembark import (
    DISEMBARK_DETAILS,
    disembark,
    may_disembark,
    offered_disembark,
)
from surefoot.rulesets.wh40k_10e.embark import EMBARK_DETAILS, embark, may_embark, offered_embark
from surefoot.rulesets.wh40k_10e.fall_back import FALL_BACK_DETAILS, fall_back
from surefoot.rulesets.wh40k_10e.firing_deck import (
    DECK_DETAILS,
    firing_deck,
    may_use_deck,
    offered_deck,
    shot,
    weapons,
)
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.laying import lay
from surefoot.rulesets.wh40k_10e.normal import normal
from surefoot.rulesets.wh40k_10e.phase import Permits, end_phase, end_step
from surefoot.rulesets.wh40k_10e.prices import tariffs, unrolled
from surefoot.rulesets.wh40k_10e.questions import OTHERS
from surefoot.rulesets.wh40k_10e.reserves import (
    ARRIVE_DETAILS,
    arrive,
    end_battle,
    may_arrive,
    offered_arrival,
)
from surefoot.rulesets.wh40k_10e.squad import NAME, PACKAGE
from surefoot.rulesets.wh40k_10e.stationary import stationary
from surefoot.rulesets.wh40k_10e.survey import follow
from surefoot.rulesets.wh40k_10e.terms import TERMS
from surefoot.rulesets.wh40k_10e.turn_end import end_turn
from surefoot.rulesets.wh40k_10e.unit_move import DETAILS
from surefoot.rulesets.wh40k_10e.vocabulary import vocabulary

ruleset = Ruleset(
    name=NAME,
    package=PACKAGE,
    unit="inch",
    actions={
        action.name: action
        for action in (
            Action(
                NORMAL,
                normal,
                say("Normal move"),
                Permits(NORMAL),
                path="optional",
                details=DETAILS,
                once=True,
                rolled=unrolled(NORMAL),
            ),
            Action(
                ADVANCE,
                advance,
                say("Advance"),
                Permits(ADVANCE),
                path="optional",
                details=ADVANCE_DETAILS,
                once=True,
                rolled=unrolled(ADVANCE),
            ),
            Action(
                STATIONARY,
                stationary,
                say("Remain Stationary"),
                Permits(STATIONARY),
                path="optional",
                details=DETAILS,
                once=True,
            ),
            Action(
                FALL_BACK,
                fall_back,
                say("Fall Back"),
                Permits(FALL_BACK),
                path="optional",
                details=FALL_BACK_DETAILS,
                once=True,
                rolled=unrolled(FALL_BACK),
            ),
            Action(
                "embark",
                embark,
                say("Embark"),
                may_embark,
                target="required",
                details=EMBARK_DETAILS,
                offered=offered_embark,
            ),
            Action(
                "disembark",
                disembark,
                say("Disembark"),
                may_disembark,
                details=DISEMBARK_DETAILS,
                offered=offered_disembark,
            ),
            Action(
                "arrive",
                arrive,
                say("Arrive from Reserves"),
                may_arrive,
                details=ARRIVE_DETAILS,
                offered=offered_arrival,
            ),
            Action(
                "deploy",
                deploy,
                say("Deploy"),
                may_deploy,
                details=DEPLOY_DETAILS,
                offered=offered_deployment,
                alone="unit",
            ),
            Action(
                "start-aboard",
                start_aboard,
                say("Start embarked"),
                may_deploy,
                target="required",
                offered=offered_deployment,
                alone="unit",
            ),
            Action(
                "start-in-reserves",
                start_in_reserves,
                say("Start in Reserves"),
                may_start_in_reserves,
                offered=offered_deployment,
                alone="unit",
            ),
            Action(
                "firing-deck",
                firing_deck,
                say("Use Firing Deck"),
                may_use_deck,
                details=DECK_DETAILS,
                offered=offered_deck,
                alone="unit",
            ),
            Action(
                "destroyed",
                destroyed,
                say("Destroy model"),
                kind="happen",
                details=DESTROYED_DETAILS,
                alone="model",
            ),
            Action(
                "mortal-wounds",
                suffers,
                say("Inflict mortal wounds"),
                kind="happen",
                details=WOUND_DETAILS,
                alone="unit",
            ),
            Action(
                "battle-shock",
                shocked,
                say("Battle-shock unit"),
                kind="happen",
                details=SHOCK_DETAILS,
                alone="unit",
            ),
            Action("shot", shot, say("Unit has shot"), kind="happen", alone="unit"),
            Action("end-step", end_step, say("End Move Units step"), kind="tick"),
            Action("end-phase", end_phase, say("End phase"), kind="tick"),
            Action("end-turn", end_turn, say("End turn"), kind="tick"),
            Action("end-battle", end_battle, say("End battle"), kind="tick"),
        )
    },
    harms=(LOST,),
    lay=lay,
    words=vocabulary,
    tariffs=tariffs,
    planning=Planning(cohesion=cohesion, follow=follow),
    terms=TERMS,
    legs=frozenset(("height", "about")),
    questions={
        **QUESTIONS,
        **OTHERS,
        "weapons": Question(weapons, say("Which weapons is it equipped with now?"), about="model"),
    },
)
