"""Questions that are nearly right: whatever is changed in one that works, it is answered or refused, and is no bug."""

from __future__ import annotations

import copy
import json
import os
import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surefoot.server import jobs
from surefoot.server.limits import Limits
from surefoot.server.problems import KINDS, Problem
from surefoot.server.questions import answered
from surefoot.server.samples import SAMPLES

# So often each kind is asked here; whoever looks for more says so.
EXAMPLES = int(os.environ.get("SUREFOOT_EXAMPLES", "40"))
# A reach is drawn for every change of its table; that takes seconds where the kernel is interpreted.
ASKED = [kind for kind in SAMPLES if kind != "reach"]
STRANGE = st.sampled_from(
    [
        *(None, True, False, 0, -1, 1, 3, 0.5, 1e-9, 1e9, -1e9, 1e308, float("nan"), float("inf"), 10**30),
        *("", "kal", "near", "nobody", "move", "x" * 300, "1", "∞", "a\x00b"),
        *([], {}, [[]], [0, 0], [0, 0, 0], [[0, 0], [0, 0]], {"leap": [0, 0]}, {"id": "kal"}, [None]),
    ]
)


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in some data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, each in inner for found in ((*way, key), *ways(each, (*way, key)))]


@st.composite
def changed(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """An example with one to three of its values gone, doubled or strange."""
    _, body = draw(st.sampled_from(list(SAMPLES[kind].values())))
    found: dict[str, Any] = copy.deepcopy(body)
    for _ in range(draw(st.integers(1, 3))):
        known = ways(found)
        if not known:
            break
        *way, last = draw(st.sampled_from(known))
        holder: Any = found
        for step in way:
            holder = holder[step]
        how = draw(st.sampled_from(["strange", "gone", "doubled", "elsewhere"]))
        if how == "gone":
            del holder[last]
        elif how == "doubled" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        elif (
            how == "elsewhere"
            and isinstance(holder[last], int | float)
            and not isinstance(holder[last], bool)
        ):
            holder[last] += draw(st.floats(-20, 20))
        else:
            holder[last] = copy.deepcopy(draw(STRANGE))
    return found


@pytest.mark.parametrize("kind", ASKED)
def test_no_change_of_an_example_shows_a_bug(kind: str) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=EXAMPLES == 40,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(body=changed(kind))
    def asked(body: dict[str, Any]) -> None:
        found, _ = jobs.result(_done(kind, body))
        if isinstance(found, Problem):
            assert KINDS[found.code].status < 500, f"{found.trace}\n{json.dumps(body)}"
        else:
            assert isinstance(json.loads(found), dict)

    asked()


def _done(kind: str, body: dict[str, Any]) -> bytes:
    limits = Limits(ways=500)
    return jobs.done(pickle.dumps((answered, (kind, json.dumps(body).encode(), limits))))
