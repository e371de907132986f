"""The words that mean something at one table: names, actions, ticks; and how each action is typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from surefoot.referee.protocol import Action, Detail
from surefoot.referee.referee import ruleset_of
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS

# How a leg may be gone, and what else a path is made of.
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
    """What is known by name at a table."""

    actions: Mapping[str, Action]
    models: tuple[str, ...] = ()
    # Units with the models that belong to them.
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Pieces of terrain and what each of them is.
    pieces: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[str, ...] = ()

    @classmethod
    def of(cls, table: Table) -> Lexicon:
        """The words of a table."""
        return cls(
            ruleset_of(table).actions,
            tuple(table.models),
            {name: unit.models for name, unit in table.units.items()},
            {name: piece.sort for name, piece in table.pieces.items()},
            tuple(table.objects),
        )

    @property
    def actors(self) -> tuple[str, ...]:
        """Whoever can do something."""
        return (*self.models, *self.units)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything on the table that has a name."""
        return (*self.actors, *self.pieces, *self.objects)

    def pieces_of(self, sorts: Iterable[str]) -> tuple[str, ...]:
        """The pieces of some sorts."""
        wanted = tuple(sorts)
        return tuple(name for name, sort in self.pieces.items() if sort in wanted)

    @property
    def links(self) -> tuple[str, ...]:
        """Ladders, ropes and the like."""
        return self.pieces_of(LINK_SORTS)

    def of_kind(self, *kinds: str) -> tuple[Action, ...]:
        """The actions of some kinds, in the ruleset's order."""
        return tuple(action for action in self.actions.values() if action.kind in kinds)

    def default_action(self) -> Action | None:
        """What somebody does who simply goes: the first thing with a path that can be declared."""
        return next((action for action in self.of_kind("declare") if action.path != "none"), None)

    def name(self, typed: str, known: Iterable[str] | None = None) -> str:
        """A name as it is written on the table, however it was typed; empty if there is none."""
        among = tuple(self.names if known is None else known)
        if typed in among:
            return typed
        small = typed.lower()
        return next((name for name in among if name.lower() == small), "")

    def words(self) -> list[str]:
        """Everything that may be typed, for completion."""
        actions = [spoken(action.name) for action in self.actions.values()]
        details = [detail.name for action in self.actions.values() for detail in action.details]
        return list(dict.fromkeys([*self.names, BOARD, *actions, *MODES, *WAY_WORDS, *details]))


def spoken(name: str) -> str:
    """The name of an action as people say it.

    >>> spoken("end-round"), spoken("gm_modifier")
    ('end round', 'gm modifier')
    """
    return " ".join(name.lower().replace("-", " ").replace("_", " ").split())


_TAKES = {
    "length": "LENGTH",
    "angle": "DEGREES",
    "number": "NUMBER",
    "text": "WORD",
    "names": "NAME,NAME",
    "point": "X,Y",
    "data": "VALUE",
}


def detail_usage(detail: Detail) -> str:
    """How one detail is typed."""
    return detail.name if detail.kind == "switch" else f"{detail.name} {_TAKES[detail.kind]}"


def usage(action: Action, who: str = "NAME", *, short: bool = False) -> str:
    """How an action is typed; what may be left out stands in brackets, or as dots if it is to be short.

    >>> usage(Action("charge", lambda game, said: iter(()), "Charge", path="optional", target="required"), "kal")
    'kal charge TARGET [to X,Y]'
    """
    parts = [] if action.kind == "tick" else [who]
    parts.append(spoken(action.name))
    planned = any(detail.name == "plan" for detail in action.details)
    path = "to X,Y or shift X,Y" if planned else "to X,Y"
    for part, wanted in (("TARGET", action.target), (path, action.path)):
        if wanted != "none":
            parts.append(
                part
                if wanted == "required" and (part != path or action.target != "required")
                else f"[{part}]"
            )
    parts += [detail_usage(detail) for detail in action.details if detail.required]
    optional = [f"[{detail_usage(detail)}]" for detail in action.details if not detail.required]
    return " ".join([*parts, *(["[…]"] if short and optional else optional)])
