"""Stories of whole declarations: what the log, the terminal and the page show, without coordinates and codes."""

import re

import surefoot
from surefoot.answers.words import declared
from surefoot.referee import story
from surefoot.referee.speaking import ruleset_speaker

GANG = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  catwalk: {platform: {rect: [8, 4, 4, 4]}, z: 3}
  steps: {stairs: {from: [10, 12], to: [10, 8]}, width: 2, height: 3}
  rungs: {ladder: [8, 6], from: 0, to: 3}
models:
  kal: {base: 32, at: [7, 6], side: red, profile: {M: 8, I: 4, T: 3, W: 1}}
  vex: {base: 32, at: [10, 12.5], side: red, profile: {M: 6, I: 4, T: 3, W: 1}}
"""

SQUAD = """
ruleset: wh40k-10e
board: [44, 30]
clock: {side: blue, phase: movement}
units:
  - {id: intercessors, base: 32, count: 5, formation: [5, 1], at: [6, 6], gap: 0.5, side: blue, keywords: [Infantry], profile: {M: 6}}
"""

CLIFF = """
ruleset: dark-heresy-2e
scale: 1
board: [60, 60]
terrain:
  cliff: {platform: {rect: [10, 10, 10, 20]}, z: 18, under: solid, tags: [sheer]}
models:
  vex: {base: 25.4, at: [20, 20], on: cliff, side: a, profile: {S: 42, T: 35, Ag: 41, Per: 30, WP: 33, abseil_gear: rope}}
"""


def told(table: str, declaration: str, *dice: int) -> str:
    scenario = surefoot.loads(f"{table}declare: [{declaration}]\n")
    outcome = surefoot.move(scenario.table, scenario.declarations[0], surefoot.script(list(dice)))
    return str(surefoot.data(outcome)["says"])


def test_a_walk_and_a_ladder_are_one_sentence() -> None:
    move = "{who: kal, action: move, path: [[7.3, 6], {ladder: rungs}, [10, 6]]}"

    assert told(GANG, move) == "Kal moves 0.4″, climbs the rungs to the catwalk and moves 1.4″"


def test_stairs_are_not_a_climb() -> None:
    assert told(GANG, "{who: vex, action: move, path: [[10, 7.5]]}") == "Vex moves 0.5″ and goes up the steps"


def test_models_of_a_unit_that_do_the_same_are_told_once() -> None:
    assert told(SQUAD, "{who: intercessors, action: normal, plan: {shift: [6, 0]}}") == (
        "Each of the 5 models of the Intercessors unit moves 6″"
    )


def test_sentences_have_full_stops_between_them() -> None:
    advance = "{who: intercessors, action: advance, plan: {shift: [8, 0]}}"

    assert told(SQUAD, advance, 4) == (
        "Each of the 5 models of the Intercessors unit moves 8″. "
        "The Intercessors unit can't shoot or declare a charge this turn"
    )


def test_abseiling_is_not_called_climbing() -> None:
    assert told(CLIFF, "{who: vex, action: abseil, path: [{climb: [25, 20]}]}", 41) == (
        "Vex abseils 10 m and reaches this round's limit of 10 m"
    )


def test_a_refused_move_has_no_story() -> None:
    assert told(GANG, "{who: kal, action: move, path: [{to: [10, 6], on: catwalk}]}") == ""


def test_a_grapple_that_is_set_up_is_not_called_lost_in_any_event() -> None:
    table = """
ruleset: gemini-arap
board: [24, 24]
models: {kal: {base: 25.4, at: [10, 3.5], side: a, profile: {M: 4, BS: 3, ap: 3}}}
objects: {hook: {grapple: 6, carried-by: [kal]}}
terrain: {keep: {platform: {rect: [8, 6, 6, 6]}, z: 6, under: solid}}
"""
    scenario = surefoot.loads(
        f"{table}declare: [{{who: kal, action: throw-grapple, target: keep, at: [10, 6]}}]\n"
    )
    outcome = surefoot.move(scenario.table, scenario.declarations[0], surefoot.script([6]))
    events = [(str(each.sentence), each.books) for each in story.events(outcome)]

    assert ("Hook is put down", True) in events
    assert ("Hook is set up", False) in events
    assert not [says for says, _ in events if "lost" in says]


def test_a_ladder_that_is_picked_up_is_taken_down_and_carried() -> None:
    table = """
ruleset: gemini-arap
board: [24, 24]
models: {kal: {base: 25.4, at: [10, 10], side: a, profile: {M: 4, ap: 3}}}
terrain:
  roof: {platform: {rect: [8, 10.5, 4, 6]}, z: 4, under: solid}
  rungs: {portable-ladder: [10, 10.5], from: 0, to: 4}
