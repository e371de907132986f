"""Files from elsewhere are read under limits: bombs, entities and depth are refused in plain words, and quickly."""

from __future__ import annotations

import io
import os
import random
import time
import zipfile
from pathlib import Path

import pytest

from surefoot.armies.formats import army_of
from surefoot.files.home import HOME
from surefoot.files.problems import FileInvalid
from surefoot.intake.content import MOST_ENTRIES, Content, json_of, unpacked
from surefoot.intake.xml import xml_of
from surefoot.maps.formats import map_of
from surefoot.maps.terrain import terrain_of

HERE = Path(__file__).parent.parent
SAMPLES = sorted(
    file
    for folder in ("armies", "maps")
    for file in (HERE / folder / "files").iterdir()
    if file.suffix != ".md"
)
# SUREFOOT_MUTANTS=10000 tries as many files; the suite a few of each sample.
MUTANTS = int(os.environ.get("SUREFOOT_MUTANTS", "120"))
SEED = int(os.environ.get("SUREFOOT_MUTANT_SEED", "0"))
LONGEST = 5.0


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def zipped(entries: dict[str, bytes]) -> Content:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return Content("list.rosz", file.getvalue())


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(FileInvalid, match="too large once it is unpacked"):
        unpacked(zipped({"a.ros": b"\0" * 50_000_000}), ".ros")


def test_an_archive_of_many_files_or_of_none_that_fits_is_refused() -> None:
    with pytest.raises(FileInvalid, match="more than 50 files"):
        unpacked(zipped({f"{i}.ros": b"" for i in range(MOST_ENTRIES + 1)}), ".ros")
    with pytest.raises(FileInvalid, match=r"one file \.ros; it holds 0"):
        unpacked(zipped({"a.txt": b"x"}), ".ros")


def test_entities_are_refused() -> None:
    pytest.importorskip("defusedxml")
    laughs = b'<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><roster>&b;</roster>'
    outside = b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><roster>&a;</roster>'

    for text in (laughs, outside):
        with pytest.raises(FileInvalid, match="declares entities"):
            xml_of(Content("list.ros", text))


def test_depth_is_limited() -> None:
    pytest.importorskip("defusedxml")
    with pytest.raises(FileInvalid, match="nested too deep"):
        xml_of(Content("list.ros", b"<a>" * 5_000 + b"</a>" * 5_000))
    with pytest.raises(FileInvalid, match="nested too deep"):
        json_of(Content("map", b"[" * 100_000 + b"]" * 100_000))


@pytest.mark.parametrize(
    "text", [b'{"a": NaN}', b'{"a": Infinity}', b'{"a": 1e999}', b'{"a": ' + b"9" * 5_000 + b"}"]
)
def test_numbers_that_measure_nothing_are_refused(text: bytes) -> None:
    with pytest.raises(FileInvalid, match="is not a number"):
        json_of(Content("map", text))


def test_an_xml_problem_names_its_line() -> None:
    pytest.importorskip("defusedxml")
    with pytest.raises(FileInvalid, match=r"list\.ros:3: this is not XML"):
        xml_of(Content("list.ros", b"<roster>\n<a>\n</b>"))


# --- mutated files --------------------------------------------------------------------------------

_WORDS = (
    b"null",
    b"-1",
    b"1e308",
    b"[]",
    b"{}",
    b'""',
    b"true",
    b"99999999999",
    b"&",
    b"<",
    b'"',
    b"\xff",
    b"0",
)


def mutant(data: bytes, dice: random.Random) -> bytes:
    """The content with a few things cut, doubled, swapped or overwritten."""
    found = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        start = dice.randrange(len(found) + 1)
        length = dice.choice((1, 3, 10, 60))
        kind = dice.randrange(5)
        if kind == 0:
            del found[start : start + length]
        elif kind == 1:
            found[start:start] = found[start : start + length] * dice.choice((1, 2, 50))
        elif kind == 2:
            found[start : start + 1] = bytes([dice.randrange(256)])
        elif kind == 3:
            found[start : start + dice.choice((0, 1, 4))] = dice.choice(_WORDS)
        else:
            del found[start:]
    return bytes(found)


def refusal(content: Content, folder: str) -> list[str] | None:
    """The problems of a file that can't be read; None if it can."""
    try:
        read(content, folder)
    except FileInvalid as refused:
        return [str(problem.says) for problem in refused.problems]
    return None


def read(content: Content, folder: str) -> None:
    if folder == "armies":
        army_of(content, "" if content.data[:1] == b"<" else "necromunda-2023")
    else:
        terrain_of(map_of(content), "wh40k-10e")


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_a_damaged_file_is_read_or_refused_in_plain_words_and_quickly(file: Path) -> None:
    pytest.importorskip("defusedxml")
    if file.name == "list.txt":
        pytest.importorskip("wh40kdc")
    data, folder = file.read_bytes(), file.parent.parent.name
    number = max(1, MUTANTS // len(SAMPLES))
    for seed in range(SEED, SEED + number):
        broken = mutant(data, random.Random(f"{file.name} {seed}"))
        start = time.process_time()
        told = refusal(Content(file.name, broken), folder)
        assert told is None or (told and all(told)), seed
        assert time.process_time() - start < LONGEST, seed
