"""A question that cannot be answered as it was put."""

from __future__ import annotations


class InvalidQuestion(ValueError):
    """What is wrong with which field of a question, in plain words."""

    def __init__(self, field: str, says: str) -> None:
        self.field, self.says = field, says
        super().__init__(says)
