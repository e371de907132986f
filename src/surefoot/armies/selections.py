"""The tree of a BattleScribe roster, the same from XML (.ros, .rosz) and from JSON (New Recruit)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from surefoot.intake.content import Content, json_of, unpacked
from surefoot.intake.look import Look
from surefoot.intake.problems import Problems
from surefoot.intake.xml import Element, xml_of
from surefoot.language import Notation, say
from surefoot.records import dataclass

DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of characteristics, as the roster writes them."""

    type: str
    name: str
    values: dict[str, str]


@dataclass(slots=True)
class Selection:
    """One choice of a roster: a unit, a model, a weapon, with everything chosen below it."""

    name: str
    custom: str
    type: str
    number: int
    place: str
    line: int
    categories: list[str] = field(default_factory=list)
    profiles: list[Profile] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    selections: list[Selection] = field(default_factory=list)

    def walk(self) -> Iterator[Selection]:
        """The selection and everything below it."""
        yield self
        for each in self.selections:
            yield from each.walk()


@dataclass(frozen=True, slots=True)
class Tree:
    """A roster: its name, its game system, its catalogue, and what was chosen at the top."""

    name: str
    system: str
    catalogue: str
    selections: list[Selection]


def is_tree(content: Content) -> bool:
    """Whether a file is a BattleScribe roster, by its content."""
    start = content.start
    if content.is_archive:
        return b".ros" in content.data[:300]
    if start.startswith(b"<"):
        return b"<roster" in start
    return start.startswith(b"{") and b'"forces"' in content.data and b'"roster"' in content.data


def read_tree(content: Content, problems: Problems) -> Tree:
    """The tree of a roster; what is wrong with it is noted."""
    unzipped = unpacked(content, ".ros")
    if unzipped.start.startswith(b"<"):
        return _from_xml(xml_of(unzipped), problems)
    return _from_json(Look(json_of(unzipped), problems)["roster"])


# --- XML ----------------------------------------------------------------------------------------


def _from_xml(root: Element, problems: Problems) -> Tree:
    if root.name != "roster":
        says = say("expected a roster, found {what}", what=Notation(f"<{root.name}>"))
        problems.wrong(says, line=root.line)
    forces = [force for force in root.walk() if force.name == "force"]
    selections = [
        _xml_selection(each, problems) for force in forces for each in force.all("selections", "selection")
    ]
    catalogue = forces[0].get("catalogueName") if forces else ""
    return Tree(root.get("name"), root.get("gameSystemName"), catalogue, selections)


def _xml_selection(element: Element, problems: Problems) -> Selection:
    return Selection(
        element.get("name"),
        element.get("customName"),
        element.get("type"),
        _count(element.get("number", "1"), problems, element.get("name"), element.line),
        "",
        element.line,
        [each.get("name") for each in element.all("categories", "category")],
        [
            Profile(
                each.get("typeName") or each.get("profileTypeName"),
                each.get("name"),
                {
                    value.get("name"): (value.text or value.get("value")).strip()
                    for value in each.all("characteristics", "characteristic")
                },
            )
            for each in element.all("profiles", "profile")
        ],
        [each.get("name") for each in element.all("rules", "rule")],
        [_xml_selection(each, problems) for each in element.all("selections", "selection")],
    )


def _count(text: str, problems: Problems, place: str, line: int) -> int:
    try:
        found = float(text)
        if 0 <= found <= 1_000 and found == found // 1:
            return int(found)
    except ValueError:
        pass
    problems.wrong(say("expected a number of models, found {found}", found=Notation(text[:20])), place, line)
    return 1


# --- JSON ---------------------------------------------------------------------------------------


def _from_json(roster: Look) -> Tree:
    selections: list[Selection] = []
    catalogue = ""
    waiting = _listed(roster, "forces")
    if not waiting:
        roster["forces"].wrong("the forces of a roster")
    while waiting:
        force = waiting.pop(0)
        catalogue = catalogue or force.first("catalogueName", "_catalogueName").text()
        selections += [_json_selection(each, 0) for each in _listed(force, "selections")]
        waiting = [*_listed(force, "forces"), *waiting]
    system = roster.first("gameSystemName", "_gameSystemName").text()
    return Tree(roster.first("name", "_name").text(), system, catalogue, selections)


def _listed(look: Look, plural: str) -> list[Look]:
    """The entries of a list; some converters keep the XML's singular inside its plural."""
    inner = look[plural]
    singular = "category" if plural == "categories" else plural.removesuffix("s")
    if isinstance(inner.data, dict):
        inner = inner[singular]
        if isinstance(inner.data, dict):
            return [inner]
    return inner.items()


def _json_selection(look: Look, depth: int) -> Selection:
    name = look.first("name", "_name").text()
    if depth > DEEPEST:
        look.wrong("fewer selections inside each other")
        return Selection(name, "", "", 1, look.way, 0)
    number = look.first("number", "_number").text("1")
    return Selection(
        name,
        look.first("customName", "_customName").text(),
        look.first("type", "_type").text(),
        _count(number, look.problems, look.way, 0),
        look.way,
        0,
        [each.first("name", "_name").text() for each in _listed(look, "categories")],
        [_json_profile(each) for each in _listed(look, "profiles")],
        [each.first("name", "_name").text() for each in _listed(look, "rules")],
        [_json_selection(each, depth + 1) for each in _listed(look, "selections")],
    )


def _json_profile(look: Look) -> Profile:
    values = {
        each.first("name", "_name").text(): each.first("$text", "__text", "value", "#text").text().strip()
        for each in _listed(look, "characteristics")
    }
    return Profile(look.first("typeName", "_typeName").text(), look.first("name", "_name").text(), values)
