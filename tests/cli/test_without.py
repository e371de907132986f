"""Searches for paths leave out the terrain that `--without` names, whatever it is."""

from pathlib import Path

import pytest
from tests.command_line import CliRunner, Result

from surefoot.cli.app import app

TABLE = """\
ruleset: necromunda-classic
board: [24, 12]
options: {premeasure: true}
terrain:
  - {id: loft, platform: {rect: [8, 2, 4, 4]}, z: 3}
  - {id: rungs, ladder: [8, 4], from: board, to: loft}
  - {id: pipe, obstacle: {rect: [5, 3, 0.3, 2]}, height: 1}
models: [{id: kal, base: 25.4, at: [4, 4], profile: {M: 8, I: 4}}]
"""


def route(folder: Path, without: str) -> Result:
    """The cheapest path up to the loft."""
    file = folder / "table.yaml"
    file.write_text(TABLE)
    words = f"route {file} --who kal --to 10,4 --on loft --actions 3".split()
    return CliRunner().invoke(app, [*words, "--without", without])


@pytest.mark.parametrize("tag", ["dangerous", "jump loft"])
def test_a_tag_that_no_terrain_has_changes_nothing(tmp_path: Path, tag: str) -> None:
    found = route(tmp_path, tag).output

    assert "ladder rungs" in found
    assert "pipe" in found


def test_a_ladder_an_obstacle_and_a_level_are_left_out_by_their_ids(tmp_path: Path) -> None:
    assert "ladder rungs" not in route(tmp_path, "rungs").output
    assert "pipe" not in route(tmp_path, "pipe").output
    assert "No path" in route(tmp_path, "loft").output


def test_a_name_that_nothing_has_is_refused(tmp_path: Path) -> None:
    found = route(tmp_path, "rugns")

    assert found.exit_code == 2
    assert "There is no terrain and no tag 'rugns'; did you mean 'rungs'?" in " ".join(found.output.split())
