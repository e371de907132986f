"""Texts that are no YAML: the mistakes that people make, each with its line and how to mend it."""

from pathlib import Path

import pytest
from tests.files.written import problems_of

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import load

HEAD = "ruleset: wh40k-10e\nboard: [24, 24]\n"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("models:\n\tkal: {base: 32}\n", 4, "there is a tab on this line: indent with spaces"),
        ("models:\n  kal:\n  \tbase: 32\n", 5, "there is a tab on this line: indent with spaces"),
        ("name: Kal: the movie\n", 3, 'a value that contains a colon needs quotes: name: "Kal: the movie"'),
        ("models: [{id:kal, at:[4,4]}]\n", 3, "put a space after the colon: id: kal"),
        ("models: [{id: kal, at:[4,4]}]\n", 3, "put a space after the colon: at: [4"),
        ("name:yard\nclock: {round: 1}\n", 3, "put a space after the colon: name: yard"),
        ("models:\n  - {id: kal}\n - {id: bob}\n", 5, "begins in another column"),
        ("models:\n  kal:\n    base: 32\n   at: [1, 1]\n", 6, "begins in another column"),
        ("name: yard\n  clock: {round: 1}\n", 4, "begins in another column"),
        ("models:\n\xa0\xa0kal: {base: 32}\n  bob: {base: 32}\n", 4, "a non-breaking space on this line"),
        ("models: {kal: {base: 32\nclock: {round: 1}\n", 4, "the bracket '{' on line 3 is not closed"),
        ("models: [{id: kal}\nclock: {round: 1}\n", 4, "the bracket '[' on line 3 is not closed"),
        ('name: "yard\nclock: {round: 1}\n', 5, "the quotation mark on line 3 is not closed"),
        ("name: @yard\n", 3, "put a value that begins with '@' in quotes"),
    ],
)
def test_a_mistake_of_the_notation_is_told_in_plain_words(text: str, line: int, says: str) -> None:
    (found,) = problems_of(HEAD + text)
    assert says in found
    assert found.startswith(f"{line} : this is neither YAML nor JSON: ")


def test_a_key_that_is_given_twice_hides_nothing() -> None:
    text = f"{HEAD}models: {{kal: {{base: 32, at: [4, 4], profile: {{M: 6}}}}}}\n"
    text += "models: {bob: {base: 32, at: [8, 4], profile: {M: 6, Q: 1}}}\nnames: a\n"
    text += "declare: [{who: bob, action: normal, path: [[9, 4]]}]\n"
    assert [each.partition("; ")[0] for each in problems_of(text)] == [
        "4 : 'models' is given twice, first on line 3",
        "4 models.bob.profile.Q: a model has no 'Q'",
        "5 names: a scenario has no field 'names'",
    ]


@pytest.mark.parametrize(
    ("encoding", "line", "says"),
    [("latin-1", 2, "this is not UTF-8 text"), ("utf-16", 0, "this is UTF-16 text")],
)
def test_a_text_in_another_encoding_is_told_how_to_mend_it(
    tmp_path: Path, encoding: str, line: int, says: str
) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes("ruleset: wh40k-10e\nname: Käthe\n".encode(encoding))
    with pytest.raises(FileInvalid) as refused:
        load(file)
    (problem,) = refused.value.problems
    assert problem.line == line
    assert str(problem.says) == f"{says}: save the file with the encoding UTF-8 in your editor"
