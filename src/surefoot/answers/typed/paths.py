"""Reads typed paths: goals, waypoints, ladders and doors; and the paths of the models of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from surefoot.answers.typed.lexicon import MODES, OPENINGS, Lexicon
from surefoot.answers.typed.reader import FILLERS, Reader
from surefoot.answers.typed.tokens import Token
from surefoot.language import Notation, Quoted, Sentence, Who, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Action
from surefoot.referee.unit_plan import EXCEPT, PATHS, SHIFT
from surefoot.table.words import suggested

SIDES = ("north", "east", "south", "west")
_THEN = ("then", "and", "→", "->")
_LINKS = ("ladder", "rope", "link", "using", "by")


@dataclass(frozen=True)
class NamedPlace:
    """A place without coordinates: next to a model or a piece, over the nearest edge, or onto the nearest ledge."""

    name: str = ""
    down: bool = False
    # The side of the compass, if one was typed.
    side: str = ""


@dataclass
class PathDraft:
    """A path while it is being read."""

    legs: list[Any] = field(default_factory=list)
    # The index of the goal; waypoints are inserted before it.
    goal: int | None = None

    def add(self, leg: Any) -> None:
        """Add the next goal."""
        self.goal = len(self.legs)
        self.legs.append(leg)

    def via(self, leg: Any) -> None:
        """Add a waypoint to the goal just before, or to the next one if there is none yet."""
        if self.goal is None:
            self.legs.append(leg)
            return
        self.legs.insert(self.goal, leg)
        self.goal += 1

    def then(self) -> None:
        """Begin a new goal after the legs so far."""
        self.goal = None

    def mark(self, key: str, value: Any) -> bool:
        """Add a field to the last goal; False if there is none."""
        if not self.legs:
            return False
        at = self.goal if self.goal is not None else len(self.legs) - 1
        leg = self.legs[at]
        self.legs[at] = ({"to": leg} if isinstance(leg, (list, NamedPlace)) else dict(leg)) | {key: value}
        return True


class Paths(Reader):
    """Reads the path in a sentence."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[Sentence] = ()) -> None:
        super().__init__(found, lexicon, problems)
        self.action: Action | None = None
        self.target = ""
        # The mode of the next leg, whether it comes from the action, and further fields of the leg.
        self.mode = ""
        self.implied = False
        self.down: bool | None = None
        self.side = ""
        self.pending: dict[str, Any] = {}

    def going(self, way: PathDraft) -> bool:
        """Read one part of a path; False if the next token belongs to none."""
        token = self.peek()
        if token is None:
            return False
        word = token.word
        if token.kind == "point":
            self.goal(way, self.take().value)
        elif word in _THEN:
            self.take()
            way.then()
        elif word.removesuffix("s") in MODES:
            self.take()
            self.mode, self.implied = word.removesuffix("s"), False
        elif word in ("to", "towards", "via", "over"):
            self._toward(way)
        elif word in ("up", "down"):
            self._up_or_down(way)
        elif word in SIDES and self.mode:
            self.side = self.take().word
        elif word in _LINKS:
            self._link(way)
        elif word in ("through", "lift", "on", "onto", "turn", "forward", "ahead", "manner"):
            self._special(way)
        else:
            return False
        return True

    def _toward(self, way: PathDraft) -> None:
        word = self.take().word
        token = self.peek()
        place: Any = None
        if token is not None and token.kind == "point":
            place = self.take().value
        elif token is not None and token.kind == "number" and self.peek(1) is not None:
            after = self.peek(1)
            if after is not None and after.kind == "number":
                place = [self.take().value, self.take().value]
        elif token is not None and token.kind == "word":
            place = self._named_place(word)
            if place is None:
                return
        if place is None:
            self.problems.append(
                say(
                    "Give a point behind {word}, for example {example}",
                    word=Quoted(word),
                    example=Notation(f"{word} 12,9"),
                )
            )
            return
        if word in ("via", "over"):
            way.via(place)
        else:
            self.goal(way, place)

    def _named_place(self, word: str) -> Any:
        """The place next to a named model or piece; None if the name is unknown or is the target of the action."""
        if self.taken("the"):
            return self._named_place(word)
        token = self.take()
        name = self.lexicon.name(token.typed)
        if not name:
            unknown = say("Nothing here is called {name}", name=Quoted(token.typed))
            self.problems.append(suggested(unknown, token.typed, self.lexicon.names))
            return None
        if self.action is not None and self.action.path == "none" and self.action.target != "none":
            self.target = self.target or name
            return None
        return NamedPlace(name)

    def goal(self, way: PathDraft, place: Any) -> None:
        """Add a goal in the mode that was read before it."""
        leg: Any = place
        if self.mode and self.mode != "walk":
            leg = {self.mode: place}
        elif self.pending:
            leg = {"to": place}
        way.add(leg if isinstance(leg, (list, NamedPlace)) else leg | self.pending)
        self.mode, self.implied, self.down, self.side, self.pending = "", False, None, "", {}

    def _up_or_down(self, way: PathDraft) -> None:
        word = self.take().word
        token = self.peek()
        name = self.lexicon.name(token.typed, self.lexicon.links) if token is not None else ""
        if name:
            self.take()
            self._linked(way, name)
            return
        self.down = word == "down"

    def _link(self, way: PathDraft) -> None:
        word = self.take().word
        self.taken("the")
        token = self.peek()
        links = self.lexicon.links
        name = self.lexicon.name(token.typed, links) if token is not None and token.kind == "word" else ""
        if name:
            self.take()
        elif (
            len(links) == 1 and word in ("ladder", "rope", "link") and (token is None or not self._odd(token))
        ):
            name = links[0]
        else:
            typed = self.take().typed if token is not None and token.kind == "word" else ""
            problem = (
                say("There is no {kind} {name}", kind=Notation(word), name=Quoted(typed))
                if typed
                else say("Which {kind}? Give its name", kind=Notation(word))
            )
            self.problems.append(suggested(problem, typed, links))
            return
        self._linked(way, name)

    def _odd(self, token: Token) -> bool:
        return token.kind == "word" and token.word not in (*_THEN, "to", "up", "down", *FILLERS)

    def _linked(self, way: PathDraft, name: str) -> None:
        leg: dict[str, Any] = {"link": name}
        after = self.peek(1)
        if self.taken("to") and after is not None and after.kind == "point":
            leg["to"] = self.take().value
        way.add(leg)
        self.mode, self.implied, self.down = "", False, None

    def _special(self, way: PathDraft) -> None:
        word = self.take().word
        if word == "through":
            name = self._piece(
                OPENINGS,
                say("Give the name of the door or window behind {word}", word=Quoted(word)),
                say("There is no door or window on this table"),
            )
            if name:
                self._of_goal(way, "through", name)
        elif word == "lift":
            self._lift(way)
        elif word in ("on", "onto"):
            self._on(way)
        elif word == "manner":
            token = self.peek()
            if token is None or token.kind != "word":
                self.problems.append(
                    say("Give the manner, for example {example}", example=Notation("manner crawl"))
                )
                return
            self.take()
            self._of_goal(way, "manner", token.typed)
        else:
            self._turned(way, "turn" if word == "turn" else "forward")

    def _of_goal(self, way: PathDraft, key: str, value: str) -> None:
        """Add a field to a goal: to the next one if it follows or there is none yet, else to the last."""
        token = self.peek()
        coming = token is not None and (token.kind == "point" or token.word in ("to", "manner", *MODES))
        if coming or way.goal is None or not way.mark(key, value):
            self.pending[key] = value

    def _lift(self, way: PathDraft) -> None:
        name = self._piece(("lift",), say("Give the name of the lift"), say("There is no lift on this table"))
        sign = {"up": 1, "down": -1}.get(self.taken("up", "down", "rise"), 1)
        token = self.peek()
        if token is None or token.kind != "number":
            self.problems.append(say("How far does the lift travel? Write lift NAME up 4, or down 4"))
            return
        self.take()
        if name:
            way.add({"lift": name, "rise": sign * token.value})

    def _on(self, way: PathDraft) -> None:
        token = self.peek()
        if token is None or token.kind != "word":
            self.problems.append(say("On what? Write the name of the level the move ends on"))
            return
        self.take()
        # Decks of vehicles have names that only the reader of declarations knows.
        name = self.lexicon.name(token.typed) or token.typed
        if self.mode or not way.mark("on", name):
            self.pending["on"] = name

    def _turned(self, way: PathDraft, key: str) -> None:
        side = self.taken("left", "right", "back")
        token = self.peek()
        if token is not None and token.kind == "number":
            self.take()
            way.add({key: -token.value if side == "left" else token.value})
        elif side == "back" and key == "turn":
            way.add({key: 180})
        else:
            example = Notation(f"{key} {90 if key == 'turn' else 4}")
            self.problems.append(say("How far? Write for example {example}", example=example))

    def _piece(self, sorts: tuple[str, ...], which: Sentence, none: Sentence) -> str:
        """The name of a piece of these sorts; `which` asks for its name, `none` says that there are no such pieces."""
        self.taken("the")
        token = self.peek()
        known = self.lexicon.pieces_of(sorts)
        name = self.lexicon.name(token.typed, known) if token is not None and token.kind == "word" else ""
        if name:
            self.take()
            return name
        typed = self.take().typed if token is not None and token.kind == "word" else ""
        unknown = say("Nothing here is called {name}", name=Quoted(typed)) if typed else which
        self.problems.append(suggested(unknown, typed, known) if known else none)
        return ""

    # --- plans of units ---------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """The plan of a unit: a shift for all models, and a path for each model that is named."""
        found: dict[str, Any] = {}
        paths: dict[str, Any] = {}
        while self.more():
            token = self.peek()
            assert token is not None
            name = self.lexicon.name(token.typed, self.lexicon.models) if token.kind == "word" else ""
            if token.word == SHIFT:
                self.take()
                by = self.peek()
                if by is None or by.kind != "point":
                    self.problems.append(
                        say("How far? Write for example {example}", example=Notation("shift 3,0"))
                    )
                    return found
                found[SHIFT] = self.take().value[:2]
            elif name:
                self.take()
                paths[name] = self._own_path(name)
            elif token.kind == "break" or token.word in ("and", "but", "except"):
                self.take()
            else:
                break
        if paths:
            found[EXCEPT if SHIFT in found else PATHS] = paths
        return found

    def _own_path(self, name: str) -> list[Any]:
        way = PathDraft()
        if self.taken("stays", "stay"):
            return []
        while self.more():
            token = self.peek()
            assert token is not None
            if token.word in ("and", "but") or token.kind == "break" or not self.going(way):
                break
        if not way.legs:
            self.problems.append(
                say(
                    "Where does {who} go? Write for example {example}",
                    who=Who(name),
                    example=Notation(f"{name} to 4,5"),
                )
            )
        return way.legs
