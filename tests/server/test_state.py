"""The state that is told after each line is the state, however much of it was taken over from the line before."""

from collections.abc import Iterator

import pytest

import surefoot
from surefoot.answers.bundled import bundled
from surefoot.answers.state import state_after, state_data
from surefoot.dice.responders import Seeded
from surefoot.referee.session import Session
from surefoot.table.effects import Counted, Effect, Moved, Noted, PieceChanged, PieceRemoved, Removed, apply
from surefoot.table.place import Place, on_surface
from surefoot.table.table import Table

CARRIED = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  tower: {platform: {rect: [0, 0, 4, 4]}, z: 3}
  cage: {lift: {rect: [10, 10, 4, 4]}, z: 0, shaft: [0, 6]}
models:
  - {id: cart, base: 60, at: [8, 4], side: orange, profile: {M: 6, I: 4}, deck: {outline: [[-1, -1], [1, -1], [1, 1], [-1, 1]], z: 1}}
  - {id: rider, base: 25, at: [0.2, 0.3], on: cart.deck, side: orange, profile: {M: 6, I: 4}}
  - {id: high, base: 25, at: [12, 12], on: cage, side: green, profile: {M: 6, I: 4}}
  - {id: low, base: 25, at: [20, 20], side: green, profile: {M: 6, I: 4}}
"""
EFFECTS: tuple[Effect, ...] = (
    Noted("seen", "low", 3, "round"),
    Moved("cart", on_surface(9.0, 5.0, "board", 90.0)),
    PieceChanged("cage", z=4_000_000),
    Counted("low", "wounds", 1),
    Moved("low", on_surface(2.0, 2.0, "tower")),
    Noted("seen", "low", None, "round"),
    PieceChanged("cage", ("open",)),
    PieceRemoved("tower"),
    Moved("rider", Place("reserve")),
    Removed("high", "fell"),
)


def carried() -> Iterator[Table]:
    """Models on what moves under them, and everything else that can change."""
    table = surefoot.loads(CARRIED).table
    yield table
    for effect in EFFECTS:
        table = apply(table, effect)
        yield table


def played(name: str) -> Iterator[Table]:
    """A scenario played to its end."""
    found = surefoot.load(bundled()[name])
    session = Session(found.table, "advise")
    yield session.now
    for declaration in found.declarations:
        session.declare(declaration)
        yield session.now
        session.play_out(Seeded("dice", session.dice_shown))
        yield session.now


@pytest.mark.parametrize("name", ["carried", *bundled()])
def test_what_is_taken_over_from_another_line_is_what_it_would_be(name: str) -> None:
    tables = list(carried() if name == "carried" else played(name))
    # There, back again as an undo goes, and from the end to the beginning.
    before, shown = tables[0], state_data(tables[0], tables[0])
    for table in (*tables, *reversed(tables), tables[-1], tables[0]):
        shown = state_after(table, tables[0], before, shown)
        before = table
        assert repr(shown) == repr(state_data(table, tables[0]))


def test_the_rider_moves_with_the_cart() -> None:
    before, after, *_ = list(carried())[1:]
    shown = state_after(after, before, before, state_data(before, before))

    assert shown["models"]["rider"] != state_data(before, before)["models"]["rider"]
