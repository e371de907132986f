"""Joins the modules of the page, so that a browser fetches a few files instead of a hundred. Each can still be read at its own address.

A module becomes a function that runs when the module is first needed, in a file with the others of its part of the page. As
before, it runs once, after the modules that it imports. A source map names the file and the line that everything came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

from surefoot.records import dataclass

# The parts of the page, each by the modules that lead to it. A module belongs to the first part that needs it. What is only
# fetched later and does not lead to one (a library of others, a worker) stays in a file of its own.
START = "js/app.js"
PARTS = {
    "start": (START, "js/lobby/begin.js"),
    "game": ("js/game/screen.js",),
    "more": (
        *(f"js/lobby/{name}.js" for name in ("join", "sit", "linked")),
        *("js/editor/editor.js", "js/desk/desk.js", "js/train/train.js", "js/train/puzzle.js"),
    ),
    "three": ("js/three/view.js",),
    "alone": ("js/host/browser.js", "js/host/alone.js"),
}
# Libraries of others that are large enough for files of their own.
WHOLE = ("vendor/three", "vendor/qrcode")
# Joined files are served in this folder.
FOLDER = "joined"

_NAMES = r"\{(?P<names>[^{}]*)\}"
_IMPORT = re.compile(
    rf'^import (?:(?P<default>\w+)|\* as (?P<all>\w+)|{_NAMES}) from "(?P<path>[^"]+)";', re.M
)
_PASSED_ON = re.compile(rf'^export {_NAMES} from "(?P<path>[^"]+)";', re.M)
_LISTED = re.compile(rf"^export {_NAMES};", re.M)
_DECLARED = re.compile(r"^export (?P<what>(?:async )?function\*?|class|const) (?P<name>\w+)", re.M)
_DEFAULT = re.compile(r"^export default ", re.M)
_LATER = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b(?!\.url).*", re.M)
# The style sheets of the start page, one by one and all in a row.
_SHEET = re.compile(r'<link rel="stylesheet" href="page/(css/[^"]+)">')
_SHEETS = re.compile(rf"{_SHEET.pattern}(?:\s+{_SHEET.pattern})*")

# What runs the modules: each once, also where several need it at the same time. One that could not be loaded is tried again.
_RUN = """\
const ROOT = new URL("../", import.meta.url);
const PART_OF = %s;
const running = new Map();
async function run(path) {
  const here = new URL(path, ROOT).href;
  return path in PART_OF ? (await import(`./${PART_OF[path]}.js`)).default[path](need, here) : import(here);
}
export function need(path) {
  if (!running.has(path)) running.set(path, run(path).catch((failed) => {
    running.delete(path);
    throw failed;
  }));
  return running.get(path);
}
need("%s");
"""


class CannotJoin(ValueError):
    """A module is written in a form that is not known here."""


@dataclass(frozen=True)
class _Module:
    """A module as the body of a function, as many lines as before; and the modules that it imports at once."""

    body: str
    imports: tuple[str, ...]


def joined(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The parts of the page with their source maps, its style sheets as one, and the start page that asks for both."""
    modules: dict[str, _Module] = {}
    parts: dict[str, list[str]] = {}
    for part, roots in PARTS.items():
        parts[part] = [path for root in roots for path in _reached(root, files, modules)]
    part_of = {path: part for part, paths in parts.items() for path in paths}
    found: dict[str, bytes] = {}
    for part, paths in parts.items():
        head = _RUN % (json.dumps(part_of), START) if part == "start" else ""
        text, maps = _part(head, {path: modules[path].body for path in paths})
        found[f"{FOLDER}/{part}.js"] = f"{text}//# sourceMappingURL={part}.js.map\n".encode()
        found[f"{FOLDER}/{part}.js.map"] = json.dumps(maps).encode()
    start = files["index.html"].decode()
    # Addresses in a style sheet count from its folder, which lies as deep as theirs.
    sheets = [files[path] for path in _SHEET.findall(start)]
    found[f"{FOLDER}/page.css"] = b"\n".join(sheets)
    start = _SHEETS.sub(f'<link rel="stylesheet" href="page/{FOLDER}/page.css">', start)
    found["index.html"] = start.replace(f'src="page/{START}"', f'src="page/{FOLDER}/start.js"').encode()
    return found


