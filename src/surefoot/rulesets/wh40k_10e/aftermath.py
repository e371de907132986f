"""What a unit may still do this turn after its move: questions that later phases ask."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Length, Notation, Sentence, Who, say
from surefoot.referee.protocol import Answer, Question
from surefoot.rulesets.wh40k_10e import coherency, kind
from surefoot.rulesets.wh40k_10e.by_model import by_model
from surefoot.rulesets.wh40k_10e.engagement import engaged_models, engagements
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.phase import made, moving_kind, time_breaks
from surefoot.rulesets.wh40k_10e.prices import movement, random_move
from surefoot.rulesets.wh40k_10e.squad import (
    ARRIVED,
    DISEMBARKED,
    Squad,
    is_shocked,
    on_battlefield,
    row,
    squad,
    trait,
)
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.effects import Reported
from surefoot.table.record import Record
from surefoot.table.table import Table

# The row of the aftermath table for each kind of move; the clauses by which each event allows or forbids something.
EVENTS = {
    STATIONARY: "remained-stationary",
    NORMAL: "normal-move",
    ADVANCE: "advanced",
    FALL_BACK: "fell-back",
}
FREE = {
    "remained-stationary": ("stationary.no-turn-ban",),
    "normal-move": ("normal.no-turn-ban",),
    "arrived-from-reserves": ("reserves.acts-normally",),
    "disembarked-before-transport-moved": ("disembark.before-acts-normally",),
    "disembarked-after-normal-move": ("disembark.after-normal-otherwise-free",),
    "disembarked-from-destroyed-transport": ("destroyed.may-shoot",),
    "emergency-disembarkation": ("destroyed.may-shoot", "emergency.rest-as-destroyed"),
}
BANS = {
    ("advanced", "shoot"): "advance.no-shoot",
    ("advanced", "charge"): "advance.no-charge",
    ("fell-back", "shoot"): "fall-back.no-shoot",
    ("fell-back", "charge"): "fall-back.no-charge",
    ("disembarked-after-normal-move", "charge"): "disembark.after-normal-no-charge",
    ("disembarked-from-destroyed-transport", "charge"): "destroyed.no-charge",
    ("emergency-disembarkation", "charge"): "emergency.rest-as-destroyed",
}
# What a unit did that bans something, for people.
_DONE: dict[str, Sentence] = {
    "advanced": say("It Advanced this turn"),
    "fell-back": say("It Fell Back this turn"),
    "disembarked-after-normal-move": say("It disembarked from a Transport that had moved"),
    "disembarked-from-destroyed-transport": say("It disembarked from a destroyed Transport this turn"),
    "emergency-disembarkation": say("It made an Emergency Disembarkation this turn"),
}
# Abilities that lift a ban, as a datasheet states them.
FLAGS = {
    "advance.no-shoot": "shoot_after_advance",
    "advance.no-charge": "charge_after_advance",
    "fall-back.no-shoot": "shoot_after_fall_back",
    "fall-back.no-charge": "charge_after_fall_back",
    "disembark.after-normal-no-charge": "charge_after_disembark",
}
# Note: models of a unit have fired from a Firing Deck in this phase.
FIRED = "fired-from-deck"


def events(table: Table, unit: Squad) -> tuple[str, ...]:
    """What a unit has done this turn, as rows of the aftermath table."""
    done, how = made(table, unit.name), table.note(DISEMBARKED, unit.name)
    if table.note(ARRIVED, unit.name):
        return ("arrived-from-reserves",)
    found = [str(how)] if how else []
    # A unit that only counts as having made a Normal move is judged by the event that makes it count so.
    if done and (done != NORMAL or not how):
        found.append(EVENTS[done])
    return tuple(found)


def _allowed(table: Table, who: str, what: str) -> Answer:
    unit = squad(table, who)
    if any(table.models[name].place.kind == "aboard" for name in unit.models):
        allowed = bool(row("aftermath.table", "event", "embarked")[what])
        return Answer(allowed, ("embark.inert", "aftermath.table"), say("It is embarked"))
    if what == "shoot" and table.note(FIRED, unit.name):
        return Answer(
            False, ("firing-deck.select-models",), say("Its models fired from a Firing Deck this phase")
        )
    happened = events(table, unit)
    if not happened:
        return Answer(True, ("aftermath.expiry",), say("Nothing that it did this turn forbids it"))
    barring = [each for each in happened if not row("aftermath.table", "event", each)[what]]
    bans = [BANS[each, what] for each in barring]
    kept = tuple(ban for ban in bans if ban not in FLAGS or not _flagged(table, unit, FLAGS[ban]))
    if kept:
        reason = next(each for each in barring if BANS[each, what] in kept)
        return Answer(False, (*kept, "aftermath.table"), _DONE[reason])
    if bans:
        return Answer(True, tuple(bans), say("An ability allows it"))
    return Answer(True, (*(clause for each in happened for clause in FREE[each]), "aftermath.table"))


def _flagged(table: Table, unit: Squad, flag: str) -> bool:
    return any(trait(table.models[name], flag) is True for name in unit.models)


# What a ban forbids, as the code of its event writes it.
_BANNED = {"shoot": "shoot", "charge": "declare a charge"}


def announce(game: Game, name: str) -> Procedure[None]:
    """Report what a unit may no longer do this turn, with the clauses that forbid it."""
    unit = squad(game.now, name)
    answers = {what: _allowed(game.now, name, what) for what in _BANNED}
    banned = [what for what, answer in answers.items() if not answer.value]
    if banned and unit.models:
        clauses = dict.fromkeys(clause for what in banned for clause in answers[what].clauses)
        words = " or ".join(_BANNED[what] for what in banned)
        yield from do(Reported(f"cannot {words} this turn", unit.name), *clauses)


def may_shoot(table: Table, who: str, details: Record) -> Answer:
    """Whether the movement rules let a unit shoot this turn."""
    return _allowed(table, who, "shoot")


def may_charge(table: Table, who: str, details: Record) -> Answer:
    """Whether the movement rules let a unit declare a charge this turn."""
    return _allowed(table, who, "charge")


def choices(table: Table, who: str, details: Record) -> Answer:
    """The kinds of move that a unit may make: the one that it has begun, none after its move or out of its time, else by where it stands."""
    unit = squad(table, who)
    if not on_battlefield(table, unit):
        return Answer((), ("phase.select-on-battlefield",), say("None: it is not on the battlefield"))
    if begun := moving_kind(table, unit.name):
        return Answer((begun,), ("kind.one-kind-per-unit",))
    if made(table, unit.name):
        return Answer((), ("phase.each-unit-once",), say("None: it has already moved this turn"))
    if not_now := time_breaks(table, unit):
        clauses = tuple(dict.fromkeys(each.clause for each in not_now))
        return Answer((), clauses, not_now[0].says)
    listed = kind.choices(table, unit)
    if table.note(DISEMBARKED, unit.name):
        kept = tuple(choice for choice in listed if choice != STATIONARY)
        return Answer(
            kept, (kind.options_clause(table, unit), "kind.table", "disembark.before-no-stationary")
        )
    return Answer(listed, (kind.options_clause(table, unit), "kind.table"))


def move(table: Table, name: str) -> Answer:
    """The Move characteristic of a model now, including its Advance roll."""
    own = movement(table, table.models[name])
    random = random_move(table.models[name])
    if own is None and random is not None:
        says = say("Its Move is {dice}, rolled when its unit is selected to move", dice=Notation(str(random)))
        return Answer(None, ("support.move-characteristic",), says)
    if own is None:
        return Answer(None, ("support.move-characteristic",), say("Its Move is a dash: it can't move"))
    bonus = table.note("advance", squad(table, name).name)
    if isinstance(bonus, int):
        return Answer(Length(to_lattice(own + bonus)), ("advance.until-end-of-phase", "advance.adds-to-move"))
    return Answer(Length(to_lattice(own)), ("support.move-characteristic",))


def remained_stationary(table: Table, who: str, details: Record) -> Answer:
    """Whether a unit counts as having Remained Stationary this turn."""
    happened = events(table, squad(table, who))
    stationary = any(row("aftermath.table", "event", each)["stationary"] for each in happened)
    if table.note(DISEMBARKED, squad(table, who).name):
        return Answer(stationary, ("disembark.after-normal-not-stationary",))
    return Answer(stationary, ("aftermath.table",) if stationary else ("move.zero-move-counts",))


def engaged(table: Table, who: str, details: Record) -> Answer:
    """The models of a unit that are within Engagement Range of an enemy."""
    found = tuple(name for name, _ in engaged_models(table, squad(table, who)))
    if not found:
        return Answer(found, ("kind.unengaged-options",), say("None: it is not engaged"))
    return Answer(found, ("support.engagement-range",))


def engaged_by(table: Table, who: str, details: Record) -> Answer:
    """The enemies within Engagement Range of a unit, each with the models of the unit that it engages."""
    found = engagements(table, squad(table, who))
    value = Record(dict(found.items()))
    if not found:
        return Answer(value, ("kind.unengaged-options",), say("None: it is not engaged"))
    told = tuple(
        say("{enemy} (engages {models})", enemy=Who(enemy), models=named(models))
        for enemy, models in found.items()
    )
    return Answer(value, ("support.engagement-range",), say("{enemies}", enemies=told))


def out_of_coherency(table: Table, who: str, details: Record) -> Answer:
    """The models of a unit that are out of coherency: how many neighbours each lacks, and by how much."""
    unit = squad(table, who)
    found = coherency.shortfalls(table, unit)
    clauses = tuple(dict.fromkeys(each.clause for each in coherency.lacking(table, unit)))
    if not found:
        return Answer(found, clauses or ("support.measuring",), say("None: it is in Unit Coherency"))
    told = tuple(
        say("{model} (by {distance})", model=Who(name), distance=Length(each.number("by")))
        for name, each in found.items()
        if isinstance(each, Record)
    )
    return Answer(found, clauses or ("support.measuring",), say("{models}", models=told))


def battle_shocked(table: Table, who: str, details: Record) -> Answer:
    """Whether a unit is Battle-shocked."""
    return Answer(is_shocked(table, squad(table, who)), ("support.battle-shock",))


QUESTIONS = {
    "engaged_by": Question(engaged_by, say("Which enemies are within Engagement Range of it?")),
    "out_of_coherency": Question(
        out_of_coherency, say("Which of its models are out of coherency, and by how much?")
    ),
    "battle_shocked": Question(battle_shocked, say("Is it Battle-shocked?")),
    "engaged": Question(engaged, say("Which of its models are within Engagement Range of an enemy?")),
    "may_shoot": Question(may_shoot, say("Can it shoot this turn?")),
    "may_charge": Question(may_charge, say("Can it declare a charge this turn?")),
    "choices": Question(choices, say("Which kinds of move can it make?")),
    "move": Question(by_model(move), say("What is its Move now?")),
    "remained_stationary": Question(remained_stationary, say("Did it Remain Stationary this turn?")),
}
