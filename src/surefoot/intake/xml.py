"""XML from elsewhere as plain elements that know their line; entities and document types are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from surefoot.files.problems import FileInvalid
from surefoot.intake.content import Content
from surefoot.intake.problems import refused
from surefoot.language import Notation, say
from surefoot.records import dataclass

MOST_ELEMENTS = 300_000
DEEPEST = 100


@dataclass(slots=True)
class Element:
    """An element without its namespace: its name, its attributes, its text, what is in it, and its line."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[Element]:
        """The elements along a path of names: `all("selections", "selection")`."""
        first, *rest = names
        for each in self.inside:
            if each.name == first:
                if rest:
                    yield from each.all(*rest)
                else:
                    yield each

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def walk(self) -> Iterator[Element]:
        """The element and everything in it."""
        waiting = [self]
        while waiting:
            each = waiting.pop()
            yield each
            waiting.extend(reversed(each.inside))


class _Tree:
    """Builds elements while the parser reads, and counts them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.parser: Any = None
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line: int = self.parser.CurrentLineNumber
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) >= DEEPEST:
            raise refused(
                self.file, say("the file holds too many elements, or they are nested too deep"), line
            )
        element = Element(_local(tag), {_local(key): value for key, value in attributes.items()}, line)
        if self.open:
            self.open[-1].inside.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:  # noqa: ARG002  # the parser gives it
        self.open.pop()

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def close(self) -> Element | None:
        return self.root


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def xml_of(content: Content) -> Element:
    """The root element of a file; refused if it is no XML or declares entities."""
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import DefusedXMLParser, ParseError
    except ImportError:
        says = say("reading XML needs the package {name}", name=Notation("defusedxml"))
        raise refused(content.name, says) from None
    tree = _Tree(content.name)
    parser = DefusedXMLParser(target=tree, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    tree.parser = parser.parser
    try:
        parser.feed(content.data)
        root: Element | None = parser.close()
    except FileInvalid:
        raise
    except DefusedXmlException:
        line = tree.parser.CurrentLineNumber
        raise refused(content.name, say("the file declares entities, which are not read"), line) from None
    except ParseError as error:
        line = error.position[0] if getattr(error, "position", None) else 0
        raise refused(content.name, say("this is not XML: {why}", why=Notation(str(error))), line) from None
    except (ValueError, LookupError, RecursionError) as error:
        raise refused(content.name, say("this is not XML: {why}", why=Notation(str(error)))) from None
    if root is None:
        raise refused(content.name, say("this is not XML: it has no element"))
    return root
