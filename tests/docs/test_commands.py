"""Every command in the manual and in the README is run, or understood by the command line if it cannot be run here."""

import os
import re
import shlex
import shutil
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from tests.command_line import CliRunner
from tests.docs.pictures import words_on
from tools.manual import captures, commands, shown
from tools.manual.sessions import GAMES, SESSIONS, Played, Shown

from surefoot.cli.app import app

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *shown.written_by_hand()]

# Commands that no test on this page runs, by how they begin, with the reason.
NOT_RUN = {
    "make": "`make fresh` runs the targets in a new clone",
    "git": "needs a network",
    "cd": "belongs to the clone",
    "pip": "needs a network; tests/kit/test_example.py installs a package with pip",
    "python -m venv": "tests/kit/test_example.py creates an environment",
    ".venv/bin/pip": "needs a network; tests/kit/test_example.py installs a package with pip",
    "pipx": "needs the index",
    "uvx": "needs the index",
    "sha256sum": "needs a release; tests/test_release.py checks sums and signatures",
    "ssh-keygen": "the same",
    "curl": "tests/server/test_docs.py sends this request",
    "surefoot play": "plays until it is left; the captures and tests/cli/test_play.py play games",
    ".venv/bin/surefoot play": "the same",
    "surefoot serve": "serves until it is stopped; tests/server starts servers",
    "surefoot backup": "needs a running server's database; tests/server makes backups",
    "surefoot admin": "needs a server's database; tests/cli/test_admin.py runs these commands",
    "surefoot --install-completion": "changes the shell of the person who runs it",
}
# Files that the pages use without showing them, or that another command writes (any of them may run first), and the example that stands for each.
STAND_INS = {"table.yaml": "mud.yaml", "camp.yaml": "journey.yaml", "cellar.yaml": "mud.yaml"}


def shell_commands(page: Path) -> list[str]:
    """The commands in the shell blocks of a page, without comments; a quoted text may span several lines."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for block in blocks:
        begun = ""
        for line in block.splitlines():
            begun = f"{begun}\n{line}" if begun else line
            if begun.count("'") % 2 == 0:
                found.append(re.sub(r"\s+# .*$", "", begun).strip())
                begun = ""
    return [each for each in found if each]


def inline_commands(page: Path) -> list[str]:
    """The commands within the sentences of a page; the bare name of a command is none."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"`(surefoot [^`\n]+)`", text)
    whole = [each for each in found if each.count(" ") > 1]
    return [each for each in whole if "…" not in each and not re.search(r"\b[A-Z]{2,}\b", each)]


SHELL = [(page, command) for page in PAGES for command in shell_commands(page)]
RUN = [(page, command) for page, command in SHELL if not any(command.startswith(each) for each in NOT_RUN)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the commands of the manual use."""
    made = tmp_path_factory.mktemp("manual")
    shutil.copytree(ROOT / "examples", made / "examples")
    (made / "docs").mkdir()
    shutil.copytree(DOCS / "examples", made / "docs" / "examples")
    for file in (DOCS / "examples").iterdir():
        shutil.copy(file, made / file.name)
    for name, stands in STAND_INS.items():
        shutil.copy(DOCS / "examples" / stands, made / name)
    return made


def environment(home: Path) -> dict[str, str]:
    here = Path(sys.executable).parent
    path = f"{here}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "SUREFOOT_HOME": str(home), "NO_COLOR": "1"}


def test_there_are_commands_to_run() -> None:
    assert len(RUN) > 20
    assert {page.name for page, _ in SHELL} >= {"README.md", "install.md", "find-a-path.md", "server.md"}


# What only a shell can do, and a command that starts processes of its own: these run in a process, the others in this one,
# where everything is loaded. `tests/cli/test_process.py` starts the command as the system does.
SHELL_ONLY = re.compile(r"[|<>*$;&~`\n]|^(?!surefoot )|^surefoot study ")


def run(typed: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The exit code of a command, and what it wrote."""
    if SHELL_ONLY.search(typed):
        return captures.in_a_process(f"set -o pipefail; {typed}", folder, environment)
    with chdir(folder):
        ended = CliRunner().invoke(app, shlex.split(typed)[1:], env=environment, prog_name="surefoot")
    return ended.exit_code, ended.output


@pytest.mark.parametrize(
    ("page", "command"), RUN, ids=[f"{page.stem}: {command}"[:90] for page, command in RUN]
)
def test_a_command_of_the_manual_runs(page: Path, command: str, folder: Path) -> None:
    code, told = run(command.replace(".venv/bin/surefoot", "surefoot"), folder, environment(folder))

    assert code == 0, f"{page.name}: {command}\n{told}"


def test_every_command_that_is_not_run_is_still_in_the_manual() -> None:
    begun = [command for _, command in SHELL]

    assert [each for each in NOT_RUN if not any(command.startswith(each) for command in begun)] == []


def understood(command: str) -> str:
    """What the command line says against a command without running it; empty if it understands it."""
    words = shlex.split(command.replace(".venv/bin/", ""))[1:]
    root = commands.root()
    try:
        context = root.make_context("surefoot", words)
        while hasattr(context.command, "commands") and context._protected_args + context.args:
            name, found, rest = context.command.resolve_command(
                context, [*context._protected_args, *context.args]
            )
            context = found.make_context(name, rest, parent=context)
    except SystemExit as left:
        return "" if not left.code else f"ended with {left.code}"
    except Exception as wrong:  # noqa: BLE001  # typer brings its own click, whose errors have no public names
        message = str(getattr(wrong, "message", "") or wrong)
        return "" if type(wrong).__name__ == "Exit" else message
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_is_understood(page: Path) -> None:
    every = [each for each in shell_commands(page) if re.match(r"(\.venv/bin/)?surefoot ", each)]
    every = [each for each in (*every, *inline_commands(page)) if "|" not in each and ">" not in each]
    wrong = {command: understood(command) for command in every if "--install-completion" not in command}

    assert {command: says for command, says in wrong.items() if says} == {}


def test_a_command_with_an_unknown_option_is_not_understood() -> None:
    assert understood("surefoot check table.yaml --jsno")
    assert understood("surefoot chekc table.yaml")
    assert understood("surefoot check table.yaml --json") == ""


def kept(name: str) -> set[str]:
    """The texts that pages show of a capture."""
    shows = (each for page in PAGES for each in shown.blocks(page.read_text(encoding="utf-8")))
    return {text for where, text in shows if where == f"captures/{name}.txt"}


def labels(text: str) -> list[str]:
    return re.findall(r"^✓ +(\S+)", text, re.MULTILINE)


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session[0].name)
def test_pages_show_what_their_commands_print_today(session: tuple[Shown, ...]) -> None:
    made = captures.session_files(session, run)

    for each in session:
        told = made[f"captures/{each.name}.txt"]
        assert "Traceback" not in told
        if each.differs:
            assert [labels(text) for text in kept(each.name)] == [labels(told)]
        else:
            assert kept(each.name) <= {told}, "run `python -m tools.manual --update`"
        if each.picture:
            picture = (DOCS / "pictures" / each.picture).read_text(encoding="utf-8")
            assert words_on(picture) == words_on(made[f"pictures/{each.picture}"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_game_that_is_shown_is_played_to_its_end(game: Played) -> None:
    (told,) = captures.game_files(game).values()

    assert all(line in told for line in game.lines)
    assert kept(game.name) == {told}, "run `python -m tools.manual --update`"