"""

    assert told(table, "{who: kal, action: pick-up, target: rungs}") == (
        "The rungs is taken down. The rungs is carried by Kal"
    )


def test_what_a_roll_would_have_to_be_is_told_in_words() -> None:
    scenario = surefoot.loads(
        "ruleset: necromunda-classic\nboard: [40, 40]\n"
        "models: {rig: {hull: [4, 2], at: [20, 20], side: a, keywords: [vehicle],"
        " profile: {M: 6, handling: 5, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}}}\n"
        "terrain: {wall: {wall: {rect: [21.2, 10, 0.5, 20]}, height: 4}}\n"
        "declare: [{who: rig, happen: loses control}]"
    )
    forks = surefoot.check(scenario.table, scenario.declarations[0]).forks
    speak = ruleset_speaker("necromunda-classic")
    told = {speak(each) for fork in forks for each in fork.told}
    assert {"Control dice is Swerve", "Number of tumbles is 2"} <= told
    assert not any("(" in each or "None" in each for each in told)


RESERVES = """
ruleset: wh40k-10e
board: [60, 44]
clock: {side: blue, phase: movement, round: 2, step: reinforcements}
units:
  terminators: {base: 40, count: 5, place: {kind: reserve}, side: blue, keywords: [Infantry, Deep Strike], profile: {M: 5}}
  boys: {base: 32, count: 3, at: [27, 31], side: red, keywords: [Infantry], profile: {M: 6}}
"""


def test_the_place_where_a_unit_arrives_is_told_and_that_it_is_not_the_wanted_one() -> None:
    def where(near: str) -> str:
        laid = surefoot.loads(
            f"{RESERVES}declare: [{{who: terminators, action: arrive, plan: {{near: {near}}}}}]"
        )
        judged = surefoot.check(laid.table, laid.declarations[0])
        return ruleset_speaker("wh40k-10e")(story.sentences(judged)[0])

    there, elsewhere = where("[45, 10]"), where("[28, 28]")
    assert re.fullmatch(r"Where does Terminators arrive\? Around 4[45][.0-9]*, [0-9.]+", there)
    assert re.search(r"Around [0-9.]+, [0-9.]+. Nothing nearer to 28, 28 was found: [0-9.]+″", elsewhere)


LEDGE = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  ledge: {platform: {rect: [2, 2, 3, 4]}, z: 2, under: solid}
  roof: {platform: {rect: [7, 2, 4, 4]}, z: 2, under: solid}
models:
  kal: {base: 25.4, at: [4.5, 4, 2], side: red, profile: {M: 5, I: 4}}
  vex: {base: 25.4, at: [5.5, 4], side: blue, profile: {M: 5, I: 4}}
"""


def test_a_spot_that_was_chosen_is_named() -> None:
    scenario = surefoot.loads(f"{LEDGE}declare: [{{who: kal, action: move, path: [{{leap: [7.5, 4]}}]}}]\n")
    outcome = surefoot.move(scenario.table, scenario.declarations[0], surefoot.script([1]))
    says = [event["says"] for event in surefoot.data(outcome)["events"]]

    assert "Several spots are equally near. Where is Kal moved? 5.5, 6" in says


def test_a_half_turn_is_neither_left_nor_right() -> None:
    rig = "ruleset: necromunda-classic\nboard: [24, 24]\nmodels: {rig: {hull: [4, 2], at: [10, 10], keywords: [vehicle], profile: {M: 8, handling: 6}}}\n"

    assert told(rig, "{who: rig, action: spin, path: [{turn: 180}]}", 6, 6) == "Rig turns 180°"
    assert told(rig, "{who: rig, action: spin, path: [{turn: 179}]}", 6, 6) == "Rig turns 179° right"


def test_a_result_is_told_by_the_rolls_that_decide_on_it() -> None:
    crash = """
ruleset: necromunda-classic
board: [48, 24]
models:
  rig: {hull: [4, 2], at: [10, 10], facing: 90, side: red, keywords: [vehicle], profile: {M: 8, handling: 6}}
  van: {hull: [2, 2], at: [15, 10], facing: 90, side: blue, keywords: [vehicle], profile: {M: 8, handling: 6}}
declare: [{who: rig, action: ram, path: [{forward: all}]}]
"""
    scenario = surefoot.loads(crash)
    forks = surefoot.check(scenario.table, scenario.declarations[0]).forks

    assert [fork.rolls for fork in forks] == [(("ram", face),) for face in range(1, 7)]
    assert sum(fork.chance for fork in forks) == 1


def test_a_heading_writes_data_as_a_file_does() -> None:
    advance = (
        "declare: [{who: intercessors, action: advance, plan: {shift: [6, 0]}, advance_roll: {reroll: true}}]"
    )
    scenario = surefoot.loads(f"{SQUAD}{advance}\n")

    assert declared(scenario.declarations[0], scenario.table).endswith("(advance_roll reroll true; by 6, 0)")


def test_a_model_that_fell_is_in_the_hole_and_a_jump_is_over_it() -> None:
    scenario = surefoot.loads(
        "ruleset: gemini-arap\nboard: [20, 20]\nterrain: {pit: {gap: {rect: [8, 0, 2, 20]}, depth: 4}}\n"
        "models: {kal: {base: 25.4, at: [8, 9], facing: 90, profile: {M: 4, I: 4, W: 9}}}\n"
        "declare: [{who: kal, action: move, ap: 1, path: [{leap: [10, 9]}]}]\n"
    )
    ends = surefoot.odds(scenario.table, scenario.declarations).over("place")
    assert sorted(map(str, ends)) == ["Kal at 10, 9", "Kal in the pit at 8.5, 9"]
    (line,) = surefoot.check(scenario.table, scenario.declarations[0]).ledger
    assert line.what == "leap"
