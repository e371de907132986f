"""The command language of the terminal game: a line that is typed becomes a declaration, an order, or plain words.

`kal move to 12,9 via 8,9` is a declaration in the fields of a scenario file; whether it is legal is the referee's word
alone. Nothing here knows a ruleset: actions and their details are those that the ruleset offers, whichever it is. No
line makes it fail: whatever cannot be understood is answered with every problem it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from surefoot.answers.typed.lexicon import MODES, Lexicon, spoken, usage
from surefoot.answers.typed.paths import Aim, Paths, Way
from surefoot.answers.typed.reader import FILLERS, begins
from surefoot.answers.typed.tokens import Token, tokens
from surefoot.referee.protocol import Action, Detail
from surefoot.table.words import instead


@dataclass(frozen=True)
class Order:
    """Something for the table itself: show it, take a move back, save, leave."""

    verb: str
    rest: str = ""


@dataclass(frozen=True)
class Query:
    """Somebody is pointed at: what can he do, or what do the rules say of him?"""

    who: str
    about: str = ""


@dataclass(frozen=True)
class Said:
    """A declaration, in the fields of a scenario; a place may still be an `Aim`."""

    fields: dict[str, Any]


@dataclass(frozen=True)
class Unclear:
    """A line that cannot be understood, and everything that is wrong with it."""

    problems: tuple[str, ...]


Heard: TypeAlias = Order | Query | Said | Unclear | None


# What can be ordered: every name it has, and what it does.
ORDERS: dict[tuple[str, ...], str] = {
    ("help", "h", "?"): "what can be typed; `help WORD` says more about an action",
    ("table", "map", "t"): "the table as it is now",
    ("who", "w"): "who can do what",
    ("next",): "what the scenario declares next, if it tells a story",
    ("undo", "u"): "take back the last declaration, whole",
    ("replay", "log"): "everything that happened so far",
    ("rule", "rules", "clause"): "what a clause says: `rule climb.cost`",
    ("save",): "keep the game in a file of your own: `save friday.game`",
    ("draw",): "draw the table as it is now: `draw table.svg`",
    ("seed",): "which dice are rolled, and `seed 7` for others",
    ("quit", "q", "exit", "bye"): "leave the table; the game is kept",
}
# What is typed in answer to a question, and means nothing without one.
ANSWERS = ("y", "yes", "n", "no", "roll", "r", "edit", "e")
_BY_NAME = {name: names[0] for names in ORDERS for name in names}


def understand(line: str, lexicon: Lexicon) -> Heard:
    """What a line says at a table; None if it says nothing."""
    found, problems = tokens(line)
    if not found:
        return Unclear(tuple(problems)) if problems else None
    first = found[0].word
    known = bool(lexicon.name(found[0].typed, lexicon.actors))
    if first in _BY_NAME and not (known and len(found) > 1):
        return Order(_BY_NAME[first], line.strip()[len(found[0].typed) :].strip())
    return _Sentence(found, lexicon, problems).heard()


def understand_plan(line: str, unit: str, lexicon: Lexicon) -> Any:
    """Where the models of a unit go, as plain data; an Unclear with every problem if that cannot be understood.

    `shift 3,0` moves everybody alike, `ann to 4,5; bo to 6,5 via 6,4` each on his own, and data is taken as it is.
    """
    found, problems = tokens(line)
    if len(found) == 1 and found[0].kind == "data" and not problems:
        return found[0].value
    sentence = _Sentence(found, lexicon, problems)
    sentence.who = [unit]
    plan = sentence.plan()
    while sentence.more():
        sentence.strange(sentence.take())
    if not plan and not sentence.problems:
        sentence.problems.append("say where everybody goes: shift 3,0 or NAME to 4,5")
    return Unclear(tuple(sentence.problems)) if sentence.problems else plan


class _Sentence(Paths):
    """One line: who does what, and everything else that is said of it."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[str] = ()) -> None:
        super().__init__(found, lexicon, problems)
        self.who: list[str] = []
        self.details: dict[str, Any] = {}
        self.way = Way()

    # --- who and what -----------------------------------------------------------------------------

    def heard(self) -> Heard:
        """The whole line."""
        if self._tick():
            return self._finished()
        self._actors()
        if not self.who:
            return Unclear(tuple(self.problems))
        if not self.more():
            return Query(self.who[0])
        if self.taken("?", "can", "could", "ask"):
            about = " ".join(each.typed for each in self.found[self.at :])
            return Query(self.who[0], about.rstrip("?").strip())
        if not self._chosen():
            return Unclear(tuple(self.problems))
        while self.more():
            self._part()
        return self._finished()

    def _tick(self) -> bool:
        """What the clock does: nobody is named."""
        ticks = self.lexicon.of_kind("tick")
        known = self.lexicon.name(self.found[0].typed, self.lexicon.actors)
        found = None if known else self._named(ticks)
        if found is None and not known and self.found[0].word == "end":
            ends = [tick for tick in ticks if spoken(tick.name).startswith("end")]
            self.at = 1
            if self.more():
                token = self.take()
                names = [spoken(tick.name).removeprefix("end ") for tick in ends]
                self.problems.append(f"nothing called {token.typed!r} can end{instead(token.typed, names)}")
            elif len(ends) == 1:
                found = ends[0]
            else:
                says = " or ".join(spoken(tick.name) for tick in ends)
                self.problems.append(f"what ends? Say {says}" if says else "nothing can end in these rules")
            self.at = len(self.found)
        if found is None:
            return bool(self.problems) and self.at == len(self.found)
        self.action = found
        while self.more():
            self._part()
        return True

    def _actors(self) -> None:
        """One name or several; a comma behind the last one does no harm."""
        while self.more():
            token = self.found[self.at]
            name = self.lexicon.name(token.typed, self.lexicon.actors)
            if name:
                self.take()
                self.who.append(name)
                after = self.peek()
                if after is None or (after.kind != "break" and after.word != "and"):
                    return
            elif token.kind == "break" or token.word in ("and", "the"):
                self.take()
            else:
                break
        if not self.who:
            self._nobody(self.found[min(self.at, len(self.found) - 1)])

    def _nobody(self, token: Token) -> None:
        actions = [spoken(action.name) for action in self.lexicon.of_kind("declare", "happen")]
        if token.word in ANSWERS or token.kind in ("number", "point"):
            self.problems.append("nothing is asked now; say what somebody does, or help")
            return
        if token.word in {*actions, *MODES}:
            self.problems.append(f"who? Begin with a name{instead('', self.lexicon.actors)}")
            return
        orders = [name for name in _BY_NAME if len(name) > 1]
        ticks = [spoken(tick.name) for tick in self.lexicon.of_kind("tick")]
        close = instead(token.typed, [*self.lexicon.actors, *orders, *ticks])
        hint = (
            close
            if "did you mean" in close
            else f"{instead('', self.lexicon.actors)}; help says what can be typed"
        )
        self.problems.append(f"nobody here is called {token.typed!r}{hint}")

    def _chosen(self) -> bool:
        """What is done: an action by its name, or a way of going that the usual action includes."""
        offered = self.lexicon.of_kind("declare", "happen")
        # A filler may begin the name of an action: `kal goes to 3,4`, but `kal go prone`.
        while (found := self._named(offered)) is None and self.taken(*FILLERS):
            pass
        if found is None and self._goes():
            found = self.lexicon.default_action()
        if found is None:
            token = self.peek()
            typed = token.typed if token is not None else "that"
            known = [spoken(action.name) for action in self.lexicon.of_kind("declare", "happen")]
            self.problems.append(f"{self.who[0]} cannot {typed!r}{instead(typed, [*known, *MODES])}")
            return False
        self.action = found
        first = spoken(found.name).split()[0]
        if first in MODES and found.path != "none":
            self.mode, self.implied = first, True
        return True

    def _goes(self) -> bool:
        token = self.peek()
        if token is None:
            return False
        return token.kind == "point" or token.word.removesuffix("s") in (
            *MODES,
            "to",
            "via",
            "up",
            "down",
            "turn",
            "forward",
        )

    def _named(self, actions: Sequence[Action]) -> Action | None:
        """The action whose name comes next: the longest that is there in full, or else the only one that begins so."""
        words = self.words_ahead()
        whole = [each for each in actions if begins(words, spoken(each.name).split())]
        if whole:
            best = max(whole, key=lambda each: len(spoken(each.name).split()))
            self.skip(len(spoken(best.name).split()))
            return best
        begun = [each for each in actions if words and words[0] and spoken(each.name).split()[0] == words[0]]
        if len(begun) == 1 and words[0] not in MODES:
            self.skip(1)
            return begun[0]
        return None

    # --- what else is said ------------------------------------------------------------------------

    def _part(self) -> None:
        """The next thing that is said of the action."""
        token = self.peek()
        if token is None or self.action is None:
            return
        if self._detail() or self.going(self.way):
            return
        name = self.lexicon.name(token.typed) if token.kind == "word" else ""
        if name and self.action.target != "none" and not self.target:
            self.take()
            self.target = name
        elif name in self.lexicon.links and self.action.path != "none":
            # Nothing else can be meant by a ladder.
            self.take()
            self._linked(self.way, name)
        elif self._planned() and (token.word == "shift" or name in self._members()):
            self.details["plan"] = self.plan()
        elif token.word in FILLERS or token.kind == "break":
            self.take()
        elif not self._bare(token):
            self.take()
            self._unplaced(token, name)

    def _unplaced(self, token: Token, name: str) -> None:
        assert self.action is not None
        if name and self.action.path != "none":
            self.problems.append(f"what about {name}? Say to {name}, or on {name}")
            return
        known = [detail.name for detail in self.action.details]
        if self.action.path != "none":
            known += [*MODES, "to", "via", "then", "on", "ladder", "through"]
        self.strange(token, known)
        takes = usage(self.action, " and ".join(self.who) or "NAME")
        if f"it is typed: {takes}" not in self.problems:
            self.problems.append(f"it is typed: {takes}")

    def _bare(self, token: Token) -> bool:
        """A value without its name: it belongs to the one detail that must be given, or that takes data."""
        assert self.action is not None
        missing = [each for each in self.action.details if each.required and each.name not in self.details]
        if token.kind == "data":
            missing = [
                each for each in self.action.details if each.kind == "data" and each.name not in self.details
            ]
        if not missing:
            return False
        self._value(missing[0])
        return True

    def _detail(self) -> bool:
        assert self.action is not None
        denied = self.at
        no = self.taken("no", "not", "without")
        words = self.words_ahead()
        # The longest name that fits is meant: `fire at` before `fire`.
        for detail in sorted(self.action.details, key=lambda each: -len(spoken(each.name).split())):
            named = spoken(detail.name).split()
            if begins(words, named):
                self.skip(len(named))
                if detail.kind == "switch":
                    self.details[detail.name] = self._switch(not no)
                elif detail.kind == "data" and detail.name == "plan" and self._says_plan():
                    self.details[detail.name] = self.plan()
                else:
                    self._value(detail)
                return True
        self.at = denied
        return False

    def _switch(self, value: bool) -> bool:
        self.equals()
        if self.taken("yes", "on", "true"):
            return True
        return False if self.taken("no", "off", "false") else value

    def _value(self, detail: Detail) -> None:
        """What a detail is given, as a scenario file would write it; whether it fits is said by whoever reads that."""
        self.equals()
        token = self.peek()
        if token is None:
            self.problems.append(f"{detail.name}: {detail.says}")
            return
        self.take()
        if detail.kind == "names":
            self.details[detail.name] = [token.typed, *self._more_names()]
        elif token.kind in ("text", "number", "point", "data"):
            self.details[detail.name] = token.value
        else:
            # Names are written as they stand on the table.
            self.details[detail.name] = self.lexicon.name(token.typed) or token.typed

    def _more_names(self) -> list[str]:
        found: list[str] = []
        while True:
            token, after = self.peek(), self.peek(1)
            separated = token is not None and (token.typed == "," or token.word == "and")
            if not separated or after is None or after.kind != "word":
                return found
            self.take()
            found.append(self.take().typed)

    def _planned(self) -> bool:
        return self.action is not None and any(each.name == "plan" for each in self.action.details)

    def _members(self) -> tuple[str, ...]:
        return tuple(name for who in self.who for name in self.lexicon.units.get(who, ()))

    def _says_plan(self) -> bool:
        self.equals()
        token = self.peek()
        return token is not None and (
            token.word == "shift" or bool(self.lexicon.name(token.typed, self.lexicon.models))
        )

    # --- the end ----------------------------------------------------------------------------------

    def _finished(self) -> Heard:
        action = self.action
        if action is not None:
            self._last_leg(action)
            if action.path == "required" and not self.way.legs and self.target in self.lexicon.actors:
                # Whoever goes for somebody and does not say how goes straight.
                self.way.add(Aim(self.target))
        if self.problems or action is None:
            return Unclear(tuple(dict.fromkeys(self.problems)) or ("that cannot be understood",))
        said: dict[str, Any] = {"who": self.who[0] if len(self.who) == 1 else self.who} if self.who else {}
        said["action" if action.kind == "declare" else action.kind] = action.name
        if self.way.legs:
            said["path"] = self.way.legs
        if self.target:
            said["target"] = self.target
        return Said(said | self.details)

    def _last_leg(self, action: Action) -> None:
        """A way of going without a place: the nearest ledge will do for a climb, the nearest edge for a jump."""
        if self.mode in ("climb", "jump") and not (self.implied and self.way.legs):
            down = self.mode == "jump" if self.down is None else self.down
            mode = self.mode
            self.goal(self.way, Aim("", down, self.side))
            assert mode in self.way.legs[-1]
        elif self.mode and not self.implied:
            self.problems.append(f"{self.mode} where? Write {self.mode} to 12,9")
        elif self.mode and action.path == "required" and not self.way.legs:
            self.problems.append(f"{spoken(action.name)} where? Write {spoken(action.name)} to 12,9")
        elif self.pending:
            self.problems.append("where does it go? Write to 12,9")
