"""Worker processes end with the process that has started them, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")

_SCRIPT = """
import os, time
from surefoot.forecast.processes import processes
with processes(1) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""
# Longer than any machine needs to end a process.
PATIENCE = 60.0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_a_program_that_was_ended(how: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", _SCRIPT], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        assert _runs(worker)
        os.kill(program.pid, how)
    ends = time.monotonic() + PATIENCE
    while _runs(worker) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not _runs(worker)


def _runs(process: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for its result does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
