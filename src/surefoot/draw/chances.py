"""Chances as a picture: every way in which something can end, with a bar for how likely it is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from surefoot.draw.lettering import clean
from surefoot.draw.numbers import chance
from surefoot.draw.picture import Bar, Picture
from surefoot.forecast.ask import End, summary
from surefoot.forecast.odds import Odds, odds
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table

MOST_BARS = 8
# Beyond so many branches nobody wants to wait for the sum; what is left is shown as what it is.
MOST_LEAVES = 3_000


def chances(table: Table, declaration: Declaration, *, title: str = "", most: int = MOST_LEAVES) -> Picture:
    """The ways in which a declaration can end, the likeliest first; beyond so many branches the rest is not looked at."""
    who = ", ".join(declaration.who)
    named = title or f"{who} · {declaration.action}".removeprefix(" · ")
    return drawn(odds(table, declaration, most=most), title=named)


def drawn(ahead: Odds, *, title: str = "") -> Picture:
    """Every way in which a plan can end, the likeliest first, and what was not looked at."""
    ways = list(ahead.over("end").items())
    if ahead.unresolved > 0:
        ways.append(("not looked at: there are too many ways", ahead.unresolved))
    return bar_chart(ways, title=title)


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


def changes(before: Table, after: Table) -> str:
    """What has become of everybody, where it is not as it was."""
    return summary(End(before, after, 0))
