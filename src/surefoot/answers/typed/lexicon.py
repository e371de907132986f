"""The words known at one table (names, actions, ticks), and how each action is typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from surefoot.language import Notation, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee.protocol import Action, Detail
from surefoot.referee.referee import ruleset_of
from surefoot.referee.vocabulary import Vocabulary
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

# Modes of a leg, and the other words of a path.
MODES = ("walk", "climb", "jump", "leap", "fly", "swim")
WAY_WORDS = (
    "to",
    "via",
    "then",
    "on",
    "up",
    "down",
    "ladder",
    "through",
    "lift",
    "turn",
    "forward",
    "manner",
)
OPENINGS = ("door", "window", "ductway")


@dataclass(frozen=True)
class Lexicon:
    """The names and actions of a table."""

    actions: Mapping[str, Action]
    models: tuple[str, ...] = ()
    # Units with the models that belong to them.
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Pieces of terrain with their sort.
    pieces: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[str, ...] = ()
    # The words and numbers of the ruleset; None if it accepts anything.
    vocabulary: Vocabulary | None = None

    @classmethod
    def of(cls, table: Table) -> Lexicon:
        """The lexicon of a table."""
        return cls(
            ruleset_of(table).actions,
            tuple(table.models),
            {name: unit.models for name, unit in table.units.items()},
            {name: piece.sort for name, piece in table.pieces.items()},
            tuple(table.objects),
            ruleset_of(table).vocabulary,
        )

    @property
    def actors(self) -> tuple[str, ...]:
        """Names of models and units."""
        return (*self.models, *self.units)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of models, units, terrain and objects."""
        return (*self.actors, *self.pieces, *self.objects)

    def pieces_of(self, sorts: Iterable[str]) -> tuple[str, ...]:
        """Names of the pieces of these sorts."""
        wanted = tuple(sorts)
        return tuple(name for name, sort in self.pieces.items() if sort in wanted)

    @property
    def links(self) -> tuple[str, ...]:
        """Names of ladders and ropes."""
        return self.pieces_of(LINK_SORTS)

    def of_kind(self, *kinds: str) -> tuple[Action, ...]:
        """The actions of these kinds, in the ruleset's order."""
        return tuple(action for action in self.actions.values() if action.kind in kinds)

    def default_action(self) -> Action | None:
        """The action for a line that gives only a path: the first action with a path."""
        return next((action for action in self.of_kind("declare") if action.path != "none"), None)

    def name(self, typed: str, known: Iterable[str] | None = None) -> str:
        """A typed name as it is written on the table, whatever its case; empty if there is none."""
        among = tuple(self.names if known is None else known)
        if typed in among:
            return typed
        small = typed.lower()
        return next((name for name in among if name.lower() == small), "")

    def words(self) -> list[str]:
        """All known words, for completion."""
        actions = [spoken(action.name) for action in self.actions.values()]
        details = [detail.name for action in self.actions.values() for detail in action.details]
        return list(dict.fromkeys([*self.names, BOARD, *actions, *MODES, *WAY_WORDS, *details]))


def spoken(name: str) -> str:
    """The name of an action as it is typed.

    >>> spoken("end-round"), spoken("gm_modifier")
    ('end round', 'gm modifier')
    """
    return " ".join(name.lower().replace("-", " ").replace("_", " ").split())


_TAKES = {
    "length": say("LENGTH"),
    "angle": say("DEGREES"),
    "number": say("NUMBER"),
    "text": say("WORD"),
    "names": say("NAME,NAME"),
    "point": say("X,Y"),
    "data": say("VALUE"),
    "plan": say("VALUE"),
}


def detail_usage(detail: Detail) -> str:
    """How one detail is typed."""
    name = Notation(detail.name)
    if detail.kind == "switch":
        return text("{detail}", detail=name)
    return text("{detail} {value}", detail=name, value=_TAKES[detail.kind])


def usage(action: Action, who: str = "", *, short: bool = False) -> str:
    """How an action is typed; optional parts are in brackets, or shown as dots if `short`.

    >>> usage(Action("charge", lambda game, said: iter(()), "Charge", path="optional", target="required"), "kal")
    'kal charge TARGET [to X,Y]'
    """
    actor = text("{who}", who=Notation(who)) if who else text("NAME")
    parts = [] if action.kind == "tick" else [actor]
    parts.append(text("{action}", action=Notation(spoken(action.name))))
    path = text("to X,Y or shift X,Y") if action.plan else text("to X,Y")
    for part, wanted in ((text("TARGET"), action.target), (path, action.path)):
        if wanted != "none":
            parts.append(
                part
                if wanted == "required" and (part != path or action.target != "required")
                else f"[{part}]"
            )
    parts += [detail_usage(detail) for detail in action.details if detail.required]
    optional = [f"[{detail_usage(detail)}]" for detail in action.details if not detail.required]
    return " ".join([*parts, *(["[…]"] if short and optional else optional)])
