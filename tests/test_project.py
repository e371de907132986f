"""Guards on the project itself; each one first makes sure that there is something to guard."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import surefoot

ROOT = Path(__file__).parent.parent
LONGEST_FILE = 600
SOURCE_SUFFIXES = {".py", ".pxd", ".pyx", ".js", ".css"}
PATH_OF_A_MACHINE = re.compile(rb"(?<!\w)/(?:work|root|farm)/")


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def test_every_make_target_has_a_help_text() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = {name for line in re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE) for name in line.split()}
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))

    assert {"play", "test", "check"} <= phony
    assert phony == explained


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    shown = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout

    assert re.findall(r"^  make ([a-z-]+) ", shown, re.MULTILINE) == re.findall(
        r"^\.PHONY: (.*)$", makefile, re.MULTILINE
    )


def test_no_source_file_is_too_long_to_read() -> None:
    sources = [
        path
        for path in (ROOT / "src").rglob("*")
        if path.suffix in SOURCE_SUFFIXES and "vendor" not in path.parts
    ]
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources
    }

    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_tracked_file_names_a_path_of_one_machine() -> None:
    tracked = tracked_files()
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked
        for number, line in enumerate(path.read_bytes().splitlines(), start=1)
        if PATH_OF_A_MACHINE.search(line)
    ]

    assert tracked
    assert found == []


def test_the_version_is_stated_once_in_effect() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["version"] == surefoot.__version__


def test_the_changelog_starts_with_what_is_unreleased() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert headings
    assert headings[0] == "[Unreleased]"
