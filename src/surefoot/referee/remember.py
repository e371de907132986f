"""What is worked out of a table once and asked for often."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
# Tables are kept as long as their answers are: as many as one question about odds comes past.
MOST = 2048


def remembered(read: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """A pure function of a table, remembered: odds run the same rules on the same tables again for every end."""
    return cast("Callable[Asked, Answer]", lru_cache(maxsize=MOST)(read))
