"""What a worker remembers of games, and what it does when it does not."""

from collections.abc import Iterator

import pytest

from surefoot.answers.bundled import bundled
from surefoot.server import judging
from surefoot.server.authority import Speaker
from surefoot.server.judging import LogNeeded, Position, Said
from surefoot.server.limits import Limits

ORANGE = Speaker("a", "player", ("orange",))
OUT, BACK = (
    {"who": "kal", "action": "move", "path": [[7.5, 6]]},
    {"who": "kal", "action": "move", "path": [[5.5, 6]]},
)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    judging._remembered.clear()
    yield
    judging._remembered.clear()


def begun() -> judging.Begun:
    return judging.begin(bundled()["gantry"].read_text(encoding="utf-8"), "gantry", "", "enforce", Limits())


def said(found: Said | LogNeeded) -> Said:
    assert isinstance(found, Said)
    return found


def test_a_game_that_was_forgotten_is_taken_up_from_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    start = begun()
    first = said(judging.declare(Position("g", start.seal, (start.header,)), ORANGE, OUT))
    kept = said(judging.declare(Position("g", first.seal), ORANGE, BACK))

    # There is room for one line only: whichever game comes next pushes the other one out.
    monkeypatch.setattr(judging, "MOST_LINES", 1)
    said(judging.declare(Position("h", start.seal, (start.header,)), ORANGE, OUT))
    position = Position("g", first.seal)
    assert isinstance(judging.declare(position, ORANGE, BACK), LogNeeded)
    again = judging.declare(position._replace(lines=(start.header, first.line)), ORANGE, BACK)
    assert said(again) == kept
    assert list(judging._remembered) == ["g"]


def test_a_line_that_could_not_be_kept_is_forgotten() -> None:
    start = begun()
    lost = said(judging.declare(Position("g", start.seal, (start.header,)), ORANGE, OUT))

    # The server still stands where it stood: what was judged meanwhile does not count.
    assert isinstance(judging.declare(Position("g", start.seal), ORANGE, OUT), LogNeeded)
    assert said(judging.declare(Position("g", start.seal, (start.header,)), ORANGE, OUT)) == lost
