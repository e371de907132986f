"""Frames that nobody foresaw: each is answered, nothing is changed by what is refused, and the other game goes on."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surefoot.server.limits import Limits
from surefoot.server.messages import REQUEST
from surefoot.server.problems import KINDS
from tests.server.players import LADDER, VAT, Club, Player, club

KINDS_ASKED = sorted(REQUEST.json_schema()["discriminator"]["mapping"])
WORDS = st.sampled_from(
    [
        "kal",
        "vex",
        "grix",
        "move",
        "climb",
        "orange",
        "rungs",
        "gantry",
        "end",
        "",
        "who",
        "action",
        "path",
        "tick",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(st.characters(codec="utf-8"), max_size=20)
    | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(WORDS | st.text(string.ascii_letters, max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = (
    "seen",
    "declaration",
    "faces",
    "value",
    "roll",
    "settled",
    "agree",
    "effects",
    "reason",
    "ask",
    "who",
    "given",
    "to",
    "after",
    "limit",
)
DECLARED = st.fixed_dictionaries(
    {},
    optional={
        "who": WORDS | VALUES,
        "action": WORDS | VALUES,
        "path": st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)) | VALUES, max_size=4) | VALUES,
        "target": WORDS,
        "tick": WORDS,
        "happen": WORDS,
    },
)


@st.composite
def frames(draw: st.DrawFn) -> str:
    """A frame that is nearly right: a known kind, some of its fields, and anything in them."""
    fields: dict[str, Any] = {
        name: draw(VALUES) for name in draw(st.lists(st.sampled_from(FIELDS), max_size=3, unique=True))
    }
    if draw(st.booleans()):
        fields["declaration"] = draw(DECLARED)
    if draw(st.booleans()):
        fields["seen"] = draw(st.integers(0, 3))
    # The heavy ones are asked elsewhere; here it is about what cannot be foreseen.
    kind = draw(st.sampled_from([kind for kind in KINDS_ASKED if kind not in ("reach", "route")]) | VALUES)
    return json.dumps(
        {"kind": kind, "id": draw(st.text(string.ascii_letters, min_size=1, max_size=8)), **fields}
    )


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    limits = Limits(
        client_rate=1e6, client_burst=10**6, game_rate=1e6, game_burst=10**6, seconds=60, game_seconds=60
    )
    with club(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'games.db'}", limits=limits) as found:
        yield found


@pytest.fixture(scope="module")
def fuzzed(here: Club) -> Player:
    return here.two()[0]


@pytest.fixture(scope="module")
def other(here: Club) -> Player:
    return here.two()[0]


@settings(
    max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(frame=frames() | st.text(st.characters(codec="utf-8"), max_size=50) | VALUES.map(json.dumps))
def test_every_frame_is_answered_with_a_code_or_granted(fuzzed: Player, frame: str) -> None:
    before = (fuzzed.seq, fuzzed.hash)
    fuzzed.wire.send_text(frame)
    # What is granted is followed by the player, who checks each hash; a refusal leaves everything as it was.
    answer = fuzzed.hear()
    while answer["kind"] in ("announced", "seats"):
        answer = fuzzed.hear()
    if answer["kind"] == "refused":
        assert KINDS[answer["problem"]["code"]].status < 500, answer
        assert (fuzzed.seq, fuzzed.hash) == before


def test_after_all_that_both_games_go_on(fuzzed: Player, other: Player) -> None:
    state = fuzzed.ask("state")
    assert state["hash"] == fuzzed.hash
    assert other.declare(LADDER)["kind"] == "done"
    assert other.declare(VAT)["kind"] == "done"


@pytest.mark.parametrize(("size", "code"), [(300_000, "limit/size"), (200_000, "frame/unreadable")])
def test_a_frame_that_is_too_large_is_refused_unread(other: Player, size: int, code: str) -> None:
    other.wire.send_text(json.dumps({"kind": "x" * size, "id": "large"}))
    answer = other.hear()
    assert (answer["kind"], answer["problem"]["code"]) == ("refused", code)


def test_bytes_are_no_frames(other: Player) -> None:
    other.wire.send_bytes(b"\x00\xff")  # type: ignore[attr-defined]  # a socket of a test client can
    assert other.hear()["problem"]["code"] == "frame/unreadable"
