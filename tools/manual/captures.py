"""What a terminal really shows: commands of the manual are run while it is built, their output and pictures kept."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.manual.writing import Files

import surefoot

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "docs" / "examples"
COMPARED = ROOT / "examples" / "compare.yaml"
COLUMNS = 88


@dataclass(frozen=True)
class Shown:
    """Something typed: under which name its output is kept, what is expected of it, how much of it is shown."""

    name: str
    typed: str
    code: int = 0
    lines: int = 0
    # The picture that the command leaves behind.
    picture: str = ""


# Each list is typed in one folder, one after another; the folder holds the files of docs/examples.
SESSIONS: tuple[tuple[Shown, ...], ...] = (
    (Shown("play", "surefoot play --seed 7", lines=31), Shown("doctor", "surefoot doctor")),
    (
        Shown("check", "surefoot check gap.yaml"),
        Shown("draw", "surefoot draw gap.yaml --check --ledger -o gap.svg", picture="gap.svg"),
        Shown("map", "surefoot draw gap.yaml --check"),
        Shown("refused", "surefoot check walk.yaml", code=3),
        Shown("draw-refused", "surefoot draw walk.yaml --check -o walk.svg", picture="walk.svg"),
        Shown("invalid", "surefoot check mistakes.yaml", code=4),
    ),
    (
        Shown("dice", "surefoot move gap.yaml --dice 2,1"),
        Shown("draw-dice", "surefoot draw gap.yaml --dice 2,1 -o fallen.svg", picture="fallen.svg"),
        Shown("seed", "surefoot move gap.yaml --seed 7"),
        Shown("named", "surefoot move gap.yaml --dice 'leap=2, wound roll=5, injury dice=6'"),
        Shown("choice", "surefoot move gap.yaml --dice 'leap or stay at the edge=stay'"),
    ),
    (
        Shown("odds", "surefoot odds gap.yaml"),
        Shown("odds-clauses", "surefoot odds gap.yaml --ask damage --clauses"),
        Shown("odds-given", "surefoot odds gap.yaml --given 2 --ask status"),
        Shown("odds-choose", "surefoot odds gap.yaml --choose least:damage"),
        Shown("draw-odds", "surefoot odds gap.yaml -o odds.svg", picture="odds.svg"),
        Shown("simulate", "surefoot simulate gap.yaml -n 100000 --ask status"),
        Shown("venture", "surefoot venture pit.yaml --who kal --to 9,5"),
        Shown("venture-down", "surefoot venture gantry.yaml --who kal --to 15,8 --on board --actions 3"),
        Shown("draw-venture", "surefoot venture pit.yaml --who kal -o chances.svg", picture="chances.svg"),
        Shown("venture-levels", "surefoot venture gantry.yaml --who kal --actions 3"),
        Shown(
            "draw-levels",
            "surefoot venture gantry.yaml --who kal --actions 3 -o heights.svg",
            picture="heights.svg",
        ),
    ),
    (
        Shown("keep", "surefoot move gap.yaml -o friday.game", code=5),
        Shown("answer", "surefoot move friday.game --dice 5"),
        Shown("replay", "surefoot replay friday.game --verify"),
    ),
    (
        Shown("clause", "surefoot rules show necromunda-classic/leap.test"),
        Shown("rules", "surefoot rules necromunda-classic --topic leap"),
        Shown("json", "surefoot check walk.yaml --json", code=3),
        Shown("compare", "surefoot compare compare.yaml --rulesets necromunda-classic,wh40k-10e,gemini-arap"),
    ),
    (
        Shown("works", "surefoot check works.yaml", code=3),
        Shown("squad", "surefoot check squad.yaml"),
        Shown("draw-squad", "surefoot draw squad.yaml --check -o squad.svg", picture="squad.svg"),
    ),
)


@dataclass(frozen=True)
class Played:
    """A game at a terminal: under which name it is kept, how it is begun, and what is typed at each prompt."""

    name: str
    typed: str
    lines: tuple[str, ...]


GAMES: tuple[Played, ...] = (
    Played(
        "game",
        "surefoot play gantry --seed 7 -o friday.game",
        (
            "kal ?",
            "kal move to rungs then up rungs",
            "y",
            "vex mvoe to 11.5,11.5",
            "vex move to 11.5,11.5",
            "y",
            "3",
            "vex jump down",
            "end round",
            "y",
            "quit",
        ),
    ),
)
# A prompt that waits: everything that asks ends so.
_WAITS = re.compile(r"[>:?] $")


class Unexpected(RuntimeError):
    """A command of the manual that did not end as the manual says."""


def names() -> list[str]:
    """The files that the captures will leave, without running anything."""
    shown = [each for session in SESSIONS for each in session]
    pictures = [f"pictures/{each.picture}" for each in shown if each.picture]
    kept = [f"captures/{each.name}.txt" for each in (*shown, *GAMES)]
    return [f"examples/{COMPARED.name}", *kept, *pictures]


def files() -> Files:
    """Run everything; what each command showed, and the pictures that it drew."""
    found: Files = {f"examples/{COMPARED.name}": COMPARED.read_text(encoding="utf-8")}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for each in (*pool.map(_session, SESSIONS), *pool.map(_game, GAMES)):
            found |= each
    return found


def _session(session: tuple[Shown, ...]) -> Files:
    found: Files = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (*EXAMPLES.glob("*.yaml"), COMPARED):
            (folder / file.name).write_bytes(file.read_bytes())
        for shown in session:
            found[f"captures/{shown.name}.txt"] = _captured(shown, folder)
            if shown.picture:
                found[f"pictures/{shown.picture}"] = (folder / shown.picture).read_text(encoding="utf-8")
    return found


def _environment() -> dict[str, str]:
    here = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', '')}",
        "COLUMNS": str(COLUMNS),
        "NO_COLOR": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }


def _game(played: Played) -> Files:
    """Play a game through a pseudo-terminal; what was seen on it."""
    # Only who builds the manual needs a terminal, and not every system has this kind.
    import pty

    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", played.typed],
            cwd=folder,
            env={**_environment(), "TERM": "dumb", "SUREFOOT_HOME": folder},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        left = list(played.lines)
        seen = _conversation(ours, left)
        os.close(ours)
        if process.wait() != 0 or left:
            raise Unexpected(f"{played.typed!r} ended with {process.returncode}, {left} untyped:\n{seen}")
    lines = [line.rstrip() for line in seen.strip().splitlines()]
    return {f"captures/{played.name}.txt": "\n".join([f"$ {played.typed}", *lines]) + "\n"}


def _conversation(terminal: int, lines: list[str]) -> str:
    """What is seen on a terminal while lines are typed, each when something waits for it; those that are left stay."""
    seen, answered = b"", 0
    while True:
        quiet = not select.select([terminal], [], [], 0.2)[0]
        if not quiet:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                # Nobody is at the other end any more.
                part = b""
            if not part:
                return _plain(seen)
            seen += part
        elif len(seen) > answered and lines and _WAITS.search(_plain(seen)):
            answered = len(seen)
            os.write(terminal, f"{lines.pop(0)}\n".encode())


def _plain(seen: bytes) -> str:
    """What a terminal shows, without what it is told to do."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.decode("utf-8", "replace")).replace("\r", "")


def _captured(shown: Shown, folder: Path) -> str:
    done = subprocess.run(
        ["bash", "-c", shown.typed],
        cwd=folder,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != shown.code:
        raise Unexpected(f"{shown.typed!r} ended with {done.returncode}, not {shown.code}:\n{done.stdout}")
    lines = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    if shown.lines and len(lines) > shown.lines:
        lines = [*lines[: shown.lines], "…"]
    ending = [f"$ echo $?\n{shown.code}"] if shown.code else []
    return "\n".join([f"$ {shown.typed}", *lines, *ending]) + "\n"


def works(*, dark: bool = False) -> str:
    """The picture of the README."""
    scenario = surefoot.load(EXAMPLES / "works.yaml")
    judged, table = [], scenario.table
    for declaration in scenario.declarations:
        judged.append(surefoot.check(table, declaration))
        table = judged[-1].run.table
    return surefoot.svg(surefoot.picture(scenario.table, judged, title=scenario.name), dark=dark)


def write_pictures(folder: Path) -> None:
    """The pictures of the README, which is read without a build."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "works.svg").write_text(works(), encoding="utf-8")
    (folder / "works-dark.svg").write_text(works(dark=True), encoding="utf-8")
