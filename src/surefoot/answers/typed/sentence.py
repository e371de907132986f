"""Parses a typed line into a declaration, an order or a query, or into a list of its problems.

`kal move to 12,9 via 8,9` becomes a declaration in the fields of a scenario; the referee decides whether it is legal.
Nothing here depends on a ruleset: actions and their details are those that the ruleset of the table has. No line raises
an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from surefoot.answers.typed.lexicon import MODES, Lexicon, spoken, usage
from surefoot.answers.typed.paths import NamedPlace, PathDraft, Paths
from surefoot.answers.typed.reader import FILLERS, begins
from surefoot.answers.typed.tokens import Token, tokens
from surefoot.language import Either, Notation, Quoted, Sentence, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.protocol import Action, Detail
from surefoot.referee.unit_plan import SHIFT
from surefoot.referee.vocabulary import unknown_action
from surefoot.table.words import near, suggested


@dataclass(frozen=True)
class Order:
    """A command of the terminal game, such as undo or save, with the rest of the line."""

    verb: str
    rest: str = ""


@dataclass(frozen=True)
class Query:
    """A question about a model or a unit: its actions, or what the rules say about it."""

    who: str
    about: str = ""


@dataclass(frozen=True)
class TypedDeclaration:
    """A declaration in the fields of a scenario; places may still be a `NamedPlace`."""

    fields: dict[str, Any]


@dataclass(frozen=True)
class Unclear:
    """A line that can't be parsed, with all of its problems."""

    problems: tuple[Sentence, ...]


Parsed: TypeAlias = Order | Query | TypedDeclaration | Unclear | None


# The commands of the terminal game: their names, and what each does.
ORDERS: dict[tuple[str, ...], Sentence] = {
    ("help", "h", "?"): say("list the commands; `help WORD` explains one action"),
    ("table", "map", "t"): say("show the table"),
    ("who", "w"): say("list all models with their available actions"),
    ("goals", "score"): say("show goals and score"),
    ("next",): say("play the next declaration of the scenario"),
    ("undo", "u"): say("undo the last move"),
    ("replay", "log"): say("show the log of the game"),
    ("rule", "rules", "clause"): say("show a rule: `rule climb.cost`"),
    ("save",): say("save the game to a file: `save friday.game`"),
    ("draw",): say("draw the table: `draw table.svg`"),
    ("seed",): say("show the seed of the dice; `seed 7` changes it"),
    ("reload",): say("read the ruleset again from its files, while you write it"),
    ("quit", "q", "exit", "bye"): say("leave the game; it is saved"),
}
# Answers to questions; they have no meaning as a command.
ANSWERS = ("y", "yes", "n", "no", "roll", "r", "edit", "e")
_BY_NAME = {name: names[0] for names in ORDERS for name in names}


def parse_line(line: str, lexicon: Lexicon) -> Parsed:
    """The meaning of a line at a table; None if the line is empty."""
    found, problems = tokens(line)
    if not found:
        return Unclear(tuple(problems)) if problems else None
    first = found[0].word
    known = bool(lexicon.name(found[0].typed, lexicon.actors))
    if first in _BY_NAME and not (known and len(found) > 1):
        return Order(_BY_NAME[first], line.strip()[len(found[0].typed) :].strip())
    return _Sentence(found, lexicon, problems).parsed()


def parse_plan(line: str, unit: str, lexicon: Lexicon) -> Any:
    """The plan of a unit as plain data, or an Unclear with all problems of the line.

    `shift 3,0` moves all models, `ann to 4,5; bo to 6,5 via 6,4` each on its own path; data in braces is used as it is.
    """
    found, problems = tokens(line)
    if len(found) == 1 and found[0].kind == "data" and not problems:
        return found[0].value
    reader = _Sentence(found, lexicon, problems)
    reader.who = [unit]
    plan = reader.plan()
    while reader.more():
        reader.strange(reader.take())
    if not plan and not reader.problems:
        reader.problems.append(say("Give a path for each model: shift 3,0 or NAME to 4,5"))
    return Unclear(tuple(reader.problems)) if reader.problems else plan


