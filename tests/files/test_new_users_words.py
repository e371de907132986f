"""What a file says to words that people bring from the rulebook instead of those of the ruleset."""

from __future__ import annotations

import pytest
from tests.files.written import problems_of

from surefoot.files import scenario
from surefoot.files.problems import FileInvalid
from surefoot.referee.referee import check

KAL = "ruleset: necromunda-classic\nboard: [24, 24]\nmodels: {kal: {base: 25, at: [5, 5], profile: {M: 5, I: 4}}}\n"

SPELLED_OUT = [
    (
        "ruleset: necromunda-classic\nmodels: {kal: {base: 25, at: [5, 5], profile: {M: 5, I: 4}}}\ndeclare: [{who: kal, action: jump down, path: [[8, 5]]}]",
        ("'jump down' is part of a path, not an action: write path: [{jump: [8, 4]}]",),
    ),
    (
        "ruleset: necromunda-classic\nmodels: {kal: {base: 25, at: [5, 5], profile: {Movement: 5, Initiative: 4}}}",
        (
            "a fighter has no 'Movement'; did you mean 'M'?",
            "a fighter has no 'Initiative'; did you mean 'I'?",
        ),
    ),
    (
        "ruleset: necromunda-classic\nmodels: {rig: {hull: [4, 2], at: [5, 5], profile: {M: 5, I: 4, handling: 6}}}",
        ("a fighter has no 'handling'; a vehicle has it: write keywords: [vehicle]",),
    ),
    (
        "ruleset: wh40k-10e\nmodels: {ana: {base: 32, at: [5, 5]}}\ndeclare: [{who: ana, action: move, path: [[6, 5]]}]",
        ("wh40k-10e has no action 'move'; did you mean 'normal'?",),
    ),
    (
        "ruleset: wh40k-10e\nmodels: {ana: {base: 32, at: [5, 5], side: a, profile: {M: 6}, traits: {slots: 2}}}",
        ("traits go under the name of their ruleset: {wh40k-10e: {…}}",),
    ),
    (
        "ruleset: necromunda-classic\nmodels: {kal: {base: 25, at: [5, 5], profile: {M: 5, I: 4}, traits: {weapons: {chain: {long: 2}}}}}",
        ("traits go under the name of their ruleset: {necromunda-classic: {…}}",),
    ),
    (
        "ruleset: wh40k-10e\nmodels: {ana: {base: 32, at: [5, 5]}}\ndeclare: [{who: ana, action: stationary}]",
        ("wh40k-10e has no action 'stationary'; did you mean 'remain-stationary'?",),
    ),
    (
        f"{KAL}terrain: {{pit: {{platform: {{rect: [8, 8, 4, 4]}}, z: -3}}}}",
        (
            "terrain.pit.z: it is below the board, and nothing leads down there; write a pit as {gap: …, depth: 3}",
        ),
    ),
    (
        f"{KAL}declare: [{{who: kal, action: run, path: [[8, 5]]}}]",
        ("necromunda-classic has no action 'run'; a run is two Moves: write 'move' twice",),
    ),
    (
        f"{KAL}declare: [{{who: kal, happen: Pinned}}, {{who: kal, happen: seriously_injured}}]",
        (
            "no event 'Pinned'; write 'knocked down': the fighter goes Prone and Pinned",
            "no event 'seriously_injured'; write 'knocked down' and as: seriously-injured",
        ),
    ),
    (
        f"{KAL}declare: [{{who: kal, happen: fall}}, {{who: kal, action: shoot}}]",
        (
            "no event 'fall'; a fall follows from a failed test",
            "no action 'shoot'; Surefoot judges movement only",
        ),
    ),
    (
        f"{KAL}terrain: {{pool: {{area: {{rect: [8, 8, 2, 2]}}, tags: [Water, acid]}}}}",
        (
            "there is no tag 'Water'; write 'difficult' for ground that costs double",
            "there is no tag 'acid'; write 'dangerous' for ground that needs a test to enter",
        ),
    ),
    (
        "ruleset: necromunda-classic\nmodels: {kal: {base: 1, at: [5, 5], M: 5, weapons: {}, profile: {I: 4}}}",
        (
            "there is no field 'M' here; it belongs to the profile: write profile: {M: …}",
            "it is a trait of the ruleset: write traits: {necromunda-classic: {weapons: …}}",
        ),
    ),
    (
        "ruleset: necromunda-classic\nmodels: {kal: {base: 1, at: [5, 5], status: [Engaged], profile: {M: 5, I: 4}}}",
        (
            "expected a base of 5 to 300 mm, found 1 mm. Did you mean inches? That is 25.4 mm",
            "no status 'Engaged'; leave it out: a fighter is Engaged if its base touches that of an enemy",
        ),
    ),
    (
        f"{KAL}objects: {{chest: {{kind: loot, at: [9, 9]}}}}\nterrain: {{mud: {{type: area, rect: [1, 1, 2, 2], tags: [difficult]}}}}",
        (
            "there is no field 'kind' here; did you mean 'sort'?",
            "the field that holds its position names its sort: write area: …",
        ),
    ),
    (
        f"{KAL}terrain: {{mud: {{area: {{rect: [1, 1, 2, 2]}}, true: board}}}}\nrolls: [4]",
        (
            "an area has no field 'true'; many programs turn on into true: write \"on\"",
            "a scenario has no field 'rolls'; known: ",
        ),
    ),
    (
        f"{KAL}declare: [{{who: kal, action: move, path: [there, {{x: 8, y: 4}}]}}]",
        (
            "expected a point [x, y] or a leg such as {climb: [8, 4]}, found the text 'there'",
            "there is no field 'x' here; write the point as [x, y]",
        ),
    ),
    ("ruleset: necromunda", ("did you mean 'necromunda-2023' or 'necromunda-classic'?",)),
    (
        "ruleset: dark-heresy-2e\nscale: 1\nboard: [40, 40]\nenvironment: {gravity: low}\nmodels: {vex: {base: 25, at: [5, 5], profile: {Fatigue: 3, load: 45kg}, keywords: [flyer], status: [encumbered]}}",
        (
            "environment.gravity: the environment has no 'gravity'; write options: {gravity: …}",
            "a character has no 'Fatigue'; write counters: {fatigue: …}",
            "expected a number from 0 to 100,000, found '45kg'; did you mean '45'?",
            "there is no keyword 'flyer'; write profile: {flyer: …}",
            "there is no status 'encumbered'; it follows from the load: write profile: {load: 60}",
        ),
    ),
    (
        "ruleset: dark-heresy-2e\nscale: 1\nboard: [40, 40]\nmodels: {vex: {base: 25, at: [5, 5], place: {kind: air, band: low}}}\nobjects: {drum: {sort: load, at: [6, 5]}}\ndeclare: [{who: vex, action: stand up}, {who: vex, action: march}, {who: vex, happen: falls}]",
        (
            "models.vex.place: Vex can't fly: it needs the Hoverer or Flyer trait",
            "objects.drum.weight: A load needs a weight in kilograms: weight: 20",
            "dark-heresy-2e has no action 'stand up'; write action: stand",
            "dark-heresy-2e has no action 'march'; write action: journey, pace: normal, hurry or run",
            "dark-heresy-2e has no event 'falls'; for a fall write happen: pushed, path: [[x, y]]",
        ),
    ),
    (
        "ruleset: gemini-arap\nmodels: {kal: {base: 25, at: [5, 5]}}\ndeclare: [{who: kal, action: shoot}, {who: kal, action: stand-up}, {who: kal, action: open door}]",
        (
            "gemini-arap has no action 'shoot'; write action: fire",
            "gemini-arap has no action 'stand-up'; write action: get-up",
            "gemini-arap has no action 'open door'; write action: move, path: [{through: door, manner: open, to: [8, 4]}]",
        ),
    ),
    (
        "ruleset: dark-heresy-2e\ncharacters: {vex: {Ag: 41, fatigue: 4}}",
        (": characters.vex.fatigue: a character has no 'fatigue'; write counters: {fatigue: …}",),
    ),
    (
        "ruleset: dark-heresy-2e\nscale: 1\nmodels: {vex: {base: 25, at: [5, 5]}}\ndeclare: [{who: vex, action: other, name: aim, cost: quick}, {who: vex, action: climb, skill: agility, path: [{climb: [8, 5]}]}, {who: vex, action: sprint, path: [[8, 5]]}]",
        (
            "declare[0].cost: expected one of half, full, found 'quick'",
            "declare[1].skill: expected one of strength, athletics, found 'agility'",
            "dark-heresy-2e has no action 'sprint'; did you mean 'run'?",
        ),
    ),
    (
        "ruleset: gemini-arap\nmodels: {kal: {base: 25, at: [5, 5], facing: north, profile: {M: 4}}, foe: {base: 25, at: [9, 5], profile: {M: 4, wounds: 2}}}\ndeclare: [{who: foe, action: crawl, path: [[8, 5]]}, {who: foe, action: walk, path: [[8, 5]]}, {who: foe, action: move, path: [{turn: left}]}, {who: foe, action: charge, target: foe, otherwise: stay}]",
        (
            "models.kal.facing: expected degrees clockwise from north, such as 90 for east, found the text 'north'",
            "'crawl' is a manner of moving, not an action: write path: [{to: [8, 4], manner: crawl}]",
            "gemini-arap has no action 'walk'; did you mean 'move'?",
            "path[0].turn: expected degrees clockwise, such as 90, or -90 to the left, found the text 'left'",
            "declare[3].otherwise: expected move, found 'stay'",
            "a model has no 'wounds'; did you mean 'W'?",
        ),
    ),
    (
        "ruleset: gemini-arap\nmodels: {kal: {base: 25, at: [5, 5], profile: {M: 4}}}\ndeclare: [{who: kal, action: Climb, path: [{climb: [6, 5]}]}, {who: kal, action: climb out}, {who: kal, action: jump, path: [[6, 5]]}]",
        (
            "gemini-arap has no action 'Climb'; did you mean 'climb'?",
            "gemini-arap has no action 'climb out'; did you mean 'climb-out'?",
            "'jump' is part of a path, not an action: write path: [{jump: [8, 4]}]",
        ),
    ),
    (
        "ruleset: gemini-arap\noptions: {overlap_rule: multipl}\nmodels: {kal: {base: 25, at: [5, 5], keywords: [Fleet], profile: {M: '4', I: 4, descent_aid: gear}}}",
        (
            "overlap_rule is one of multiply, worst, not 'multipl'; did you mean 'multiply'?",
            "there is no keyword 'Fleet'; did you mean 'fleet'?",
            "expected a whole number from 1 to 40, found the text '4': leave out the quotes",
            "creeper, drainpipe, snow-slope, found 'gear'; did you mean 'climbing-gear'?",
        ),
    ),
]

