"""Records that go from one process to another."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

from surefoot.table.record import Record


def test_a_record_is_found_by_its_value_in_another_process() -> None:
    sent = Record(name="kal", traits=Record(weapon="stub gun"))
    assert {sent: "here"}[Record(name="kal", traits=Record(weapon="stub gun"))] == "here"
    code = (
        "import pickle, sys; from surefoot.table.record import Record; "
        "sent = pickle.load(sys.stdin.buffer); "
        "assert sent in {Record(name='kal', traits=Record(weapon='stub gun')): 1}, hash(sent)"
    )
    # Text hashes otherwise there.
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps(sent),
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
