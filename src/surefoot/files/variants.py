"""One file for several rulesets: selects the profiles and actions for one ruleset and converts lengths to its unit.

The differences between rulesets are stored under their names: `profiles` of a model, `actions` of a declaration.
Before a file is read for one ruleset, its data for that ruleset replaces the default and the rest is removed, so that
the other modules read every file as if it had one ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from surefoot.files.reading import Reading, check_ruleset_name
from surefoot.files.refusals import expected
from surefoot.files.source import Node, Source, Way
from surefoot.language import Notation, Quoted, say
from surefoot.records import dataclass, replace
from surefoot.referee import protocol
from surefoot.table.words import ALMOST, meant, near, suggested

# Sections whose entries have profiles.
PROFILED = ("models", "units", "characters")
KINDS = ("action", "happen", "tick")

# Fields that hold lengths, by section.
_LENGTHS = {
    "models": ("at", "z", "height", "hull", "deck", "decks"),
    "units": ("at", "z", "height", "hull", "deck", "decks", "gap"),
    "objects": ("at", "z", "portable-ladder", "rope", "grapple", "length"),
}
# Fields of terrain that hold no lengths.
_NO_LENGTHS = ("facing", "traits")


@dataclass(frozen=True, slots=True)
class Named:
    """A ruleset as written in a file: its name, and the options in brackets."""

    name: str
    options: tuple[str, ...] = ()

    @classmethod
    def read(cls, written: str) -> Named:
        """Read a name with options in brackets."""
        name, _, brackets = written.partition("(")
        settings = brackets.rstrip(") ").split(",")
        return cls(name.strip(), tuple(each.partition("=")[0].strip() for each in settings if each.strip()))


def stated(source: Source) -> list[str]:
    """Every ruleset that a file has data for: its own first, then in the order of the file."""
    own = source.data.get("ruleset") if isinstance(source.data, dict) else None
    found = [Named.read(own).name] if isinstance(own, str) else []
    for _, _, node in _with_variants(source.root):
        found += node.value
    return list(dict.fromkeys(found))


def made(source: Source, ruleset: str) -> list[int]:
    """The positions of the declarations for a ruleset; the others are not read for it."""
    section = source.root.value.get("declare") if isinstance(source.root.value, dict) else None
    if section is None or not isinstance(section.value, list):
        return []
    name = Named.read(ruleset).name
    return [number for number, entry in enumerate(section.value) if _acting(entry, name) is not None]


def choose(reading: Reading, wanted: str) -> None:
    """Keep only the data for one ruleset; for the file's own if `wanted` is empty."""
    if not isinstance(reading.source.root.value, dict):
        return
    if not wanted:
        _assume(reading)
    root = reading.source.root
    _check(reading)
    own_node = root.value.get("ruleset")
    own = own_node.value if own_node is not None and isinstance(own_node.value, str) else ""
    ruleset, first = Named.read(wanted or own), Named.read(own)
    several = any(True for _ in _with_variants(root))
    reading.stated = tuple(stated(reading.source))
    chosen = _in_unit(root, _unit(first.name), _unit(ruleset.name))
    value, lines = dict(chosen.value), dict(chosen.key_lines)
    if wanted:
        line = lines.setdefault("ruleset", root.line)
        value["ruleset"] = Node(abs(line), wanted)
        value = _options(value, ruleset, same=ruleset.name == first.name)
    if several and _unit(ruleset.name) == "inch":
        value.pop("scale", None)
    for section in PROFILED:
        if section in value:
            value[section] = _each(value[section], lambda node: _profiled(node, ruleset.name))
    if "declare" in value:
        value["declare"] = _each(value["declare"], lambda node: _acting(node, ruleset.name))
    fresh = Node(root.line, value, root.size, root.depth, lines)
    reading.source = Source(reading.source.file, fresh, fresh.plain())


def _assume(reading: Reading) -> None:
    """Take a misspelt ruleset, or a misspelt field for it, for the one that was meant: the rest is read for it."""
    root = reading.source.root
    key = next(
        (key for key in ("ruleset", *root.value) if key in root.value and near(key, ["ruleset"], ALMOST)), ""
    )
    given = root.value.get(key)
    if given is None or not isinstance(given.value, str):
        return
    name, bracket, options = given.value.partition("(")
    found = name.strip()
    if found and not _is_known(found):
        known = list(protocol.installed())
        close = meant(found, known)
        if len(close) == 1:
            problem = say("there is no ruleset {name}", name=Quoted(found))
            reading.wrong((key,), suggested(problem, found, known))
            found = close[0]
    elif key == "ruleset":
        return
    node = replace(given, value=f"{found}{bracket}{options}")
    lines = {**root.key_lines, "ruleset": root.key_lines[key]}
    fresh = replace(root, value={**root.value, "ruleset": node}, key_lines=lines)
    reading.source = Source(reading.source.file, fresh, fresh.plain())


def _is_known(name: str) -> bool:
    # Listing all installed rulesets would take longer.
    try:
        protocol.find(name)
    except protocol.NoSuchRuleset:
        return False
    except (ImportError, AttributeError, protocol.BadRuleset):
        # The scenario reader reports the problem with the package.
        return True
    return True


def _options(value: dict[str, Node], ruleset: Named, *, same: bool) -> dict[str, Node]:
    """The fields with the options that remain: those after the wanted name replace the file's own."""
    options = value.get("options")
    if options is None or not isinstance(options.value, dict):
        return value
    kept = {name: node for name, node in options.value.items() if same and name not in ruleset.options}
    return {**value, "options": replace(options, value=kept)}