LISTED = [
    ("gemini-arap", "{who: kal, action: fire, when: aftr}", "'after'"),
    ("gemini-arap", "{who: kal, action: tactical, end: Prone, path: [[6, 5]]}", "'prone'"),
    ("gemini-arap", "{who: kal, action: move, as: rut, path: [[6, 5]]}", "'rout'"),
    ("gemini-arap", "{who: kal, happen: hit, strength: 3, cause: shoting}", "'shooting'"),
    ("dark-heresy-2e", "{who: kal, action: half-move, mode: narative, path: [[6, 5]]}", "'narrative'"),
    ("dark-heresy-2e", "{who: kal, action: journey, hours: 3h}", "'3'"),
    ("dark-heresy-2e", "{who: kal, action: rest, hours: 8h}", "'8'"),
    ("dark-heresy-2e", "{who: kal, action: swim-far, minutes: 30 min}", "'30'"),
    ("necromunda-classic", "{who: kal, happen: knocked down, as: pined}", "'pinned'"),
    ("necromunda-2023", "{tick: phase, phase: acton}", "'action'"),
]


@pytest.mark.parametrize(("text", "says"), SPELLED_OUT)
def test_words_that_new_users_write_are_answered_with_those_of_the_ruleset(
    text: str, says: tuple[str, ...]
) -> None:
    with pytest.raises(FileInvalid) as refused:
        scenario.loads(text)
    found = str(refused.value)
    assert [each for each in says if each not in found] == []


