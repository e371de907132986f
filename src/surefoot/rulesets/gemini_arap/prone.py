"""Prone figures: going Prone, being knocked down, getting up, and gathering wits."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Sentence, Who, say
from surefoot.referee.protocol import Answer, Declaration
from surefoot.rulesets.gemini_arap import action, crawl, fall, squads, water
from surefoot.rulesets.gemini_arap.fall import DIVED, FELL, JUMPED, short_enough
from surefoot.rulesets.gemini_arap.figure import FALLEN, HORSE, KNOCKED, PRONE, called
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.table.effects import Became
from surefoot.table.record import Record
from surefoot.table.table import Table


def get_up(game: Game, declaration: Declaration) -> Procedure[None]:
    """Spend one action on getting up."""
    not_down = say("{who} isn't Prone", who=Who(declaration.actor))
    loses = (FALLEN, KNOCKED, PRONE)
    yield from _recover(game, declaration, loses, "prone.getting-up-costs-action", not_down)


def go_prone(game: Game, declaration: Declaration) -> Procedure[None]:
    """Go Prone, which takes no action and no movement."""
    table, who = game.now, declaration.who
    if found := prone_breaks(table, who):
        raise Refused(*found)
    names = _upright(table, who)
    for name in names:
        _, why = crawl.able(table.models[name], "prone")
        yield from do(Became(name, (PRONE,)), "prone.going-down-free", why)


def prone_breaks(table: Table, who: tuple[str, ...]) -> list[Break]:
    """The clauses that keep figures from going Prone."""
    names, found = _upright(table, who), action.breaks(table, who)
    if not names and action.members(table, who):
        says = say("{who} is already Prone", who=Who(who[0]))
        found.append(Break("prone.going-down-free", says))
    for name in names:
        found += crawl.unable(table, name, "prone")
        if table.models[name].place.kind != "surface":
            says = say("{who} isn't on the ground and can't go Prone", who=Who(name))
            found.append(Break("prone.only-if-able", says))
    return found


def _upright(table: Table, who: tuple[str, ...]) -> tuple[str, ...]:
    """The figures that are not Prone yet."""
    return tuple(name for name in action.members(table, who) if not table.models[name].is_(PRONE))


def cover(table: Table, who: str, details: Record) -> Answer:
    """Whether a horse that is lying down gives cover to a figure behind it."""
    behind = details.text("behind")
    mount = table.models.get(behind)
    lies = mount is not None and mount.has(HORSE) and mount.is_(PRONE)
    friend = mount is not None and mount.side == table.models[who].side
    covers = lies and friend and table.option("gm.mount_as_cover") is True
    cited = ("prone.mounts-as-cover",) if lies and covers else ("prone.more-in-advanced",)
    if covers:
        return Answer(True, cited, say("{horse} gives cover", horse=called(table, behind)))
    return Answer(False, cited, say("No cover"))


def gather_wits(game: Game, declaration: Declaration) -> Procedure[None]:
    """After a fall: spend one action and stay prone."""
    not_fallen = say("{who} hasn't fallen", who=Who(declaration.actor))
    yield from _recover(game, declaration, (FALLEN,), "fall.prone-next-turn", not_fallen)


def knocked_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """Figures are knocked down by something outside movement."""
    names = action.members(game.now, declaration.who)
    found = [each for name in names for each in crawl.unable(game.now, name, "prone")]
    found += [
        Break(
            "prone.fallen-or-knocked-down", say("{who} is swimming and can't be knocked down", who=Who(name))
        )
        for name in names
        if water.swims(game.now, name)
    ]
    if found:
        raise Refused(*found)
    for name in names:
        hung = game.now.models[name].place.kind == "link"
        if hung:
            yield from fall.drop(game, name, "prone.fallen-or-knocked-down")
        model = game.now.models[name]
        if model.place.kind == "surface" and not (hung and model.is_(FALLEN)):
            yield from do(Became(name, (KNOCKED, PRONE)), "prone.fallen-or-knocked-down")


def _recover(
    game: Game, declaration: Declaration, loses: tuple[str, ...], clause: str, nothing_to_do: Sentence
) -> Procedure[None]:
    table = game.now
    names = tuple(
        name for name in action.members(table, declaration.who) if table.models[name].is_(loses[-1])
    )
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    if not names:
        found.append(Break(clause, nothing_to_do))
    for name in names:
        found += _still_falling(table, name)
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    for name in names:
        fell = table.models[name].is_(FALLEN)
        cited = ["fall.prone-next-turn"] if fell and table.note(FELL, name) is None else []
        jumped = table.note(JUMPED, name) is not None
        recovered = "jump-down.get-up-first" if jumped else "fall.short-fall-recovery"
        cited += [recovered] if table.note(FELL, name) is not None else []
        yield from action.spend(game, (name,), "get-up", 1, clause)
        yield from do(Became(name, loses=loses), clause, *cited)
        yield from action.forget(game, FELL, name, recovered)
        yield from action.forget(game, DIVED, name, clause)
    yield from squads.over(game, action.unit_of(game.now, declaration.actor))


def _still_falling(table: Table, name: str) -> list[Break]:
    """A figure that fell this turn may get up in the same turn only after a short fall."""
    if table.note(FELL, name) is None or short_enough(table, name):
        return []
    jumped = table.note(JUMPED, name) is not None
    clause = "jump-down.fail-ends-turn" if jumped else "fall.no-more-move-or-hide"
    return [Break(clause, say("{who} fell too far to do anything more this turn", who=Who(name)))]
