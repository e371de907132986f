"""The law of liveness: time can always go on, and every living model is offered an action or told why not."""

from __future__ import annotations

from random import Random

from surefoot.dice.host import drive
from surefoot.dice.requests import Break
from surefoot.referee.protocol import Action, Declaration
from surefoot.referee.referee import check, judge, legal_actions, ruleset_of, started
from surefoot.table.table import Table
from surefoot.testing.kit.casts import Cast, drawn_fields, living, read
from surefoot.testing.kit.games import Answers, Made, Play
from surefoot.testing.kit.laws import hold

# Where no tick is legal, the number of offered declarations that are tried, and of runs, before the law says that time stands still.
_TRIES, _RUNS = 60, 4
# How often an action is declared without a plan.
_PROPOSED = 0.2


def lives(play: Play, _: Made | None) -> None:
    """Watch a game: the clock can go on, and every living model is offered an action or a clause that says why not."""
    everybody_is_told(play.now, play.cast)
    time_goes_on(play.now, play.cast)


def everybody_is_told(table: Table, cast: Cast) -> None:
    """Every living model is offered an action, or a clause says why it is not; what takes nothing else is not refused then.

    A model that is gone is offered nothing.
    """
    for who in living(cast, table):
        offers = legal_actions(table, who)
        hold(bool(offers), f"nothing is offered and nothing says why: {who}")
        for action, breaks in offers:
            reasons = all(each.clause and each.says for each in breaks)
            hold(reasons, f"forbidden without a reason: {action.name} to {who}")
            if not breaks and _is_bare(action):
                refused = check(table, Declaration(action.name, (who,)), nearest=False).breaks
                hold(not refused, f"offered and refused: {action.name} to {who}: {refused[:1]}")
    for who, model in table.models.items():
        offers = legal_actions(table, who) if model.place.kind == "gone" else ()
        hold(
            not any(not breaks for _, breaks in offers),
            f"something is offered to a model that is gone: {who}",
        )


def _is_bare(action: Action) -> bool:
    """Whether an action takes no path, no target and no details."""
    return action.path == "none" and action.target == "none" and not action.details


def time_goes_on(table: Table, cast: Cast) -> None:
    """Some tick is legal, or what is offered leads to a table on which one is; a longer one waits for a shorter one."""
    for shorter, longer, clause in cast.within:
        waits = [str(each.says) for each in _breaks(table, shorter) if each.clause == clause]
        hold(
            not waits or bool(_breaks(table, longer)),
            f"{longer} does not wait for {shorter}: {'; '.join(waits)}",
        )
    ticks = _ticks(table, cast)
    why = ""
    for run in range(_RUNS if ticks else 0):
        why = _stands_still(table, cast, ticks, Random(run))
        if not why:
            return
    hold(not why, f"time stands still: {why}")


def _ticks(table: Table, cast: Cast) -> list[str]:
    """What the clock can be told without details, what ends most first."""
    actions = [each for each in ruleset_of(table).actions.values() if each.kind == "tick"]
    found = [
        each.name
        for each in actions
        if each.name not in cast.never and not any(detail.required for detail in each.details)
    ]
    return sorted(found, key=lambda name: name != cast.ends)


def _breaks(table: Table, tick: str) -> tuple[Break, ...]:
    """Why a tick is refused now; none if it is not."""
    result = check(table, Declaration(tick, kind="tick"), nearest=False)
    return result.breaks if result.verdict == "illegal" else ()


def _stands_still(table: Table, cast: Cast, ticks: list[str], dice: Random) -> str:
    """Why no tick was reached from a table; empty if one was."""
    why, seen = "", {table.digest}
    for _ in range(_TRIES):
        moved = False
        reasons = []
        for tick in ticks:
            refused = _breaks(table, tick)
            if refused:
                reasons.append(f"{tick}: {'; '.join(str(each.says) for each in refused)}")
                continue
            if not cast.ends or tick == cast.ends:
                return ""
            after = _after(table, Declaration(tick, kind="tick"), dice)
            if after is not None and after.digest not in seen:
                table, moved = after, True
                seen.add(table.digest)
                break
        why = why or "; ".join(reasons)
        if not moved:
            table = _acted(table, cast, dice, why) or table
    return why or f"no tick leads to {cast.ends}"


def _acted(table: Table, cast: Cast, dice: Random, why: str) -> Table | None:
    """The table after something that is offered, most often to a model that keeps time from going on."""
    actors = living(cast, table)
    held = [name for name in actors if name in why] or [name for name in actors if name == table.clock.active]
    if not actors:
        return None
    who = dice.choice(held) if held and dice.random() < 0.8 else dice.choice(actors)
    free = [action for action, breaks in legal_actions(table, who) if not breaks]
    if not free:
        return None
    action = dice.choice(free)
    fields = drawn_fields(cast, table, action, who, dice)
    if dice.random() < _PROPOSED:
        # The referee may have a plan of its own.
        fields.pop(action.plan, None)
    found = read(table, fields)
    if found is None or judge(table, found[1], nearest=False).verdict == "illegal":
        return None
    return _after(table, found[1], dice)


def _after(table: Table, declaration: Declaration, dice: Random) -> Table | None:
    run = drive(started(declaration, table), table, Answers(str(dice.random())))
    return None if run.unanswered is not None or run.breaks else run.table
