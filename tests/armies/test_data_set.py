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


def test_a_unit_that_the_data_set_does_not_know_is_asked_for() -> None:
    text = (FILES / "list.txt").read_text(encoding="utf-8").replace("Rotigus", "Zyxw Qwertz")
    army = army_of(Content("list", text.encode()))

    assert {(each.unit, each.field): each.suggestion for each in army.questions} == {
        ("Zyxw Qwertz", "base"): 32,
        ("Zyxw Qwertz", "M"): 6,
        ("Zyxw Qwertz", "keywords"): ["Infantry"],
    }
    assert "The data set has no unit 'Zyxw Qwertz'" in str(army.notes[0])
    answers = {"Zyxw Qwertz": {"M": 9, "base": 60, "keywords": ["Monster"]}}
    known = army_of(Content("list", text.encode()), "", answers)
    assert known.questions == ()
    (figure,) = next(squad.figures for squad in known.squads if squad.kind == "Zyxw Qwertz")
    assert (figure.profile["M"].value, list(figure.keywords)) == (9, ["Monster"])


def test_a_list_without_any_unit_of_the_data_set_is_refused() -> None:
    text = (FILES / "list.txt").read_text(encoding="utf-8").replace("Rotigus", "Zyxw Qwertz")
    with pytest.raises(FileInvalid, match="the data set has no unit 'Zyxw Qwertz'"):
        army_of(Content("list", text.replace("Bloodletters", "Rtyu Fghjk").encode()))


APP = """\
Our crusade (1000 points)

Black Templars
Incursion (1000 points)
Wrathful Procession

CHARACTERS

Marshal (80 points)
  • Warlord
  • 1x Master-crafted power weapon

BATTLELINE

Crusader Squad (150 points)
  • 1x Sword Brother
    ◦ 1x Heavy bolt pistol
  • {initiates}x Initiate w/Bolt Rifle
  • 4x Neophyte w/ Astartes Chainsword
  • Banner of the house

Exported with App Version: v1.0
"""


@pytest.mark.parametrize("initiates", [5, 6])
def test_models_are_counted_as_the_list_writes_them(initiates: int) -> None:
    army = army_of(Content("list", APP.format(initiates=initiates).encode()))

    (marshal,), squad = (squad.figures for squad in army.squads)
    assert marshal.count == 1
    assert [(each.name, each.count) for each in squad] == [
        ("Sword Brother", 1),
        ("Initiate", initiates),
        ("Neophyte", 4),
    ]


def test_fewer_models_than_a_datasheet_has_are_told() -> None:
    text = APP.format(initiates=1).replace("  • 4x Neophyte w/ Astartes Chainsword\n", "")
    army = army_of(Content("list", text.encode()))

    assert sum(each.count for each in army.squads[1].figures) == 2
    assert any("the list shows 2 models, its datasheet has at least" in str(note) for note in army.notes)


TOURNAMENT = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Chaos - World Eaters
+ DETACHMENT: Berzerker Warband
+ TOTAL ARMY POINTS: 515pts
+ NUMBER OF UNITS: 3
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Khârn the Betrayer (115 pts): Gorechild, Plasma pistol
Char2: 1x Daemon Prince of Khorne (220 pts): Hellforged weapons, Infernal cannon
Enhancement: Favoured of Khorne (+15 pts)
10x Khorne Berzerkers (180 pts)
{models}
"""


@pytest.mark.parametrize(
    "models",
    [
        "• 1x Khorne Berzerker Champion: Chainblade\n• 9x Khorne Berzerker: 9x Bolt pistol, 9x Chainblade",
        "• 1x Khorne Berzerker Champion\n    1 with Chainblade\n• 9x Khorne Berzerker\n    9 with Chainblade",
        "• Chainblades for all",
    ],
)
def test_a_tournament_list_comes_over_whole_in_each_of_its_dialects(models: str) -> None:
    army = army_of(Content("list", TOURNAMENT.format(models=models).encode()))

    assert sorted((squad.kind, squad.count) for squad in army.squads) == [
        ("Daemon Prince of Khorne", 1),
        ("Khorne Berzerkers", 10),
        ("Khârn the Betrayer", 1),
    ]


def test_no_unit_of_a_tournament_list_is_left_out_in_silence() -> None:
    text = TOURNAMENT.format(models="• 1x Khorne Berzerker Champion: Axe\n• 9x Khorne Berzerker: Axe")
    army = army_of(Content("list", text.replace("Khârn the Betrayer", "Kharn Betrayer").encode()))

    assert {squad.kind for squad in army.squads} == {
        "Daemon Prince of Khorne",
        "Khorne Berzerkers",
        "Kharn Betrayer",
    }
    assert {each.unit for each in army.questions} == {"Kharn Betrayer"}
    assert any("Did you mean 'Khârn the Betrayer'?" in str(note) for note in army.notes)


BATTLESCRIBE = """\
++ Army Roster (Chaos - World Eaters) [400pts] ++

