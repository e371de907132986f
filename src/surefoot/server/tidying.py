"""What Python does beside the work of a serving process, so that all sockets wait for it as shortly as possible.

While it looks for garbage everything waits, so this is done in small parts, or when little is asked. And one thread at a time
runs Python: that of the sockets stops at each look at the network, and gets its turn back when another thread has used up its own.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from surefoot.collecting import collect_young, keep_all

# Seconds between two looks at how much there is to do, and the part of a processor below which it is little.
EVERY, LITTLE = 1.0, 0.1
# How many times young objects have become old until it is worth while to look through the old ones, and until it is done in any case.
WORTH_IT, LATEST = 5, 500
# Seconds for which a thread that reads the database may keep the sockets waiting; five thousandths are usual.
TURN = 0.0005


@asynccontextmanager
async def tidying() -> AsyncIterator[None]:
    """Look for garbage so that no move waits for it, and let threads take short turns; everything that was loaded before stays."""
    before, turn = gc.get_threshold(), sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    keep_all()
    collect_young()
    task = asyncio.create_task(_tidy())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        sys.setswitchinterval(turn)
        gc.set_threshold(*before)
        gc.unfreeze()


async def _tidy() -> None:
    while True:
        begun = time.thread_time()
        await asyncio.sleep(EVERY)
        little = time.thread_time() - begun < LITTLE * EVERY
        aged = gc.get_count()[2]
        if aged >= LATEST or (little and aged >= WORTH_IT):
            gc.collect()
