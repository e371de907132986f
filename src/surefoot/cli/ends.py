"""The ways in which a declaration can end, each with its exact chance, in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from surefoot.cli import words
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import odds
from surefoot.table.model import Model
from surefoot.table.table import Table

# Beyond so many branches nobody wants to wait for the sum.
MOST_LEAVES = 3_000


@dataclass(frozen=True)
class End:
    """How it can end, and how likely that is."""

    chance: Fraction
    says: str


def ends(table: Table, declaration: Declaration) -> tuple[End, ...]:
    """Every end that looks different to the players, the likeliest first; none if there are too many to look at."""
    found: dict[str, Fraction] = {}
    for number, leaf in enumerate(odds(table, declaration), 1):
        if number > MOST_LEAVES:
            return ()
        if leaf.run.unanswered is not None:
            says = f"it depends on an answer: {leaf.run.unanswered.request.what}"
        else:
            says = "; ".join(each.says for each in leaf.run.breaks) or changes(table, leaf.run.table)
        found[says] = found.get(says, Fraction(0)) + leaf.chance
    # Python's sort keeps the order in which equally likely ends were met.
    return tuple(
        End(chance, says) for says, chance in sorted(found.items(), key=lambda item: item[1], reverse=True)
    )


def changes(before: Table, after: Table) -> str:
    """What has become of everybody, where it is not as it was."""
    told = []
    for name, was in before.models.items():
        now = after.models.get(name)
        if now is None or now.place.kind == "gone":
            told.append(f"{name} is out of the game")
        elif _seen(was) != _seen(now):
            told.append(_told(was, now, after))
    return "; ".join(told) or "nothing changes"


def _seen(model: Model) -> object:
    return model.place, model.statuses


def _told(was: Model, now: Model, table: Table) -> str:
    at = f" at {words.place(now.place, table)}" if was.place != now.place else ""
    gained = [status for status in now.statuses if status not in was.statuses]
    lost = [status for status in was.statuses if status not in now.statuses]
    became = ", ".join([*gained, *(f"no longer {status}" for status in lost)])
    return f"{now.id}{at}{',' if at and became else ''}{f' {became}' if became else ''}"