def _unit(name: str) -> str:
    try:
        return protocol.find(name).unit
    except (protocol.NoSuchRuleset, ImportError, AttributeError):
        # The scenario reader reports the problem with the name.
        return "inch"


# --- data by ruleset ------------------------------------------------------------------------------


def _entries(node: Node | None) -> Iterator[tuple[str | int, Node]]:
    """The entries of a section, written as a list or as a mapping."""
    value: Any = node.value if node is not None else None
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _with_variants(root: Node) -> Iterator[tuple[Way, str, Node]]:
    """Every `profiles` and `actions` mapping of a file: the way to it, its field, and its node."""
    if not isinstance(root.value, dict):
        return
    for section, field in (*((each, "profiles") for each in PROFILED), ("declare", "actions")):
        for key, entry in _entries(root.value.get(section)):
            found = entry.value.get(field) if isinstance(entry.value, dict) else None
            if found is not None and isinstance(found.value, dict):
                yield (section, key, field), field, found


def _check(reading: Reading) -> None:
    """Add problems for misspelt names of rulesets and for entries of the wrong kind."""
    for way, field, node in _with_variants(reading.source.root):
        for name, each in node.value.items():
            check_ruleset_name(reading, name, (*way, name))
            good = (dict,) if field == "profiles" else (dict, str, type(None))
            if not isinstance(each.value, good):
                wanted = (
                    say("a profile such as {form}", form=Notation("{M: 5}"))
                    if field == "profiles"
                    else say("an action, or its fields")
                )
                reading.wrong((*way, name), expected(wanted, each.plain()))


def _each(section: Node, change: Any) -> Node:
    """A section with each entry changed; entries that become None are left out."""
    if isinstance(section.value, dict):
        changed = {key: change(node) for key, node in section.value.items()}
        return replace(section, value={key: node for key, node in changed.items() if node is not None})
    if isinstance(section.value, list):
        return replace(section, value=[node for each in section.value if (node := change(each)) is not None])
    return section


def _profiled(entry: Node, ruleset: str) -> Node:
    """A model with its profile for one ruleset."""
    by_ruleset = entry.value.get("profiles") if isinstance(entry.value, dict) else None
    if by_ruleset is None or not isinstance(by_ruleset.value, dict):
        return entry
    value = {key: node for key, node in entry.value.items() if key != "profiles"}
    lines = dict(entry.key_lines)
    if ruleset in by_ruleset.value:
        value["profile"] = by_ruleset.value[ruleset]
        lines["profile"] = by_ruleset.key_lines[ruleset]
    return replace(entry, value=value, key_lines=lines)


def _acting(entry: Node, ruleset: str) -> Node | None:
    """A declaration for one ruleset; None if it is not made there."""
    by_ruleset = entry.value.get("actions") if isinstance(entry.value, dict) else None
    if by_ruleset is None or not isinstance(by_ruleset.value, dict):
        return entry
    value = {key: node for key, node in entry.value.items() if key != "actions"}
    lines = dict(entry.key_lines)
    if ruleset in by_ruleset.value:
        own: Node = by_ruleset.value[ruleset]
        line = by_ruleset.key_lines[ruleset]
        if own.value is None:
            return None
        if isinstance(own.value, dict):
            if any(kind in own.value for kind in KINDS):
                value = {key: node for key, node in value.items() if key not in KINDS}
            value |= own.value
            lines |= own.key_lines
        else:
            kind = next((kind for kind in KINDS if kind in value), "action")
            value[kind] = own
            lines[kind] = line
    return replace(entry, value=value, key_lines=lines)


# --- lengths --------------------------------------------------------------------------------------


def _in_unit(root: Node, written: str, wanted: str) -> Node:
    """The file with its lengths converted to the wanted unit by its `scale`."""
    scale = root.value.get("scale")
    given = scale.value if scale is not None else None
    if written == wanted or isinstance(given, bool) or not isinstance(given, (int, float)) or given <= 0:
        return root
    factor = given if wanted == "metre" else 1 / given
    value = dict(root.value)
    if "board" in value:
        value["board"] = _scaled(value["board"], factor)
    for section, fields in _LENGTHS.items():
        if section in value:
            value[section] = _each(value[section], lambda node, fields=fields: _fields(node, factor, fields))
    if "terrain" in value:
        value["terrain"] = _each(value["terrain"], lambda node: _piece(node, factor))
    if "declare" in value:
        value["declare"] = _each(value["declare"], lambda node: _way(node, factor))
    return replace(root, value=value)


def _scaled(node: Node, factor: float) -> Node:
    """A value with all its numbers multiplied, except turns."""
    if isinstance(node.value, dict):
        inside = {key: each if key == "turn" else _scaled(each, factor) for key, each in node.value.items()}
        return replace(node, value=inside)
    if isinstance(node.value, list):
        return replace(node, value=[_scaled(each, factor) for each in node.value])
    if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return replace(node, value=round(node.value * factor, 9))
    return node


def _fields(entry: Node, factor: float, fields: tuple[str, ...]) -> Node:
    if not isinstance(entry.value, dict):
        return entry
    inside = {key: _scaled(node, factor) if key in fields else node for key, node in entry.value.items()}
    return replace(entry, value=inside)


def _piece(entry: Node, factor: float) -> Node:
    if not isinstance(entry.value, dict):
        return entry
    return _fields(entry, factor, tuple(key for key in entry.value if key not in _NO_LENGTHS))


def _way(entry: Node, factor: float) -> Node:
    return _fields(entry, factor, ("path", "legs"))
