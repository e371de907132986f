"""Photos as maps: two points and their distance give the size; the picture lies under the table in every face."""

from __future__ import annotations

import base64
import io
import random
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image
from tests.command_line import CliRunner

import surefoot
from surefoot.answers.state import state_data
from surefoot.cli.app import app
from surefoot.files.codec import decode, encode
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import load, loads
from surefoot.intake.content import Content
from surefoot.maps.formats import map_of
from surefoot.maps.photo import LONGEST, Scale
from surefoot.setup.table import new_table
from surefoot.table.table import Table

TABLE = """
ruleset: necromunda-2023
board: [24, 18]
picture: {file: photo.jpg, area: {rect: [2, 0, 20, 18]}}
zones: [{name: South, side: blue, zone: {rect: [0, 0, 24, 6]}}]
markers: [{name: Loot, at: [12, 9]}]
models: {kal: {side: blue, base: 32, at: [3, 3], profile: {M: 5, I: 4}}}
"""
ACROSS = Scale((100, 50), (500, 50), 20.0)


def photo(kind: str = "JPEG", size: tuple[int, int] = (600, 400), **more: object) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(stream, kind, **more)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("ruleset", ["necromunda-2023", "dark-heresy-2e"])
def test_two_points_and_their_distance_say_how_large_a_photo_is(kind: str, ruleset: str) -> None:
    found = map_of(Content("hall.x", photo(kind)), ACROSS)
    made = new_table(ruleset, (), found, square=3.0)
    # 400 pixels are 20 units, so 600 × 400 are 30 × 20; a photo has no squares.
    assert made.data["board"] == [30.0, 20.0]
    assert made.data["name"] == "hall"


def test_a_photo_of_a_phone_is_turned_the_right_way_up() -> None:
    lying = Image.Exif()
    lying[0x0112] = 6
    found = map_of(Content("hall.jpg", photo(exif=lying)), Scale((50, 100), (50, 500), 20.0))
    assert (found.width, found.depth) == (20.0, 30.0)


def test_large_photos_are_made_smaller() -> None:
    found = map_of(Content("hall.png", photo("PNG", (5000, 3000))), Scale((0, 0), (5000, 0), 50.0))
    assert found.background is not None
    assert Image.open(io.BytesIO(found.background.data)).size == (LONGEST, LONGEST * 3 // 5)
    assert (found.width, found.depth) == (50.0, 30.0)


@pytest.mark.parametrize(
    ("data", "scale", "says"),
    [
        (photo(), None, "a picture does not say how large it is"),
        (photo(), Scale((5, 5), (5, 5), 3.0), "the two points of the picture are the same"),
        (
            photo(),
            Scale((5, 5), (601, 5), 3.0),
            "the point 601,5 is outside the picture, which has 600 × 400",
        ),
        (photo()[:300], ACROSS, "the picture is damaged"),
        (b"\x89PNG\r\n\x1a\nnothing", ACROSS, "the picture is damaged"),
        (b"<svg/>", ACROSS, "two points and their distance are for photos"),
    ],
)
def test_what_can_not_be_read_is_refused(data: bytes, scale: Scale | None, says: str) -> None:
    with pytest.raises(FileInvalid, match=says):
        map_of(Content("hall.jpg", data), scale)


def test_changed_bytes_are_read_or_refused() -> None:
    dice = random.Random(7)
    for kind in ("JPEG", "PNG", "WEBP"):
        whole = bytearray(photo(kind, (60, 40)))
        for _ in range(60):
            changed = whole.copy()
            for _ in range(3):
                changed[dice.randrange(4, len(changed))] = dice.randrange(256)
            with suppress(FileInvalid):
                map_of(Content("hall", bytes(changed)), Scale((0, 0), (30, 0), 10.0))


def test_from_a_photo_to_a_drawn_table_in_two_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hall.jpg").write_bytes(photo())
    run = CliRunner()
    words = (
        "table new --ruleset necromunda-2023 --map hall.jpg --points 100,50:500,50 --distance 20 -o t.yaml"
    )
    made = run.invoke(app, words.split())
    assert made.exit_code == 0, made.output
    picture = load("t.yaml").table.scenery.picture
    assert picture is not None
    assert picture.bounds == (0.0, 0.0, 30.0, 20.0)
    drawn = run.invoke(app, ["draw", "t.yaml", "-o", "t.svg"])
    assert drawn.exit_code == 0, drawn.output
    assert 'href="data:image/jpeg;base64,' in Path("t.svg").read_text(encoding="utf-8")
    assert run.invoke(app, ["draw", "t.yaml", "-o", "t.png"]).exit_code == 0
    again = run.invoke(app, ["map", "hall.jpg"])
    assert again.exit_code == 4
    assert "--points" in again.output


def laid(tmp_path: Path) -> Table:
    (tmp_path / "photo.jpg").write_bytes(photo())
    (tmp_path / "t.yaml").write_text(TABLE, encoding="utf-8")
    return load(tmp_path / "t.yaml").table


def test_the_picture_is_taken_from_beside_the_file_and_never_from_a_text(tmp_path: Path) -> None:
    table = laid(tmp_path)
    assert table.scenery.picture is not None
    assert base64.b64decode(table.scenery.picture.data.partition(",")[2]) == photo()
    # A text may come from anywhere: it opens no file.
    bare = loads(TABLE, str(tmp_path / "t.yaml")).table
    assert bare.scenery.picture is not None
    assert bare.scenery.picture.data == ""
    (tmp_path / "sub").mkdir()
    for name in ("../photo.jpg", str(tmp_path / "photo.jpg")):
        (tmp_path / "sub" / "t.yaml").write_text(TABLE.replace("photo.jpg", name), encoding="utf-8")
        other = load(tmp_path / "sub" / "t.yaml").table.scenery.picture
        assert other is not None
        assert other.data == ""


def test_rules_never_see_scenery(tmp_path: Path) -> None:
    table = laid(tmp_path)
    plain = table.changed(scenery=Table("x", "inch").scenery)
    assert table == plain
    assert table.digest == plain.digest
    assert state_data(table, table) == state_data(plain, plain)


def test_a_log_keeps_the_scenery(tmp_path: Path) -> None:
    table = laid(tmp_path)
    again = decode(Table, encode(table))
    assert again.scenery == table.scenery
    assert again.scenery.zones[0].corners == ((0.0, 0.0), (24.0, 0.0), (24.0, 6.0), (0.0, 6.0))
    assert again.scenery.markers[0].at == (12.0, 9.0)


def test_a_picture_shows_zones_and_marked_spots(tmp_path: Path) -> None:
    drawn = surefoot.svg(surefoot.picture(laid(tmp_path), whole=True))
    assert drawn.count("<image ") == 1
    assert ">Loot</text>" in drawn
    assert ">South</text>" in drawn


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("{area: {rect: [0, 0, 9, 9]}}", "a picture needs file or data"),
        ("{data: 'http://x/y.png', area: {rect: [0, 0, 9, 9]}}", "data:image/png;base64"),
        ("{data: 'data:image/png;base64,%%', area: {rect: [0, 0, 9, 9]}}", "not base64"),
    ],
)
def test_a_wrong_picture_is_a_problem_with_its_place(given: str, says: str) -> None:
    text = TABLE.replace("{file: photo.jpg, area: {rect: [2, 0, 20, 18]}}", given)
    with pytest.raises(FileInvalid, match=says):
        loads(text)
