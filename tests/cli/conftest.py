"""The tiny ruleset is installed while commands run."""

from collections.abc import Iterator

import pytest
from tests.tiny import installed


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with installed():
        yield
