"""Transport capacity: how many models, of which types, friendly ones only, whole units only."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.rulesets.wh40k_10e.squad import TRANSPORT, Squad, squad, trait
from surefoot.table.model import Model
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table


def capacity(model: Model) -> Record:
    """What a Transport's datasheet says of its capacity."""
    stated = trait(model, "capacity")
    return stated if isinstance(stated, Record) else EMPTY


def slots(model: Model) -> int:
    """How many places a model takes up."""
    stated = trait(model, "slots")
    return stated if isinstance(stated, int) else 1


def aboard(table: Table, transport: str) -> tuple[Model, ...]:
    """The models embarked in a Transport."""
    return tuple(
        model
        for model in table.models.values()
        if model.place.kind == "aboard" and model.place.on == transport
    )


def places_taken(table: Table, transport: str) -> int:
    """Places that the passengers of a Transport fill."""
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
    """What keeps a unit out of a Transport, whatever the distance."""
    carrier = table.models[transport]
    if not carrier.has(TRANSPORT):
        return [Break("capacity.transport-keyword", f"{transport} is no Transport")]
    found = []
    if transport in unit.models:
        found.append(Break("capacity.friendly-only", f"{transport} cannot embark within itself"))
    if carrier.side != unit.side:
        found.append(Break("capacity.friendly-only", f"{transport} is not friendly to {unit.name}"))
    room = capacity(carrier)
    strange = [name for name in unit.models if wrong_type(table.models[name], room)]
    if strange:
        says = f"{transport} cannot carry {', '.join(strange)}, so {unit.name} stays outside"
        found += [Break("capacity.type", says), Break("embark.capacity-checked", says)]
    needed = sum(slots(table.models[name]) for name in unit.models)
    taken, most = places_taken(table, transport), room.number("maximum")
    if taken + needed > most:
        says = f"{transport} holds {most}; {taken} are aboard and {unit.name} needs {needed}"
        found += [Break("capacity.maximum", says), Break("embark.capacity-checked", says)]
    return found
