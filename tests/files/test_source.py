"""Text under limits: trees with lines, and refusals that come quickly."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.files import source
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.source import DEEPEST, MOST_BYTES, Source, in_a_line, parse, read, word_value


def refusal(text: str) -> FileProblem:
    with pytest.raises(FileInvalid) as refused:
        parse(text, "table.yaml")
    assert len(refused.value.problems) == 1
    return refused.value.problems[0]


def lines_of(text: str) -> list[int]:
    """The line of the whole, or those of what is wrong with it."""
    try:
        return [parse(text, "table.yaml").line(())]
    except FileInvalid as refused:
        return [problem.line for problem in refused.problems]


def test_every_field_knows_its_line() -> None:
    source = parse("a: 1\nb:\n  - c: 2\n    d: 3\n  - [4, 5]\n", "table.yaml")

    assert source.data == {"a": 1, "b": [{"c": 2, "d": 3}, [4, 5]]}
    assert [source.line(way) for way in [("a",), ("b",), ("b", 0, "d"), ("b", 1), ("b", 1, 1)]] == [
        1,
        2,
        4,
        5,
        5,
    ]


def test_a_field_that_is_missing_has_the_line_of_what_lacks_it() -> None:
    source = parse("a: 1\nb:\n  c: 2\n", "table.yaml")

    assert source.line(("b", "d")) == 2
    assert source.line(()) == 1


def test_json_is_read_with_lines_tabs_and_escapes() -> None:
    source = parse('{\n\t"a": [1,\t2.5],\n\t"b": "x\\/\\ud83d\\ude00"\n}', "table.json")

    assert source.data == {"a": [1, 2.5], "b": "x/😀"}
    assert source.line(("b",)) == 3


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("4", 4),
        ("-4.5", -4.5),
        (".5", 0.5),
        ("1e2", 100.0),
        ("0x10", 16),
        ("true", True),
        ("~", None),
        ("", None),
    ]
    + [
        (word, word) for word in ("on", "off", "yes", "no", "4in", "1_000", "2026-01-01", "1:30", "0o9", "e5")
    ],
)
def test_words_mean_what_yaml_says_and_no_more(word: str, value: object) -> None:
    assert word_value(word) == value
    assert type(word_value(word)) is type(value)


def test_a_quoted_number_is_a_text() -> None:
    assert parse("a: '4'\nb: !!str 4", "table.yaml").data == {"a": "4", "b": "4"}


def test_what_is_said_once_can_be_used_again() -> None:
    text = "- &kal {M: 5, I: 4}\n- {<<: *kal, I: 2}\n- {I: 3, <<: *kal}\n- <<: [*kal, {T: 3, M: 9}]\n- *kal\n"

    assert parse(text, "table.yaml").data == [
        {"M": 5, "I": 4},
        {"M": 5, "I": 2},
        {"M": 5, "I": 3},
        {"M": 5, "I": 4, "T": 3},
        {"M": 5, "I": 4},
    ]


def test_what_is_taken_over_has_the_line_where_it_was_written() -> None:
    source = parse("- &kal\n  M: 5\n- <<: *kal\n  I: 2\n", "table.yaml")

    assert source.line((1, "M")) == 2
    assert source.line((1, "I")) == 4


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' is given twice, first on line 1"),
        ("a: [1, 2\nb: 3\n", 2, "this is neither YAML nor JSON"),
        ("a: b: c\n", 1, "this is neither YAML nor JSON"),
        ("a:\n\tb: 1\n", 2, "this is neither YAML nor JSON"),
        ("a: *gone\n", 1, "*gone needs &gone before it"),
        ("a: &a [1, *a]\n", 1, "*a contains itself"),
        ("a: 1\n---\nb: 2\n", 2, "a file has one document: move the second one to another file"),
        (
            "a: !!python/object:os.system x\n",
            1,
            "the tag tag:yaml.org,2002:python/object:os.system is not allowed: leave it out",
        ),
        ("a: 1\nb: !wall {c: 2}\n", 2, "the tag !wall is not allowed: leave it out"),
        ("? [1, 2]\n: 3\n", 1, "a key must be a plain word"),
        ("a: 1\n<<: 3\n", 2, "<< needs a mapping, written as *name"),
        ('a: "\\ud800"\n', 1, "half a character"),
        ("a: 1\nb: x\x01y\n", 2, "this is neither YAML nor JSON"),
        (f"a: {'9' * 5000}\n", 1, "a number has at most 40 characters"),
        ("%YAML 9.9\n---\na: 1\n", 1, "this is neither YAML nor JSON"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_at_its_line(text: str, line: int, says: str) -> None:
    problem = refusal(text)

    assert problem.line == line
    assert says in str(problem.says)


def bomb() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    return "\n".join(lines)


def bomb_by_merging() -> str:
    lines = ["a0: &a0 {k0: [x, x, x, x, x, x, x, x, x, x]}"]
    lines += [f"a{i}: &a{i} {{k{i}: [{', '.join([f'*a{i - 1}'] * 10)}]}}" for i in range(1, 12)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bomb(), "the file has more than 100,000 values, with aliases expanded"),
        (bomb_by_merging(), "the file has more than 100,000 values, with aliases expanded"),
        ("[" * 500_000, f"nested more than {DEEPEST} deep"),
        ("[\n" * 500_000, f"nested more than {DEEPEST} deep"),
        ("- " * 500_000, f"nested more than {DEEPEST} deep"),
        ("{a: " * 300_000, f"nested more than {DEEPEST} deep"),
        ("[" + "1," * 900_000 + "1]", "more than 100,000 values"),
        ("a: " + "x" * MOST_BYTES, "the limit is 2,000,000"),
        ("a: " + "ü" * (MOST_BYTES // 2), "the limit is 2,000,000"),
    ],
    ids=["bomb", "merged bomb", "flow", "lines", "dashes", "mappings", "many", "large", "large in bytes"],
)
def test_a_text_without_measure_is_refused_quickly(text: str, says: str) -> None:
    started = time.process_time()
    problem = refusal(text)

    assert says in str(problem.says)
    assert time.process_time() - started < 10.0


def test_what_is_just_deep_enough_is_read() -> None:
    assert parse("[" * DEEPEST + "]" * DEEPEST, "table.yaml").data is not None
    assert f"nested more than {DEEPEST} deep" in str(refusal("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)).says)


def test_depth_is_counted_through_aliases() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 60)]

    assert f"nested more than {DEEPEST} deep" in str(refusal("\n".join(lines)).says)


@given(st.text(max_size=60) | st.text(alphabet="{}[]&*!:,-?|>'\"%#<\n\t a1", max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    assert lines_of(text)


def test_a_file_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: \xc3\xbc\n")

    assert read(path) == (str(path), "name: ü\n")


def test_ten_megabytes_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000)

    with pytest.raises(
        FileInvalid,
        match="the file has 10,000,000 bytes or more, the limit is 2,000,000",
    ):
        read(path)


def test_a_file_that_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"name: x\nside: \xfc\n")

    for name, says in [
        ("none", "there is no such file"),
        (".", "this is a folder"),
        ("latin", ":2: this is not UTF-8 text"),
    ]:
        with pytest.raises(FileInvalid, match=says):
            read(tmp_path / name)
    with pytest.raises(FileInvalid, match="this is not a file name"):
        read("a\0b")


# YAML has no control characters, takes `<<` for a merge, and looks for a colon within a thousand characters only.
TEXTS = st.text(st.characters(min_codepoint=32, exclude_characters="\x7f"), max_size=8).filter(
    lambda text: text != "<<"
)
HELD = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**42), 10**42) | st.floats() | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(TEXTS, inner, max_size=3)
        | st.dictionaries(st.integers(), inner, max_size=2)
    ),
    max_leaves=12,
)


def found(made: Callable[[], Source]) -> tuple[str, Any]:
    """The data of a source with its line, or every problem of it."""
    try:
        source = made()
    except FileInvalid as refused:
        return "refused", refused.problems
    # To Python 1 is True, and not a number is not even itself.
    return repr(source.data), source.line(tuple(source.data) if isinstance(source.data, dict) else (0,))


@given(HELD)
def test_what_a_program_holds_is_read_like_a_file_that_holds_it(held: Any) -> None:
    assert found(lambda: in_a_line(held, "<it>")) == found(lambda: parse(json.dumps(held), "<it>"))


@pytest.mark.parametrize("held", [10**45, {"a": [-(10**41)]}, "\ud800", {"\ud800": 1}, {"x": ["é\udfff"]}])
def test_what_a_program_holds_is_refused_like_a_file_that_holds_it(held: Any) -> None:
    problems = found(lambda: in_a_line(held, "<it>"))

    assert problems[0] == "refused"
    assert problems == found(lambda: parse(json.dumps(held), "<it>"))


def test_what_a_program_holds_has_the_limits_of_a_file() -> None:
    deep: list[Any] = []
    for _ in range(DEEPEST):
        deep = [deep]

    with pytest.raises(FileInvalid, match=f"1: lists and mappings are nested more than {DEEPEST} deep"):
        in_a_line(deep, "<it>")
    with pytest.raises(FileInvalid, match="more than 100,000 values"):
        in_a_line([0] * 100_000, "<it>")
    with pytest.raises(FileInvalid, match=f"the limit is {MOST_BYTES:,}"):
        in_a_line("x" * MOST_BYTES, "<it>")


FOLDERS = ("examples", "docs/examples", "conformance/necromunda-classic")


@contextmanager
def without_libyaml() -> Iterator[None]:
    """Read texts with the slow parser alone."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(source, "_composed_fast", lambda text, file: None)
        yield


def test_libyaml_reads_files_as_the_slow_parser_does() -> None:
    files = [path for folder in FOLDERS for path in sorted(Path(folder).glob("*.yaml"))]
    assert len(files) > 20
    for path in files:
        text = path.read_text(encoding="utf-8")
        with without_libyaml():
            slowly = parse(text, path.name)
        assert parse(text, path.name).root == slowly.root


@pytest.mark.parametrize(
    "text",
    [
        *("a: [1, 2", "a: 1\na: 2", "a: !!python/none x", "a: *b", "- 1\n---\n- 2", "\t- 1"),
        *("a: 1\n&b: 1.5\nc: 2", "- {a: 1, &b: {c: 2}}"),
    ],
)
def test_libyaml_refuses_what_the_slow_parser_does(text: str) -> None:
    with without_libyaml():
        slowly = refusal(text)
    assert refusal(text) == slowly
