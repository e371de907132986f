"""Metrics of a server, read by Prometheus at /metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from surefoot.server.listening import Doorway
from surefoot.server.lobby import Lobby
from surefoot.server.store.writer import Writer
from surefoot.server.workers import Workers

# In seconds.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        PlatformCollector(self.registry)
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "surefoot_requests",
            "Requests by result.",
            ("method", "route", "status", "code"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "surefoot_request_seconds",
            "Duration of requests.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.open = Gauge("surefoot_requests_open", "Open requests.", registry=self.registry)
        self.sockets = Gauge("surefoot_sockets_open", "Open sockets.", registry=self.registry)

    def watch(self, gauges: Callable[[], Iterable[Metric]]) -> None:
        """Register metrics that are computed when they are read."""
        self.registry.register(_Computed(gauges))

    def watch_workers(self, workers: Workers) -> None:
        """Register the metrics of the worker processes."""
        self.watch(
            lambda: (
                GaugeMetricFamily("surefoot_work_waiting", "Jobs that wait or run.", workers.waiting),
                GaugeMetricFamily(
                    "surefoot_workers_alive", "Whether all worker lanes run.", float(workers.alive)
                ),
                CounterMetricFamily(
                    "surefoot_work_killed", "Jobs stopped because they took too long.", value=workers.killed
                ),
                CounterMetricFamily(
                    "surefoot_work_cancelled",
                    "Jobs stopped because the client was gone.",
                    value=workers.cancelled,
                ),
                CounterMetricFamily(
                    "surefoot_work_made_way",
                    "Slow jobs moved to a low-priority lane.",
                    value=workers.made_way,
                ),
            )
        )

    def watch_games(self, lobby: Lobby, writer: Writer) -> None:
        """Register the metrics of the open games and the database."""
        self.watch(
            lambda: (
                GaugeMetricFamily("surefoot_games_open", "Open games.", lobby.rooms),
                GaugeMetricFamily("surefoot_seats_connected", "Sockets connected to a game.", lobby.sockets),
                CounterMetricFamily("surefoot_store_commits", "Database commits.", value=writer.commits),
                CounterMetricFamily(
                    "surefoot_store_written", "Jobs written to the database.", value=writer.written
                ),
                CounterMetricFamily(
                    "surefoot_store_failed", "Jobs that could not be written.", value=writer.failed
                ),
                GaugeMetricFamily(
                    "surefoot_queued_bytes", "Bytes that wait to be sent to sockets.", lobby.queued.bytes
                ),
            )
        )

    def watch_connections(self, doorway: Doorway) -> None:
        """Register the metrics of connections."""
        self.watch(
            lambda: (
                GaugeMetricFamily(
                    "surefoot_connections_idle", "Connections without a request.", len(doorway.idle)
                ),
                CounterMetricFamily(
                    "surefoot_connections_closed", "Connections closed by a limit.", value=doorway.closed
                ),
            )
        )

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)


class _Computed(Collector):
    def __init__(self, gauges: Callable[[], Iterable[Metric]]) -> None:
        self.gauges = gauges

    def collect(self) -> Iterable[Metric]:
        return self.gauges()

    def describe(self) -> Iterable[Metric]:
        # Nothing can be computed before the server runs.
        return ()
