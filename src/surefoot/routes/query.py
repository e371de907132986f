"""The options of a reach or route question."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class MoveQuery:
    """Options of a reach or route question. Every field has a default."""

    # The surface to end on, if several lie above one another.
    on: str = ""
    # The target of the action.
    target: str = ""
    # A budget instead of the action's allowance, and an addition to the allowance by a roll or a bonus.
    budget: float | None = None
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
