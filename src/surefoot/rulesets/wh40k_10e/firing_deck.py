"""Firing Deck: a Transport shoots with weapons of its passengers as if they were its own."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Notation, Quoted, Term, Who, say
from surefoot.referee.protocol import Answer, Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.aftermath import FIRED, may_shoot
from surefoot.rulesets.wh40k_10e.squad import first_model, squad, trait
from surefoot.table.effects import Noted
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

SHOOTING = "shooting"
# Notes: the weapons that a Transport borrows; a unit has shot in this phase.
DECK, SHOT = "firing-deck", "shot"
# The kinds of ranged weapons, as datasheets state them.
SHOOTS = ("ranged", "one-shot")

_WEAPONS_NOTATION = Notation("{model: weapon}")
WEAPONS = Detail(
    "weapons",
    say("One ranged weapon for each chosen passenger: {weapons}", weapons=_WEAPONS_NOTATION),
    "data",
    required=True,
)
DECK_DETAILS = (WEAPONS,)


def firing_deck(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Transport that is selected to shoot borrows weapons from its passengers."""
    table, who = game.now, first_model(game.now, declaration.actor)
    picked = declaration.details.get("weapons")
    if not isinstance(picked, Record):
        says = say("Can't read the weapons. Write {weapons}", weapons=_WEAPONS_NOTATION)
        raise Refused(Break("firing-deck.one-weapon-each", says))
    breaks = _breaks(table, who, picked)
    if breaks:
        raise Refused(*breaks)
    clauses = ("firing-deck.select-models", "firing-deck.counts-as-equipped")
    yield from do(Noted(DECK, who, picked, "phase"), *clauses)
    if table.option("wh40k.firing_deck_update"):
        for unit in dict.fromkeys(squad(table, name).name for name in picked):
            yield from do(Noted(FIRED, unit, True, "phase"), "firing-deck.select-models")


def offered_deck(table: Table, who: str) -> bool:
    """Offered to Transports with a Firing Deck."""
    return bool(trait(table.models[first_model(table, who)], "firing_deck"))


def may_use_deck(table: Table, actor: str) -> tuple[Break, ...]:
    """Why a Transport can't use its Firing Deck: not the Shooting phase, or it can't shoot."""
    who, found = first_model(table, actor), []
    if table.clock.phase != SHOOTING:
        says = say(
            "A Firing Deck works in the Shooting phase, but it is now the {phase}",
            phase=Term(table.clock.phase),
        )
        found.append(Break("firing-deck.shooting-phase-only", says))
    if not may_shoot(table, who, EMPTY).value:
        says = say("{transport} can't shoot this turn, so it can't use its Firing Deck", transport=Who(who))
        found.append(Break("firing-deck.transport-must-be-able-to-shoot", says))
    return tuple(found)


def _breaks(table: Table, who: str, picked: Record) -> list[Break]:
    """Why these weapons can't be used: up to x passengers, each with one ranged weapon."""
    stated = trait(table.models[who], "firing_deck")
    most = stated if isinstance(stated, int) else 0
    found = []
    if len(picked) > most:
        says = (
            say(
                "You chose {chosen} passengers, but Firing Deck {most} allows {most}",
                chosen=len(picked),
                most=most,
            )
            if most
            else say("{transport} has no Firing Deck", transport=Who(who))
        )
        found.append(Break("firing-deck.select-models", says))
    aboard = {model.id: model for model in capacity.aboard(table, who)}
    for name, weapon in picked.items():
        if name not in aboard:
            says = say("{model} is not embarked in {transport}", model=Who(name), transport=Who(who))
            found.append(Break("firing-deck.select-models", says))
        else:
            found += _weapon(table, aboard[name], weapon)
    return found


def _weapon(table: Table, model: Model, weapon: object) -> list[Break]:
    kinds = weapons_of(model)
    if not isinstance(weapon, str):
        says = say("Choose one ranged weapon for {model}", model=Who(model.id))
        return [Break("firing-deck.one-weapon-each", says)]
    if weapon not in kinds:
        given = Quoted(weapon)
        says = say("{model} has no weapons, so it can't use {weapon}", model=Who(model.id), weapon=given)
        if kinds:
            says = say(
                "{model} has no weapon {weapon}. Choose one of {weapons}",
                model=Who(model.id),
                weapon=given,
                weapons=tuple(Notation(each) for each in kinds),
            )
        return [Break("firing-deck.one-weapon-each", says)]
    found = []
    kind = kinds[weapon]
    if kind not in SHOOTS:
        says = say("{weapon} is not a ranged weapon", weapon=Quoted(weapon))
        found.append(Break("firing-deck.one-weapon-each", says))
    if not table.option("wh40k.firing_deck_update"):
        return found
    if kind == "one-shot":
        says = say("{weapon} is a One Shot weapon and can't be chosen", weapon=Quoted(weapon))
        found.append(Break("firing-deck.select-models", says))
    if table.note(SHOT, squad(table, model.id).name):
        says = say("The unit of {model} has already shot this phase", model=Who(model.id))
        found.append(Break("firing-deck.select-models", says))
    return found


def weapons_of(model: Model) -> dict[str, str]:
    """The weapons that a datasheet lists, each with its kind: ranged, melee or one-shot."""
    listed = trait(model, "weapons")
    if isinstance(listed, tuple):
        return {str(name): "ranged" for name in listed}
    return {name: str(kind) for name, kind in listed.items()} if isinstance(listed, Record) else {}


def shot(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit has resolved all of its attacks: borrowed weapons are returned."""
    unit = squad(game.now, declaration.actor)
    if any(game.now.models[name].place.kind == "aboard" for name in unit.models):
        says = say(
            "{unit} is embarked and can't shoot. Its Transport may use its Firing Deck", unit=Who(unit.name)
        )
        raise Refused(Break("embark.inert", says))
    yield from do(Noted(SHOT, unit.name, True, "phase"), "support.turn-sequence")
    for name in unit.models:
        if game.now.note(DECK, name) is not None:
            yield from do(Noted(DECK, name, None, "phase"), "firing-deck.duration")


def weapons(table: Table, who: str, details: Record) -> Answer:
    """The weapons that a model counts as equipped with now."""
    own = tuple(weapons_of(table.models[who]))
    lent = table.note(DECK, who)
    if not isinstance(lent, Record):
        return Answer(own, ("firing-deck.duration",), "" if own else say("No weapons are listed for it"))
    return Answer((*own, *lent.values()), ("firing-deck.counts-as-equipped",))
