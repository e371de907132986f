"""One measurement: its value, what it aims at, and the peer it is compared with."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Row:
    """A line of the table; `ratio` is how many times better than the peer."""

    name: str
    value: float
    unit: str
    better: Literal["lower", "higher"]
    aim: float | None = None
    peer: str | None = None
    peer_value: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer."""
        if self.peer_value is None:
            return None
        return self.peer_value / self.value if self.better == "lower" else self.value / self.peer_value

    def data(self) -> dict[str, Any]:
        """The line as JSON."""
        return asdict(self) | {"ratio": self.ratio}
