"""What a worker remembers of games, and what it does when it does not."""

from collections.abc import Iterator

import pytest

from surefoot.answers.bundled import bundled
from surefoot.server import game_worker
from surefoot.server.authority import Actor
from surefoot.server.game_worker import Around, LogNeeded, NewLine, Position
from surefoot.server.limits import Limits

ORANGE = Actor("a", "player", ("orange",))
OUT, BACK = (
    {"who": "kal", "action": "move", "path": [[7.5, 6]]},
    {"who": "kal", "action": "move", "path": [[5.5, 6]]},
)


GAME = {"id": "g", "key": "", "commitment": ""}
AROUND = Around()


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    game_worker._remembered.clear()
    yield
    game_worker._remembered.clear()


def begun() -> game_worker.Begun:
    return game_worker.begin(
        bundled()["gantry"].read_text(encoding="utf-8"), "gantry", "", "enforce", Limits(), GAME
    )


def said(found: NewLine | LogNeeded) -> NewLine:
    assert isinstance(found, NewLine)
    return found


def test_a_game_that_was_forgotten_is_taken_up_from_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    start = begun()
    first = said(game_worker.declare(Position("g", start.seal, (start.header,)), ORANGE, AROUND, OUT))
    kept = said(game_worker.declare(Position("g", first.seal), ORANGE, AROUND, BACK))

    # There is room for one line only: whichever game comes next pushes the other one out.
    monkeypatch.setattr(game_worker, "MOST_BYTES", 1)
    said(game_worker.declare(Position("h", start.seal, (start.header,)), ORANGE, AROUND, OUT))
    position = Position("g", first.seal)
    assert isinstance(game_worker.declare(position, ORANGE, AROUND, BACK), LogNeeded)
    again = game_worker.declare(position._replace(lines=(start.header, first.line)), ORANGE, AROUND, BACK)
    assert said(again) == kept
    assert list(game_worker._remembered) == ["g"]


def test_a_line_that_could_not_be_kept_is_forgotten() -> None:
    start = begun()
    lost = said(game_worker.declare(Position("g", start.seal, (start.header,)), ORANGE, AROUND, OUT))

    # The server still stands where it stood: what was judged meanwhile does not count.
    assert isinstance(game_worker.declare(Position("g", start.seal), ORANGE, AROUND, OUT), LogNeeded)
    assert said(game_worker.declare(Position("g", start.seal, (start.header,)), ORANGE, AROUND, OUT)) == lost
