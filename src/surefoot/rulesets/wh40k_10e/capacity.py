"""Transport capacity: how many models, of which types; friendly and whole units only."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.language import Who, count, say
from surefoot.rulesets.wh40k_10e.squad import TRANSPORT, Squad, squad, trait
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table


def capacity(model: Model) -> Record:
    """The capacity of a Transport as its datasheet states it; empty if it states none."""
    stated = trait(model, "capacity")
    return stated if isinstance(stated, Record) else EMPTY


def slots(model: Model) -> int:
    """How many places a model takes up aboard a Transport."""
    stated = trait(model, "slots")
    return stated if isinstance(stated, int) else 1


def aboard(table: Table, transport: str) -> tuple[Model, ...]:
    """The models embarked in a Transport."""
    return tuple(
        model
        for model in table.models.values()
        if model.place.kind == "aboard" and model.place.on == transport
    )


def carried(table: Table, transport: str) -> tuple[Model, ...]:
    """The models embarked in a Transport, and those embarked in Transports among them."""
    here = aboard(table, transport)
    return (*here, *(model for each in here for model in carried(table, each.id)))


def places_taken(table: Table, transport: str) -> int:
    """How many places of a Transport its passengers take up."""
    return sum(slots(model) for model in aboard(table, transport))


def units_aboard(table: Table, transport: str) -> tuple[str, ...]:
    """The units embarked in a Transport."""
    return tuple(dict.fromkeys(squad(table, model.id).name for model in aboard(table, transport)))


def words(data: Record, key: str) -> tuple[str, ...]:
    """A list of keywords of a datasheet."""
    value = data.get(key)
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def wrong_type(model: Model, room: Record) -> bool:
    """Whether a Transport cannot carry a model, by its keywords."""
    allowed = words(room, "allowed")
    if allowed and not any(model.has(word) for word in allowed):
        return True
    return any(model.has(word) for word in words(room, "excluded"))


def breaks(table: Table, unit: Squad, transport: str) -> list[Break]:
    """Why a unit can't embark in a Transport, regardless of distance."""
    carrier = table.models[transport]
    if not carrier.has(TRANSPORT):
        return [
            Break("capacity.transport-keyword", say("{target} is not a Transport", target=Who(transport)))
        ]
    found = []
    if transport in unit.models:
        says = say("{transport} can't embark in itself", transport=Who(transport))
        found.append(Break("capacity.friendly-only", says))
    if carrier.side != unit.side:
        says = say(
            "{transport} is an enemy Transport. {unit} can only embark in a friendly one",
            transport=Who(transport),
            unit=Who(unit.name),
        )
        found.append(Break("capacity.friendly-only", says))
    room = capacity(carrier)
    strange = [name for name in unit.models if wrong_type(table.models[name], room)]
    if strange:
        says = say(
            "{transport} can't carry {models}, so {unit} can't embark",
            transport=Who(transport),
            models=named(strange),
            unit=Who(unit.name),
        )
        found += [Break("capacity.type", says), Break("embark.capacity-checked", says)]
    needed = sum(slots(table.models[name]) for name in unit.models)
    taken, most = places_taken(table, transport), room.number("maximum")
    if taken + needed > most:
        says = count(
            "{unit} needs {n} place in {transport}, which has {free} of {most} left",
            "{unit} needs {n} places in {transport}, which has {free} of {most} left",
            needed,
            unit=Who(unit.name),
            transport=Who(transport),
            free=max(0, most - taken),
            most=most,
        )
        found += [Break("capacity.maximum", says), Break("embark.capacity-checked", says)]
    return found
