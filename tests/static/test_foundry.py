"""The module for Foundry VTT, against a stand-in of the API that Foundry documents, and with a real referee."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.server.serving import served

RUN = Path(__file__).parent / "foundry.mjs"


def test_a_dragged_token_is_judged_and_walls_hold_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        run = subprocess.run(
            ["node", str(RUN), server.url], check=True, timeout=120, capture_output=True, text=True
        )
    found = json.loads(run.stdout)

    # Foundry waits for nobody: each drag is held first, and made again if the referee allows it.
    assert found["held"] == [False, False]
    assert found["verdicts"] == ["legal", "illegal"]
    assert found["moved"] == [{"x": 600, "y": 500}]
    assert len(found["warned"]) == 1
    assert "wall" in found["warned"][0].casefold()
    # One square costs about one inch; behind the wall nothing is in reach.
    near, far = found["squares"]
    assert 0.5 <= near <= 1.5
    assert far > 1000
    # Tokens that move in another manner are Foundry's own business.
    assert found["other"] is True
