"""One wrong field of an entry hides no other: the words of what can't be set up are checked as well."""

import pytest
from tests.files.written import problems_of

TABLE = "ruleset: necromunda-classic\nboard: [24, 24]\n"


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (
            "models: {bob: {base: 32, at: [9, 9], size: 3, profile: {M: 5, I: 4, Q: 3}}}",
            ["size", "profile.Q"],
        ),
        (
            "models: {bob: {base: 32, at: [9, 9], on: Gantry, profile: {M: 5, I: 4, Q: 3}}}",
            ["on", "profile.Q"],
        ),
        ("models: {bob: {at: [9, 9], profile: {M: 5, I: 4, Q: 3}}}", ["base", "profile.Q"]),
        ("models: {bob: {base: 32, at: [9, 9, 7], status: Pined, profile: {M: 5, I: 4}}}", ["status", "at"]),
        ("models: {bob: {base: 32, at: [9, 9], profile: {M: .nan, I: .inf}}}", ["profile.M", "profile.I"]),
        ("models: {bob: {base: 32, at: [9, 9], size: 3, profile: 4}}", ["size", "profile"]),
        (
            "models: {bob: {base: 32, at: [9, 9], profile: {M: 5, I: 4}, counters: {a: x, b: y}}}",
            ["counters.a", "counters.b"],
        ),
        (
            "units: {bob: {base: 32, at: [9, 9], count: 2, size: 3, profile: {M: 5, I: 4, Q: 3}}}",
            ["size", "profile.Q"],
        ),
        ("terrain: {bob: {area: {rect: [1, 1, 1, 1]}, size: 3, tags: difficlt}}", ["size", "tags"]),
        ("terrain: {bob: {wall: [[1, 1], [5, 1]], height: 2, tags: difficlt}}", ["width", "tags"]),
        ("terrain: {bob: {ruin: [[1, 1], [5, 1]], tags: {a: b}}}", ["ruin", "tags"]),
        ("terrain: [{id: a bob, ruin: [[1, 1], [5, 1]]}]", ["id", "ruin"]),
        ("models: {bob: {base: round, at: [9, 9], on: gantry, profile: {M: 5, I: 4}}}", ["base", "on"]),
        ("models: {bob: {base: 900, at: [9, 9], on: gantry, profile: {M: 5, I: 4}}}", ["base", "on"]),
        ("units: {bob: {models: [vex], count: -1}}", ["count", "models"]),
        (
            "units: {bob: {base: 32, at: [9, 9], on: gantry, count: 2, size: 3, profile: {M: 5, I: 4}}}",
            ["size", "on"],
        ),
        (
            "objects: {bob: {portable-ladder: -4, carried-by: [kal, vex]}}",
            ["portable-ladder", *2 * ["carried-by"]],
        ),
        ("objects: {bob: {carried-by: vex}}", ["sort", "carried-by"]),
        ("terrain: {bob: {ladder: [1, 3], from: bord, to: roof}}", ["from", "to"]),
    ],
)
def test_one_wrong_field_hides_no_other(entry: str, found: list[str]) -> None:
    told = [each.partition("bob.")[2].partition(":")[0] for each in problems_of(f"{TABLE}{entry}")]
    assert sorted(told) == sorted(found)


def test_every_value_of_the_environment_that_no_game_can_store_is_told() -> None:
    told = problems_of(f"{TABLE}environment: {{light: .nan, wind: .inf}}")
    assert [each.partition(": ")[0] for each in told] == ["3 environment.light", "3 environment.wind"]


def test_what_a_wrong_goal_refers_to_is_checked_as_well() -> None:
    told = problems_of(f"{TABLE}goals: [{{id: g, reach: {{rect: [1, 1, 2, 2]}}, on: rof, points: many}}]")
    assert [each.partition(": ")[0] for each in told] == ["3 goals[0].points", "3 goals[0].on"]


def test_a_path_that_cannot_be_read_hides_no_other_field() -> None:
    model = "models: {kal: {base: 25, at: [9, 9], profile: {M: 5, I: 4}}}\n"
    declared = "declare: [{who: kat, action: charge, target: vex, toward: kal, path: [{clim: [5, 5]}]}]"
    told = [
        each.partition("declare[0].")[2].partition(":")[0]
        for each in problems_of(f"{TABLE}{model}{declared}")
    ]
    assert sorted(told) == ["path[0].clim", "target", "toward", "who"]


@pytest.mark.parametrize(
    ("ruleset", "place", "says"),
    [
        (
            "necromunda-classic",
            "water",
            "no model of necromunda-classic is in the water: set it up on a surface",
        ),
        ("necromunda-2023", "air", "no model of necromunda-2023 is in the air: set it up on a surface"),
        ("wh40k-10e", "air", "no model of wh40k-10e is in the air: set it up on a surface"),
        ("gemini-arap", "air", "no model of gemini-arap is in the air: set it up on a surface"),
        ("gemini-arap", "water", "There is no deep water where"),
        ("dark-heresy-2e", "water", "There is no deep water where"),
    ],
)
def test_a_model_is_set_up_only_where_its_game_can_move_it(ruleset: str, place: str, says: str) -> None:
    model = f"{{base: 32, at: [9, 9], place: {place}, profile: {{}}}}"
    found = problems_of(f"ruleset: {ruleset}\nscale: 1\nboard: [24, 24]\nmodels: {{bob: {model}}}")
    assert [each for each in found if f"models.bob.place: {says}" in each]