+ Configuration +

Detachment: Berzerker Warband

+ Epic Hero +

Khârn the Betrayer [115pts]: Gorechild, Warlord

+ Battleline +

Khorne Berzerkers [180pts]
. 9x Khorne Berzerker: 9x Bolt pistol, 9x Chainblade
. Khorne Berzerker Champion: Chainblade
. . Plasma pistol

++ Total: [400pts] ++

Created with BattleScribe (https://battlescribe.net)
"""


def test_the_text_of_battlescribe_comes_over_with_all_of_its_models() -> None:
    army = army_of(Content("list", BATTLESCRIBE.encode()))

    assert [(each.name, each.count) for squad in army.squads for each in squad.figures] == [
        ("Khârn the Betrayer", 1),
        ("Khorne Berzerker", 9),
        ("Khorne Berzerker Champion", 1),
    ]


def test_a_companion_that_the_data_set_does_not_know_is_asked_for_its_base() -> None:
    pytest.importorskip("defusedxml")
    text = (FILES / "companions.ros").read_text().replace('name="Tinker"', 'name="Angron"')
    master, helpers = army_of(Content("list", text.encode())).squads[0].figures

    assert (master.name, master.shape is not None) == ("Angron", True)
    assert (helpers.name, helpers.shape) == ("Small Helper", None)


@pytest.mark.parametrize("name", ["Piranha", "Piranhas [Legends]", "piranhas"])
def test_a_unit_is_found_by_one_or_many_and_without_its_origin(name: str) -> None:
    unit = datasheets().unit(name)

    assert unit is not None
    assert unit["name"] == "Piranhas"


ATTACHED = """\
Two of them (295 points)

World Eaters
Strike Force (2000 points)
Berzerker Warband (3 Detachment Points)

Attached Units
Attached Unit 1

Khârn the Betrayer (115 points)
• Attached as: Leader (Character)
• Leading: Khorne Berzerkers
  • Warlord
  • 1x Gorechild
    1x Plasma pistol

Khorne Berzerkers (180 points)
• Attached as: Bodyguard (Battleline)
  • 1x Khorne Berzerker Champion
    • 1x Chainblade
      1x Plasma pistol
  • 9x Khorne Berzerker
    • 7x Bolt pistol
      7x Chainblade

Exported with App Version: v2.0.5 (128), Data Version: v886
"""


def test_units_that_are_attached_to_each_other_come_over_with_all_of_their_models() -> None:
    army = army_of(Content("list", ATTACHED.encode()))

    assert [(each.name, each.count) for squad in army.squads for each in squad.figures] == [
        ("Khârn the Betrayer", 1),
        ("Khorne Berzerker Champion", 1),
        ("Khorne Berzerker", 9),
    ]


def test_models_are_told_from_equipment_that_stands_beside_them() -> None:
    flat = "Khorne Berzerkers (180 points)\n• 1x Khorne Berzerker Champion\n• 9x Khorne Berzerker\n• 12x Chainblade\n"
    army = army_of(Content("list", (ATTACHED.partition("Khorne Berzerkers (180")[0] + flat).encode()))

    assert [(each.name, each.count) for each in army.squads[1].figures] == [
        ("Khorne Berzerker Champion", 1),
        ("Khorne Berzerker", 9),
    ]


def test_a_model_that_the_data_set_does_not_know_keeps_its_name_and_is_told() -> None:
    models = "• 1x Khorne Berzerker Champion: Axe\n• 8x Khorne Berzerker: Axe\n• 1x Tame Hound: Teeth"
    army = army_of(Content("list", TOURNAMENT.format(models=models).encode()))
    squad = next(each for each in army.squads if each.kind == "Khorne Berzerkers")

    assert ("Tame Hound", 1) in [(each.name, each.count) for each in squad.figures]
    assert any("the data set has no model 'Tame Hound'" in str(note) for note in army.notes)


def test_a_list_without_a_name_is_called_after_its_file() -> None:
    models = "• 1x Khorne Berzerker Champion: Axe\n• 9x Khorne Berzerker: Axe"
    assert army_of(Content("club night.txt", TOURNAMENT.format(models=models).encode())).name == "club night"
