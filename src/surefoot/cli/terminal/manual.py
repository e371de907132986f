"""Help in the terminal game: its commands, the actions of each model, and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.typed.lexicon import Lexicon, detail_usage, spoken, usage
from surefoot.answers.typed.sentence import ORDERS
from surefoot.answers.typed.tokens import read_data
from surefoot.cli.show import CLAUSE, QUIET, Show, catalogue_text, shown_name
from surefoot.cli.terminal.prompt import Prompt
from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language import Notation, Quoted, Who, say
from surefoot.language.speaker import text
from surefoot.referee.protocol import Action
from surefoot.referee.referee import legal_actions, ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.table.record import EMPTY, Record, Value, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import suggested

# Paths by example.
PATHS = (
    (say("to 12,9"), say("straight to a point")),
    (say("to 12,9 via 8,9"), say("round a corner; several waypoints in order")),
    (say("to 8,9 then climb to 12,9 on roof"), say("leg by leg; `on` names the level")),
    (say("climb up, jump down, jump down north"), say("up the nearest ledge, down the nearest edge")),
    (say("leap to 14,9"), say("over a gap; also walk, fly and swim")),
    (say("up NAME, down NAME, lift NAME up 4"), say("by a ladder, a rope or a lift")),
    (
        say("through NAME to 12,9 manner open"),
        say("through a door, window or duct; `manner` where the rules need it"),
    ),
    (say("to NAME"), say("straight to a model or a piece of terrain")),
    (say("turn right 90, forward 4"), say("turn on the spot; move straight ahead")),
    (say("shift 3,0"), say("move a whole unit; or NAME to 4,5; NAME to 6,5")),
)


class Manual:
    """Answers help, who, rule and questions about a model."""

    def __init__(self, show: Show, prompt: Prompt) -> None:
        self.show = show
        self.prompt = prompt

    def help(self, rest: str, table: Table) -> None:
        """List all commands; with the name of an action, everything that it takes."""
        if rest:
            self._about(rest, table)
            return
        lexicon = Lexicon.of(table)
        actor = next(iter(lexicon.actors), "")
        self._grid(text("Actions: a name, the action, the path"), self._usages(lexicon, "declare", actor))
        self._grid(
            text("Paths"),
            [(text("{path}", path=path), text("{means}", means=means)) for path, means in PATHS],
        )
        self._grid(text("Events"), self._usages(lexicon, "happen", actor))
        self._grid(text("Rounds and turns"), self._usages(lexicon, "tick", ""))
        orders = [(names[0], text("{does}", does=does)) for names, does in ORDERS.items()]
        about = text("the actions available to {who}", who=Who(actor)) if actor else ""
        self._grid(text("Commands"), [*([(f"{actor} ?", about)] if actor else []), *orders])

    def _usages(self, lexicon: Lexicon, kind: str, actor: str) -> list[tuple[str, str]]:
        return [(usage(action, actor), self.show.words(action.title)) for action in lexicon.of_kind(kind)]

    def _grid(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        if not rows:
            return
        grid = Grid.grid(padding=(0, 3, 0, 0))
        grid.add_column(overflow="fold", ratio=3)
        grid.add_column(overflow="fold", ratio=3, style=QUIET)
        for typed, says in rows:
            grid.add_row(Text(typed, style="bold"), says)
        self.show.part(Text(title, style=CLAUSE))
        self.show.section(grid)

    def _about(self, rest: str, table: Table) -> None:
        actions = {spoken(action.name): action for action in Lexicon.of(table).actions.values()}
        orders = {name: (names[0], does) for names, does in ORDERS.items() for name in names}
        word = spoken(rest)
        paths = [
            (path, text("{means}", means=means))
            for path, means in ((text("{path}", path=path), means) for path, means in PATHS)
            if word in path.replace(",", " ").split()
        ]
        if word in actions:
            action = actions[word]
            self._grid(self.show.words(action.title), [(usage(action), ""), *self._details(action)])
        elif word in orders:
            name, does = orders[word]
            self._grid(text("Command"), [(name, text("{does}", does=does))])
        elif paths:
            self._grid(text("Paths"), paths)
        else:
            unknown = say("There is no help on {word}", word=Quoted(rest))
            self._say(text("{problem}", problem=suggested(unknown, word, [*actions, *orders])))

    def _details(self, action: Action) -> list[tuple[str, str]]:
        return [
            (
                f"  {detail_usage(each)}",
                text("{detail} (required)", detail=Notation(self.show.words(each.says)))
                if each.required
                else self.show.words(each.says),
            )
            for each in action.details
        ]

    def _say(self, message: str) -> None:
        self.prompt.say(f"  {message}")

    # --- models -----------------------------------------------------------------------------------

    def who(self, table: Table) -> None:
        """List all models and units with their available actions."""
        rows = []
        for who in actors(table):
            allowed = [spoken(action.name) for action, breaks in legal_actions(table, who) if not breaks]
            rows.append((who, ", ".join(allowed) or self._why_not(table, who)))
        self._grid(text("Available actions; type NAME ? for details"), rows)

    def _why_not(self, table: Table, who: str) -> str:
        reasons = [each for _, breaks in legal_actions(table, who) for each in breaks]
        if not reasons:
            return text("No actions left")
        return text("None: {reason}", reason=Notation(self._reason(reasons[0], table)))

    @staticmethod
    def _reason(reason: Break, table: Table) -> str:
        return f"{speaker(table)(reason.says)}. {speaker(table).rule(reason.clause)}"

    def query(self, who: str, about: str, table: Table) -> None:
        """Show the actions of a model or a unit with the reasons against them; or answer a question about it."""
        if about:
            self._question(who, about, table)
            return
        model, named = table.models.get(who), speaker(table)
        title = Text(shown_name(who), style="bold")
        if model is not None:
            profile = ", ".join(f"{key} {words.value(value, table)}" for key, value in model.profile.items())
            statuses = ", ".join(named.term(status) for status in model.statuses)
            parts = [words.place(model.place, table), statuses, text("{profile}", profile=Notation(profile))]
            self.show.part(title.append(f"  {' · '.join(part for part in parts if part)}", QUIET))
        else:
            members = ", ".join(shown_name(each) for each in table.units[who].models)
            self.show.part(title.append(f"  {members}", QUIET))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold", ratio=3)
        grid.add_column(overflow="fold", ratio=3)
        for action, breaks in legal_actions(table, who):
            sign = Text("✗", "red") if breaks else Text("•", "green")
            why = "; ".join(self._reason(each, table) for each in breaks)
            grid.add_row(
                sign,
                Text(usage(action, who, short=True), QUIET if breaks else "bold"),
                Text(why or named(action.title), QUIET),
            )
        self.show.section(grid)
        known = ruleset_of(table).questions
        if known:
            example = Notation(f"{who} ? {next(iter(known))}")
            names = Notation(", ".join(known))
            self.show.section(
                Text(text("Questions: {names}. For example: {example}", names=names, example=example), QUIET)
            )

    def _question(self, who: str, about: str, table: Table) -> None:
        """Answer a question to the rules; its details stand in braces."""
        known = ruleset_of(table).questions
        name, brace, rest = about.partition("{")
        word = spoken(name)
        found = next((each for each in known if spoken(each) == word), "")
        if not found:
            unknown = say("There is no question {name}", name=Quoted(about))
            self._say(text("{problem}", problem=suggested(unknown, word, [spoken(each) for each in known])))
            return
        given = freeze(read_data(brace + rest)) if brace else EMPTY
        try:
            answer = known[found](table, who, given if isinstance(given, Record) else EMPTY)
        except (LookupError, ValueError, TypeError, AttributeError) as missing:
            # Which details a question needs is known to the ruleset alone.
            example = Notation(f"{who} ? {found} {{…}}")
            self._say(
                text(
                    "This question needs details, in braces: {example} ({missing})",
                    example=example,
                    missing=Notation(str(missing)),
                )
            )
            return
        says = speaker(table)(answer.says) if answer.says else self._value(answer.value, table)
        self.show.part(Text(f"  {says}").append(f"  {speaker(table).rules(answer.clauses)}", CLAUSE))

    def _value(self, value: Value, table: Table) -> str:
        """An answer without words; large integers are lengths on the lattice."""
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= MILLIONTHS // 100:
            return speaker(table).length(value, 2)
        return words.value(thaw(value), table)

    # --- rules ------------------------------------------------------------------------------------

    def rule(self, rest: str) -> None:
        """Show a clause."""
        catalogue = self.show.catalogue
        ids = [clause.id for clause in catalogue]
        wanted = rest.strip().rpartition("/")[2]
        if not wanted:
            self._say(text("Which rule? Give its id, for example: rule climb.cost"))
            return
        if wanted not in catalogue:
            unknown = say("There is no rule {id}", id=Quoted(wanted))
            topical = [each for each in ids if each.startswith(f"{wanted}.")]
            problem = (
                say(
                    "{id} is a topic. Its rules: {rules}",
                    id=Notation(wanted),
                    rules=Notation(", ".join(topical[:12])),
                )
                if topical
                else suggested(unknown, wanted, ids)
            )
            self._say(text("{problem}", problem=problem))
            return
        clause = catalogue[wanted]
        self.show.part(Text(catalogue_text(clause.title), "bold").append(f"  {clause.id}", CLAUSE))
        self.show.section(Text(catalogue_text(clause.summary)))
        if clause.ruling:
            ruling = Notation(catalogue_text(clause.ruling))
            self.show.section(Text(text("Ruling: {ruling}", ruling=ruling)))


def actors(table: Table) -> list[str]:
    """The names of units, and of models without a unit."""
    return [*table.units, *(name for name, model in table.models.items() if model.unit not in table.units)]
