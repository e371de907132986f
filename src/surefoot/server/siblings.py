"""Metrics of several server processes: each process can report the metrics of all.

Each process writes its metrics to a shared folder every second. The process that is asked reads them all and labels
each metric with its process.
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

# The interval of writing in seconds, and the age after which the metrics of a process are ignored.
EVERY = 1.0
GONE = 10.0


@asynccontextmanager
async def shared(metrics: Metrics, folder: str) -> AsyncIterator[None]:
    """Write the metrics of this process to the shared folder while it is serving; without a folder, do nothing."""
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
        # Renamed when complete, so that other processes never read half a file.
        fresh = own.with_suffix(".fresh")
        fresh.write_bytes(metrics.text())
        fresh.rename(own)
        await asyncio.sleep(EVERY)


def text(metrics: Metrics, folder: str) -> bytes:
    """The metrics of this process, or of all processes if there is a shared folder."""
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
        # A process may end and remove its file meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if time.time() - each.stat().st_mtime < GONE:
                yield each.stem, each.read_text(encoding="utf-8")


class _Together(Collector):
    """Collects the metrics of all processes, labelled with the process."""

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
