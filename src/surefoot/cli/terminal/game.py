"""A game at the terminal: it reads commands, shows previews, asks for dice and saves every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from surefoot.answers import words
from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.named_places import NoSuchPlace, declared
from surefoot.answers.typed.sentence import ORDERS, Order, Query, TypedDeclaration, Unclear, parse_line
from surefoot.cli import game_log
from surefoot.cli.exits import tell
from surefoot.cli.show import Show, console, moves, shown_name
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
from surefoot.language import Notation, Who
from surefoot.language.sentence import sentence
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.referee import goals, story
from surefoot.referee.faults import fault_of
from surefoot.referee.goal_words import ending
from surefoot.referee.protocol import BadRuleset, Declaration
from surefoot.referee.referee import Malformed, check, ruleset_of
from surefoot.referee.session import NeedsConsent, NotNow, Session
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Outcome
from surefoot.table.record import EMPTY

if TYPE_CHECKING:
    from surefoot.cli.terminal.seat import Seat
    from surefoot.routes.one_level.route import Route

YES, NO, EDIT = ("", "y", "yes"), ("n", "no"), ("e", "edit")
# The question by which a ruleset says whether pre-measuring is allowed.
MAY_MEASURE = "may measure"
# The commands that work while a question is open.
AT_QUESTIONS = ("help", "table", "goals", "undo", "replay", "rule", "save", "draw", "seed", "quit")


@dataclass
class Game:
    """One game, played by one person at the terminal."""

    name: str
    session: Session
    seed: str
    prompt: Prompt
    # The declarations of the scenario, each with its narration.
    story: tuple[tuple[Declaration, str], ...] = ()
    # The file of the game; empty if it can't be saved.
    kept: str = ""
    # Whether that file was named automatically.
    unnamed: bool = False
    told: int = 0
    # The side that the computer plays, if it plays one.
    seat: Seat | None = None
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
            "goals": lambda _: self._goals(),
            "next": lambda _: self._next(),
            "undo": lambda _: self._undo(),
            "replay": lambda _: self._replay(),
            "rule": self.manual.rule,
            "save": self._save,
            "draw": self._draw,
            "seed": self._seed,
            "reload": lambda _: self._reload(),
            "quit": lambda _: self._quit(),
        }

    def _say(self, message: str) -> None:
        self.prompt.say(f"  {message}")

    # --- the loop ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the player leaves."""
        try:
            self._welcome()
            while True:
                try:
                    self._turn()
                except KeyboardInterrupt:
                    self.prompt.say("")
                    self._say(text("Interrupted."))
                except Left:
                    raise
                except Exception as error:
                    # The fault of a ruleset by others ends the command, not the game.
                    fault = fault_of(error)
                    if fault is None:
                        raise
                    self._say(self.show.words(fault.says))
        finally:
            self._leave()

    def _welcome(self) -> None:
        table = self.session.now
        self.show.title(self.name, ruleset_of(table).written(table.options))
        self.show.table(table)
        if self.story:
            self.prompt.say(
                text("Type help for all commands, who for available actions, next for the story.")
            )
        else:
            self.prompt.say(text("Type help for all commands, who for available actions."))
        if table.goals:
            self._goals()
        if self.seat is not None:
            self.prompt.say(text("The computer plays {side}.", side=Who(self.seat.side)))
        self._tell_seed()
        if self.session.open is not None:
            self.told = len(self._so_far().events)

    def _turn(self) -> None:
        if self.session.open is not None:
            if not self._seat_answers():
                self._asked()
            return
        if self.seat is not None and self.seat.is_due(self.session):
            self.seat.move(self)
            return
        typed = self.prompt.line(f"{self._clock()}>")
        self._heard(typed)

    def _seat_answers(self) -> bool:
        """Whether the computer has answered the open question."""
        assert self.session.open is not None
        request = self.session.open.request
        reply = None if self.seat is None else self.seat.answer(self)
        if reply is None:
            return False
        result = self.session.answer(reply)
        if isinstance(request, Roll):
            self._say(questions.rolled(request, reply, self.show.words))
        self._tell(result)
        return True

    def _clock(self) -> str:
        clock = self.session.now.clock
        words = self.show.words
        parts = [
            text("Round {n}", n=clock.round) if clock.round else "",
            words.term(clock.phase) if clock.phase else "",
            words.term(clock.step) if clock.step else "",
            shown_name(clock.side) if clock.side else "",
            shown_name(clock.active) if clock.active else "",
        ]
        return " · ".join(part for part in parts if part)

    def _words(self) -> list[str]:
        return [
            *(name for names in ORDERS for name in names if len(name) > 1),
            *Lexicon.of(self.session.now).words(),
        ]

    def _heard(self, typed: str) -> None:
        heard = parse_line(typed, Lexicon.of(self.session.now))
        if isinstance(heard, Order):
            self.orders[heard.verb](heard.rest)
        elif isinstance(heard, Query):
            self.manual.query(heard.who, heard.about, self.session.now)
        elif isinstance(heard, Unclear):
            for problem in heard.problems:
                self._say(self.show.words(problem))
        elif isinstance(heard, TypedDeclaration):
            self._declaration(heard.fields, typed)

    # --- declaring --------------------------------------------------------------------------------

    def _declaration(self, fields: dict[str, Any], typed: str) -> None:
        try:
            declaration = declared(fields, self.session.now)
        except FileInvalid as invalid:
            for problem in invalid.problems:
                # A typed line has no file and no fields.
                self._say(problem.message())
        except NoSuchPlace as wrong:
            self._say(self.show.words(wrong.says))
        else:
            self._declared(declaration, typed)

    def _declared(self, declaration: Declaration, typed: str) -> Outcome | None:
        """Preview a declaration, and make it if the player confirms it."""
        now = self.session.now
        try:
            preview = check(now, declaration)
        except Malformed as malformed:
            for problem in malformed.problems:
                self._say(f"{problem.where}: {self.show.words(problem.says)}")
            return None
        hidden = self._withheld(declaration)
        if hidden:
            # Without pre-measuring, the cost is shown only after the move is confirmed.
            self.show.part(Text(words.declared(declaration, now), style="bold"))
            self._say(hidden)
            if not self._confirmed(text("Confirm? [Y]es, [n]o, [e]dit:"), typed):
                return preview
        if moves(preview):
            self.show.table(now, preview)
        self.show.preview(preview)
        self.show.chances(now, preview)
        if preview.verdict == "illegal":
            self._refused(preview, typed)
        elif hidden or self._confirmed(text("Confirm? [Y]es, [n]o, [e]dit:"), typed):
            self.make(declaration)
        return preview

    def _withheld(self, declaration: Declaration) -> str:
        """The message that pre-measuring is not allowed for the mover; empty if it is allowed."""
        now = self.session.now
        asked = ruleset_of(now).questions.get(MAY_MEASURE)
        if asked is None or not declaration.legs or declaration.actor not in now.models:
            return ""
        answer = asked(now, declaration.actor, EMPTY)
        if answer.value is not False:
            return ""
        rules = Notation(speaker(now).rules(answer.clauses))
        return text("Pre-measuring is off for this table: {rules}", rules=rules)

    def _refused(self, preview: Outcome, typed: str) -> None:
        """Offer a legal alternative: another path to the same place, or the legal part of this path."""
        way = self._way_round(preview.declaration)
        if way is not None:
            self._say(text("Illegal, but there is a legal path to that place:"))
            self.show.table(self.session.now, way.outcome)
            self.show.preview(way.outcome)
            if self._confirmed(text("Take this path? [y]es, [N]o, [e]dit:"), typed, default=False):
                self.make(way.declaration)
        elif preview.nearest is None:
            self._say(text("Illegal. Nothing has changed."))
        elif self._confirmed(
            text("Illegal. Go as far as allowed? [y]es, [N]o, [e]dit:"), typed, default=False
        ):
            self.make(preview.nearest)

    def _way_round(self, declaration: Declaration) -> Route | None:
        """The cheapest legal path on foot to the end of a refused path; None if that path is not on foot."""
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
            # Some actions have no prices to search with.
            return None
        return found if isinstance(found, Route) and found.outcome.verdict == "legal" else None

    def _confirmed(self, asked: str, typed: str, *, default: bool = True) -> bool:
        """Whether the player confirms; a command that is typed instead is carried out."""
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
            heard = parse_line(said, Lexicon.of(self.session.now))
            if isinstance(heard, TypedDeclaration):
                self._declaration(heard.fields, said)
                return False
            if isinstance(heard, Order) and heard.verb in ("table", "help", "rule", "who", "quit"):
                self.orders[heard.verb](heard.rest)
            elif isinstance(heard, Order):
                if heard.verb != "undo":
                    self.orders[heard.verb](heard.rest)
                return False
            else:
                self._say(
                    text("y confirms, n cancels, edit changes what you typed. Or type another command.")
                )

    def make(self, declaration: Declaration) -> None:
        """Make a declaration, and tell what happens up to its first question."""
        self.told = 0
        try:
            result = self.session.declare(declaration)
        except (OSError, FileInvalid) as error:
            why = Notation(str(error))
            self._say(text("Can't save the game, so the move was not made: {why}", why=why))
            return
        self._tell(result)

    def _tell(self, result: Outcome) -> None:
        """Print the events since the last time."""
        told, self.told = self.told, len(result.events)
        self.show.events(result, told)
        if self.session.open is None:
            if not any(not event.books for event in story.events(result)) and not result.breaks:
                # Only bookkeeping has changed: confirm that the action was made.
                action = ruleset_of(result.run.table).actions[result.declaration.action]
                self._say(text("Done: {action}", action=sentence(action.title)))
            if result.verdict != "legal":
                self.show.verdict(result)
            self.show.reasons(result.breaks)

    # --- questions --------------------------------------------------------------------------------

    def _asked(self) -> None:
        """Ask the open question until it is answered or its declaration is undone."""
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
                self._say(self._why(wrong))
                if isinstance(parse_line(typed, Lexicon.of(self.session.now)), TypedDeclaration):
                    self._say(text("Answer this first, or undo the move."))
            except (OSError, FileInvalid) as error:
                why = Notation(str(error))
                self._say(text("Can't save the game, so the answer doesn't count: {why}", why=why))

    def _why(self, wrong: Unanswered | NoDice) -> str:
        """Why an answer doesn't fit."""
        return self.show.words(wrong.says if isinstance(wrong, NoDice) else wrong.problem) or str(wrong)

    def _declared_before(self, request: Asked, declaration: Declaration) -> bool:
        """Answer a question for a plan with the declaration's own plan; False if there is none or it is refused now."""
        planned = ruleset_of(self.session.now).actions[declaration.action].plan
        declared = bool(declaration.legs) or planned in declaration.details
        if not isinstance(request, Plan) or request.proposal is None or not declared:
            return False
        try:
            self._tell(self.session.answer(Reply(request.proposal)))
        except Unanswered as refused:
            self._say(self._why(refused))
            return False
        return True

    def _ordered(self, typed: str, request: Asked) -> bool:
        """Carry out a command; False if the line is none, or is one of the options of the question."""
        if typed.lower() in [questions.option(each).lower() for each in getattr(request, "among", ())]:
            return False
        heard = parse_line(typed, Lexicon.of(self.session.now)) if typed else None
        if not isinstance(heard, Order) or heard.verb not in AT_QUESTIONS:
            return False
        self.orders[heard.verb](heard.rest)
        return True

    def _answered(self, request: Asked, typed: str) -> None:
        reply = questions.answered(request, typed, self.rolled, Lexicon.of(self.session.now))
        result = self.session.answer(reply)
        if isinstance(request, Roll):
            self._say(questions.rolled(request, reply, self.show.words))
        self._tell(result)

    def rolled(self, request: Roll) -> Reply:
        """The next dice of the seed, after those that the game has rolled already."""
        return Seeded(self.seed, self.session.dice_shown).reply(request, ())

    def _so_far(self) -> Outcome:
        from surefoot.referee.verdict import outcome

        assert self.session.open is not None
        was = self.session.open
        return outcome(was.declaration, was.before, was.run)

    # --- commands ---------------------------------------------------------------------------------

    def _next(self) -> None:
        """Play the next declaration of the scenario."""
        if not self.story:
            self._say(text("The story is over. Declare any move you like."))
            return
        declaration, said = self.story[0]
        if said:
            self.show.part(Text(said, style="italic"))
        known = len(self.session.entries)
        preview = self._declared(declaration, "")
        # A declaration that was not confirmed comes again; a refused one is part of the story.
        if len(self.session.entries) > known or preview is None or preview.verdict == "illegal":
            self.story = self.story[1:]

    def _goals(self) -> None:
        """Show what the sides play for, and the score."""
        now = self.session.now
        if not now.goals:
            self._say(text("This scenario has no goals."))
            return
        for goal in now.goals:
            self._say(self.show.words(goals.describe(goal)))
        score = goals.standing(now)
        for side, points in score.points.items():
            self._say(text("{side}: {points}", side=Notation(shown_name(side)), points=points))
        if score.over:
            self._say(self.show.words(ending(score.points)))

    def _undo(self) -> None:
        try:
            self.session.undo()
        except NotNow as nothing:
            self._say(str(nothing))
            return
        except NeedsConsent:
            asked = text("Dice were rolled since. Do all players agree to undo it? [y]es, [n]o:")
            if self.prompt.line(f"  {asked}").lower() not in ("y", "yes"):
                self._say(text("Not undone."))
                return
            self.session.undo(consent=True)
        self._say(text("Undone."))

    def _replay(self) -> None:
        book = game_log.Book(self.session.start, list(folded(self.session.start, self.session.entries)))
        book.open = self.session.open.request if self.session.open is not None else None
        game_log.show(book, self.show.console, verbose=False)

    def _seed(self, rest: str) -> None:
        if rest:
            self.seed = rest
        self._tell_seed()

    def _tell_seed(self) -> None:
        self.prompt.say(text("Dice are rolled from seed {seed}.", seed=Notation(self.seed)))

    def _draw(self, rest: str) -> None:
        from surefoot.draw.compose import picture
        from surefoot.draw.png import png
        from surefoot.draw.svg import svg

        if not rest.lower().endswith((".svg", ".png")):
            self._say(text("Give a file name: draw table.svg or draw table.png"))
            return
        drawn = picture(self.session.now, title=self.name)
        content = png(drawn) if rest.lower().endswith(".png") else svg(drawn).encode("utf-8")
        try:
            Path(rest).expanduser().write_bytes(content)
        except OSError as error:
            self._cannot_write(rest, error)
            return
        self._say(text("Drawn: {file}", file=Notation(rest)))

    def _cannot_write(self, file: str, error: OSError) -> None:
        why = Notation(str(error.strerror or error))
        self._say(text("Can't write {file}: {why}", file=Notation(file), why=why))

    def _reload(self) -> None:
        """Read the ruleset again from its files, for its author."""
        from surefoot.referee.loading import reload

        name = self.session.now.ruleset
        try:
            ruleset = reload(name)
        except BadRuleset as bad:
            for problem in bad.problems:
                self._say(f"{problem.where}: {self.show.words(problem.says)}")
            return
        self.show = Show(console(), ruleset.catalogue, ruleset.unit)
        self.manual = Manual(self.show, self.prompt)
        self._say(text("{ruleset} was read again", ruleset=Notation(name)))

    def _quit(self) -> None:
        raise Left

    # --- keeping ----------------------------------------------------------------------------------

    def keep(self, name: str) -> None:
        """Save a new game from now on: in the named file, or else in the folder of games."""
        named = Path(name).suffix == home.ENDING
        try:
            path = Path(name) if named else home.new_game(name)
            create(path, self.session)
        except OSError as error:
            if named:
                raise
            why = Notation(str(error.strerror or error))
            tell(text("The game can't be saved automatically ({why}). Save it with: save FILE", why=why))
            return
        self.kept, self.unnamed = str(path), not named

    def _save(self, rest: str) -> None:
        """Save the game in another file from now on."""
        if not rest:
            if self.kept:
                file = Notation(self.kept)
                says = text("The game is saved in {file}. Save it elsewhere with: save FILE", file=file)
            else:
                says = text("The game is not saved yet. Save it with: save FILE")
            self._say(says)
            return
        path = Path(rest).expanduser()
        try:
            create(path, self.session)
        except OSError as error:
            self._cannot_write(rest, error)
            return
        if self.unnamed:
            Path(self.kept).unlink(missing_ok=True)
        self.kept, self.unnamed = str(path), False
        self._say(text("Saved in {file}. Further moves are saved there too.", file=Notation(rest)))

    def _leave(self) -> None:
        if self.unnamed and not self.session.entries:
            Path(self.kept).unlink(missing_ok=True)
        elif self.kept:
            command = Notation(f"surefoot play {self.kept}")
            tell(text("The game is saved. Continue with: {command}", command=command))
