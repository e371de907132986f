"""Rosters of other programs come over whole, with the source of every number, or say what is wrong with them."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from surefoot.armies.army import FROM_ANSWER, FROM_LIBRARY, FROM_LIST, FROM_SUGGESTION, Army, Figure
from surefoot.armies.formats import army_of, assuming, read_army
from surefoot.armies.library import library_file, remember
from surefoot.armies.sheets import csv_of, roster_data
from surefoot.armies.written_models import without_dots
from surefoot.files.home import HOME
from surefoot.files.problems import FileInvalid
from surefoot.intake.content import Content

FILES = Path(__file__).parent / "files"
NECROMUNDA = "necromunda-2023"


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def numbers(figure: Figure) -> dict[str, Any]:
    return {name: known.value for name, known in figure.profile.items()}


def refusal(content: bytes, ruleset: str = "", name: str = "list") -> str:
    with pytest.raises(FileInvalid) as refused:
        army_of(Content(name, content), ruleset)
    return str(refused.value)


def asked(army: Army) -> dict[tuple[str, str], Any]:
    return {(each.unit, each.field): each.suggestion for each in army.questions}


# --- BattleScribe and New Recruit -----------------------------------------------------------------


def test_a_battlescribe_roster_gives_models_with_the_numbers_that_it_prints() -> None:
    pytest.importorskip("defusedxml")
    army = read_army(FILES / "squad.ros")
    squad, carrier = army.squads

    assert (army.name, army.ruleset, army.format, army.count) == (
        "Strike Force",
        "wh40k-10e",
        "battlescribe",
        6,
    )
    assert (squad.id, squad.name, squad.kind) == ("the-stilts", "The Stilts", "Test Walkers")
    sergeant, walkers = squad.figures
    assert (sergeant.name, sergeant.count, numbers(sergeant)) == (
        "Test Sergeant",
        1,
        {"M": 8, "T": 4, "Sv": 2},
    )
    assert (walkers.count, numbers(walkers)) == (4, {"M": 7, "T": 4, "Sv": 3, "W": 2, "Ld": 6, "OC": 1})
    assert {known.source for known in walkers.profile.values()} == {FROM_LIST}
    assert list(walkers.keywords) == ["Infantry", "Tyranids"]
    assert walkers.labels == ("Odd Word",)
    assert carrier.figures[0].profile["M"].value == 20
    assert carrier.figures[0].traits["capacity"].value == {"maximum": 11}
    assert asked(army) == {("Test Walkers", "base"): 32, ("Test Carrier", "hull"): [4.5, 3.0]}
    assert any("W is printed as" in str(note) for note in army.notes)


def test_a_model_with_its_own_companions_is_a_model_of_its_unit_too() -> None:
    pytest.importorskip("defusedxml")
    army = read_army(FILES / "companions.ros")
    tinker, walker = army.squads

    # The setting of the game is written as a unit without numbers, and is none.
    assert [(each.name, each.count, numbers(each)["M"]) for each in tinker.figures] == [
        ("Tinker", 1, 4),
        ("Small Helper", 2, 5),
    ]
    assert [(each.name, each.count, numbers(each)["M"]) for each in walker.figures] == [
        ("Iron Walker", 1, 8),
        ("Iron Stoker", 2, 6),
    ]
    # Models of different size are asked for apart; a walker stands on a base, not on its hull.
    assert asked(army) == {
        ("Tinker/Tinker", "base"): 32,
        ("Tinker/Small Helper", "base"): 32,
        ("Iron Walker/Iron Walker", "base"): 60,
        ("Iron Walker/Iron Stoker", "base"): 60,
    }
    answers = {"Tinker": {"base": 40}, "Tinker/Small Helper": {"base": 25}, "Iron Walker": {"base": 90}}
    bases = [
        figure.shape.value
        for _, figure in read_army(FILES / "companions.ros", "", answers).figures()
        if figure.shape
    ]
    assert bases == [{"base": 40}, {"base": 25}, {"base": 90}, {"base": 90}]


@pytest.mark.parametrize("game", ["Warhammer 40,000: Kill Team (2021)", "Warhammer 40,000: Apocalypse"])
def test_a_roster_of_another_game_of_the_same_world_is_refused(game: str) -> None:
    pytest.importorskip("defusedxml")
    text = (FILES / "companions.ros").read_text().replace("Warhammer 40,000 10th Edition", game)
    assert f"this is a roster for '{game}'" in refusal(text.encode())


def test_a_zipped_roster_is_the_same_roster(tmp_path: Path) -> None:
    pytest.importorskip("defusedxml")
    with zipfile.ZipFile(tmp_path / "squad.rosz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(FILES / "squad.ros", "squad.ros")

    assert read_army(tmp_path / "squad.rosz") == read_army(FILES / "squad.ros")


def test_the_name_of_a_file_decides_nothing(tmp_path: Path) -> None:
    pytest.importorskip("defusedxml")
    (tmp_path / "army.txt").write_bytes((FILES / "squad.ros").read_bytes())

    assert read_army(tmp_path / "army.txt") == read_army(FILES / "squad.ros")


def test_a_gang_of_necromunda_brings_its_numbers_roles_gear_and_long_weapons() -> None:
    army = read_army(FILES / "gang.json", NECROMUNDA)
    boss, juves = (squad.figures[0] for squad in army.squads)

    assert [squad.name for squad in army.squads] == ["Old Kettle", "Juve"]
    assert numbers(boss) == {
        "M": 4,
        "WS": 3,
        "BS": 4,
        "S": 4,
        "T": 4,
        "W": 2,
        "I": 5,
        "A": 2,
        "Ld": 5,
        "Cl": 4,
        "Wil": 6,
        "Int": 7,
    }
    assert list(boss.keywords) == ["leader"]
    assert "Grapnel launcher" in boss.labels
    assert boss.traits["weapons"].value == {"Long hook": {"versatile": True, "long": 2}}
    assert (juves.count, list(juves.keywords)) == (3, ["juve"])
    assert set(asked(army)) == {("Forge Boss", "base"), ("Juve", "base")}


def test_a_vehicle_brings_the_numbers_of_vehicles_and_is_asked_for_its_hull() -> None:
    army = read_army(FILES / "vehicles.json", NECROMUNDA)
    buggy, gunner = (squad.figures[0] for squad in army.squads)

    # The type of its profile says that it is a vehicle, its equipment how it moves.
    assert list(buggy.keywords) == ["vehicle"]
    assert numbers(buggy) == {
        "M": 8,
        "front": 7,
        "side": 6,
        "rear": 5,
        "hp": 4,
        "handling": 5,
        "Sv": 4,
        "locomotion": "Wheeled",
    }
    assert "T" in numbers(gunner)
    assert asked(army) == {("Test Buggy", "hull"): [4.5, 3.0], ("Gunner", "base"): 32}
    assert army.notes == ()


def test_a_gang_does_not_say_its_edition_so_the_player_has_to() -> None:
    assert "Say which edition you play" in refusal((FILES / "gang.json").read_bytes())


def test_a_gang_of_yaktribe_brings_the_fighters_who_can_take_part() -> None:
    army = read_army(FILES / "yaktribe.json", NECROMUNDA)
    leader, beast, juve = (squad.figures[0] for squad in army.squads)

    assert (army.name, army.format) == ("The Kettles", "yaktribe")
    assert [squad.name for squad in army.squads] == ["Old Kettle", "Cherub", "Spout"]
    assert numbers(leader)["M"] == 5
    assert numbers(leader)["I"] == 4
    assert list(leader.keywords) == ["leader"]
    assert leader.labels == ("Grapnel Launcher", "Clamber")
    # A characteristic that a beast does not have is written as 0, and numbers may be written as texts.
    assert "BS" not in numbers(beast)
    assert numbers(juve)["M"] == 6
    assert [str(note) for note in army.notes] == ["'Lid' is left out: 'Recovery'"]
    assert set(asked(army)) == {("Gang Leader", "base"), ("Exotic Beast", "base"), ("Juve", "base")}


def test_a_gang_of_yaktribe_that_another_program_keeps_is_the_same_gang() -> None:
    given = json.loads((FILES / "yaktribe.json").read_text())["gang"]
    given["gang_name"] = "Kettle&rsquo;s &quot;Own&quot;"
    for fighter in given["gangers"]:
        fighter["intelligence"] = fighter.pop("int", 7)
        fighter["skills"] = [*fighter.get("skills", []), "Bullet Dodger"]
    army = army_of(Content("gang", json.dumps(given).encode()), NECROMUNDA)
    known = read_army(FILES / "yaktribe.json", NECROMUNDA)

    assert army.name == 'Kettle’s "Own"'
    assert [squad.name for squad in army.squads] == [squad.name for squad in known.squads]
    assert numbers(army.squads[0].figures[0])["Int"] == 7
    # A skill whose name only resembles one that moves people is none.
    assert army.squads[0].figures[0].labels == known.squads[0].figures[0].labels


def test_a_gang_of_yaktribe_names_what_is_wrong_with_it() -> None:
    text = (FILES / "yaktribe.json").read_text()
    assert "Say which edition you play" in refusal(text.encode())
    assert "gang.gangers[0].m" in refusal(text.replace('"m": 5', '"m": "fast"').encode(), NECROMUNDA)
    gone = text.replace('"Alive"', '"Dead"').encode()
    assert "no fighter who can take part" in refusal(gone, NECROMUNDA)


# --- the other formats ----------------------------------------------------------------------------


def test_an_actor_of_the_newer_dark_heresy_system_comes_over() -> None:
    army = read_army(FILES / "acolyte.json")
    figure = army.squads[0].figures[0]

    assert army.ruleset == "dark-heresy-2e"
    assert numbers(figure) == {
        "WS": 35,
        "S": 50,
        "T": 31,
        "Ag": 45,
        "unnatural": {"S": 1},
        "W": 12,
        "Athletics": "trained",
        "movement_agb_bonus": 1,
        "flyer": 6,
    }
    assert (list(figure.keywords), figure.labels) == (["acolyte"], ("Catfall",))


def test_an_actor_of_the_older_dark_heresy_system_counts_advances_one_by_one() -> None:
    figure = read_army(FILES / "novice.json").squads[0].figures[0]

    assert numbers(figure) == {"WS": 30, "Ag": 38, "W": 9, "Athletics": "known"}


def test_an_actor_of_the_system_dh2e_has_its_traits_and_skills_as_items() -> None:
    army = read_army(FILES / "warband.json")
    figure = army.squads[0].figures[0]

    plain = {
        "WS": 35,
        "BS": 25,
        "S": 32,
        "T": 30,
        "Ag": 51,
        "Int": 20,
        "Per": 25,
        "WP": 20,
        "Fel": 20,
        "W": 8,
    }
    more = {"unnatural": {"S": 3}, "Athletics": "trained", "flyer": 6, "movement_agb_bonus": -1}
    assert numbers(figure) == plain | more
    assert figure.labels == ("Quadruped", "Sure Step")
    assert any("Quadruped changes how it moves" in str(note) for note in army.notes)


def test_foundry_keeps_what_was_chosen_from_a_list_as_text() -> None:
    text = (FILES / "acolyte.json").read_text()
    chosen = re.sub(r'("size"|"advance"): (\d+)', r'\1: "\2"', text)

    assert chosen != text
    assert army_of(Content("x", chosen.encode())).squads == read_army(FILES / "acolyte.json").squads


def test_a_csv_serves_every_ruleset() -> None:
    army = read_army(FILES / "gang.csv", NECROMUNDA)

    assert [(squad.name, squad.count) for squad in army.squads] == [("The Watch", 5), ("Beast", 1)]
    captain, guard = army.squads[0].figures
    assert numbers(captain) == {"M": 5, "I": 3, "T": 3, "W": 2}
    assert (list(captain.keywords), captain.labels) == (["leader"], ("loud", "brave"))
    assert guard.shape is not None
    assert guard.shape.value == {"base": 25}
    assert army.squads[1].figures[0].shape.value == {"base": {"oval": [60, 35]}}  # type: ignore[union-attr]
    assert army.questions == ()


def test_a_csv_tells_everything_that_is_wrong_with_it() -> None:
    told = refusal(b"name,M,Mvt,base\nAna,5,1,large\n,3,1,32\nBo,4,1,32", NECROMUNDA, "gang.csv")

    assert "gang.csv:1: Mvt: no column 'Mvt'" in told
    assert "gang.csv:2: base: expected a size such as 32 or 60x35, found 'large'" in told
    assert "gang.csv:3: name: the row has no name" in told


@pytest.mark.parametrize("name", ["gang.csv", "gang.json", "squad.ros"])
def test_an_army_written_out_and_read_again_is_the_same(name: str, tmp_path: Path) -> None:
    if name.endswith("ros"):
        pytest.importorskip("defusedxml")
    ruleset = "" if name.endswith("ros") else NECROMUNDA
    army = read_army(FILES / name, ruleset)
    again = army_of(Content("again", json.dumps(roster_data(army)).encode()))
    table = army_of(Content("again.csv", csv_of(army).encode()), army.ruleset)

    assert again.squads == army.squads
    assert [
        (
            squad.name,
            each.name,
            each.count,
            numbers(each),
            each.shape and each.shape.value,
            set(each.keywords),
        )
        for squad, each in table.figures()
    ] == [
        (
            squad.name,
            each.name,
            each.count,
            numbers(each),
            each.shape and each.shape.value,
            set(each.keywords),
        )
        for squad, each in army.figures()
    ]


# --- questions and the library --------------------------------------------------------------------


def test_an_answer_is_taken_with_its_source_and_remembered_in_the_library() -> None:
    answers = {"Forge Boss": {"base": 40}, "Juve": {"base": 25}}
    army = read_army(FILES / "gang.json", NECROMUNDA, answers)

    assert army.questions == ()
    shape = army.squads[0].figures[0].shape
    assert shape is not None
    assert (shape.value, shape.source) == ({"base": 40}, FROM_ANSWER)
    assert remember(NECROMUNDA, answers) == library_file()
    remembered = read_army(FILES / "gang.json", NECROMUNDA)
    assert remembered.questions == ()
    assert remembered.squads[1].figures[0].shape.source == FROM_LIBRARY  # type: ignore[union-attr]
    assert read_army(FILES / "gang.json", "necromunda-classic").questions


WATCH = Content(
    "watch.csv", b"unit,name,count,base,M,I,T,W\nWatch,Captain,1,32,5,3+,3,2\nWatch,Guard,2,32,5,30,3,1"
)


def test_a_number_that_some_models_of_a_unit_lack_is_asked_of_them_alone() -> None:
    (question,) = army_of(WATCH, NECROMUNDA).questions

    assert (question.unit, question.field) == ("Watch/Guard", "I")


def test_an_answer_fills_only_what_the_list_leaves_out() -> None:
    answers = {"Watch": {"I": 6, "base": 60}}
    army = army_of(WATCH, NECROMUNDA, answers)

    captain, guard = army.squads[0].figures
    assert (captain.profile["I"].value, guard.profile["I"].value) == (3, 6)
    assert captain.shape is not None
    assert captain.shape.value == {"base": 32}
    assert army.unused == ("Watch.base",)
    assert [str(note) for note in army.notes] == ["Watch.base isn't used: the list says it"]


def test_what_the_library_knows_does_not_change_a_later_list() -> None:
    remember(NECROMUNDA, {"Watch": {"I": 6, "base": 60}})
    later = army_of(Content("later.csv", WATCH.data.replace(b",30,", b",4,")), NECROMUNDA)

    assert [figure.profile["I"].value for _, figure in later.figures()] == [3, 4]
    assert {figure.shape.source for _, figure in later.figures() if figure.shape} == {FROM_LIST}


def test_accepted_suggestions_are_no_answers_of_the_player() -> None:
    army = assuming(Content("x.csv", b"name,M,I,T,W\nAna,5,4,3,1"), NECROMUNDA, {})

    assert [figure.shape.source for _, figure in army.figures() if figure.shape] == [FROM_SUGGESTION]


@pytest.mark.parametrize(("field", "meant"), [("basse", "base"), ("Initiative", "I")])
def test_an_answer_for_an_unknown_field_is_refused(field: str, meant: str) -> None:
    with pytest.raises(FileInvalid, match=f"there is no field '{field}'; did you mean '{meant}'"):
        army_of(WATCH, NECROMUNDA, {"Watch": {field: 4}})


def test_a_wrong_answer_is_refused_with_its_place() -> None:
    with pytest.raises(FileInvalid) as refused:
        read_army(FILES / "gang.json", NECROMUNDA, {"Juve": {"base": "big"}, "Jube": {"base": 25}})

    assert "Juve.base: expected a size in millimetres" in str(refused.value)
    assert "the army has no unit 'Jube'" in str(refused.value)


def test_a_number_that_the_ruleset_refuses_is_left_out_and_told() -> None:
    army = army_of(Content("x.csv", b"name,M,I,T,base\nAna,5,4+,99,32"), NECROMUNDA)

    assert "T" not in army.squads[0].figures[0].profile
    assert any("T '99' is left out" in str(note) for note in army.notes)


def test_a_number_that_is_needed_and_missing_is_asked_for() -> None:
    army = army_of(Content("x.csv", b"name,I,base\nAna,4+,32"), NECROMUNDA)

    assert [(each.unit, each.field) for each in army.questions] == [("Ana", "M")]
    assert army_of(Content("x.csv", b"name,I,base\nAna,4+,32"), NECROMUNDA, {"Ana": {"M": 5}}).questions == ()


# --- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b'{"roster": {"forces": 3}}', "roster.forces: expected a list, found '3'"),
        (b'{"roster": {"forces": [', "this is not JSON"),
        (b"PK\x03\x04 squad.ros and nothing else", "the archive is damaged"),
        (b'{"characteristics": 1, "agility": 2, "weaponSkill": 3}', "characteristics"),
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, says: str) -> None:
    assert says in refusal(content)


def test_an_unknown_ruleset_is_refused() -> None:
    assert "there is no ruleset chess" in refusal(b"name,M\nAna,5", "chess")


def test_a_very_long_line_of_a_battlescribe_text_stays() -> None:
    weapons = ", ".join(["Slugga"] * 300)
    text = f"++ Army Roster (Orks) [80pts] ++\n+ Infantry +\nBoyz [80pts]\n. Boss Nob: {weapons}\n. 9x Boy"
    assert weapons in without_dots(text)
