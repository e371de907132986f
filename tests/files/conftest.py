"""Two tiny rulesets, in inches and in metres, found as if they were installed."""

import pytest
from tests.files import tiny

from surefoot.referee import protocol, referee


@pytest.fixture
def tiny_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The core knows rulesets by name only; these two stand in for installed ones."""
    known = {"tiny": tiny.ruleset, "metric": tiny.metric}

    def find(name: str) -> protocol.Ruleset:
        if name not in known:
            raise protocol.NoSuchRuleset(name)
        return known[name]

    monkeypatch.setattr(protocol, "find", find)
    monkeypatch.setattr(protocol, "installed", lambda: known)
    # The referee took the function by name.
    monkeypatch.setattr(referee, "find", find)