class _Sentence(Paths):
    """Reads one line: the actors, the action, its path, target and details."""

    def __init__(self, found: Sequence[Token], lexicon: Lexicon, problems: Sequence[Sentence] = ()) -> None:
        super().__init__(found, lexicon, problems)
        self.who: list[str] = []
        self.details: dict[str, Any] = {}
        self.way = PathDraft()

    # --- actors and action ------------------------------------------------------------------------

    def parsed(self) -> Parsed:
        """The meaning of the whole line."""
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
        """Read a tick of the clock, such as `end round`; it has no actor."""
        ticks = self.lexicon.of_kind("tick")
        known = self.lexicon.name(self.found[0].typed, self.lexicon.actors)
        found = None if known else self._named(ticks)
        if found is None and not known and self.found[0].word == "end":
            ends = [tick for tick in ticks if spoken(tick.name).startswith("end")]
            self.at = 1
            if self.more():
                token = self.take()
                names = [spoken(tick.name).removeprefix("end ") for tick in ends]
                unknown = say("{name} is not something that can end", name=Quoted(token.typed))
                self.problems.append(suggested(unknown, token.typed, names))
            elif len(ends) == 1:
                found = ends[0]
            else:
                either = Either(tuple(Notation(spoken(tick.name)) for tick in ends))
                self.problems.append(
                    say("Which one? Type {ticks}", ticks=either)
                    if ends
                    else say("This ruleset has no rounds or turns to end")
                )
            self.at = len(self.found)
        if found is None:
            return bool(self.problems) and self.at == len(self.found)
        self.action = found
        while self.more():
            self._part()
        return True

    def _actors(self) -> None:
        """Read one name or several; a comma behind the last one is ignored."""
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
            self._no_actor(self.found[min(self.at, len(self.found) - 1)])

    def _no_actor(self, token: Token) -> None:
        """Add a problem for a line that begins with no known name."""
        actions = [spoken(action.name) for action in self.lexicon.of_kind("declare", "happen")]
        if token.word in ANSWERS or token.kind in ("number", "point"):
            self.problems.append(say("There is no open question. Declare a move, or type help"))
            return
        if token.word in {*actions, *MODES}:
            self.problems.append(suggested(say("Begin with a name"), "", self.lexicon.actors))
            return
        orders = [name for name in _BY_NAME if len(name) > 1]
        ticks = [spoken(tick.name) for tick in self.lexicon.of_kind("tick")]
        known = [*self.lexicon.actors, *orders, *ticks]
        close = bool(near(token.typed, known))
        unknown = say("Unknown name or command {word}", word=Quoted(token.typed))
        self.problems.append(suggested(unknown, token.typed, known if close else self.lexicon.actors))
        if not close:
            self.problems.append(say("Type help for all commands"))

    def _chosen(self) -> bool:
        """Read the action by its name; a mode or a path alone stands for the default action."""
        offered = self.lexicon.of_kind("declare", "happen")
        # A filler may begin the name of an action: `kal goes to 3,4`, but `kal go prone`.
        while (found := self._named(offered)) is None and self.taken(*FILLERS):
            pass
        if found is None and self._goes():
            found = self.lexicon.default_action()
        if found is None:
            token = self.peek()
            typed = token.typed if token is not None else ""
            known = [spoken(action.name) for action in self.lexicon.of_kind("declare", "happen")]
            unknown = say("{who} has no action {action}", who=Who(self.who[0]), action=Quoted(typed))
            named = dict.fromkeys((*known, *MODES), "")
            self.problems.append(unknown_action(unknown, typed, named, self.lexicon.vocabulary))
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
        """The action whose name comes next: the longest full name, or else the only one with the same first word."""
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

    # --- path, target and details -----------------------------------------------------------------

    def _part(self) -> None:
        """Read the next part: a detail, a piece of the path, the target or the plan."""
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
            # A ladder alone stands for climbing it.
            self.take()
            self._linked(self.way, name)
        elif self.action.plan and (token.word == SHIFT or name in self._members()):
            self.details[self.action.plan] = self.plan()
        elif token.word in FILLERS or token.kind == "break":
            self.take()
        elif not self._bare(token):
            self.take()
            self._unplaced(token, name)

    def _unplaced(self, token: Token, name: str) -> None:
        assert self.action is not None
        if name and self.action.path != "none":
            ways = Either((Notation(f"to {name}"), Notation(f"on {name}")))
            self.problems.append(say("Write {ways}", ways=ways))
            return
        known = [detail.name for detail in self.action.details]
        if self.action.path != "none":
            known += [*MODES, "to", "via", "then", "on", "ladder", "through"]
        self.strange(token, known)
        hint = say("Usage: {usage}", usage=Notation(usage(self.action, " and ".join(self.who))))
        if hint not in self.problems:
            self.problems.append(hint)

    def _bare(self, token: Token) -> bool:
        """Read a value without a name: it belongs to the missing required detail, or to the one that takes data."""
        assert self.action is not None
        missing = [each for each in self.action.details if each.required and each.name not in self.details]
        if token.kind == "data":
            missing = [
                each
                for each in self.action.details
                if each.kind in ("data", "plan") and each.name not in self.details
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
        # The longest name comes first: `fire at` before `fire`.
        for detail in sorted(self.action.details, key=lambda each: -len(spoken(each.name).split())):
            named = spoken(detail.name).split()
            if begins(words, named):
                self.skip(len(named))
                if detail.kind == "switch":
                    self.details[detail.name] = self._switch(not no)
                elif detail.kind == "plan" and self._says_plan():
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
        """Read the value of a detail, as a scenario writes it; the reader of declarations checks it."""
        self.equals()
        token = self.peek()
        if token is None:
            name, means = Notation(detail.name), sentence(detail.says)
            self.problems.append(say("Give a value for {detail}: {meaning}", detail=name, meaning=means))
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

    def _members(self) -> tuple[str, ...]:
        return tuple(name for who in self.who for name in self.lexicon.units.get(who, ()))

    def _says_plan(self) -> bool:
        self.equals()
        token = self.peek()
        return token is not None and (
            token.word == SHIFT or bool(self.lexicon.name(token.typed, self.lexicon.models))
        )

    # --- the end ----------------------------------------------------------------------------------

    def _finished(self) -> Parsed:
        action = self.action
        if action is not None:
            self._last_leg(action)
            if action.path == "required" and not self.way.legs and self.target in self.lexicon.actors:
                # Without a path, the actor goes straight to the target.
                self.way.add(NamedPlace(self.target))
        if self.problems or action is None:
            return Unclear(tuple(dict.fromkeys(self.problems)) or (say("Unknown command. Type help"),))
        said: dict[str, Any] = {"who": self.who[0] if len(self.who) == 1 else self.who} if self.who else {}
        said["action" if action.kind == "declare" else action.kind] = action.name
        if self.way.legs:
            said["path"] = self.way.legs
        if self.target:
            said["target"] = self.target
        return TypedDeclaration(said | self.details)

    def _last_leg(self, action: Action) -> None:
        """Complete a leg without a place: a climb goes to the nearest ledge, a jump over the nearest edge."""
        if self.mode in ("climb", "jump") and not (self.implied and self.way.legs):
            down = self.mode == "jump" if self.down is None else self.down
            mode = self.mode
            self.goal(self.way, NamedPlace("", down, self.side))
            assert mode in self.way.legs[-1]
        elif self.mode and not self.implied:
            self._no_place(self.mode)
        elif self.mode and action.path == "required" and not self.way.legs:
            self._no_place(spoken(action.name))
        elif self.pending:
            self.problems.append(say("Where to? Write for example {example}", example=Notation("to 12,9")))

    def _no_place(self, verb: str) -> None:
        example = Notation(f"{verb} to 12,9")
        self.problems.append(say("Where to? Write for example {example}", example=example))
