"""Prints outcomes for people: heading, ledger, tests, events, reasons and odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.open_question import question
from surefoot.dice.host import Asked
from surefoot.dice.requests import Break
from surefoot.forecast.odds import Odds, odds
from surefoot.language import Clause, Notation, Sentence, Who, count, say
from surefoot.language.locale import current
from surefoot.language.speaker import UNITS, Speaker, text
from surefoot.records import replace
from surefoot.referee import story
from surefoot.referee.bends import rounded
from surefoot.referee.bill import Line
from surefoot.referee.catalogue import Catalogue
from surefoot.referee.protocol import Declaration
from surefoot.referee.speaking import and_more, few, reasons, ruleset_speaker, speaker
from surefoot.referee.verdict import GOAL, OVERRIDE, Happened, Outcome, Test, read_off
from surefoot.table.table import Table

VERDICTS = {"legal": say("legal"), "stopped-short": say("stops short"), "illegal": say("illegal")}
COLOURS = {"legal": "green", "stopped-short": "yellow", "illegal": "red"}
CLAUSE = "cyan"
# Cells that parts of a result are indented by.
INDENT = 2
# Wider than any terminal: what a table would take if it could.
ANY_WIDTH = 1000
QUIET = "dim"
# Odds in a game count at most this many outcomes, so that the prompt comes back soon.
MOST_LEAVES = 400
# With more models than this, the list below a map shows units in one line each.
MOST_MODELS = 24


def console() -> Console:
    """Standard output for Rich, without markup, emoji and highlighting."""
    return Console(highlight=False, markup=False, emoji=False)


def fine(console: Console) -> bool:
    """Whether the encoding of a terminal has all characters of a map."""
    from surefoot.draw.terminal import FINE

    signs = "".join([*FINE.kinds.values(), FINE.levels, FINE.walk, FINE.goal, FINE.refused, FINE.board])
    try:
        signs.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def catalogue_text(written: str) -> str:
    """A text of a catalogue, such as the title of a clause, in the reader's language."""
    return current().text(written)


def shown_name(name: str) -> str:
    """The name of a model, a unit or a side, as players write it."""
    return text("{who}", who=Who(name))


