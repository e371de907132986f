"""The manual is complete, its links work, its examples run, and its parts agree with each other."""

import doctest
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.docs.pictures import words_on
from tools.manual import (
    animation,
    captures,
    commands,
    doctests,
    examples,
    library,
    links,
    nav,
    proofs,
    rules,
    scenarios,
    shown,
    topics,
)
from tools.manual.__main__ import generated, reference
from tools.manual.sessions import Shown
from tools.manual.writing import Files, plain, write

import surefoot
from surefoot.answers.typed.sentence import ORDERS
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import loads
from surefoot.referee.protocol import find, installed

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
BY_HAND = shown.written_by_hand()
README = ROOT / "README.md"


@pytest.fixture(scope="session")
def corpus() -> proofs.Proofs:
    return proofs.read()


@pytest.fixture(scope="session")
def kept() -> Files:
    """Every page of the reference, which is kept in docs."""
    return reference()


@pytest.fixture(scope="session")
def pages(corpus: proofs.Proofs, kept: Files) -> Files:
    """Every generated page, without playing any case."""
    found = kept | generated(corpus) | examples.files(drawn=False)
    for job in topics.jobs():
        found |= topics.files(job, corpus, played=False)
    return found


@pytest.fixture(scope="session")
def manual(pages: Files, kept: Files, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole manual in a folder, with empty files in place of pictures of examples."""
    folder = tmp_path_factory.mktemp("docs")
    for page in sorted(DOCS.rglob("*")):
        if page.is_file() and "generated" not in page.parts:
            (folder / page.relative_to(DOCS)).parent.mkdir(parents=True, exist_ok=True)
            (folder / page.relative_to(DOCS)).write_bytes(page.read_bytes())
    made = {name: text for name, text in pages.items() if name not in kept}
    write(made | dict.fromkeys(examples.names(), ""), folder / "generated")
    return folder


# --- what is kept in pages, though a program writes it --------------------------------------------

UPDATE = "run `python -m tools.manual --update`"


def test_every_page_of_the_reference_is_kept_as_it_is_today(kept: Files) -> None:
    stale = [name for name, text in kept.items() if (DOCS / name).read_text(encoding="utf-8") != text]

    assert sorted(kept) == sorted(
        page.relative_to(DOCS).as_posix() for page in (DOCS / "reference").iterdir()
    )
    assert stale == [], UPDATE


def test_pages_show_files_and_tables_as_they_are_today() -> None:
    today = shown.still()
    held = [(page.name, *each) for page in BY_HAND for each in shown.blocks(page.read_text(encoding="utf-8"))]

    assert len(held) > 50
    assert [(page, name) for page, name, text in held if text != today.get(name, text)] == [], UPDATE
    known = {*today, *captures.names()}
    assert [(page, name) for page, name, _ in held if name not in known] == []


def test_nothing_is_included_that_is_missing_until_the_manual_is_built() -> None:
    assert [page.name for page in BY_HAND if "--8<--" in page.read_text(encoding="utf-8")] == []


# --- what must be documented --------------------------------------------------------------------


def parameters() -> Iterator[tuple[str, Any]]:
    for called, command in commands.commands():
        for parameter in command.params:
            yield called, parameter


def section(page: str, title: str) -> str:
    """The part of a page under a heading, up to the next one of its kind."""
    found = re.search(rf"^## {re.escape(title)} .*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def test_every_command_is_in_the_reference(pages: Files) -> None:
    page = pages["reference/commands.md"]
    called = [name for name, _ in commands.commands()]

    assert {"surefoot check", "surefoot move", "surefoot draw"} <= set(called)
    assert [name for name in called if not section(page, name)] == []


def test_every_option_of_every_command_is_in_the_reference(pages: Files) -> None:
    page = pages["reference/commands.md"]
    options = [
        (called, name)
        for called, parameter in parameters()
        if parameter.param_type_name == "option" and "--help" not in parameter.opts
        for name in (*parameter.opts, *parameter.secondary_opts)
    ]

    assert ("surefoot check", "--json") in options
    assert [
        (called, name)
        for called, name in options
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", section(page, called))
    ] == []


def test_every_argument_and_every_option_is_explained() -> None:
    silent = [(called, parameter.name) for called, parameter in parameters() if not parameter.help]

    assert silent == []


def test_every_command_shows_an_example(pages: Files) -> None:
    page = pages["reference/commands.md"]
    lacking = [name for name, _ in commands.commands() if "```sh" not in section(page, name)]

    assert lacking == []


def test_every_exit_code_is_explained(pages: Files) -> None:
    assert all(
        f"| `{int(code)}` | {says} |" in pages["reference/commands.md"]
        for code, says in commands.EXITS.items()
    )


def test_every_public_name_is_in_the_reference(pages: Files) -> None:
    page = pages["reference/library.md"]
    grouped = [name for names in library.GROUPS.values() for name in names]

    assert sorted(grouped) == sorted(surefoot.__all__)
    assert [name for name in surefoot.__all__ if f"### {name} {{ #{name} }}" not in page] == []
    assert [name for name in surefoot.__all__ if f"surefoot.{name}" not in page] == []


def test_every_field_of_a_scenario_is_in_the_reference(pages: Files) -> None:
    page = pages["reference/scenarios.md"]
    schema = surefoot.scenario_schema()
    forms = {"scenario": schema} | {scenarios.anchor(name): form for name, form in schema["$defs"].items()}
    missing = []
    for anchor, form in forms.items():
        part = page.partition(f"{{ #{anchor} }}")[2].partition("\n#")[0]
        missing += [f"{anchor}.{field}" for field in form["properties"] if f"| `{field}` |" not in part]

    assert len(forms) > 20
    assert missing == []


@pytest.mark.parametrize("name", list(installed()))
def test_every_clause_has_an_anchor_and_every_ruling_is_told(pages: Files, name: str) -> None:
    catalogue = find(name).catalogue
    page, rulings = pages[f"rules/{name}/clauses.md"], pages[f"rules/{name}/rulings.md"]
    bare = [clause.id for clause in catalogue if f"{{ #{clause.id} }}" not in page]
    topical = [
        clause.id
        for clause in catalogue
        if f"{{ #{clause.id} }}" not in pages[f"rules/{name}/topics/{clause.topic}.md"]
    ]

    assert len(catalogue.clauses) > 100
    assert bare == []
    assert topical == []
    assert [clause.id for clause in catalogue if plain(clause.title) not in page] == []
    assert [each.id for each in catalogue if each.ruling and f"clauses.md#{each.id})" not in rulings] == []


@pytest.mark.parametrize("name", list(installed()))
def test_every_option_of_a_ruleset_is_in_the_reference(pages: Files, name: str) -> None:
    options = find(name).catalogue.options
    page = pages[f"rules/{name}/options.md"]
    missing = [
        option.name
        for option in options.values()
        if f"{{ #{rules.option_anchor(option)} }}" not in page or not option.says
    ]

    assert options
    assert missing == []


@pytest.mark.parametrize("name", list(installed()))
def test_everything_that_can_be_declared_or_asked_is_in_the_reference(pages: Files, name: str) -> None:
    ruleset = find(name)
    page = pages[f"rules/{name}/index.md"]
    words = [*ruleset.actions, *ruleset.questions]
    words += [detail.name for action in ruleset.actions.values() for detail in action.details]

    assert ruleset.actions
    assert [word for word in words if f"`{word}`" not in page] == []


def test_every_ruleset_is_in_the_table_of_contents() -> None:
    named = nav.pages(ROOT / "mkdocs.yml")

    assert [name for name in installed() if f"generated/rules/{name}/index.md" not in named] == []


def test_the_table_of_contents_names_every_page_that_is_written_by_hand() -> None:
    named = nav.pages(ROOT / "mkdocs.yml")

    assert BY_HAND
    assert sorted(str(page.relative_to(DOCS)) for page in BY_HAND) == sorted(
        page for page in named if not page.startswith(("generated/", "reference/", "http:"))
    )


def test_the_table_of_contents_that_is_built_names_every_generated_page(pages: Files) -> None:
    built = nav.config(ROOT / "mkdocs.yml")

    written = [page for page in pages if page.endswith(".md")]

    assert [page for page in written if f" {page}" not in built and f"generated/{page}" not in built] == []


# --- links, pictures, captures ------------------------------------------------------------------


def test_every_link_of_the_manual_leads_somewhere(manual: Path) -> None:
    linked = [target for page in manual.rglob("*.md") for target in links.targets(page.read_text())]

    assert len(linked) > 1000
    assert links.dangling(manual) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# There\n\n## A place { #here }\n")
    (tmp_path / "page.md").write_text(
        "[good](there.md#here) [bad](there.md#gone) [worse](nowhere.md) ![none](none.svg)\n"
        '`[code](is-no-link.md)` <img src="no.png">\n'
    )

    assert links.dangling(tmp_path) == [
        "page.md: there.md#gone: that page has no such anchor",
        "page.md: nowhere.md is missing",
        "page.md: none.svg is missing",
        "page.md: no.png is missing",
    ]


def test_every_link_of_the_readme_leads_somewhere() -> None:
    assert len(links.targets(README.read_text(encoding="utf-8"))) > 10
    assert links.wrong_links(README) == []


def test_every_capture_is_shown_somewhere() -> None:
    """The build runs no command whose output nobody can read."""
    pages = "".join(page.read_text(encoding="utf-8") for page in BY_HAND)
    idle = [name for name in captures.names() if name not in pages and not name.startswith("captures/draw-")]

    assert idle == []


def test_a_command_of_the_manual_is_really_run_and_must_end_as_the_manual_says(tmp_path: Path) -> None:
    (tmp_path / "gap.yaml").write_text(surefoot.EXAMPLE)
    told = captures._captured(Shown("x", "surefoot check gap.yaml"), tmp_path)

    assert told.startswith("$ surefoot check gap.yaml\nThe gap")
    assert "leap.enough-movement" in told
    with pytest.raises(captures.Unexpected, match="ended with 0, not 3"):
        captures._captured(Shown("x", "surefoot check gap.yaml", code=3), tmp_path)


def test_a_topic_with_dice_plots_the_odds_of_its_cases_once_each(corpus: proofs.Proofs) -> None:
    made = topics.files(topics.Job("dark-heresy-2e", "abseil"), corpus)
    plots = {name: picture for name, picture in made.items() if name.endswith("-odds.svg")}
    page = made["rules/dark-heresy-2e/topics/abseil.md"]

    assert "rules/dark-heresy-2e/pictures/abseil.test-odds.svg" in plots
    assert all(f"(../pictures/{name.rpartition('/')[2]})" in page for name in plots)
    assert not [name for name in plots if "abseil.one-dof" in name], (
        "it differs from abseil.test in its dice only"
    )
    for picture in plots.values():
        shares = [float(share) for share in re.findall(r"(\d+(?:\.\d+)?) %", described(picture))]
        assert len(shares) > 1
        assert sum(shares) == pytest.approx(100, abs=len(shares))


def described(picture: str) -> str:
    """The description of a picture for screen readers."""
    found = ElementTree.fromstring(picture).find("{http://www.w3.org/2000/svg}desc")
    return "" if found is None or found.text is None else found.text


def test_a_topic_without_dice_plots_nothing(corpus: proofs.Proofs) -> None:
    made = topics.files(topics.Job("dark-heresy-2e", "time"), corpus)

    assert "rules/dark-heresy-2e/topics/time.md" in made
    assert not [name for name in made if name.endswith("-odds.svg")]


def test_a_topic_shows_case_and_twin_side_by_side(corpus: proofs.Proofs) -> None:
    made = topics.files(topics.Job("necromunda-classic", "leap"), corpus)
    page = made["rules/necromunda-classic/topics/leap.md"]
    pictures = {name: text for name, text in made.items() if name.endswith(".svg")}

    assert len(pictures) >= 10
    assert all(ElementTree.fromstring(text).tag.endswith("svg") for text in pictures.values())
    assert [name for name in pictures if f"(../pictures/{name.rpartition('/')[2]})" not in page] == []
    assert "**legal**" in page
    assert "**illegal**" in page
    sides = [name for name in pictures if not name.endswith("-odds.svg")]
    assert page.count('<div class="pair" markdown>') * 2 == len(sides)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("name", "draw"), [("works", captures.works), ("move", animation.animated)])
def test_a_committed_picture_shows_the_words_of_today(
    name: str, draw: Callable[..., str], dark: bool
) -> None:
    """The lines of a picture may change; its words must be current."""
    file = f"{name}-dark.svg" if dark else f"{name}.svg"
    kept = words_on((DOCS / "pictures" / file).read_text(encoding="utf-8"))

    assert kept
    assert kept == words_on(draw(dark=dark)), UPDATE


def test_the_moving_picture_moves_without_scripts_and_only_where_motion_is_welcome() -> None:
    picture = animation.animated()

    assert "<script" not in picture
    assert picture.count("@keyframes") > 10
    assert picture.index("prefers-reduced-motion: no-preference") < picture.index("@keyframes")


def sections(page: Path) -> dict[str, str]:
    """The text under each heading of a page, with links as they would be from the root of the project."""
    text = page.read_text(encoding="utf-8").replace("](docs/", "](").replace('="docs/', '="')
    parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {title: body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}


def test_the_readme_and_the_first_page_of_the_manual_agree() -> None:
    readme, index = sections(README), sections(DOCS / "index.md")

    assert readme["Surefoot"].partition("\n\n")[0] == index["Surefoot"].partition("\n\n")[0]
    assert readme["What it does"] == index["What it does"]
    assert readme["What it does not do"] == index["What it does not do"]
    stands, told = (each["Where it stands"].replace("](LICENSE)", "") for each in (readme, index))
    words = re.sub(r"\[CHANGELOG.md\]\S* lists what exists\.", "", stands).replace("[", "").split()
    assert words == told.split()


def test_every_game_has_a_page_for_its_first_five_minutes() -> None:
    pages = {page: page.read_text(encoding="utf-8") for page in (DOCS / "games").glob("*.md")}

    assert [name for name in installed() if not any(f"`{name}`" in text for text in pages.values())] == []
    for page, text in pages.items():
        named = re.findall(r"<!-- shown: captures/([\w-]+)\.txt -->", text)
        assert {"check", "move", "odds"} <= {name.rpartition("-")[2] for name in named}, page.name


@pytest.mark.parametrize("name", list(installed()))
def test_every_topic_has_a_heading_in_words(name: str) -> None:
    catalogue = find(name).catalogue
    topics_of = {clause.topic for clause in catalogue}

    assert [topic for topic in topics_of if topic not in catalogue.topics] == []
    assert len({catalogue.topic_title(topic) for topic in topics_of}) == len(topics_of)


def test_every_key_of_the_page_is_on_the_page_of_keys() -> None:
    scripts = (ROOT / "src" / "surefoot" / "server" / "page" / "js").rglob("*.js")
    code = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    keys = set(re.findall(r'event\.key(?:\.toLowerCase\(\))? === "([^"]+)"', code))
    # Hotkeys are listed; of a row of keys, such as 1 to 5, the page names the first and the last.
    for listed in re.findall(r'\bon: \["([^\]]+)"\]', code):
        row = listed.split('", "')
        keys |= {row[0], row[-1]}
    names = {" ": "Space", "Escape": "Esc", "PageUp": "Page Up", "PageDown": "Page Down"}
    names |= {key.lower(): name for key, name in names.items()}
    page = (DOCS / "hotkeys.md").read_text(encoding="utf-8")

    assert {"Enter", "m", "0", "Delete"} <= keys
    shown = {key: names.get(key, key.upper() if key.isalpha() and len(key) == 1 else key) for key in keys}
    assert [key for key, name in shown.items() if f"<kbd>{name}</kbd>" not in page] == []


def test_every_order_of_the_terminal_game_is_on_the_page_of_keys() -> None:
    page = (DOCS / "hotkeys.md").read_text(encoding="utf-8")

    assert [names[0] for names in ORDERS if not re.search(rf"`{names[0]}\b", page)] == []


# --- examples -----------------------------------------------------------------------------------


def fenced(page: Path, language: str) -> list[str]:
    found = re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return list(found)


@pytest.mark.parametrize("page", [README, *BY_HAND], ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_examples_of_a_page_run(page: Path) -> None:
    text = "\n".join(fenced(page, "pycon"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=told.append)

    assert result.failed == 0, "".join([*told, "run `python -m tools.manual --update`"])


@pytest.mark.parametrize("page", [README, *BY_HAND], ids=lambda page: page.stem)
def test_the_manual_imports_only_what_stays_as_it_is(page: Path) -> None:
    # Agents and their tools are packages of their own, each name described on the page that imports it.
    public = ("surefoot", "surefoot.author", "surefoot.testing", "surefoot.agents")
    found = re.findall(r"(?:from|import) (surefoot(?:\.\w+)*)", page.read_text())
    private = [name for name in found if name not in public and not name.startswith("surefoot.agents.")]
    assert not private or page.stem == "architecture", private


def test_the_results_of_python_examples_can_be_updated() -> None:
    page = "Text\n\n```pycon\n>>> two = 2\n>>> two + 1\n4\n>>> two / 0\n0\n\n```\n"

    assert doctests.updated(page, "page").splitlines()[3:] == [
        ">>> two = 2",
        ">>> two + 1",
        "3",
        ">>> two / 0",
        "Traceback (most recent call last):",
        "    ...",
        "ZeroDivisionError: division by zero",
        "",
        "```",
    ]


def test_the_session_of_the_readme_has_twelve_lines() -> None:
    (session,) = fenced(README, "pycon")

    assert len([line for line in session.splitlines() if line.startswith((">>>", "..."))]) <= 12


@pytest.mark.parametrize("page", BY_HAND, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_scenarios_of_a_page_can_be_read(page: Path) -> None:
    for block in fenced(page, "yaml"):
        if block.startswith("ruleset:"):
            surefoot.loads(block, page.name)


@pytest.mark.parametrize("file", sorted((DOCS / "examples").glob("*.yaml")), ids=lambda file: file.name)
def test_an_example_file_can_be_read(file: Path) -> None:
    if file.name == "mistakes.yaml":
        with pytest.raises(FileInvalid) as caught:
            surefoot.load(file)
        assert len(caught.value.problems) == 4
    else:
        assert surefoot.load(file).declarations


def test_the_example_of_the_library_is_the_file_of_the_tutorial() -> None:
    assert (DOCS / "examples" / "gap.yaml").read_text(encoding="utf-8") == surefoot.EXAMPLE


def test_every_command_that_a_page_names_exists() -> None:
    known = dict(commands.commands())
    named = [
        (page.name, words)
        for page in [README, *BY_HAND]
        for words in re.findall(r"(?<!from )\bsurefoot ([a-z][a-z-]*(?: [a-z-]+)?)", "\n".join(code_of(page)))
    ]

    assert named
    assert [(page, words) for page, words in named if f"surefoot {words.split(' ')[0]}" not in known] == []


def test_every_option_that_a_page_names_exists() -> None:
    every = [*(parameter for _, parameter in parameters()), *commands.root().params]
    known = {name for parameter in every for name in (*parameter.opts, *parameter.secondary_opts)}
    # Every command has the option for its help.
    known |= set(commands.root().context_settings["help_option_names"])
    named = [
        (page.name, option)
        for page in [README, *BY_HAND]
        for code in code_of(page)
        if code.startswith(("-", "surefoot", ".venv/bin/surefoot"))
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)
    ]

    assert named
    assert [(page, option) for page, option in named if option not in known] == []


def code_of(page: Path) -> list[str]:
    """What a page shows as code: blocks for a shell line by line, and code within sentences."""
    text = page.read_text(encoding="utf-8")
    shell = [line for block in fenced(page, "sh") for line in block.splitlines()]
    return [
        *shell,
        *re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)),
    ]


def test_the_json_of_the_how_to_is_described_field_by_field() -> None:
    gap = surefoot.loads(surefoot.EXAMPLE)
    shown = json.loads(json.dumps(surefoot.data(surefoot.check(gap.table, gap.declarations[0]))))
    page = (DOCS / "how-to" / "get-json.md").read_text(encoding="utf-8")
    undescribed = [name for name in shown if f"outcomes[].{name}`" not in page and f"`{name}`" not in page]

    assert shown
    assert undescribed == ["declaration"]


def test_every_example_and_every_bundled_scenario_is_shown_whole(pages: Files) -> None:
    page = pages["examples.md"]
    shown = examples.examples()

    assert examples.unreadable() == []
    assert {"gantry", "examples/compare"} <= {each.name for each in shown}
    assert [each.name for each in shown if f"{{ #{each.anchor} }}" not in page] == []
    assert len({each.anchor for each in shown}) == len(shown)


def test_every_drawn_case_can_be_tried_on_its_own_table(corpus: proofs.Proofs) -> None:
    made = topics.files(topics.Job("necromunda-classic", "leap"), corpus)
    page = made["rules/necromunda-classic/topics/leap.md"]
    tables = {name: text for name, text in made.items() if name.endswith(".json")}

    assert len(tables) == page.count("{ .try-it }") >= 10
    assert [name for name in tables if f"(../tables/{name.rpartition('/')[2]})" not in page] == []
    for text in tables.values():
        laid = loads(text, "case.json")
        assert laid.table.models
        assert not laid.declarations
