"""What can be said at a table: help, who can do what, and what a clause says."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.typed.lexicon import Lexicon, detail_usage, spoken, usage
from surefoot.answers.typed.sentence import ORDERS
from surefoot.answers.typed.tokens import read_data
from surefoot.cli.show import CLAUSE, QUIET, Show
from surefoot.cli.terminal.prompt import Prompt
from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.referee.protocol import Action
from surefoot.referee.referee import legal_actions, ruleset_of
from surefoot.table.record import EMPTY, Record, Value, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import instead, near

# How a path is said, by example.
PATHS = (
    ("to 12,9", "straight to a point"),
    ("to 12,9 via 8,9", "with a corner on the way; several via, in order"),
    ("to 8,9 then climb to 12,9 on roof", "one leg after another; on says which level is meant"),
    ("climb up, jump down, jump down north", "over the nearest ledge or edge that will do"),
    ("leap to 14,9", "over a gap; walk, fly and swim are said the same way"),
    ("up NAME, down NAME, lift NAME up 4", "by a ladder or a rope; by a lift"),
    (
        "through NAME to 12,9 manner open",
        "through a door, a window, a duct; manner says how, where rules care",
    ),
    ("to NAME", "straight up to somebody or something"),
    ("turn right 90, forward 4", "on the spot; straight ahead"),
    ("shift 3,0", "a whole unit by as much; or NAME to 4,5; NAME to 6,5"),
)


class Manual:
    """Explains one ruleset to whoever plays it."""

    def __init__(self, show: Show, prompt: Prompt) -> None:
        self.show = show
        self.prompt = prompt

    def help(self, rest: str, table: Table) -> None:
        """What can be typed; about one action, everything it takes."""
        if rest:
            self._about(rest, table)
            return
        lexicon = Lexicon.of(table)
        actor = next(iter(lexicon.actors), "NAME")
        self._grid(
            "Declare something: a name, what it does, and the way",
            [(usage(action, actor), str(action.title)) for action in lexicon.of_kind("declare")],
        )
        self._grid("The way", PATHS)
        happen = [(usage(action, actor), str(action.title)) for action in lexicon.of_kind("happen")]
        self._grid("What others do to somebody", happen)
        self._grid(
            "What the clock does", [(usage(each), str(each.title)) for each in lexicon.of_kind("tick")]
        )
        self._grid(
            "And",
            [
                (f"{actor} ?", f"what {actor} can do now"),
                *((names[0], says) for names, says in ORDERS.items()),
            ],
        )

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
        orders = {name: (names[0], says) for names, says in ORDERS.items() for name in names}
        word = spoken(rest)
        if word in actions:
            action = actions[word]
            self._grid(str(action.title), [(usage(action), ""), *self._details(action)])
        elif word in orders:
            self._grid("Order", [orders[word]])
        else:
            self.prompt.say(f"  there is no {rest!r} to be explained{instead(word, [*actions, *orders])}")

    @staticmethod
    def _details(action: Action) -> list[tuple[str, str]]:
        return [
            (f"  {detail_usage(each)}", f"{each.says}{' (must be given)' if each.required else ''}")
            for each in action.details
        ]

    # --- who can do what --------------------------------------------------------------------------

    def who(self, table: Table) -> None:
        """Everybody with what he can do now."""
        rows = []
        for who in actors(table):
            allowed = [spoken(action.name) for action, breaks in legal_actions(table, who) if not breaks]
            rows.append((who, ", ".join(allowed) or self._why_not(table, who)))
        self._grid("Who can do what; NAME ? says more", rows)

    @staticmethod
    def _why_not(table: Table, who: str) -> str:
        reasons = [each for _, breaks in legal_actions(table, who) for each in breaks]
        return f"nothing now: {reasons[0].says} ({reasons[0].clause})" if reasons else "nothing"

    def query(self, who: str, about: str, table: Table) -> None:
        """What somebody can do, and why not; or what the rules say of him."""
        if about:
            self._question(who, about, table)
            return
        model = table.models.get(who)
        if model is not None:
            profile = ", ".join(f"{key} {words.value(value, table)}" for key, value in model.profile.items())
            parts = [words.place(model.place, table), ", ".join(model.statuses), profile]
            self.show.part(
                Text(who, style="bold").append(f"  {' · '.join(part for part in parts if part)}", QUIET)
            )
        else:
            self.show.part(Text(who, style="bold").append(f"  {', '.join(table.units[who].models)}", QUIET))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold", ratio=3)
        grid.add_column(overflow="fold", ratio=3)
        for action, breaks in legal_actions(table, who):
            sign = Text("✗", "red") if breaks else Text("•", "green")
            why = "; ".join(f"{each.says} ({each.clause})" for each in breaks)
            grid.add_row(
                sign,
                Text(usage(action, who, short=True), QUIET if breaks else "bold"),
                Text(why or str(action.title), QUIET),
            )
        self.show.section(grid)
        asked = ", ".join(ruleset_of(table).questions)
        if asked:
            example = next(iter(ruleset_of(table).questions))
            self.show.section(Text(f"You can also ask: {asked}. Write {who} ? {example}", QUIET))

    def _question(self, who: str, about: str, table: Table) -> None:
        """A question to the rules, with what it needs to know in brackets."""
        known = ruleset_of(table).questions
        name, brace, rest = about.partition("{")
        word = spoken(name)
        found = next((each for each in known if spoken(each) == word), "")
        if not found:
            close = near(word, [spoken(each) for each in known])
            hint = f"; did you mean {close!r}?" if close else instead("", known, "the rules answer")
            self.prompt.say(f"  nothing is known of {about!r}{hint}")
            return
        given = freeze(read_data(brace + rest)) if brace else EMPTY
        try:
            answer = known[found](table, who, given if isinstance(given, Record) else EMPTY)
        except (LookupError, ValueError, TypeError, AttributeError) as missing:
            # What a question needs to know is the ruleset's own affair.
            self.prompt.say(f"  that needs to be told more, in brackets: {who} ? {found} {{…}} ({missing})")
            return
        says = answer.says or self._value(answer.value, table)
        cited = ", ".join(answer.clauses)
        self.show.part(Text(f"  {says}").append(f"  {cited}", CLAUSE))

    def _value(self, value: Value, table: Table) -> str:
        """An answer in words; numbers that only the lattice has are lengths."""
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= MILLIONTHS // 100:
            return f"{words.length(value)}{self.show.unit}"
        return words.value(thaw(value), table)

    # --- clauses ----------------------------------------------------------------------------------

    def rule(self, rest: str) -> None:
        """What a clause says."""
        catalogue = self.show.catalogue
        ids = [clause.id for clause in catalogue]
        wanted = rest.strip().rpartition("/")[2]
        if not wanted:
            self.prompt.say("  Which clause? Its id stands behind each line: rule climb.cost")
            return
        if wanted not in catalogue:
            topical = [each for each in ids if each.startswith(f"{wanted}.")]
            hint = f"; {wanted} has: {', '.join(topical[:12])}" if topical else instead(wanted, ids)
            self.prompt.say(f"  there is no clause {wanted!r}{hint}")
            return
        clause = catalogue[wanted]
        self.show.part(Text(clause.id, CLAUSE).append(f": {clause.title}", "bold"))
        self.show.section(Text(clause.summary + (f"\nRuling: {clause.ruling}" if clause.ruling else "")))


def actors(table: Table) -> list[str]:
    """Whoever acts for himself: units, and models without one."""
    return [*table.units, *(name for name, model in table.models.items() if model.unit not in table.units)]
