"""Real files of other programs, which are not ours to ship, are read whole: `SUREFOOT_REAL_FILES=folder pytest -m campaign` names them.

`tests/armies/files/README.md` says where public ones are. Every file below the folder is read as a roster or as a map; files in one
folder called `input.*` and `expected.*` are one list in the dialects of several programs, and have the same units.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from surefoot.armies.formats import army_of
from surefoot.files.home import HOME
from surefoot.files.problems import FileInvalid
from surefoot.intake.content import Content
from surefoot.maps.formats import map_of

pytestmark = pytest.mark.campaign

FOLDER = os.environ.get("SUREFOOT_REAL_FILES", "")
# What other programs write about a list, and no program reads.
ASIDE = ("parsed", "roster.json", "roster-json", "README", "LICENSE")
FILES = sorted(
    file
    for file in (Path(FOLDER).rglob("*") if FOLDER else ())
    if file.is_file() and not any(word in file.name for word in ASIDE)
)


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def units(file: Path) -> Counter[tuple[str, int]]:
    """The units of a roster, each with the number of its models; a gang is read for the newer edition."""
    content = Content(file.name, file.read_bytes())
    try:
        army = army_of(content)
    except FileInvalid as refused:
        if "which edition" not in str(refused):
            raise
        army = army_of(content, "necromunda-2023")
    return Counter((squad.kind, squad.count) for squad in army.squads)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_real_file_is_read(file: Path) -> None:
    try:
        assert units(file)
    except FileInvalid as no_roster:
        try:
            assert map_of(Content(file.name, file.read_bytes())).features
        except FileInvalid as no_map:
            pytest.fail(f"neither a roster ({no_roster}) nor a map ({no_map})")


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES}), ids=lambda folder: folder.name)
def test_a_list_is_the_same_in_every_dialect(folder: Path) -> None:
    same = [file for file in FILES if file.parent == folder and file.name.startswith(("input.", "expected."))]
    found = {file.name: units(file) for file in same}
    assert all(each == next(iter(found.values())) for each in found.values()), found
