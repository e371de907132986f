"""The planner as procedures see it. Rules may not import `surefoot.routes`: `surefoot` registers it here.

Legs and tariffs are values of the referee, which this room cannot name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    # `import surefoot` loads this module, and has to be quick.
    from surefoot.table.table import Table

# The most actions in a row, and the most other paths, that a question may ask for.
MOST_PLANNED = 9


class ContactPath(Protocol):
    """A path into contact."""

    @property
    def legs(self) -> tuple[Any, ...]:
        """The legs to declare."""
        ...

    @property
    def cost(self) -> int:
        """What they cost by the tariff, in millionths."""
        ...


class Planner(Protocol):
    """The questions that rules may ask the planner."""

    def shortest_to_contact(
        self,
        table: Table,
        who: str,
        tariff: Any,
        target: str,
        reach: float = 0.0,
        without: tuple[str, ...] = (),
        level: float = ...,
    ) -> ContactPath | None:
        """The cheapest path of a model to where its base touches a target's, at most `level` higher or lower than it.

        None if there is none on the level of the model.
        """
        ...

    def cheapest_over_levels(
        self,
        table: Table,
        who: str,
        action: str,
        spots: Iterable[tuple[float, float]],
        on: str,
        without: tuple[str, ...] = (),
    ) -> Iterator[ContactPath]:
        """The cheapest path of one action to each of some places on a level that needs no test, the cheapest place first."""
        ...


_loaders: list[Callable[[], Planner]] = []


def register(load: Callable[[], Planner]) -> None:
    """Register the planner. `load` is called whenever a rule asks for it, so that nothing is imported before."""
    _loaders[:] = [load]


def planner() -> Planner:
    """The registered planner."""
    return _loaders[0]()
