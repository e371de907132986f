"""Work for worker processes, as tests need it."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from surefoot.files.problems import FileInvalid, FileProblem

seen: list[str] = []


def pid() -> int:
    return os.getpid()


def remembered(word: str) -> list[str]:
    seen.append(word)
    return seen


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def burn(seconds: float) -> float:
    """Keep the processor busy for so long, however many others want it."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds


def leave_mark(path: str, seconds: float) -> None:
    Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)
    Path(path).write_text("done")


def count_up(path: str) -> tuple[int, int]:
    """How often this was run with this path, and by which process."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.write("x")
    return len(Path(path).read_text()), os.getpid()


def refuse() -> None:
    raise FileInvalid([FileProblem("x", 3, "models.kal", "is wrong", "move.any-path")])


def fail() -> None:
    raise ZeroDivisionError("secret inside")


def die() -> None:
    os._exit(3)


kept: list[bytes] = []


def hoard(megabytes: int) -> int:
    return len([b"x" * 1_000_000 for _ in range(megabytes)])


def keep(megabytes: int) -> None:
    kept.extend(b"x" * 1_000_000 for _ in range(megabytes))


def imported_by(function: Callable[..., Any], *arguments: Any) -> list[str]:
    """The modules that a job has to import."""
    before = set(sys.modules)
    function(*arguments)
    return sorted(set(sys.modules) - before)
