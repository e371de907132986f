"""The options of a reach or route question."""

from __future__ import annotations

from dataclasses import fields

from surefoot.language import Sentence
from surefoot.records import dataclass


@dataclass(frozen=True)
class MoveQuery:
    """Options of a reach or route question. Every field has a default."""

    # The surface to end on, if several lie above one another.
    on: str = ""
    # The target of the action.
    target: str = ""
    # A budget instead of the action's allowance.
    budget: float | None = None
    # An addition to the allowance: a bonus, or what was rolled. With it, nothing more is rolled.
    extra: float = 0.0
    # The number of actions in a row.
    actions: int = 1
    # The number of other routes to return.
    others: int = 0
    # Ground to avoid, by tag or id, and links not to take, such as "jump gantry".
    without: tuple[str, ...] = ()
    # Take no link that needs a test.
    safe: bool = False

    @classmethod
    def from_fields(cls, asked: object) -> MoveQuery:
        """The options in an object that has some fields of these names."""
        return cls(
            **{each.name: getattr(asked, each.name) for each in fields(cls) if hasattr(asked, each.name)}
        )


DEFAULT_QUERY = MoveQuery()


class CannotPlan(ValueError):
    """An option that cannot be honoured for this mover or action: the name of the option, and why."""

    def __init__(self, option: str, says: Sentence) -> None:
        self.option, self.says = option, says
        super().__init__(str(says))
