"""Chances as a picture: every way in which something can end, with a bar for how likely it is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from surefoot.dice.explore import Leaf
from surefoot.draw.lettering import clean
from surefoot.draw.numbers import chance, number
from surefoot.draw.picture import Bar, Picture
from surefoot.draw.scenery import unit_sign
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import odds
from surefoot.table.model import Model
from surefoot.table.place import BOARD
from surefoot.table.table import Table

MOST_BARS = 8
# Beyond so many branches nobody wants to wait for the sum; what is left is shown as what it is.
MOST_LEAVES = 3_000


def chances(table: Table, declaration: Declaration, *, title: str = "", most: int = MOST_LEAVES) -> Picture:
    """The ways in which a declaration can end, the likeliest first; beyond so many branches the rest is not looked at."""
    found: dict[str, Fraction] = {}
    for index, leaf in enumerate(odds(table, declaration)):
        if index == most:
            break
        words = _end(table, leaf)
        found[words] = found.get(words, Fraction(0)) + leaf.chance
    left = 1 - sum(found.values(), Fraction(0))
    ways = sorted(found.items(), key=lambda way: -way[1])
    if left > 0:
        ways.append(("not looked at: there are too many ways", left))
    who = ", ".join(declaration.who)
    return bar_chart(ways, title=title or f"{who} · {declaration.action}".removeprefix(" · "))


def bar_chart(ways: Iterable[tuple[str, Fraction]], *, title: str = "") -> Picture:
    """Ways in which something can end, in words and with their chances, in the order given; of many, the first ones.

    >>> bar_chart([("across", Fraction(2, 3)), ("into the vat", Fraction(1, 3))]).bars[0].says
    '2/3 (67 %)'
    """
    shown = list(ways)
    if len(shown) > MOST_BARS:
        rest = shown[MOST_BARS - 1 :]
        total = sum((share for _, share in rest), Fraction(0))
        shown = [*shown[: MOST_BARS - 1], (f"{len(rest)} other ways", total)]
    bars = tuple(Bar(clean(words), float(share), _says(share)) for words, share in shown)
    return Picture((0.0, 0.0, 1.0, 1.0), "", clean(title), bars=bars)


def _says(share: Fraction) -> str:
    if share.denominator == 1 or share.denominator > 9999:
        return chance(share)
    return f"{share} ({chance(share)})"


def _end(before: Table, leaf: Leaf) -> str:
    """How it ends: what is no longer as it was."""
    if leaf.run.unanswered is not None:
        return f"it depends on an answer: {leaf.run.unanswered.request.what}"
    if leaf.run.breaks:
        return "; ".join(each.says for each in leaf.run.breaks)
    return changes(before, leaf.run.table)


def changes(before: Table, after: Table) -> str:
    """What has become of everybody, where it is not as it was."""
    told = []
    for name, was in before.models.items():
        now = after.models.get(name)
        if now is None or now.place.kind == "gone":
            told.append(f"{name} is out of the game" if was.place.kind != "gone" else "")
        elif (was.place, was.statuses) != (now.place, now.statuses):
            told.append(_told(was, now, after))
    return "; ".join(each for each in told if each) or "nothing changes"


def _told(was: Model, now: Model, table: Table) -> str:
    parts = []
    if was.place != now.place and now.place.on_table:
        pose = table.resolve(now.place)
        up = f", {number(pose.z)}{unit_sign(table.unit)} up" if number(pose.z) != "0" else ""
        on = f" on {now.place.on}" if now.place.on not in ("", BOARD) else ""
        parts.append(f"at {number(pose.x)}, {number(pose.y)}{on}{up}")
    elif was.place != now.place:
        parts.append(f"{now.place.kind} {now.place.on}".strip())
    parts += [status for status in now.statuses if status not in was.statuses]
    parts += [f"no longer {status}" for status in was.statuses if status not in now.statuses]
    return f"{now.id} {', '.join(parts)}"
