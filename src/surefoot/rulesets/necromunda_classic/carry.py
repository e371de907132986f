"""Carry Loot (Simple): a move with loot, which is set down beside the fighter at its end."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.measure import gap
from surefoot.geometry.settle import Clear
from surefoot.geometry.tolerance import beyond, from_lattice
from surefoot.language import Quoted, Thing, Who, say
from surefoot.referee.placing import nearest, one_of, place_on_level, room
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic.activation import spend
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.fighter import POINT, touches_object
from surefoot.rulesets.necromunda_classic.involuntary import picked
from surefoot.rulesets.necromunda_classic.move import ends_in_contact, keeping_away
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.rulesets.necromunda_classic.route import follow, journey
from surefoot.table.effects import ObjectMoved
from surefoot.table.model import Object
from surefoot.table.words import suggested

ACTION = "carry loot"


def carry(game: Game, declaration: Declaration) -> Procedure[None]:
    """Move with loot in base contact, and set it down in base contact again."""
    who, name = declaration.actor, declaration.details.text("loot")
    thing = game.now.objects.get(name)
    if thing is None:
        says = suggested(say("There is no object called {name}", name=Quoted(name)), name, game.now.objects)
        raise Refused(Break("support.fighter-actions", says))
    if not touches_object(game.now, who, thing):
        says = say("{who} must be in base contact with {loot}", who=Who(who), loot=Thing(name))
        raise Refused(Break("support.fighter-actions", says))
    yield from spend(game, who, ACTION)
    before = game.now.pose(who)
    way = journey(game, who, tariff(game.now, who, ACTION), keeping_away)
    yield from follow(game, way, declaration.legs)
    yield from ends_in_contact(game, who)
    if game.now.models[who].place.on_table and game.now.pose(who)[:3] != before[:3]:
        yield from _set_down(game, who, thing)


def _set_down(game: Game, who: str, thing: Object) -> Procedure[None]:
    """Set the loot down in base contact, where the fighter's player chooses; without room for it, it stays behind."""
    table = game.now
    view, here = falling_view(table, who), table.pose(who)
    facing = table.resolve(thing.place).facing
    keeps = (*room(view, here.z), Clear(view.body(here)))
    shape = (thing.base or POINT).shape
    found = nearest(view, here._replace(facing=facing), keeps, shape=shape)
    spot = one_of(found)
    if spot is None or beyond(gap(view.body(here), shape.at(*spot, facing)), 0.0):
        return
    chosen = yield from picked(
        f"where {thing.id} is set down",
        say("Where does {who} set down {loot}?", who=Who(who), loot=Thing(thing.id)),
        who,
        found,
        table.models[who].side,
        "support.fighter-actions",
    )
    x, y = from_lattice(chosen[0]), from_lattice(chosen[1])
    place = place_on_level(view, x, y, here.z, facing)
    yield from do(ObjectMoved(thing.id, place), "support.fighter-actions")