def _reached(
    path: str, files: Mapping[str, bytes], modules: dict[str, _Module], above: tuple[str, ...] = ()
) -> Iterator[str]:
    """A module and what it imports, as far as no part has it yet."""
    if path in above:
        raise CannotJoin(f"these modules would wait for each other: {', '.join(above)}")
    if path in modules or path.startswith(WHOLE):
        return
    made = _module(path, files[path].decode())
    for each in made.imports:
        yield from _reached(each, files, modules, (*above, path))
    modules[path] = made
    yield path


def _part(head: str, bodies: Mapping[str, str]) -> tuple[str, dict[str, object]]:
    """The text of a part and its source map: line by line, as each module has kept its lines."""
    text = head + "export default {\n"
    lines = [""] * text.count("\n")
    before = 0
    for number, (path, body) in enumerate(bodies.items()):
        text += f"{json.dumps(path)}: async ($need, $here) => {{\n{body}\n}},\n"
        count = body.count("\n") + 1
        # Column 0 of each line is column 0 of the next line of its source; the first of a source counts on from the last one.
        first = f"A{_vlq(int(number > 0))}{_vlq(-before)}A"
        lines += ["", first, *["AACA"] * (count - 1), ""]
        before = count - 1
    return f"{text}}};\n", {
        "version": 3,
        "sources": [f"../{path}" for path in bodies],
        "names": [],
        "mappings": ";".join(lines),
    }


def _vlq(number: int) -> str:
    """A number as source maps write it: digits to the base of 32, the lowest first, the sign in the lowest bit."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    left, text = abs(number) * 2 + (number < 0), ""
    while left >= 32:
        text, left = text + digits[left % 32 + 32], left // 32
    return text + digits[left]


def _module(path: str, text: str) -> _Module:
    """A module as the body of a function that returns what the module exports."""
    imports: list[str] = []
    exports: dict[str, str] = {}

    def at(name: str) -> str:
        return normpath(join(dirname(path), name))

    def needed(name: str) -> str:
        imports.append(at(name))
        return f'await $need("{at(name)}")'

    def imported(found: re.Match[str]) -> str:
        if found["all"]:
            bound = found["all"]
        elif found["default"]:
            bound = f"{{ default: {found['default']} }}"
        else:
            bound = f"{{{found['names'].replace(' as ', ': ')}}}"
        return f"const {bound} = {needed(found['path'])};"

    def passed_on(found: re.Match[str]) -> str:
        pairs = _pairs(found["names"])
        exports.update((name, f"passed_on_{name}") for _, name in pairs)
        bound = ", ".join(f"{own}: passed_on_{name}" for own, name in pairs)
        return f"const {{ {bound} }} = {needed(found['path'])};"

    def listed(found: re.Match[str]) -> str:
        exports.update((name, own) for own, name in _pairs(found["names"]))
        return ""

    def declared(found: re.Match[str]) -> str:
        exports[found["name"]] = found["name"]
        return f"{found['what']} {found['name']}"

    def default(_: re.Match[str]) -> str:
        exports["default"] = "its_default"
        return "const its_default = "

    text = _IMPORT.sub(imported, text)
    text = _PASSED_ON.sub(passed_on, text)
    text = _LISTED.sub(listed, text)
    text = _DECLARED.sub(declared, text)
    text = _DEFAULT.sub(default, text)
    text = _LATER.sub(lambda found: f'$need("{at(found["path"])}")', text)
    if left := _LEFT.search(text):
        raise CannotJoin(f"{path}: {left[0]}")
    text = text.replace("import.meta.url", "$here")
    returned = ", ".join(f"{name}: {own}" if name != own else name for name, own in exports.items())
    return _Module(f"{text}return {{ {returned} }};", tuple(imports))


def _pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c` as pairs of what a name is inside and outside."""
    found = [each.split(" as ") for each in names.replace("\n", " ").split(",") if each.strip()]
    return [(each[0].strip(), each[-1].strip()) for each in found]
