"""Odds as a picture: every outcome with a bar for its probability."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from surefoot.draw.lettering import clean
from surefoot.draw.names import action_title, speaker_of
from surefoot.draw.picture import Bar, Picture
from surefoot.forecast.ask import End, summary
from surefoot.forecast.odds import Odds, odds
from surefoot.language.speaker import Speaker, text, text_count
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table

MOST_BARS = 8
# The largest number of branches; the probability of the others is shown as not computed.
MOST_LEAVES = 3_000
_NONE = Fraction(0)


def chances(table: Table, declaration: Declaration, *, title: str = "", most: int = MOST_LEAVES) -> Picture:
    """The outcomes of a declaration, most likely first; beyond `most` branches the rest is not computed."""
    speak = speaker_of(table)
    who = ", ".join(map(speak.who, declaration.who))
    named = title or f"{who} · {action_title(table, declaration.action)}".removeprefix(" · ")
    return drawn(odds(table, declaration, most=most), title=named)


def drawn(ahead: Odds, *, title: str = "") -> Picture:
    """The outcomes of some odds, most likely first, and the share that was not computed.

    Where very many differ by places only, what becomes of the models is shown instead.
    """
    ways = ahead.over("end")
    if len(ways) > MOST_BARS:
        harms = ahead.over("harm")
        ways = harms if 1 < len(harms) <= len(ways) // 2 else ways
    return bar_chart(ways.items(), title=title, unresolved=ahead.unresolved)


def bar_chart(
    ways: Iterable[tuple[str, Fraction]], *, title: str = "", unresolved: Fraction = _NONE
) -> Picture:
    """Outcomes with their probabilities as bars, in the order given; beyond `MOST_BARS` the rest is one bar.

    The share that was not computed has a bar of its own.

    >>> bar_chart([("across", Fraction(2, 3)), ("into the vat", Fraction(1, 3))]).bars[0].says
    '2/3 (67 %)'
    """
    shown = list(ways)
    if len(shown) > MOST_BARS:
        rest = shown[MOST_BARS - 1 :]
        total = sum((share for _, share in rest), Fraction(0))
        shown = [
            *shown[: MOST_BARS - 1],
            (text_count("{n} other outcome", "{n} other outcomes", len(rest)), total),
        ]
    if unresolved > 0:
        shown.append((text("not computed: too many outcomes"), unresolved))
    bars = tuple(Bar(clean(words), float(share), _says(share)) for words, share in shown)
    return Picture((0.0, 0.0, 1.0, 1.0), "", clean(title), bars=bars)


def _says(share: Fraction) -> str:
    """A probability as text; without the fraction where it is too long to read."""
    speak = Speaker()
    return speak.chance(share) if share.denominator <= 9999 else speak.percent(share)


def changes(before: Table, after: Table) -> str:
    """The differences between two tables in words."""
    return summary(End(before, after, 0))
