"""The error for a question that can't be answered as it was put."""

from __future__ import annotations

from surefoot.language import Text


class InvalidQuestion(ValueError):
    """A field of a question has an unknown or unsuitable value; `says` tells people what is wrong with it."""

    def __init__(self, field: str, says: Text) -> None:
        self.field, self.says = field, says
        super().__init__(str(says))
