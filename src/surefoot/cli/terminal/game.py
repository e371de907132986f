"""A game at the terminal: the table, what is typed, the preview of it, the dice, what happened; all of it kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from surefoot.answers import words
from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.named_places import NoAim, declared
from surefoot.answers.typed.sentence import ORDERS, Order, Query, Said, Unclear, understand
from surefoot.cli import game_log
from surefoot.cli.exits import tell
from surefoot.cli.show import Show, console, moves
from surefoot.cli.terminal import home, questions
from surefoot.cli.terminal.manual import Manual
from surefoot.cli.terminal.prompt import Left, Prompt
from surefoot.cli.typed_dice import NoDice
from surefoot.dice.host import Asked, Reply, Unanswered
from surefoot.dice.requests import Plan, Roll
from surefoot.dice.responders import Seeded
from surefoot.files.game import create, folded
from surefoot.files.problems import FileInvalid
from surefoot.geometry.tolerance import from_lattice
from surefoot.language.speaker import text
from surefoot.referee import story
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, check, ruleset_of
from surefoot.referee.session import NeedsConsent, NotNow, Session
from surefoot.referee.verdict import Outcome
from surefoot.table.record import EMPTY

if TYPE_CHECKING:
    from surefoot.routes.one_level.route import Route

YES, NO, EDIT = ("", "y", "yes"), ("n", "no"), ("e", "edit")
# Rulesets that forbid measuring beforehand answer this question.
MAY_MEASURE = "may measure"
# What can be ordered while a question waits.
AT_QUESTIONS = ("help", "table", "undo", "replay", "rule", "save", "draw", "seed", "quit")


@dataclass
class Game:
    """One game and the person who plays it."""

    name: str
    session: Session
    seed: str
    prompt: Prompt
    # What the scenario declares, each with what a narrator says before it.
    story: tuple[tuple[Declaration, str], ...] = ()
    # The file in which the game is kept; empty if it cannot be.
    kept: str = ""
    # Whether nobody gave that file a name.
    unnamed: bool = False
    told: int = 0
    show: Show = field(init=False)
    manual: Manual = field(init=False)
    orders: dict[str, Callable[[str], None]] = field(init=False)

    def __post_init__(self) -> None:
        table = self.session.start
        self.show = Show(console(), ruleset_of(table).catalogue, table.unit)
        self.manual = Manual(self.show, self.prompt)
        self.prompt.words = self._words
        self.orders = {
            "help": lambda rest: self.manual.help(rest, self.session.now),
            "table": lambda _: self.show.table(self.session.now),
            "who": lambda _: self.manual.who(self.session.now),
            "next": lambda _: self._next(),
            "undo": lambda _: self._undo(),
            "replay": lambda _: self._replay(),
            "rule": self.manual.rule,
            "save": self._save,
            "draw": self._draw,
            "seed": self._seed,
            "quit": lambda _: self._quit(),
        }

    # --- the loop ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Play until somebody leaves; whatever was said until then is kept."""
        try:
            self._welcome()
            while True:
                try:
                    self._turn()
                except KeyboardInterrupt:
                    self.prompt.say("\n  Stopped.")
        finally:
            self._leave()

    def _welcome(self) -> None:
        table = self.session.now
        self.show.title(self.name, ruleset_of(table).written(table.options))
        self.show.table(table)
        tells = ", next goes on with its story" if self.story else ""
        self.prompt.say(
            f"help says what can be typed, who says who can do what{tells}. Dice: seed {self.seed}."
        )
        if self.session.open is not None:
            self.told = len(self._so_far().events)

    def _turn(self) -> None:
        if self.session.open is not None:
            self._asked()
            return
        typed = self.prompt.line(f"{self._clock()}>")
        self._heard(typed)

    def _clock(self) -> str:
        clock = self.session.now.clock
        parts = [
            f"round {clock.round}" if clock.round else "",
            clock.phase,
            clock.step,
            clock.side,
            clock.active,
        ]
        return " · ".join(part for part in parts if part)

    def _words(self) -> list[str]:
        return [
            *(name for names in ORDERS for name in names if len(name) > 1),
            *Lexicon.of(self.session.now).words(),
        ]

    def _heard(self, typed: str) -> None:
        heard = understand(typed, Lexicon.of(self.session.now))
        if isinstance(heard, Order):
            self.orders[heard.verb](heard.rest)
        elif isinstance(heard, Query):
            self.manual.query(heard.who, heard.about, self.session.now)
        elif isinstance(heard, Unclear):
            for problem in heard.problems:
                self.prompt.say(f"  {problem}")
        elif isinstance(heard, Said):
            self._said(heard.fields, typed)

    # --- declaring --------------------------------------------------------------------------------

    def _said(self, fields: dict[str, Any], typed: str) -> None:
        try:
            declaration = declared(fields, self.session.now)
        except FileInvalid as invalid:
            for problem in invalid.problems:
                self.prompt.say(f"  {problem.message()}")
        except NoAim as wrong:
            self.prompt.say(f"  {wrong}")
        else:
            self._declared(declaration, typed)

    def _declared(self, declaration: Declaration, typed: str) -> Outcome | None:
        """Show what a declaration would be, and make it if that is wanted."""
        now = self.session.now
        try:
            preview = check(now, declaration)
        except Malformed as malformed:
            for problem in malformed.problems:
                self.prompt.say(f"  {problem.where}: {problem.says}")
            return None
        hidden = self._withheld(declaration)
        if hidden:
            # Declared is declared: what it costs is seen when it can no longer be weighed.
            self.show.part(Text(words.declared(declaration, now), style="bold"))
            self.prompt.say(f"  {hidden}")
            if not self._confirmed(text("Confirm? [Y]es, [n]o, [e]dit:"), typed):
                return preview
        if moves(preview):
            self.show.table(now, preview)
        self.show.preview(preview)
        self.show.chances(now, preview)
        if preview.verdict == "illegal":
            self._refused(preview, typed)
        elif hidden or self._confirmed(text("Confirm? [Y]es, [n]o, [e]dit:"), typed):
            self._make(declaration)
        return preview

    def _withheld(self, declaration: Declaration) -> str:
        """Why the mover may not see beforehand what it would cost, in words; empty if he may."""
        now = self.session.now
        asked = ruleset_of(now).questions.get(MAY_MEASURE)
        if asked is None or not declaration.legs or declaration.actor not in now.models:
            return ""
        answer = asked(now, declaration.actor, EMPTY)
        if answer.value is not False:
            return ""
        return f"The rules do not let {declaration.actor} measure beforehand ({', '.join(answer.clauses)})."

    def _refused(self, preview: Outcome, typed: str) -> None:
        """Offer what would be legal instead: another way to the same place, or as much of this one as the rules allow."""
        way = self._way_round(preview.declaration)
        if way is not None:
            self.prompt.say(f"  {text('Illegal, but there is a legal path to that place:')}")
            self.show.table(self.session.now, way.outcome)
            self.show.preview(way.outcome)
            if self._confirmed(text("Take this path? [y]es, [N]o, [e]dit:"), typed, default=False):
                self._make(way.declaration)
        elif preview.nearest is None:
            self.prompt.say(f"  {text('Illegal. Nothing has changed.')}")
        elif self._confirmed(
            text("Illegal. Go as far as allowed? [y]es, [N]o, [e]dit:"), typed, default=False
        ):
            self._make(preview.nearest)

    def _way_round(self, declaration: Declaration) -> Route | None:
        """The cheapest legal way on foot to where a refused path leads; none if it climbs, leaps or cannot be priced."""
        from surefoot.routes.one_level.route import Route, route

        who, legs = declaration.actor, declaration.legs
        goal = legs[-1].to if legs and all(leg.by == "walk" and not leg.on for leg in legs) else None
        if goal is None or len(declaration.who) != 1 or who not in self.session.now.models:
            return None
        to = from_lattice(goal[0]), from_lattice(goal[1])
        try:
            with self.show.busy(text("Looking for another path")):
                found = route(
                    self.session.now,
                    who,
                    declaration.action,
                    to,
                    target=declaration.target,
                    details=declaration.details,
                )
        except (ValueError, LookupError):
            # Not every action has prices that a way can be searched by.
            return None
        return found if isinstance(found, Route) and found.outcome.verdict == "legal" else None

    def _confirmed(self, asked: str, typed: str, *, default: bool = True) -> bool:
        """Whether to go on; somebody who types something else instead is heard instead."""
        while True:
            said = self.prompt.line(asked)
            word = said.lower()
            if word == "":
                return default
            if word in (*YES, *NO):
                return word in YES
            if word in EDIT:
                self._heard(self.prompt.line(f"{self._clock()}>", typed))
                return False
            heard = understand(said, Lexicon.of(self.session.now))
            if isinstance(heard, Said):
                self._said(heard.fields, said)
                return False
            if isinstance(heard, Order) and heard.verb in ("table", "help", "rule", "who", "quit"):
                self.orders[heard.verb](heard.rest)
            elif isinstance(heard, Order):
                if heard.verb != "undo":
                    self.orders[heard.verb](heard.rest)
                return False
            else:
                self.prompt.say(
                    f"  {text('y confirms, n cancels, edit changes what you typed. Or type another command.')}"
                )

    def _make(self, declaration: Declaration) -> None:
        self.told = 0
        try:
            result = self.session.declare(declaration)
        except (OSError, FileInvalid) as error:
            self.prompt.say(f"  It cannot be kept, so it was not made: {error}")
            return
        self._tell(result)

    def _tell(self, result: Outcome) -> None:
        """What has happened since it was last told."""
        told, self.told = self.told, len(result.events)
        self.show.events(result, told)
        if self.session.open is None:
            if not any(not event.books for event in story.events(result)) and not result.breaks:
                # Only the books have changed; that something was done is said all the same.
                action = ruleset_of(result.run.table).actions[result.declaration.action]
                self.prompt.say(f"  Done: {action.title}.")
            if result.verdict != "legal":
                self.show.verdict(result)
            self.show.reasons(result.breaks)

    # --- questions --------------------------------------------------------------------------------

    def _asked(self) -> None:
        """The question that waits, until it is answered or its declaration is taken back."""
        assert self.session.open is not None
        request = self.session.open.request
        if self._declared_before(request, self.session.open.declaration):
            return
        self.show.part(Text(f"  {questions.heading(request, self.show.words)}", style="bold"))
        for line in questions.menu(request, self.show.words):
            self.prompt.say(f"    {line}")
        while self.session.open is not None:
            typed = self.prompt.line(f"  {questions.how(request)}")
            try:
                if not self._ordered(typed, request):
                    self._answered(request, typed)
                    return
            except (Unanswered, NoDice) as wrong:
                self.prompt.say(f"  {wrong}")
                if isinstance(understand(typed, Lexicon.of(self.session.now)), Said):
                    self.prompt.say(f"  {text('Answer this first, or undo the move.')}")
            except (OSError, FileInvalid) as error:
                self.prompt.say(f"  It cannot be kept, so it does not count: {error}")

    def _declared_before(self, request: Asked, declaration: Declaration) -> bool:
        """Whether a plan was asked for that the declaration holds already; if the rules refuse it now, it is asked for."""
        declared = bool(declaration.legs) or "plan" in declaration.details
        if not isinstance(request, Plan) or request.proposal is None or not declared:
            return False
        try:
            self._tell(self.session.answer(Reply(request.proposal)))
        except Unanswered as refused:
            self.prompt.say(f"  {refused}")
            return False
        return True

    def _ordered(self, typed: str, request: Asked) -> bool:
        """Whether what was typed is an order; what can be chosen is a choice before it is anything else."""
        if typed.lower() in [questions.option(each).lower() for each in getattr(request, "among", ())]:
            return False
        heard = understand(typed, Lexicon.of(self.session.now)) if typed else None
        if not isinstance(heard, Order) or heard.verb not in AT_QUESTIONS:
            return False
        self.orders[heard.verb](heard.rest)
        return True

    def _answered(self, request: Asked, typed: str) -> None:
        reply = questions.answered(request, typed, self._rolled, Lexicon.of(self.session.now))
        result = self.session.answer(reply)
        if isinstance(request, Roll):
            self.prompt.say(f"  {questions.rolled(request, reply)}")
        self._tell(result)

    def _rolled(self, request: Roll) -> Reply:
        """Dice of the seed, behind those that the game has seen already."""
        return Seeded(self.seed, self.session.dice_shown).reply(request, ())

    def _so_far(self) -> Outcome:
        from surefoot.referee.verdict import outcome

        assert self.session.open is not None
        was = self.session.open
        return outcome(was.declaration, was.before, was.run)

    # --- orders -----------------------------------------------------------------------------------

    def _next(self) -> None:
        """What the scenario declares next."""
        if not self.story:
            self.prompt.say(f"  {text('The story is over. Declare any move you like.')}")
            return
        declaration, said = self.story[0]
        if said:
            self.show.part(Text(said, style="italic"))
        known = len(self.session.entries)
        preview = self._declared(declaration, "")
        # What was only looked at comes again; what the rules refuse is part of the story.
        if len(self.session.entries) > known or preview is None or preview.verdict == "illegal":
            self.story = self.story[1:]

    def _undo(self) -> None:
        try:
            self.session.undo()
        except NotNow as nothing:
            self.prompt.say(f"  {nothing}")
            return
        except NeedsConsent:
            asked = f"  {text('Dice were rolled since. Do all players agree to undo it? y or n:')}"
            if self.prompt.line(asked).lower() not in ("y", "yes"):
                self.prompt.say(f"  {text('Not undone.')}")
                return
            self.session.undo(consent=True)
        self.prompt.say(f"  {text('Undone.')}")

    def _replay(self) -> None:
        book = game_log.Book(self.session.start, list(folded(self.session.start, self.session.entries)))
        book.open = self.session.open.request if self.session.open is not None else None
        game_log.show(book, self.show.console, verbose=False)

    def _seed(self, rest: str) -> None:
        if rest:
            self.seed = rest
        self.prompt.say(f"  Dice that you do not type are rolled from seed {self.seed}.")

    def _draw(self, rest: str) -> None:
        from surefoot.draw.compose import picture
        from surefoot.draw.png import png
        from surefoot.draw.svg import svg

        if not rest.lower().endswith((".svg", ".png")):
            self.prompt.say("  Where to? Write draw table.svg, or draw table.png")
            return
        drawn = picture(self.session.now, title=self.name)
        content = png(drawn) if rest.lower().endswith(".png") else svg(drawn).encode("utf-8")
        try:
            Path(rest).expanduser().write_bytes(content)
        except OSError as error:
            self.prompt.say(f"  {rest} cannot be written: {error.strerror or error}")
            return
        self.prompt.say(f"  Drawn: {rest}")

    def _quit(self) -> None:
        raise Left

    # --- keeping ----------------------------------------------------------------------------------

    def keep(self, name: str) -> None:
        """Keep a new game: in the file that was named, or else where games without a name are kept."""
        named = Path(name).suffix == home.ENDING
        try:
            path = Path(name) if named else home.new_game(name)
            create(path, self.session)
        except OSError as error:
            if named:
                raise
            tell(
                f"The game cannot be kept by itself ({error.strerror or error}); save FILE keeps it elsewhere."
            )
            return
        self.kept, self.unnamed = str(path), not named

    def _save(self, rest: str) -> None:
        """Keep the game in a file of its own from now on."""
        if not rest:
            where = f"The game is kept in {self.kept}." if self.kept else "The game is not kept anywhere yet."
            self.prompt.say(f"  {where} save FILE keeps it in a file of your own.")
            return
        path = Path(rest).expanduser()
        try:
            create(path, self.session)
        except OSError as error:
            self.prompt.say(f"  {rest} cannot be written: {error.strerror or error}")
            return
        if self.unnamed:
            Path(self.kept).unlink(missing_ok=True)
        self.kept, self.unnamed = str(path), False
        self.prompt.say(f"  Saved, and kept there from now on: {rest}")

    def _leave(self) -> None:
        if self.unnamed and not self.session.entries:
            Path(self.kept).unlink(missing_ok=True)
        elif self.kept:
            tell(f"The game is kept. Go on with: surefoot play {self.kept}")