class Printer:
    """Prints parts of an output, one below the other."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def section(self, part: RenderableType | None) -> None:
        """Print a part, indented and followed by a blank line; nothing if it is None."""
        if part is not None:
            self.part(Padding(part, (0, 0, 1, 2)))

    def part(self, part: RenderableType) -> None:
        """Print a part; trailing spaces are removed unless the output is a terminal."""
        if self.console.is_terminal:
            self.console.print(part)
            return
        with self.console.capture() as captured:
            self.console.print(part)
        # Rich pads columns with spaces.
        for line in captured.get().splitlines():
            self.console.file.write(f"{line.rstrip()}\n")


class Show(Printer):
    """Prints outcomes of one table to one console."""

    def __init__(self, console: Console, catalogue: Catalogue, unit: str, *, verbose: bool = False) -> None:
        super().__init__(console)
        self.catalogue = catalogue
        self.unit = UNITS.get(unit, "")
        self.words = ruleset_speaker(catalogue.ruleset, unit)
        self.verbose = verbose
        # The rules of what is being printed, by clause, with the number that refers to each.
        self.rules: dict[str, int] = {}

    def _about(self, result: Outcome) -> None:
        """From now on the table of this outcome says which names are units."""
        self.words = speaker(result.run.table)

    def title(self, name: str, ruleset: str) -> None:
        """Print the name of a scenario or game, and its ruleset."""
        self.part(Text(name, style="bold").append(f"  {ruleset}", style=QUIET))

    def state(self, table: Table) -> None:
        """Print the digest of a table: equal tables have equal digests."""
        self.part(Text(text("State {digest}", digest=Notation(table.digest)), style=QUIET))

    def outcome(self, result: Outcome, number: int, *, preview: bool) -> None:
        """Print everything about one declaration."""
        self._about(result)
        self.part(self._heading(result, number, preview=preview))
        self.section(self._reasons(in_any_case(result)))
        self.section(self._ledger(result.ledger))
        self.section(self._tests(result.tests, preview=preview))
        self.section(self._events(result))
        self.section(self._forks(result))
        self.section(self._list_rules())
        if result.nearest is not None:
            self.section(self._nearest(result.nearest))
        if result.run.unanswered is not None:
            self.waits(result.run.unanswered.request)
        if result.unused:
            answers = Notation(", ".join(result.unused))
            self.section(Text(text("Not used: {answers}", answers=answers), style="yellow"))

    def waits(self, request: Asked) -> None:
        """Print an open question."""
        asks = Text(text("Needs an answer:"), style="bold yellow")
        self.section(asks.append(f" {question(request, self.words)}", style="default"))

    def entry(self, number: int, said: str, result: Outcome) -> None:
        """Print one entry of a game log."""
        self._about(result)
        self.part(Text(f"{number}  ", style=QUIET).append(said, style="bold"))
        self.section(self._ledger(result.ledger))
        self.section(self._events(result))
        self.section(self._list_rules())

    # --- for a game at the terminal ---------------------------------------------------------------

    def line(self) -> None:
        """Print a horizontal line."""
        self.part(Rule(style=QUIET))

    def preview(self, result: Outcome, number: int = 0) -> None:
        """Print the cost and the tests of a declaration before it is made."""
        self._about(result)
        self.part(self._headline(result, number, preview=True))
        self.section(self._reasons(in_any_case(result)))
        self.section(self._ledger(result.ledger))
        if result.verdict == "stopped-short":
            self.section(self._events(result, only="stops short"))
        self.section(self._tests(result.tests, preview=True))
        self.section(self._forks(result))
        self.section(self._list_rules())
        if result.nearest is not None:
            self.section(self._nearest(result.nearest))

    def table(self, table: Table, result: Outcome | None = None) -> None:
        """Print a map of the table, with the path of a move or else with a list of all models."""
        from surefoot.draw.compose import picture
        from surefoot.draw.terminal import terminal

        drawn = picture(table, [] if result is None else [result], whole=True)
        shown = terminal(
            replace(drawn, caption=()), self.console.width - 2, fine=fine(self.console), models=False
        )
        self.section(shown if shown.plain.strip() else None)
        if result is None:
            self.section(self._roll_call(table))

    def _roll_call(self, table: Table) -> RenderableType | None:
        """All models with their place, statuses and counters; units in one line each if there are many models."""
        from surefoot.draw.standing import sides
        from surefoot.draw.terminal import COLOURS as BY_SIDE

        numbers = sides([table])
        grid = Grid.grid(padding=(0, 3, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        crowded = len(table.models) > MOST_MODELS
        for name, unit in table.units.items() if crowded else ():
            here = [table.models[each] for each in unit.models if table.models[each].place.on_table]
            where = words.place(here[0].place, table) if here else text("off the table")
            colour = BY_SIDE[numbers.get(unit.side, 0) % len(BY_SIDE)]
            count = text("{here} of {all} models", here=len(here), all=len(unit.models))
            grid.add_row(Text(shown_name(name), f"bold {colour}"), where, count)
        for name, model in table.models.items():
            if crowded and model.unit:
                continue
            colour = BY_SIDE[numbers.get(model.side, 0) % len(BY_SIDE)]
            became = [self.words.term(status) for status in model.statuses]
            became += [f"{self.words.term(key)}: {value}" for key, value in model.counters.items()]
            shown = Text(shown_name(name), f"bold {colour}")
            grid.add_row(shown, words.place(model.place, table), ", ".join(became))
        return grid if grid.row_count else None

    def chances(self, table: Table, result: Outcome) -> None:
        """Print the odds of a declaration that rolls dice."""
        if result.verdict == "illegal" or not result.tests:
            return
        with self.busy(text("Working out every outcome")):
            ahead = odds(table, result.declaration, most=MOST_LEAVES, hasty=True)
        self.ends(ahead)

    def ends(self, ahead: Odds) -> None:
        """Print every outcome with its chance, if there are several."""
        from surefoot.draw.chances import drawn
        from surefoot.draw.terminal import terminal

        chart = drawn(ahead, title=text("Outcomes"))
        if len(chart.bars) > 1:
            self.section(terminal(chart, self.console.width - 2, fine=fine(self.console)))

    def busy(self, says: str) -> AbstractContextManager[object]:
        """A spinner with a message while work is done; only on a terminal."""
        return self.console.status(f"{says} …") if self.console.is_terminal else nullcontext()

    def events(self, result: Outcome, since: int = 0) -> None:
        """Print the events, from an index on."""
        self._about(result)
        self.section(self._events(result, since))
        self.section(self._list_rules())

    def reasons(self, breaks: Sequence[Break]) -> None:
        """Print the reasons of a refusal."""
        self.section(self._reasons(breaks))

    def verdict(self, result: Outcome) -> None:
        """Print the verdict on a declaration that was made."""
        self._about(result)
        self.part(Padding(self._verdict(result, preview=False), (0, 0, 0, 2)))

    def made(self, result: Outcome) -> None:
        """Print the tests and events of a declaration that was made."""
        self._about(result)
        if result.tests:
            self.part(Padding(self._verdict(result, preview=False), (0, 0, 0, 2)))
        self.section(self._tests(result.tests, preview=False))
        self.section(self._events(result))
        self.section(self._list_rules())

    def _heading(self, result: Outcome, number: int, *, preview: bool) -> RenderableType:
        return Group(Rule(style=QUIET), self._headline(result, number, preview=preview))

    def _verdict(self, result: Outcome, *, preview: bool) -> Text:
        colour = COLOURS[result.verdict]
        verdict = Text(self.words(VERDICTS[result.verdict]), style=f"bold {colour}")
        if result.ledger:
            verdict.append(f", {self._cost(result, preview=preview)}", style=colour)
        if result.run.unanswered is not None:
            verdict.append(f" {text('so far')}", style=colour)
        if result.insisted:
            verdict.append(f", {text('made anyway')}", style="red")
        return verdict

    def _cost(self, result: Outcome, *, preview: bool) -> str:
        cost = Notation(f"{words.length(result.cost)}{self.unit}")
        if len(result.costs) > 1:
            most = Who(max(result.costs, key=lambda who: result.costs[who]))
            if preview:
                return self.words(say("would cost up to {cost} ({who})", cost=cost, who=most))
            return self.words(say("cost up to {cost} ({who})", cost=cost, who=most))
        return self.words(say("would cost {cost}", cost=cost) if preview else say("cost {cost}", cost=cost))

    def _headline(self, result: Outcome, number: int, *, preview: bool) -> RenderableType:
        title = Text(f"{number}  " if number else "", style=QUIET).append(
            words.declared(result.declaration, result.run.table), style="bold"
        )
        verdict = self._verdict(result, preview=preview)
        room = self.console.width - verdict.cell_len - 4
        if title.cell_len <= room:
            grid = Grid.grid(expand=True)
            grid.add_column(no_wrap=True)
            grid.add_column(justify="right", no_wrap=True)
            grid.add_row(title, verdict)
            return grid
        return Group(title, Padding(verdict, (0, 0, 0, 3)))

    # --- parts ------------------------------------------------------------------------------------

    def _ledger(self, lines: Sequence[Line]) -> RenderableType | None:
        if not lines:
            return None
        several = len({line.who for line in lines}) > 1
        # Where each stretch of many models costs what it is long, the cost alone leaves room for the rule.
        plain = several and all(_measured(line)[1] == "× 1" for line in lines)
        grid = self._priced(lines, several=several, plain=plain)
        # In a narrow terminal the rule counts more than the length of each stretch.
        whole = self.console.measure(grid, options=self.console.options.update(max_width=ANY_WIDTH)).maximum
        shown = [self.words.movement(line.what) for line in lines]
        # Only what is done can be broken into lines.
        folds = max(map(len, shown)) - max(len(word) for each in shown for word in each.split())
        fits = plain or whole - folds <= self.console.width - INDENT
        return grid if fits else self._priced(lines, several=several, plain=True)

    def _priced(self, lines: Sequence[Line], *, several: bool, plain: bool) -> Grid:
        """The lines of a ledger; the plain one has neither length nor rate."""
        flat = all(line.start[2] == line.end[2] == 0 for line in lines)
        grid = _grid()
        if several:
            grid.add_column(text("model"), no_wrap=True)
        grid.add_column(text("from → to"), no_wrap=not plain or several, overflow="fold")
        grid.add_column(text("what"), min_width=4, overflow="fold")
        lengths = () if plain else (text("length"), text("rate"))
        for name in (*lengths, text("cost"), text("total")):
            grid.add_column(name, justify="right", no_wrap=True)
        grid.add_column(text("rule"), no_wrap=True)
        for line in rounded(lines):
            grid.add_row(
                *([shown_name(line.who)] if several else []),
                f"{words.point(line.start, flat=flat)} → {words.point(line.end, flat=flat)}",
                self.words.movement(line.what),
                *(() if plain else _measured(line)),
                words.length(line.cost),
                self._total(line, several=several),
                self._cited([line.clause]),
            )
        return grid

    @staticmethod
    def _total(line: Line, *, several: bool) -> str:
        total = words.length(line.total)
        # Some actions have no allowance of their own.
        if not several or not line.of:
            return total
        return text("{total} of {most}", total=Notation(total), most=Notation(words.length(line.of)))

    def _tests(self, tests: Sequence[Test], *, preview: bool) -> RenderableType | None:
        if not tests:
            return None
        rows: list[list[RenderableType]] = []
        for test in tests:
            label = self.words(test.label)
            named = not test.who or (test.says is None and test.who in test.what.split())
            label = label if named else f"{shown_name(test.who)}: {label}"
            chance = words.odds(test.odds) if test.odds is not None else ""
            result = "" if preview else self._result(test)
            rows.append([label, test.dice, self.words(test.needs), chance, result, self._cited(test.clauses)])
            if test.told and not preview:
                rows.append([Text(f"  {self.words(test.told)}", style=QUIET), "", "", "", "", ""])
            for aim in test.aims:
                met = "" if preview or aim.met is None else _met(aim.met)
                rows.append(
                    [f"  {self.words(aim.what)}", "", self.words(aim.needs), words.odds(aim.odds), met, ""]
                )
            for each in test.modifiers:
                says = Text(f"  {each.value:+d} {self.words(each.says)}", style=QUIET)
                rows.append([says, "", "", "", "", self._cited([each.clause])])
        return _filled(("test", "dice", "needs", "chance", "result", "rule"), rows)

    def _result(self, test: Test) -> Text:
        rolled = "+".join(str(face) for face in test.rolled) if test.rolled else ""
        if test.passed is None:
            reading = self.words(say("{reading}", reading=read_off(test.reading)))
            return Text(rolled if reading == rolled else f"{rolled}: {reading}".lstrip(": "))
        word, colour = (text("passed"), "green") if test.passed else (text("failed"), "red")
        return Text(f"{rolled}: " if rolled else "").append(word, style=colour)

    def _events(self, result: Outcome, since: int = 0, only: str = "") -> RenderableType | None:
        told = zip(result.events, story.events(result), strict=True)
        shown = [each for each in list(told)[since:] if self.verbose or not each[1].books]
        if only:
            shown = [each for each in shown if each[0].what == only]
        if not shown:
            return None
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, style=QUIET)
        grid.add_column(overflow="fold")
        for (event, says), others in _alike(shown):
            happened = Text(self.words(says.sentence))
            if others:
                happened.append(f" {self.words(_also(others))}", style=QUIET)
            grid.add_row("•", happened.append("  ").append_text(self._cited(event.clauses)))
        return grid

    def _reasons(self, breaks: Sequence[Break]) -> RenderableType | None:
        if not breaks:
            return None
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, style="red")
        grid.add_column(overflow="fold")
        for each in few(breaks):
            where = f" ({words.point(each.where)})" if each.where is not None else ""
            grid.add_row("✗", Text(f"{self.words(each.says)}{where}"))
            if each.more:
                grid.add_row("", Text(and_more(each.more), style=QUIET))
            for clause in each.clauses:
                grid.add_row("", self._titled(clause))
        return grid

    def _forks(self, result: Outcome) -> RenderableType | None:
        known = in_any_case(result)
        if not result.differing:
            return None
        rows: list[list[RenderableType]] = []
        for fork in result.forks:
            rolls = ", ".join(map(self.words, fork.told))
            own = [each for each in fork.breaks if each not in known]
            why = "; ".join(reasons(own, self.words))
            cited = self._cited([each.clause for each in own]) if own else ""
            verdict = Text(self.words(VERDICTS[fork.verdict]), style=COLOURS[fork.verdict])
            cost = "" if fork.verdict == "illegal" else f"{words.length(fork.cost)}{self.unit}"
            rows.append([rolls, words.odds(fork.chance), verdict, cost, why, cited])
        return _filled(("if", "chance", "verdict", "cost", "because", "rule"), rows)

    def _nearest(self, nearest: Declaration) -> RenderableType:
        path = words.path(nearest, self.words)
        return Text(f"{text('This far is legal:')} ", style="bold").append(path, style="green")

    # --- clauses ----------------------------------------------------------------------------------

    def _cited(self, clauses: Sequence[str]) -> Text:
        """The numbers of clauses in the list of rules, which `_list_rules` prints."""
        numbers = [self.rules.setdefault(clause, len(self.rules) + 1) for clause in dict.fromkeys(clauses)]
        return Text(f"[{','.join(map(str, sorted(numbers)))}]" if numbers else "", style=CLAUSE)

    def _list_rules(self) -> RenderableType | None:
        """The rules that were referred to, each with its number, title and id; the next list begins anew."""
        if not self.rules:
            return None
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, style=CLAUSE)
        grid.add_column(overflow="fold")
        for clause, number in self.rules.items():
            grid.add_row(f"[{number}]", self._titled(clause))
        self.rules = {}
        return grid

    def _clause(self, bare: str) -> str:
        """The id of a clause, with its ruleset if it is inherited from another one."""
        if bare in self.catalogue:
            clause = self.catalogue[bare]
            return clause.full_id if clause.inherited_from else clause.id
        return bare

    def _titled(self, bare: str) -> Text:
        """The title of a clause, and its id."""
        if bare == OVERRIDE:
            return Text(text("Referee correction"), style=QUIET)
        if bare == GOAL:
            return Text(text("Goal of the scenario"), style=QUIET)
        if bare not in self.catalogue:
            return Text(self._clause(bare), style=CLAUSE)
        title = Text(f"{self.words(say('{title}', title=Clause(bare)))}  ", style=QUIET)
        return title.append(self._clause(bare), style=CLAUSE)


def _alike(
    shown: Sequence[tuple[Happened, story.Told]],
) -> list[tuple[tuple[Happened, story.Told], list[str]]]:
    """Events to show, each with the other models that did the same right after it: what a unit does is told once."""
    found: list[tuple[tuple[Happened, story.Told], list[str]]] = []
    for event, told in shown:
        if found and told.who and story.is_predicate(told.says):
            (first, says), others = found[-1]
            new = told.who not in (says.who, *others)
            if new and (first.clauses, says.says) == (event.clauses, told.says):
                others.append(told.who)
                continue
        found.append(((event, told), []))
    return found


def _also(models: Sequence[str]) -> Sentence:
    """The models that did the same as the one before them."""
    if len(models) > story.MOST_NAMED:
        return count("(also {n} other model)", "(also {n} other models)", len(models))
    return say("(also {models})", models=tuple(Who(each) for each in models))


def in_any_case(result: Outcome) -> tuple[Break, ...]:
    """The reasons that hold for every roll; the others are shown beside their roll."""
    if not result.forks:
        return result.breaks
    return tuple(each for each in result.breaks if all(each in fork.breaks for fork in result.forks))


def moves(result: Outcome) -> bool:
    """Whether a declaration has a path to show on a map."""
    return bool(result.declaration.legs) or any(line.start != line.end for line in result.ledger)


def _measured(line: Line) -> tuple[str, str]:
    """Length and rate of a line; a turn is measured in degrees, and an act such as opening a door not at all."""
    if line.what.partition(" ")[0] == "turn":
        return f"{words.length(line.length)}°", ""
    if not line.length:
        return "", ""
    return words.length(line.length), f"× {words.length(line.rate)}"


def packed(parts: Iterable[Text], room: int, between: str = "   ") -> Text:
    """As many parts on each line as fit; no part is broken."""
    text, used = Text(), 0
    for part in parts:
        if used and used + len(between) + part.cell_len + len(between.rstrip()) > room:
            text.append(f"{between.rstrip()}\n")
            used = 0
        elif used:
            text.append(between)
            used += len(between)
        text.append_text(part)
        used += part.cell_len
    return text


def _met(met: bool) -> Text:
    return Text(text("yes"), style="green") if met else Text(text("no"), style="red")


def _grid() -> Grid:
    return Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, show_edge=False)


# Headings of columns, and which of them break long lines.
_HEADS = {
    "test": say("test"),
    "dice": say("dice"),
    "needs": say("needs"),
    "chance": say("chance"),
    "result": say("result"),
    "if": say("if"),
    "verdict": say("verdict"),
    "cost": say("cost"),
    "because": say("because"),
    "rule": say("rule"),
}
_FOLDED = ("test", "needs", "if", "because")


def _filled(names: Sequence[str], rows: Sequence[Sequence[RenderableType]]) -> Grid:
    """A grid without its empty columns."""
    grid, words = _grid(), Speaker()
    kept = [index for index in range(len(names)) if any(row[index] != "" for row in rows)]
    for index in kept:
        grid.add_column(
            words(_HEADS[names[index]]),
            justify="right" if names[index] == "cost" else "left",
            no_wrap=names[index] not in _FOLDED,
            overflow="fold",
        )
    for row in rows:
        grid.add_row(*(row[index] for index in kept))
    return grid
