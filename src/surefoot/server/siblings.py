"""The figures of all processes that serve together: whichever is asked tells those of everybody.

Each process writes its own figures down every second, in a folder that all of them know. Whoever is asked reads them all
and says of each figure which process it belongs to.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from surefoot.server.metrics import Metrics

# Figures are written down so often, in seconds; those of a process that has not done so for longer are left out.
EVERY = 1.0
GONE = 10.0


@asynccontextmanager
async def shared(metrics: Metrics, folder: str) -> AsyncIterator[None]:
    """Write the figures of this process down for the others, as long as it serves; nothing if it serves alone."""
    if not folder:
        yield
        return
    own = Path(folder) / f"{os.getpid()}.prom"
    writing = asyncio.create_task(_write(metrics, own))
    try:
        yield
    finally:
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing
        own.unlink(missing_ok=True)


async def _write(metrics: Metrics, own: Path) -> None:
    while True:
        # Renamed when it is whole: nobody reads half of it.
        fresh = own.with_suffix(".fresh")
        fresh.write_bytes(metrics.text())
        fresh.rename(own)
        await asyncio.sleep(EVERY)


def text(metrics: Metrics, folder: str) -> bytes:
    """The figures of this process, or of all if there are several."""
    if not folder:
        return metrics.text()
    texts = {str(os.getpid()): metrics.text().decode()}
    for name, content in _others(Path(folder)):
        texts.setdefault(name, content)
    registry = CollectorRegistry()
    registry.register(_Together(texts))
    return generate_latest(registry)


def _others(folder: Path) -> Iterator[tuple[str, str]]:
    for each in sorted(folder.glob("*.prom")):
        # A process may end while we look.
        with contextlib.suppress(FileNotFoundError):
            if time.time() - each.stat().st_mtime < GONE:
                yield each.stem, each.read_text(encoding="utf-8")


class _Together(Collector):
    """Figures by the process that they belong to."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def collect(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for process, content in self.texts.items():
            for family in text_string_to_metric_families(content):
                whole = found.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type, family.unit)
                )
                for sample in family.samples:
                    labels = {**sample.labels, "process": process}
                    whole.add_sample(sample.name, labels, sample.value)
        return found.values()
