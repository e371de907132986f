"""The command language of the terminal game: what is understood, what is asked back, and that nothing makes it fail."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.answers.typed.lexicon import Lexicon, spoken, usage
from surefoot.answers.typed.paths import NamedPlace
from surefoot.answers.typed.sentence import (
    ORDERS,
    Order,
    Query,
    TypedDeclaration,
    Unclear,
    parse_line,
    parse_plan,
)
from surefoot.dice.requests import Procedure
from surefoot.referee.protocol import Action, Detail, find, installed


def nothing(*_: object) -> Procedure[None]:
    """A procedure that is never run."""
    yield from ()


ACTIONS = (
    Action("move", nothing, "Move", path="required"),
    Action(
        "charge",
        nothing,
        "Charge",
        path="optional",
        target="required",
        details=(Detail("weapon", "what with"),),
    ),
    Action("ram", nothing, "Ram", path="required", target="required"),
    Action("climb", nothing, "Climb", path="required", details=(Detail("distracted", "", "switch"),)),
    Action("jump-down", nothing, "Jump down", path="required"),
    Action("stand up", nothing, "Stand up"),
    Action("board", nothing, "Board", target="required", details=(Detail("models", "who", "names"),)),
    Action(
        "march",
        nothing,
        "March",
        path="optional",
        details=(Detail("plan", "where they go", "plan"), Detail("moves", "how many", "number")),
    ),
    Action(
        "fire",
        nothing,
        "Fire",
        details=(Detail("turn", "the pivot", "angle"), Detail("gm_modifier", "", "data")),
    ),
    Action("camp", nothing, "Camp", details=(Detail("hours", "how long", "number", required=True),)),
    Action(
        "thrown",
        nothing,
        "Thrown",
        kind="happen",
        details=(Detail("inches", "how far", "length", required=True), Detail("towards", "whom")),
    ),
    Action("end-round", nothing, "The round ends", kind="tick"),
    Action("end-turn", nothing, "The turn ends", kind="tick"),
    Action(
        "phase", nothing, "A phase begins", kind="tick", details=(Detail("phase", "which", required=True),)
    ),
)
LEXICON = Lexicon(
    {action.name: action for action in ACTIONS},
    ("kal", "Bor", "ann", "bo", "table"),
    {"squad": ("ann", "bo")},
    {"rungs": "ladder", "gantry": "platform", "gate": "door", "hoist": "lift", "vat": "area"},
    ("crate",),
)


def fields(line: str, lexicon: Lexicon = LEXICON) -> dict[str, Any]:
    heard = parse_line(line, lexicon)
    assert isinstance(heard, TypedDeclaration), heard
    return heard.fields


def problems(line: str) -> tuple[str, ...]:
    heard = parse_line(line, LEXICON)
    assert isinstance(heard, Unclear), heard
    return tuple(str(each) for each in heard.problems)


# --- paths ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("kal move to 12,9", [[12, 9]]),
        ("kal move 12, 9", [[12, 9]]),
        ("kal moves to (12.5, 9.25)", [[12.5, 9.25]]),
        ("kal move to 12 9", [[12, 9]]),
        ("Kal Moves To (7, 7), then to (8, 8).", [[7, 7], [8, 8]]),
        ('kal move to 12", 9"', [[12, 9]]),
        ("kal move to 12,9 via 8,9", [[8, 9], [12, 9]]),
        ("kal move via 8,9 to 12,9", [[8, 9], [12, 9]]),
        ("kal move to 12,9 via 8,9 via 9,9", [[8, 9], [9, 9], [12, 9]]),
        ("kal move to 1,1 via 0,1 then to 2,2 via 1,2", [[0, 1], [1, 1], [1, 2], [2, 2]]),
        ("kal move to 8,9 then climb to 12,9 on gantry", [[8, 9], {"climb": [12, 9], "on": "gantry"}]),
        ("kal move to 8,9,3", [[8, 9, 3]]),
        ("kal move to 8,9 up rungs", [[8, 9], {"link": "rungs"}]),
        ("kal move ladder", [{"link": "rungs"}]),
        ("kal move down rungs to 3,4", [{"link": "rungs", "to": [3, 4]}]),
        ("kal move through gate to 3,4", [{"to": [3, 4], "through": "gate"}]),
        ("kal move to 3,4 through gate", [{"to": [3, 4], "through": "gate"}]),
        ("kal move lift hoist up 4", [{"lift": "hoist", "rise": 4}]),
        ("kal move lift hoist down 4", [{"lift": "hoist", "rise": -4}]),
        ("kal move turn right 90, forward 4", [{"turn": 90}, {"forward": 4}]),
        ("kal move turn left 45", [{"turn": -45}]),
        ("kal move turn back", [{"turn": 180}]),
        ("kal move to 1,1 then through gate to 3,4", [[1, 1], {"to": [3, 4], "through": "gate"}]),
        ("kal move to 1,1 through gate to 3,4", [[1, 1], {"to": [3, 4], "through": "gate"}]),
        ("kal move through gate manner open to 3,4", [{"to": [3, 4], "through": "gate", "manner": "open"}]),
        ("kal move through gate to 3,4 manner open", [{"to": [3, 4], "through": "gate", "manner": "open"}]),
        ("kal move to 3,4 manner crawl", [{"to": [3, 4], "manner": "crawl"}]),
        ("kal move manner crawl to 3,4", [{"to": [3, 4], "manner": "crawl"}]),
        ("kal move to Bor", [NamedPlace("Bor")]),
        ("kal move to the vat then leap to 9,9", [NamedPlace("vat"), {"leap": [9, 9]}]),
        ("kal move jump down", [{"jump": NamedPlace("", down=True)}]),
    ],
)
def test_a_path_is_said_leg_by_leg(line: str, path: list[Any]) -> None:
    assert fields(line) == {"who": "kal", "action": "move", "path": path}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kal to 3,4", {"action": "move", "path": [[3, 4]]}),
        ("kal leap to 3,4", {"action": "move", "path": [{"leap": [3, 4]}]}),
        ("kal climb to 3,4", {"action": "climb", "path": [{"climb": [3, 4]}]}),
        ("kal climb to 3,4 via 1,1", {"action": "climb", "path": [[1, 1], {"climb": [3, 4]}]}),
        ("kal climb up on gantry", {"action": "climb", "path": [{"climb": NamedPlace(), "on": "gantry"}]}),
        ("kal climb down", {"action": "climb", "path": [{"climb": NamedPlace("", down=True)}]}),
        ("kal climb rungs", {"action": "climb", "path": [{"link": "rungs"}]}),
        (
            "kal move to 8,9 then rungs to 3,4",
            {"action": "move", "path": [[8, 9], {"link": "rungs", "to": [3, 4]}]},
        ),
        ("kal climb ladder rungs", {"action": "climb", "path": [{"link": "rungs"}]}),
        (
            "kal jump down south",
            {"action": "jump-down", "path": [{"jump": NamedPlace("", down=True, side="south")}]},
        ),
        ("kal jump down", {"action": "jump-down", "path": [{"jump": NamedPlace("", down=True)}]}),
        ("kal jump-down to 3,4", {"action": "jump-down", "path": [{"jump": [3, 4]}]}),
    ],
)
def test_a_way_of_going_is_an_action_of_that_name_or_a_leg_of_the_usual_one(
    line: str, said: dict[str, Any]
) -> None:
    assert fields(line) == {"who": "kal"} | said


# --- actions, targets, details --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kal charge bor", {"action": "charge", "target": "Bor"}),
        ("KAL charges at Bor with weapon axe", {"action": "charge", "target": "Bor", "weapon": "axe"}),
        ('kal charge bor weapon = "big axe"', {"action": "charge", "target": "Bor", "weapon": "big axe"}),
        ("kal charge bor to 3,4", {"action": "charge", "target": "Bor", "path": [[3, 4]]}),
        ("kal ram bor", {"action": "ram", "target": "Bor", "path": [NamedPlace("Bor")]}),
        ("kal stand", {"action": "stand up"}),
        ("kal stands up.", {"action": "stand up"}),
        ("kal board crate", {"action": "board", "target": "crate"}),
        (
            "squad board to crate models ann, bo",
            {"who": "squad", "action": "board", "target": "crate", "models": ["ann", "bo"]},
        ),
        ("kal climb to 3,4 distracted", {"action": "climb", "path": [{"climb": [3, 4]}], "distracted": True}),
        (
            "kal climb to 3,4 not distracted",
            {"action": "climb", "path": [{"climb": [3, 4]}], "distracted": False},
        ),
        (
            "kal climb distracted no to 3,4",
            {"action": "climb", "path": [{"climb": [3, 4]}], "distracted": False},
        ),
        ("kal fire turn 90", {"action": "fire", "turn": 90}),
        ("kal fire gm modifier {plus: 10}", {"action": "fire", "gm_modifier": {"plus": 10}}),
        ("kal fire {plus: 10}", {"action": "fire", "gm_modifier": {"plus": 10}}),
        ("kal camp 3", {"action": "camp", "hours": 3}),
        ("kal camp for hours 3", {"action": "camp", "hours": 3}),
        ("kal and bor stand up", {"who": ["kal", "Bor"], "action": "stand up"}),
        ("kal, bor: stand up", {"who": ["kal", "Bor"], "action": "stand up"}),
    ],
)
def test_an_action_takes_what_its_ruleset_says(line: str, said: dict[str, Any]) -> None:
    assert fields(line) == {"who": "kal"} | said


def test_what_happens_to_somebody_and_what_the_clock_does_are_said_the_same_way() -> None:
    assert fields('kal is thrown 3" towards Bor') == {
        "who": "kal",
        "happen": "thrown",
        "inches": 3,
        "towards": "Bor",
    }
    assert fields("end round") == fields("end-round") == {"tick": "end-round"}
    assert fields("phase action") == {"tick": "phase", "phase": "action"}


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("squad march shift 3,0", {"shift": [3, 0]}),
        ("squad march plan shift 3,0", {"shift": [3, 0]}),
        ("squad march plan {shift: [3, 0]}", {"shift": [3, 0]}),
        ("squad march ann to 4,5; bo to 6,5 via 6,4", {"paths": {"ann": [[4, 5]], "bo": [[6, 4], [6, 5]]}}),
        ("squad march shift 3,0 but bo to 6,5", {"shift": [3, 0], "except": {"bo": [[6, 5]]}}),
        ("squad march shift 3,0, bo stays", {"shift": [3, 0], "except": {"bo": []}}),
    ],
)
def test_a_unit_is_told_where_everybody_goes(line: str, plan: dict[str, Any]) -> None:
    assert fields(line) == {"who": "squad", "action": "march", "plan": plan}
    spoken_plan = line.removeprefix("squad march ").removeprefix("plan ")
    assert parse_plan(spoken_plan, "squad", LEXICON) == plan


# --- orders and questions -------------------------------------------------------------------------


def test_orders_and_questions_are_told_from_declarations() -> None:
    assert parse_line("  ", LEXICON) is None
    assert parse_line("UNDO", LEXICON) == Order("undo")
    assert parse_line("save my friday.game", LEXICON) == Order("save", "my friday.game")
    assert parse_line("?", LEXICON) == Order("help")
    assert parse_line("kal ?", LEXICON) == parse_line("kal", LEXICON) == Query("kal")
    assert parse_line("kal ? may measure?", LEXICON) == Query("kal", "may measure")


def test_somebody_called_like_an_order_can_still_act() -> None:
    assert parse_line("table", LEXICON) == Order("table")
    assert fields("table stand up") == {"who": "table", "action": "stand up"}


def test_every_order_is_known_by_each_of_its_names() -> None:
    for names in ORDERS:
        assert [parse_line(name, LEXICON) for name in names] == [Order(names[0])] * len(names)


# --- what cannot be understood --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("kla move to 3,4", "Unknown name or command 'kla'; did you mean 'kal'?"),
        ("y", "There is no open question. Declare a move, or type help"),
        ("4", "There is no open question. Declare a move, or type help"),
        ("udno", "Unknown name or command 'udno'; did you mean 'undo'?"),
        ("move to 3,4", "Begin with a name; known: kal, Bor, ann, bo, table, squad"),
        ("kal mvoe to 3,4", "kal has no action 'mvoe'; did you mean 'move'?"),
        ("end", "Which one? Type end round or end turn"),
        ("end rond", "'rond' is not something that can end; did you mean 'round'?"),
        ("kal leap", "Where to? Write for example leap to 12,9"),
        ("kal move to", "Give a point behind 'to', for example to 12,9"),
        ("kal move to 12", "Give a point behind 'to', for example to 12,9"),
        ("kal move to gantyr", "Nothing here is called 'gantyr'; did you mean 'gantry'?"),
        ("kal move ladder rugns", "There is no ladder 'rugns'; did you mean 'rungs'?"),
        ("kal move through gaet to 3,4", "Nothing here is called 'gaet'; did you mean 'gate'?"),
        ("kal move lift hoist", "How far does the lift travel? Write lift NAME up 4, or down 4"),
        ("kal move turn", "How far? Write for example turn 90"),
        ("kal move to 3,4 on", "On what? Write the name of the level the move ends on"),
        ("kal move {shift: [3", "Can't read {shift: [3. Write data like this: {shift: [3, 0]}"),
        ("squad march shift", "How far? Write for example shift 3,0"),
        ("kal camp", "hours"),
    ],
)
def test_what_cannot_be_understood_is_answered_in_plain_words(line: str, says: str) -> None:
    if line == "kal camp":
        # What must be given is asked for by whoever reads the declaration.
        assert fields(line) == {"who": "kal", "action": "camp"}
        return
    assert says in problems(line)


def test_every_problem_is_said_at_once() -> None:
    assert len(problems("kal move to gantyr then ladder rugns then turn")) == 3


def test_an_unknown_detail_is_answered_with_the_known_ones() -> None:
    found = problems("kal charge bor wepon axe")

    assert found[0] == "Unknown word 'wepon'; did you mean 'weapon'?"
    assert "Usage: kal charge TARGET [to X,Y] [weapon WORD]" in found


WORDS = st.sampled_from(
    [
        *LEXICON.words(),
        *(name for names in ORDERS for name in names),
        *(
            "12,9",
            "3",
            "-1.5",
            "{shift: [3, 0]}",
            "[1",
            "}",
            '"',
            "'",
            "=",
            ",",
            ";",
            "&",
            "(",
            "and",
            "then",
            "no",
            "at",
            "the",
        ),
        *("1e9", "9" * 40, "12,9,", "kla", "ümlaut", "\u2028", "12,", "''", '12"', "12m", "?", "…"),
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join)))
def test_no_line_makes_it_fail_and_every_problem_is_a_sentence(line: str) -> None:
    heard = parse_line(line, LEXICON)

    assert heard is None or isinstance(heard, Order | Query | TypedDeclaration | Unclear)
    if isinstance(heard, Unclear):
        assert heard.problems
        assert all(str(each).strip() for each in heard.problems)
    if isinstance(heard, Query):
        assert heard.who in LEXICON.actors
    if isinstance(heard, TypedDeclaration):
        kind = next(key for key in ("action", "happen", "tick") if key in heard.fields)
        assert heard.fields[kind] in LEXICON.actions


@given(st.lists(WORDS, max_size=10).map(" ".join))
def test_no_plan_makes_it_fail(line: str) -> None:
    plan = parse_plan(line, "squad", LEXICON)

    assert isinstance(plan, Unclear | dict | list)


@pytest.mark.parametrize("ruleset", list(installed()))
def test_every_action_of_every_ruleset_can_be_typed_as_its_usage_says(ruleset: str) -> None:
    """Whatever a ruleset offers is reachable, each detail too, without a line of its own here."""
    actions = find(ruleset).actions
    lexicon = Lexicon(actions, ("kal", "bor"))
    values = {
        "length": "3",
        "angle": "90",
        "number": "2",
        "text": "bor",
        "names": "kal,bor",
        "switch": "",
        "point": "3,4",
        "data": "{a: 1}",
        "plan": "{shift: [1, 0]}",
    }
    for action in actions.values():
        typed = "" if action.kind == "tick" else "kal "
        typed += spoken(action.name)
        typed += " bor" if action.target != "none" else ""
        typed += " to 3,4" if action.path != "none" else ""
        for detail in action.details:
            typed += f" {detail.name} {values[detail.kind]}"
        said = fields(typed, lexicon)

        assert said["action" if action.kind == "declare" else action.kind] == action.name
        assert {detail.name for detail in action.details} <= set(said), typed
        assert ("path" in said) == (action.path != "none")
        assert ("target" in said) == (action.target != "none")
        assert usage(action).startswith("NAME " if action.kind != "tick" else spoken(action.name))