@pytest.mark.parametrize(("ruleset", "declared", "meant"), LISTED)
def test_a_word_that_the_rules_refuse_gets_the_one_that_was_meant(
    ruleset: str, declared: str, meant: str
) -> None:
    profile = "{Ag: 41}" if ruleset == "dark-heresy-2e" else "{M: 5, I: 4}"
    text = f"ruleset: {ruleset}\nscale: 1\nboard: [24, 24]\nmodels: {{kal: {{base: 25, at: [5, 5], side: a, profile: {profile}}}}}\ndeclare: [{declared}]"
    told = scenario.loads(text if ruleset == "dark-heresy-2e" else text.replace("scale: 1\n", ""))
    refused = check(told.table, told.declarations[0])
    assert refused.verdict == "illegal"
    assert any(f"did you mean {meant}?" in str(each.says) for each in refused.breaks), refused.breaks


@pytest.mark.parametrize("path", ["[[6, twelve]]", "[6, 12]"])
def test_a_path_that_cannot_be_read_hides_no_other_problem(path: str) -> None:
    text = f"""
ruleset: necromunda-classic
board: [24, 24]
models: {{kal: {{base: 25, at: [5, 12], profile: {{M: 5, I: 4}}}}}}
declare: [{{who: kla, action: mvoe, target: wall, path: {path}}}]
"""
    with pytest.raises(FileInvalid) as refused:
        scenario.loads(text)
    fields = [problem.field for problem in refused.value.problems]
    assert fields == [
        "declare[0].path" + "[0]" * (path[1] == "["),
        *(f"declare[0].{each}" for each in ("action", "who", "target")),
    ]


