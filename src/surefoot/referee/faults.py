"""Faults of rulesets by others: an error is blamed on the package whose code raised it, with file and line."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from types import FrameType

from surefoot.language import Notation, Sentence, say
from surefoot.records import dataclass
from surefoot.referee import protocol

# The rulesets that come with Surefoot: their faults are its own.
OWN = "surefoot"


@dataclass(frozen=True)
class Fault:
    """Where a ruleset by others failed: its package and version, the place in its code, and the error."""

    package: str
    version: str
    file: str
    line: int
    error: str

    @property
    def says(self) -> Sentence:
        """The fault in words, for the author of the ruleset."""
        return say(
            "The ruleset package {package} failed: {error}, in {file}, line {line}",
            package=Notation(f"{self.package} {self.version}".strip()),
            error=Notation(self.error),
            file=Notation(self.file),
            line=Notation(str(self.line)),
        )


def fault_of(error: BaseException) -> Fault | None:
    """The fault of a ruleset by others that an error comes from; None if no code of such a ruleset was running.

    Of several lines of its code, the innermost: what Surefoot does with a wrong value begins there.
    """
    packages = dict(_packages())
    found: Fault | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        package = _package(frame)
        if package in packages:
            name, version = packages[package]
            told = traceback.format_exception_only(error)[-1].strip()
            found = Fault(name, version, frame.f_code.co_filename, line, told)
    return found


def _packages() -> Iterator[tuple[str, tuple[str, str]]]:
    """The top-level packages of rulesets by others, each with the name and version of its distribution."""
    for point in protocol.installed().values():
        package = str(getattr(point, "module", "")).partition(".")[0]
        source = getattr(point, "dist", None)
        if package not in ("", OWN):
            yield package, (source.name, source.version) if source else (package, "")


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
