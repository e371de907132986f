"""The joined files of the page: the same modules, the same lines, in a few files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from surefoot.server.joining import PARTS, CannotJoin, joined
from surefoot.server.pages import page

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
# Lines that are written anew: what a module imports and exports, what it fetches later, and its address.
REWRITTEN = re.compile(r'^(?:import|export) |\bimport\(|import\.meta|^\} from "')


def numbers(text: str) -> list[int]:
    """The numbers of a segment of a source map."""
    found, value, shift = [], 0, 0
    for digit in map(_DIGITS.index, text):
        value, shift = value | (digit & 31) << shift, shift + 5
        if digit < 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found


def mapped(part: str) -> Iterator[tuple[str, str, int]]:
    """Each line of a part that comes from a module, with that module and the number of its line."""
    files = page().files
    maps = json.loads(files[f"joined/{part}.js.map"])
    source = line = 0
    rows = maps["mappings"].split(";")
    for text, segment in zip(files[f"joined/{part}.js"].decode().split("\n"), rows, strict=False):
        if segment:
            column, to_source, to_line, _ = numbers(segment)
            assert column == 0
            source, line = source + to_source, line + to_line
            yield text, maps["sources"][source].removeprefix("../"), line


@pytest.mark.parametrize("part", PARTS)
def test_a_source_map_names_the_line_that_everything_came_from(part: str) -> None:
    lines: dict[str, list[str]] = {}
    for text, path, line in mapped(part):
        lines.setdefault(path, []).append(text)
        assert line == len(lines[path]) - 1
    assert lines
    for path, found in lines.items():
        own = page().files[path].decode().split("\n")
        assert len(own) == len(found)
        assert own[-1] == ""
        for was, now in zip(own[:-1], found, strict=False):
            assert was == now or REWRITTEN.search(was), f"{path}: {was}"


def test_each_module_is_in_one_part_at_most_and_no_part_needs_a_file_of_its_own_for_another() -> None:
    homes: dict[str, set[str]] = {}
    for part in PARTS:
        for _, path, _ in mapped(part):
            homes.setdefault(path, set()).add(part)
    assert len(homes) > 100
    assert {path: found for path, found in homes.items() if len(found) > 1} == {}
    # A module that is needed from its own address brings those that it imports with it, a second time.
    needed = {
        path
        for part in PARTS
        for path in re.findall(r'\$need\("([^"]+)"\)', page().files[f"joined/{part}.js"].decode())
        if path not in homes and (path.startswith("js/") or b"import" in page().files[path])
    }
    assert {path for path in needed if not path.startswith("vendor/three")} == set()


PAGE = {
    "index.html": b'<link rel="stylesheet" href="page/css/a.css">\n<script type="module" src="page/js/app.js"></script>',
    "css/a.css": b"a {}",
} | {root: b"export const it = 1;\n" for roots in PARTS.values() for root in roots}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export let many = 1;\n", "export let many"),
        ('export * from "./lobby/begin.js";\n', "export \\* from"),
        ('import "./lobby/begin.js";\n', "import "),
        ("const where = import.meta.resolve;\n", "import.meta.resolve"),
        ('import { it } from "./router.js";\n', "would wait for each other: js/app.js, js/router.js"),
    ],
)
def test_a_form_that_would_not_do_the_same_is_refused(text: str, why: str) -> None:
    assert joined(PAGE)
    router = b'import { it } from "./app.js";\n'
    with pytest.raises(CannotJoin, match=why):
        joined(PAGE | {"js/app.js": text.encode(), "js/router.js": router})


def test_what_a_module_exports_is_what_its_function_returns() -> None:
    mixed = 'import one, { never } from "./x.js";\n'
    text = (
        'import one from "./one.js";\nimport { two as second,\n  three } from "./two.js";\n'
        'export { four as fourth } from "./two.js";\nfunction five() {}\nexport { five };\n'
        "export async function six() {}\nexport default class {}\n"
    )
    with pytest.raises(CannotJoin):
        joined(PAGE | {"js/app.js": mixed.encode()})
    more = {"js/one.js": b"export default 1;\n", "js/two.js": b"export const two = 2;\n"}
    found = joined(PAGE | more | {"js/app.js": text.encode()})["joined/start.js"].decode()
    assert 'const { default: one } = await $need("js/one.js");' in found
    assert 'const { two: second,\n  three } = await $need("js/two.js");' in found
    assert "return { fourth: passed_on_fourth, five, six, default: its_default };" in found
