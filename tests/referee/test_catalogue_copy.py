"""The copy of a catalogue that is kept beside the compiled modules: never out of date, and never needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from surefoot.referee import catalogue

TEXT = """
ruleset: kept
title: Kept
unit: inch
version: 1
clauses:
  - {id: walk.far, kind: limit, section: "1", title: Far, summary: How far, proof: case}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An importable package with a catalogue."""
    found = tmp_path / "kept_rules"
    found.mkdir()
    (found / "__init__.py").touch()
    (found / "catalogue.yaml").write_text(TEXT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "kept_rules", raising=False)
    return found


def titles() -> list[str]:
    catalogue.load.cache_clear()
    return [clause.title for clause in catalogue.load("kept_rules")]


def test_a_copy_is_kept_and_used_until_the_text_changes(package: Path) -> None:
    assert titles() == ["Far"]
    copy = package / "__pycache__" / "catalogue.json"
    kept = json.loads(copy.read_text())
    kept["data"]["clauses"][0]["title"] = "From the copy"
    copy.write_text(json.dumps(kept))
    assert titles() == ["From the copy"]
    (package / "catalogue.yaml").write_text(TEXT.replace("Far", "Further"))
    assert titles() == ["Further"]
    assert titles() == ["Further"]


def test_a_catalogue_inside_an_archive_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ZipFile(tmp_path / "rules.zip", "w") as archive:
        archive.writestr("kept_rules/__init__.py", "")
        archive.writestr("kept_rules/catalogue.yaml", TEXT)
    monkeypatch.syspath_prepend(tmp_path / "rules.zip")
    monkeypatch.delitem(sys.modules, "kept_rules", raising=False)

    assert titles() == ["Far"]
    assert [each.name for each in tmp_path.iterdir()] == ["rules.zip"]


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"made_from": 1}', "null"])
def test_a_copy_that_cant_be_read_is_made_again(package: Path, broken: str) -> None:
    assert titles() == ["Far"]
    copy = package / "__pycache__" / "catalogue.json"
    whole = copy.read_text()
    copy.write_text(broken)
    assert titles() == ["Far"]
    assert copy.read_text() == whole


def test_where_nothing_can_be_written_the_text_is_read(package: Path) -> None:
    (package / "__pycache__").write_text("not a folder")

    assert titles() == ["Far"]


def test_what_json_cant_hold_is_not_kept(package: Path) -> None:
    (package / "catalogue.yaml").write_text(TEXT.replace("proof: case", "proof: case, settings: {1: one}"))

    assert titles() == ["Far"]
    assert not (package / "__pycache__" / "catalogue.json").exists()


def test_a_catalogue_that_is_not_yaml_is_named_with_its_line(package: Path) -> None:
    (package / "catalogue.yaml").write_text(TEXT.replace("title: Far,", 'title: "" Far,'))
    with pytest.raises(ValueError, match=r"catalogue\.yaml:7: this is not YAML: "):
        titles()
