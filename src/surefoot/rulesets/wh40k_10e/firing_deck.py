"""Firing Deck: weapons of passengers that a Transport shoots with as if they were its own."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Answer, Declaration, Detail
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.aftermath import FIRED, may_shoot
from surefoot.rulesets.wh40k_10e.squad import first_model, squad, trait
from surefoot.table.effects import Noted
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

SHOOTING = "shooting"
# Notes: the weapons lent to a Transport, and that a unit has shot in this phase.
DECK, SHOT = "firing-deck", "shot"
# The kinds of weapon that are fired, as datasheets name them.
SHOOTS = ("ranged", "one-shot")

WEAPONS = Detail("weapons", "the weapon of each picked passenger: {model: rifle}", "data", required=True)
DECK_DETAILS = (WEAPONS,)


def firing_deck(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Transport that is selected to shoot borrows weapons of its passengers."""
    table, who = game.now, first_model(game.now, declaration.actor)
    picked = declaration.details.get("weapons")
    if not isinstance(picked, Record):
        raise Refused(Break("firing-deck.one-weapon-each", "weapons is a mapping from models to one weapon"))
    breaks = _who(table, who, picked)
    if breaks:
        raise Refused(*breaks)
    clauses = ("firing-deck.select-models", "firing-deck.counts-as-equipped")
    yield from do(Noted(DECK, who, picked, "phase"), *clauses)
    if table.option("wh40k.firing_deck_update"):
        for unit in dict.fromkeys(squad(table, name).name for name in picked):
            yield from do(Noted(FIRED, unit, True, "phase"), "firing-deck.select-models")


def offered_deck(table: Table, who: str) -> bool:
    """To Transports with a Firing Deck."""
    return bool(trait(table.models[first_model(table, who)], "firing_deck"))


def may_use_deck(table: Table, actor: str) -> tuple[Break, ...]:
    """In the Shooting phase, by a Transport that may shoot."""
    who, found = first_model(table, actor), []
    if table.clock.phase != SHOOTING:
        says = f"a Firing Deck is used in the Shooting phase; this is the {table.clock.phase} phase"
        found.append(Break("firing-deck.shooting-phase-only", says))
    if not may_shoot(table, who, EMPTY).value:
        says = f"{who} cannot be selected to shoot, so its Firing Deck does nothing"
        found.append(Break("firing-deck.transport-must-be-able-to-shoot", says))
    return tuple(found)


def _who(table: Table, who: str, picked: Record) -> list[Break]:
    """Up to x passengers, one ranged weapon each."""
    stated = trait(table.models[who], "firing_deck")
    most = stated if isinstance(stated, int) else 0
    found = []
    if len(picked) > most:
        says = f"{len(picked)} passengers are picked; Firing Deck {most} takes {most}"
        found.append(Break("firing-deck.select-models", says))
    aboard = {model.id: model for model in capacity.aboard(table, who)}
    for name, weapon in picked.items():
        if name not in aboard:
            found.append(Break("firing-deck.select-models", f"{name} is not embarked in {who}"))
        else:
            found += _weapon(table, aboard[name], weapon)
    return found


def _weapon(table: Table, model: Model, weapon: object) -> list[Break]:
    kinds = weapons_of(model)
    if weapon not in kinds:
        says = f"{model.id} picks one ranged weapon it carries: {', '.join(kinds) or 'it has none'}"
        return [Break("firing-deck.one-weapon-each", says)]
    found = []
    kind = kinds[str(weapon)]
    if kind not in SHOOTS:
        found.append(Break("firing-deck.one-weapon-each", f"{weapon} is no ranged weapon"))
    if not table.option("wh40k.firing_deck_update"):
        return found
    if kind == "one-shot":
        found.append(Break("firing-deck.select-models", f"{weapon} can be fired once only"))
    if table.note(SHOT, squad(table, model.id).name):
        found.append(Break("firing-deck.select-models", f"the unit of {model.id} has shot in this phase"))
    return found


def weapons_of(model: Model) -> dict[str, str]:
    """The weapons that a datasheet lists, each with its kind: ranged, melee or one-shot."""
    listed = trait(model, "weapons")
    if isinstance(listed, tuple):
        return {str(name): "ranged" for name in listed}
    return {name: str(kind) for name, kind in listed.items()} if isinstance(listed, Record) else {}


def shot(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit has resolved all of its attacks: borrowed weapons go back."""
    unit = squad(game.now, declaration.actor)
    if any(game.now.models[name].place.kind == "aboard" for name in unit.models):
        says = f"{unit.name} is embarked and does not shoot; its Transport may"
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
        return Answer(own, ("firing-deck.duration",))
    return Answer((*own, *lent.values()), ("firing-deck.counts-as-equipped",))
