"""What an operator watches: counted here, read by Prometheus at /metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from surefoot.server.lobby import Lobby
from surefoot.server.workers import Workers

# Seconds: from a small answer to the longest that is allowed.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        PlatformCollector(self.registry)
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "surefoot_requests",
            "Requests by what became of them.",
            ("method", "route", "status", "code"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "surefoot_request_seconds",
            "How long requests take.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.open = Gauge(
            "surefoot_requests_open", "Requests that are being answered.", registry=self.registry
        )
        self.sockets = Gauge("surefoot_sockets_open", "Sockets that are open.", registry=self.registry)

    def watch(self, gauges: Callable[[], Iterable[Metric]]) -> None:
        """Ask somebody for figures whenever they are read."""
        self.registry.register(_Asked(gauges))

    def watch_workers(self, workers: Workers) -> None:
        """Figures of the worker processes."""
        self.watch(
            lambda: (
                GaugeMetricFamily(
                    "surefoot_work_waiting", "Pieces of work that wait or are under way.", workers.waiting
                ),
                GaugeMetricFamily("surefoot_workers_alive", "Whether all lanes work.", float(workers.alive)),
                CounterMetricFamily(
                    "surefoot_work_killed", "Work ended because it took too long.", value=workers.killed
                ),
                CounterMetricFamily(
                    "surefoot_work_cancelled",
                    "Work ended because nobody waited for it.",
                    value=workers.cancelled,
                ),
                CounterMetricFamily(
                    "surefoot_work_made_way", "Slow work that made way for others.", value=workers.made_way
                ),
            )
        )

    def watch_games(self, lobby: Lobby) -> None:
        """Figures of the games that this process has open, and of what was made durable."""
        writer = lobby.store.writer
        self.watch(
            lambda: (
                GaugeMetricFamily("surefoot_games_open", "Games that are open here.", lobby.rooms),
                GaugeMetricFamily("surefoot_seats_connected", "Sockets that sit at a game.", lobby.sockets),
                CounterMetricFamily(
                    "surefoot_store_commits", "Times that something was made durable.", value=writer.commits
                ),
                CounterMetricFamily(
                    "surefoot_store_written", "Things that were made durable.", value=writer.written
                ),
            )
        )

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class _Asked(Collector):
    def __init__(self, gauges: Callable[[], Iterable[Metric]]) -> None:
        self.gauges = gauges

    def collect(self) -> Iterable[Metric]:
        return self.gauges()

    def describe(self) -> Iterable[Metric]:
        # Nothing is asked for before there is somebody to ask.
        return ()
