"""Composes the picture of a table and of outcomes on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from surefoot.draw import scenery, standing
from surefoot.draw.crop import board_of, bounds_for, cropped, uncut, union
from surefoot.draw.lettering import clean, shortened
from surefoot.draw.looks import WORDS, word
from surefoot.draw.names import speaker_of
from surefoot.draw.picture import Bounds, Caption, Ledger, Patch, Picture, Shade, Token
from surefoot.draw.story import Story, ledger_of
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.language import Notation
from surefoot.language.speaker import text
from surefoot.records import replace
from surefoot.referee.scene import Scene
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from surefoot.table.words import number, unit_sign


def picture(
    table: Table,
    outcomes: Sequence[Outcome] = (),
    *,
    whole: bool = False,
    title: str = "",
    ledger: bool = False,
    levels: Literal["together", "apart"] = "together",
    stages: Literal["numbers", "strip"] = "numbers",
) -> Picture:
    """A picture of a table and of outcomes on it, one after another.

    It is cropped to its models and terrain unless the `whole` board is shown. `ledger` adds the cost of every stride,
    `levels="apart"` shows one panel for each height, `stages="strip"` one panel for each outcome.
    """
    tables = [table, *(result.run.table for result in outcomes)]
    scope = _Scope(table, tables, whole=whole, ledger=ledger)
    if stages == "strip" and len(outcomes) > 1:
        shown = scope.strip(outcomes)
    else:
        shown = scope.one(table, outcomes)
        if levels == "apart":
            shown = apart(shown, Scene(table))
    return replace(shown, title=clean(title))


class _Scope:
    """Settings that all panels of a picture share."""

    def __init__(self, table: Table, tables: Sequence[Table], *, whole: bool, ledger: bool) -> None:
        self.start = table
        self.unit = unit_sign(table.unit)
        self.speak = speaker_of(table)
        self.numbers = standing.sides(tables)
        self.facing = standing.turned(tables)
        self.board = board_of(table)
        self.whole = whole
        self.ledger = ledger

    def one(self, table: Table, outcomes: Sequence[Outcome]) -> Picture:
        """One panel with all outcomes."""
        story = Story(self.speak, self.unit, self.facing, self.ledger, len(outcomes) > 1)
        before = table
        for index, result in enumerate(outcomes, 1):
            story.tell(before, result, index if len(outcomes) > 1 else 0)
            before = result.run.table
        shown = self._shown(table, story)
        return self._cropped(shown, bounds_for(shown, story.actors, whole=self.whole))

    def strip(self, outcomes: Sequence[Outcome]) -> Picture:
        """One panel for each outcome, on the table before it."""
        panels: list[Picture] = []
        windows: list[Bounds] = []
        quiet: list[Caption] = []
        rows: list[tuple[str, ...]] = []
        before = self.start
        for index, result in enumerate(outcomes, 1):
            story = Story(
                self.speak, self.unit, self.facing, self.ledger, several=True, first=len(rows), staged=False
            )
            story.tell(before, result, index)
            rows += story.rows
            # An outcome that changes nothing visible gets only a caption.
            if story.tracks or story.tokens or story.signs:
                panels.append(replace(self._shown(before, story), ledger=None))
                windows.append(bounds_for(panels[-1], story.actors, whole=self.whole))
            else:
                quiet += story.caption
            before = result.run.table
        if not panels:
            return self.one(self.start, outcomes)
        bounds, before_that = union(windows), None
        # All panels have the same bounds, and no panel cuts through a model.
        while bounds != before_that:
            before_that = bounds
            bounds = union([uncut(panel, bounds) for panel in panels])
        return _sheet([self._cropped(panel, bounds) for panel in panels], ledger_of(rows), tuple(quiet))

    def _shown(self, table: Table, story: Story) -> Picture:
        scene = Scene(table)
        terrain = scenery.patches(scene)
        models = standing.tokens(scene, self.numbers, facing=self.facing)
        models = [replace(one, hidden=any(standing.covers(each, one) for each in terrain)) for one in models]
        lying, names = standing.objects(scene)
        things: list[Patch | Token] = sorted([*terrain, *models], key=_order)
        things += story.tokens
        signs = (*lying, *story.signs)
        ground, called = scenery.ground(table, self.numbers)
        labels = (
            *story.labels,
            *standing.labels(scene, self.numbers),
            *names,
            *scenery.labels(scene),
            *called,
        )
        return Picture(
            (0.0, 0.0, 1.0, 1.0),
            self.unit,
            caption=tuple(story.caption),
            things=tuple(things),
            tracks=tuple(story.tracks),
            signs=signs,
            labels=labels,
            board=self.board,
            ground=ground,
            ledger=story.ledger,
        )

    def _cropped(self, shown: Picture, bounds: Bounds) -> Picture:
        shown = cropped(shown, bounds)
        sides = {f"side-{index}": name for name, index in reversed(self.numbers.items())}
        return replace(shown, legend=legend([shown], sides))


def _order(thing: Patch | Token) -> tuple[float, int]:
    return (thing.height, 99) if isinstance(thing, Token) else scenery.order(thing)


def _sheet(
    panels: Sequence[Picture], ledger: Ledger | None = None, caption: tuple[Caption, ...] = ()
) -> Picture:
    """Several panels as one picture with one legend."""
    entries = dict(entry for panel in panels for entry in panel.legend)
    first = panels[0]
    return Picture(
        first.bounds,
        first.unit,
        caption=caption,
        legend=tuple(entries.items()),
        ledger=ledger,
        panels=tuple(replace(panel, legend=()) for panel in panels),
    )


# --- legend ---------------------------------------------------------------------------------------


def legend(shown: Iterable[Picture], sides: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """A text for each kind of thing in the pictures."""
    kinds: dict[str, None] = {}
    for each in shown:
        kinds |= dict.fromkeys(kind for kind in _kinds(each))
    order = list(WORDS)
    ranked = sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else -1, kind))
    return tuple((kind, _word(kind, sides)) for kind in ranked)


def _kinds(shown: Picture) -> Iterable[str]:
    for thing in shown.things:
        yield thing.kind
        if isinstance(thing, Token) and not thing.shade:
            if thing.down:
                yield "down-model"
            if thing.hidden:
                yield "hidden-model"
    for track in shown.tracks:
        yield track.kind
    for sign in shown.signs:
        yield sign.kind


def _word(kind: str, sides: dict[str, str]) -> str:
    if kind.startswith("side-"):
        name = shortened(clean(sides.get(kind, "")))
        return text("side {side}", side=Notation(name)) if name else text("models")
    return word(kind)


# --- levels apart ---------------------------------------------------------------------------------


def apart(shown: Picture, scene: Scene) -> Picture:
    """One panel for each height; things above and below it are faded."""
    heights = _heights(shown, scene)
    if len(heights) < 2:
        return shown
    panels = []
    for index, low in enumerate(heights):
        high = heights[index + 1] if index + 1 < len(heights) else float("inf")
        name = (
            text("ground")
            if abs(low) <= TOLERANCE
            else text("{height} up", height=Notation(f"{number(low)}{shown.unit}"))
        )
        panels.append(_level(shown, low, high, name))
    kinds = dict.fromkeys(kind for panel in panels for kind in _kinds(panel))
    entries = tuple(entry for entry in shown.legend if entry[0] in kinds)
    return replace(_sheet(panels, shown.ledger, shown.caption), legend=entries)


def _heights(shown: Picture, scene: Scene) -> list[float]:
    """Every height with a level, or with a model that is below all levels."""
    found = [0.0] if shown.board is not None else []
    found += scenery.levels(scene)
    found += [deck.low for deck in scene.decks]
    found += [one.height for one in shown.tokens if not found or one.height < min(found)]
    return sorted(dict.fromkeys(found))


def _level(shown: Picture, low: float, high: float, name: str) -> Picture:
    def here(height: float) -> bool:
        return low - TOLERANCE <= height < high - TOLERANCE

    things: list[Patch | Token] = []
    for thing in shown.things:
        if isinstance(thing, Token):
            things.append(replace(thing, shade=_shade(thing.height, low, high), hidden=False))
        else:
            things.append(replace(thing, shade=scenery.shade_of(thing, low, high)))
    # Things on the level are drawn over those below it; things above come last.
    ranks = {"below": 0, "": 1, "above": 2}
    things.sort(key=lambda thing: ranks[thing.shade])
    tracks = [
        replace(
            track, shade="" if track.low < high - TOLERANCE and track.high >= low - TOLERANCE else "above"
        )
        for track in shown.tracks
    ]
    return replace(
        shown,
        title=name,
        low=low,
        caption=(),
        ledger=None,
        things=tuple(things),
        tracks=tuple(tracks),
        signs=tuple(sign for sign in shown.signs if here(sign.height)),
        labels=tuple(label for label in shown.labels if here(label.height)),
    )


def _shade(height: float, low: float, high: float) -> Shade:
    if height >= high - TOLERANCE:
        return "above"
    return "below" if height < low - TOLERANCE else ""
