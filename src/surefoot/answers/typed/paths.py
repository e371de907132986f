"""Paths as they are said: goals, corners on the way, ladders and doors; and where the models of a unit go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from surefoot.answers.typed.lexicon import MODES, OPENINGS, Lexicon
from surefoot.answers.typed.reader import FILLERS, Reader
from surefoot.answers.typed.tokens import Token
from surefoot.referee.protocol import Action
from surefoot.table.words import instead

SIDES = ("north", "east", "south", "west")
_THEN = ("then", "and", "→", "->")
_LINKS = ("ladder", "rope", "link", "using", "by")


@dataclass(frozen=True)
class Aim:
    """A place that is named instead of measured: up to somebody, over the nearest edge, onto the nearest ledge."""

    name: str = ""
    down: bool = False
    # Only to this side, if one was named.
    side: str = ""


@dataclass
class Way:
    """A path while it is being said."""

    legs: list[Any] = field(default_factory=list)
    # The goal before which points on the way to it are put.
    goal: int | None = None

    def add(self, leg: Any) -> None:
        """The next goal."""
        self.goal = len(self.legs)
        self.legs.append(leg)

    def via(self, leg: Any) -> None:
        """A point on the way to the goal that was named just before, or to the one that comes next."""
        if self.goal is None:
            self.legs.append(leg)
            return
        self.legs.insert(self.goal, leg)
        self.goal += 1

    def then(self) -> None:
        """What follows comes after what was said."""
        self.goal = None

    def mark(self, key: str, value: Any) -> bool:
        """Say more about the last goal; whether there is one."""
        if not self.legs:
            return False
        at = self.goal if self.goal is not None else len(self.legs) - 1
        leg = self.legs[at]
        self.legs[at] = ({"to": leg} if isinstance(leg, (list, Aim)) else dict(leg)) | {key: value}
        return True


class Paths(Reader):
    """The part of a sentence that says where somebody goes."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[str] = ()) -> None:
        super().__init__(found, lexicon, problems)
        self.action: Action | None = None
        self.target = ""
        # How the next goal is reached, whether the action said so, and what else is known of it.
        self.mode = ""
        self.implied = False
        self.down: bool | None = None
        self.side = ""
        self.pending: dict[str, Any] = {}

    def going(self, way: Way) -> bool:
        """A word of a path, if one comes next."""
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

    def _toward(self, way: Way) -> None:
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
            self.problems.append(f"{word} where? Write a point such as {word} 12,9")
            return
        if word in ("via", "over"):
            way.via(place)
        else:
            self.goal(way, place)

    def _named_place(self, word: str) -> Any:
        """Up to somebody or something; ladders and doors are used, not walked to."""
        if self.taken("the"):
            return self._named_place(word)
        token = self.take()
        name = self.lexicon.name(token.typed)
        if not name:
            self.problems.append(
                f"there is no {token.typed!r} to go to{instead(token.typed, self.lexicon.names)}"
            )
            return None
        if self.action is not None and self.action.path == "none" and self.action.target != "none":
            self.target = self.target or name
            return None
        return Aim(name)

    def goal(self, way: Way, place: Any) -> None:
        leg: Any = place
        if self.mode and self.mode != "walk":
            leg = {self.mode: place}
        elif self.pending:
            leg = {"to": place}
        way.add(leg if isinstance(leg, (list, Aim)) else leg | self.pending)
        self.mode, self.implied, self.down, self.side, self.pending = "", False, None, "", {}

    def _up_or_down(self, way: Way) -> None:
        word = self.take().word
        token = self.peek()
        name = self.lexicon.name(token.typed, self.lexicon.links) if token is not None else ""
        if name:
            self.take()
            self._linked(way, name)
            return
        self.down = word == "down"

    def _link(self, way: Way) -> None:
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
            self.problems.append(
                f"there is no {word} {typed!r}{instead(typed, links)}"
                if typed
                else f"which {word}?{instead('', links)}"
            )
            return
        self._linked(way, name)

    def _odd(self, token: Token) -> bool:
        return token.kind == "word" and token.word not in (*_THEN, "to", "up", "down", *FILLERS)

    def _linked(self, way: Way, name: str) -> None:
        leg: dict[str, Any] = {"link": name}
        after = self.peek(1)
        if self.taken("to") and after is not None and after.kind == "point":
            leg["to"] = self.take().value
        way.add(leg)
        self.mode, self.implied, self.down = "", False, None

    def _special(self, way: Way) -> None:
        word = self.take().word
        if word == "through":
            name = self._piece(OPENINGS, "go through")
            if name:
                self._of_goal(way, "through", name)
        elif word == "lift":
            self._lift(way)
        elif word in ("on", "onto"):
            self._on(way)
        elif word == "manner":
            token = self.peek()
            if token is None or token.kind != "word":
                self.problems.append("which manner? Write for example manner crawl")
                return
            self.take()
            self._of_goal(way, "manner", token.typed)
        else:
            self._turned(way, "turn" if word == "turn" else "forward")

    def _of_goal(self, way: Way, key: str, value: str) -> None:
        """Something more about a goal: the next one if it is named right now or none was yet, else the last."""
        token = self.peek()
        coming = token is not None and (token.kind == "point" or token.word in ("to", "manner", *MODES))
        if coming or way.goal is None or not way.mark(key, value):
            self.pending[key] = value

    def _lift(self, way: Way) -> None:
        name = self._piece(("lift",), "ride")
        sign = {"up": 1, "down": -1}.get(self.taken("up", "down", "rise"), 1)
        token = self.peek()
        if token is None or token.kind != "number":
            self.problems.append("how far does the lift travel? Write lift NAME up 4, or down 4")
            return
        self.take()
        if name:
            way.add({"lift": name, "rise": sign * token.value})

    def _on(self, way: Way) -> None:
        token = self.peek()
        if token is None or token.kind != "word":
            self.problems.append("on what? Write the name of what it stands on then")
            return
        self.take()
        # Decks of vehicles have names of their own, which whoever reads the declaration knows.
        name = self.lexicon.name(token.typed) or token.typed
        if self.mode or not way.mark("on", name):
            self.pending["on"] = name

    def _turned(self, way: Way, key: str) -> None:
        side = self.taken("left", "right", "back")
        token = self.peek()
        if token is not None and token.kind == "number":
            self.take()
            way.add({key: -token.value if side == "left" else token.value})
        elif side == "back" and key == "turn":
            way.add({key: 180})
        else:
            self.problems.append(f"how far? Write {key} {90 if key == 'turn' else 4}")

    def _piece(self, sorts: tuple[str, ...], what: str) -> str:
        self.taken("the")
        token = self.peek()
        known = self.lexicon.pieces_of(sorts)
        name = self.lexicon.name(token.typed, known) if token is not None and token.kind == "word" else ""
        if name:
            self.take()
            return name
        typed = self.take().typed if token is not None and token.kind == "word" else ""
        missing = f"there is no {typed!r} to {what}" if typed else f"{what} what?"
        self.problems.append(
            f"{missing}{instead(typed, known)}" if known else f"there is nothing here to {what}"
        )
        return ""

    # --- plans of units ---------------------------------------------------------------------------

    def plan(self) -> dict[str, Any]:
        """Where everybody goes: a shift for all, a path for each who is named."""
        found: dict[str, Any] = {}
        paths: dict[str, Any] = {}
        while self.more():
            token = self.peek()
            assert token is not None
            name = self.lexicon.name(token.typed, self.lexicon.models) if token.kind == "word" else ""
            if token.word == "shift":
                self.take()
                by = self.peek()
                if by is None or by.kind != "point":
                    self.problems.append("shift how far? Write shift 3,0")
                    return found
                found["shift"] = self.take().value[:2]
            elif name:
                self.take()
                paths[name] = self._own_path(name)
            elif token.kind == "break" or token.word in ("and", "but", "except"):
                self.take()
            else:
                break
        if paths:
            found["except" if "shift" in found else "paths"] = paths
        return found

    def _own_path(self, name: str) -> list[Any]:
        way = Way()
        if self.taken("stays", "stay"):
            return []
        while self.more():
            token = self.peek()
            assert token is not None
            if token.word in ("and", "but") or token.kind == "break" or not self.going(way):
                break
        if not way.legs:
            self.problems.append(f"where does {name} go? Write {name} to 4,5")
        return way.legs
