"""An error in the code of a ruleset by others is blamed on that package, with file and line."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from surefoot.referee import faults, protocol

CODE = """
def lay(table):
    return table["no such row"]
"""


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> object:
    """A function of a ruleset package that is installed besides our own."""
    point = EntryPoint("other", "surefoot_other.rules:RULESET", "surefoot.rulesets")
    object.__setattr__(point, "dist", SimpleNamespace(name="surefoot-other", version="0.3"))
    monkeypatch.setattr(protocol, "installed", lambda: {"other": point})
    names: dict[str, object] = {"__name__": "surefoot_other.rules"}
    exec(compile(CODE, "/site/surefoot_other/rules.py", "exec"), names)
    return names["lay"]


def test_the_package_file_and_line_are_named(lay: object) -> None:
    with pytest.raises(KeyError) as raised:
        lay({})  # type: ignore[operator]

    fault = faults.fault_of(raised.value)

    assert fault is not None
    assert (fault.package, fault.version, fault.line) == ("surefoot-other", "0.3", 3)
    assert str(fault.says) == (
        "The ruleset package surefoot-other 0.3 failed: KeyError: 'no such row', "
        "in /site/surefoot_other/rules.py, line 3"
    )


def test_our_own_errors_are_nobody_elses(lay: object) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        1 / 0  # noqa: B018

    assert faults.fault_of(raised.value) is None
