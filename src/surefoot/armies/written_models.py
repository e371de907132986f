"""The models of a unit as a list of Warhammer 40,000 writes them: bullets under the unit, with their equipment under each."""

from __future__ import annotations

import re

from surefoot.records import dataclass

# A unit: its name and its points, at the beginning of a line.
_UNIT = re.compile(
    r"^(?:\w+\d*: )?(?:(?P<number>\d+)x )?(?P<name>[^\s•◦+#-].*?) *[(\[][\d,. ]+ *(?:pts|points?)[)\]]", re.I
)
_BULLET = re.compile(r"^(?P<indent>\s*)[•◦▪*-] *(?:(?P<number>\d+) ?x )?(?P<what>.+?)\s*$", re.I)
# Bullets under a unit that are neither models nor equipment: rank, enhancement, and the unit that it belongs to.
_ASIDES = re.compile(
    r"^(?:warlord$|enhancements?\b|upgrade\b|attached\s+(?:as|to)\b|(?:leading|leader|led by|supporting)\s*:)",
    re.I,
)


# The text that BattleScribe writes: headings between plus signs, and what belongs to a unit behind dots.
_ROSTER = re.compile(r"^\++ *(?P<name>.+?) *\[(?P<points>[\d,.]+) *(?:pts|points?)[^\]]*\] *\++$", re.I)
_HEADING = re.compile(r"^\++ *(?P<name>[^+].*?) *\++$")
_DOTS = re.compile(r"^(?P<dots>(?:\. *)+)(?P<what>\S.*)$")


LONGEST_LINE = 1_000


def without_dots(text: str) -> str:
    """A text of BattleScribe in the form that New Recruit writes, any other text as it is.

    >>> print(without_dots("++ Army Roster (Orks) [80pts] ++\\n+ Infantry +\\nBoyz [80pts]\\n. Boss Nob: Slugga\\n. 9x Boy"))
    Orks - Army Roster - [80 pts]
    <BLANKLINE>
    # ++ Army Roster ++ [80 pts]
    ## Infantry
    Boyz [80pts]:
    • 1x Boss Nob: Slugga
    • 9x Boy
    """
    lines = text.strip().splitlines()
    first = _matched(_ROSTER, lines[0].strip()) if lines else None
    if first is None or not any(_matched(_DOTS, line) or _matched(_HEADING, line) for line in lines[1:]):
        return text
    faction = first["name"].rpartition("(")[2].rstrip(")") if "(" in first["name"] else first["name"]
    points = re.sub(r"[,.]", "", first["points"])
    found = [f"{faction} - Army Roster - [{points} pts]", "", f"# ++ Army Roster ++ [{points} pts]"]
    for i, line in enumerate(lines[1:], 1):
        bare, following = line.strip(), lines[i + 1] if i + 1 < len(lines) else ""
        dots, heading = _matched(_DOTS, bare), _matched(_HEADING, bare)
        if _matched(_ROSTER, bare):
            continue
        if dots is not None:
            what = dots["what"] if re.match(r"\d+x ", dots["what"]) else f"1x {dots['what']}"
            found.append(f"{'  ' * (dots['dots'].count('.') - 1)}• {what}")
        elif heading is not None:
            found.append(f"## {heading['name']}")
        else:
            unit = _matched(_DOTS, following.strip()) and not bare.endswith(":")
            found.append(f"{bare}:" if unit else bare)
    return "\n".join(found)


def _matched(form: re.Pattern[str], line: str) -> re.Match[str] | None:
    """The match of a line; a very long one has none of these forms, and would take long to try."""
    return form.match(line) if len(line) <= LONGEST_LINE else None


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """A unit as it is written: its name, and how many models of each kind; none where it lists only equipment."""

    name: str
    models: tuple[tuple[int, str], ...]
    # Its outer bullets, of models and of equipment.
    bullets: tuple[tuple[int, str], ...] = ()
    # Whether any bullet stands under it.
    has_bullets: bool = False
    # The number before its name: of its models, or of such units; 0 if it has none.
    number: int = 0

    @property
    def is_unit(self) -> bool:
        """Whether it is surely a unit; a heading has neither bullets nor a number."""
        return bool(self.has_bullets or self.number)

    @property
    def total(self) -> int:
        """How many models it has."""
        return sum(number for number, _ in self.models)


def written_units(text: str) -> list[WrittenUnit]:
    """The units of a list in their order.

    >>> boyz, warboss = written_units(
    ...     "Boyz (80 Points)\\n  • 1x Boss Nob\\n    ◦ 1x Slugga\\n  • 9x Boy\\nWarboss (65 pts)\\n  • 1x Big choppa"
    ... )
    >>> boyz.models, warboss.models
    (((1, 'Boss Nob'), (9, 'Boy')), ())
    >>> written_units("10x Boyz (80 pts)\\n• 1x Boss Nob: Slugga\\n• 9x Boy: Choppa")[0].models
    ((1, 'Boss Nob'), (9, 'Boy'))
    >>> written_units("Boyz (80 pts)\\n• Attached as: Bodyguard\\n  • 1x Boss Nob\\n    • 1x Slugga\\n  • 9x Boy")[0].models
    ((1, 'Boss Nob'), (9, 'Boy'))
    """
    found: list[WrittenUnit] = []
    name, first, marked, bullets = "", 0, False, list[tuple[int, int, str]]()
    # A bullet: how far it is indented, how many (0: it does not say), and what.
    for line in [*text.splitlines(), ""]:
        head, bullet = _UNIT.match(line), _BULLET.match(line)
        if bullet is not None:
            marked = True
            if _ASIDES.match(bullet["what"]):
                continue
            number = int(bullet["number"] or 0)
            bullets.append((len(bullet["indent"].expandtabs()), number, bullet["what"]))
        elif head is not None:
            if name:
                found.append(_written(name, bullets, first, marked))
            name, first, marked, bullets = head["name"], int(head["number"] or 0), False, []
    if name:
        found.append(_written(name, bullets, first, marked))
    return found


def _written(name: str, bullets: list[tuple[int, int, str]], first: int, marked: bool) -> WrittenUnit:
    outer = min((indent for indent, _, _ in bullets), default=0)
    flat = tuple((number or 1, _bare(what)) for indent, number, what in bullets if indent == outer)
    return WrittenUnit(name, _models(bullets, first, outer), flat, marked, first)


def _bare(what: str) -> str:
    """A bullet without the equipment behind its colon."""
    return what.partition(":")[0].strip()


def _models(bullets: list[tuple[int, int, str]], first: int, outer: int) -> tuple[tuple[int, str], ...]:
    """The outer bullets of a unit, if any has equipment under it or they add up to the number before its name: then they are models."""
    told = [number for indent, number, _ in bullets if indent == outer]
    if all(indent == outer for indent, _, _ in bullets) and not (first > 1 and sum(told) == first):
        return ()
    found = []
    for i, (indent, number, what) in enumerate(bullets):
        equipped = i + 1 < len(bullets) and bullets[i + 1][0] > outer
        # Without a number and without equipment it is a piece of equipment itself.
        if indent == outer and (number or equipped):
            found.append((number or 1, _bare(what)))
    return tuple(found)