def test_a_path_for_a_whole_unit_is_answered_with_the_plan_that_was_meant() -> None:
    text = """
ruleset: wh40k-10e
board: [44, 30]
units: {reds: {of: trooper, base: 32, count: 5, at: [5, 8], side: a, profile: {M: 6, W: 1}}}
declare: [{who: reds, action: normal, path: [[8.5, 7]]}]
"""
    told = scenario.loads(text)
    (refused,) = check(told.table, told.declarations[0]).breaks
    assert "To move them all alike write plan: {shift: [3.5, -1]}" in str(refused.says)
    meant = told.declarations[0]
    again = scenario.loads(text.replace("path: [[8.5, 7]]", "plan: {shift: [3.5, -1]}")).declarations[0]
    assert (meant.who, check(told.table, again).verdict) == (again.who, "legal")


@pytest.mark.parametrize(
    ("field", "meant"),
    [("base: 25mm", "25"), ("base: 28.5 mm", "28.5"), ("base: 32, height: 1.5″", "1.5"), ("base: tall", "")],
)
def test_a_number_with_its_unit_gets_the_number_that_files_have(field: str, meant: str) -> None:
    with pytest.raises(FileInvalid) as wrong:
        scenario.loads(f"ruleset: wh40k-10e\nmodels: {{ana: {{{field}, at: [5, 5]}}}}")
    assert str(wrong.value).endswith(f"; did you mean '{meant}'?") == bool(meant)


def test_problems_of_an_entry_without_a_name_are_at_its_line() -> None:
    text = """\
ruleset: necromunda-2023
board: [24, 24]
models:
  - {id: kal, base: 25, at: [4, 4], profile: {M: 5, I: 4}}
  - {base: 25, at: [8, 8], profile: {M: 5}}
"""
    assert problems_of(text) == [
        "5 models[1].id: a model needs a name",
        "5 models[1].profile: The profile of unnamed-model-1 needs I",
    ]


@pytest.mark.parametrize(
    ("models", "problems"),
    [
        (
            "[{id: kal, at: [4, 4]}, {id: kal, at: [8, 8], bsae: 25}]",
            [
                "2 models.kal: 'kal' is already the name of a model on line 2: choose another",
                "2 models.kal.bsae: there is no field 'bsae' here; did you mean 'base'?",
            ],
        ),
        (
            "[{id: kal, base: 25, at: [4, 4]}, {id: kal, base: 25, at: [8, 8], status: [stunned]}]",
            [
                "2 models.kal: 'kal' is already the name of a model on line 2: choose another",
                "2 models.kal.status: there is no status 'stunned'",
            ],
        ),
        (
            "{kal: {id: bo, at: [4, 4], bsae: 25}}",
            [
                "2 models.kal.id: its name is already 'kal': leave out the id",
                "2 models.kal.bsae: there is no field 'bsae' here; did you mean 'base'?",
            ],
        ),
        (
            "{k k: {at: [4, 4], bsae: 25}}",
            [
                "2 models.k k: 'k k' can't be a name: use letters, digits, '-', '_' and '.', without spaces",
                "2 models.k k.bsae: there is no field 'bsae' here; did you mean 'base'?",
            ],
        ),
    ],
)
def test_a_name_that_cannot_be_used_hides_no_other_mistake_of_its_entry(
    models: str, problems: list[str]
) -> None:
    found = problems_of(f"ruleset: wh40k-10e\nmodels: {models}")
    assert [each for each in problems if not any(one.startswith(each) for one in found)] == [], found
