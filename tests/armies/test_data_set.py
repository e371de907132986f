"""Every unit of the 40k data set becomes legal models; lists that only name units get their numbers from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from surefoot.armies.army import Army
from surefoot.armies.dataset_40k import datasheets
from surefoot.armies.fitting import fitted, suggested
from surefoot.armies.formats import army_of, read_army
from surefoot.armies.text_40k import squad_of
from surefoot.files.home import HOME
from surefoot.files.problems import FileInvalid
from surefoot.intake.content import Content

pytest.importorskip("wh40kdc")

FILES = Path(__file__).parent / "files"


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def every_unit() -> Army:
    taken: set[str] = set()
    units = [unit for units in datasheets().units.values() for unit in units]
    squads = [squad_of(unit, (unit.get("model_count") or {}).get("min") or 1, taken) for unit in units]
    return Army("All", "wh40k-10e", "test", tuple(squads))


def test_every_unit_becomes_legal_models_or_asks_for_its_size_or_capacity() -> None:
    army = every_unit()
    open_questions = fitted(army, "all", {})

    assert len(army.squads) > 1_000
    assert {question.field for question in open_questions.questions} == {"base", "hull", "capacity"}
    assert open_questions.notes == ()
    assert fitted(army, "all", suggested(open_questions)).questions == ()


def test_a_list_of_names_gets_numbers_bases_and_keywords_with_their_source() -> None:
    army = read_army(FILES / "list.txt")
    rotigus, bloodletters = army.squads

    assert [(each.name, each.count) for each in bloodletters.figures] == [
        ("Bloodreaper", 1),
        ("Bloodletter", 9),
    ]
    (figure,) = rotigus.figures
    assert figure.profile["M"].value > 0
    assert figure.profile["M"].source.startswith("wh40kdc")
    assert figure.shape is not None
    assert "Monster" in figure.keywords
    assert any("11th edition" in str(note) for note in army.notes)


def test_a_unit_that_the_data_set_does_not_know_is_named() -> None:
    text = (FILES / "list.txt").read_text(encoding="utf-8").replace("Rotigus", "Zyxw Qwertz")
    with pytest.raises(FileInvalid, match="the data set has no unit 'Zyxw Qwertz'"):
        army_of(Content("list", text.encode()))
