"""What a way or a reach is to be like, besides who goes how and where to."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class MoveQuery:
    """Whoever asks names only what is not as usual."""

    # On what to end, where there are several levels.
    on: str = ""
    # Whom the action is aimed at.
    target: str = ""
    # Instead of the allowance of the action, and what a roll or a bonus adds to it.
    budget: float | None = None
    extra: float = 0.0
    # So many actions in a row.
    actions: int = 1
    # So many other ways are shown.
    others: int = 0
    # Ground to keep off, by tag or id, and links between levels not to take: "jump gantry".
    without: tuple[str, ...] = ()
    # No link that must be tested for.
    safe: bool = False

    @classmethod
    def from_fields(cls, asked: object) -> MoveQuery:
        """What somebody asks for whose question has fields of these names, or some of them."""
        return cls(
            **{each.name: getattr(asked, each.name) for each in fields(cls) if hasattr(asked, each.name)}
        )


DEFAULT_QUERY = MoveQuery()
