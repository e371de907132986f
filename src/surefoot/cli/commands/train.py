"""`surefoot train`: lessons about the rules, made of the conformance corpus."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count

if TYPE_CHECKING:
    from rich.console import Console

    from surefoot.cli.terminal.prompt import Prompt
    from surefoot.training.lessons import Lesson

EXAMPLES = (
    "train necromunda-classic",
    "train wh40k-10e --topic advance --level 1",
    "train gemini-arap --list",
    "train necromunda-classic --lesson leap.test/an-initiative-test-at-the-lip --json",
)
A_DAY = 86_400


@handled
def train(
    ruleset: Annotated[
        str, typer.Argument(metavar="RULESET", help="The ruleset.", autocompletion=complete.rulesets)
    ],
    topic: Annotated[
        str,
        typer.Option(metavar="TOPIC", help="Only lessons about this topic.", autocompletion=complete.topics),
    ] = "",
    clause: Annotated[
        str,
        typer.Option(metavar="ID", help="Only lessons about this clause.", autocompletion=complete.clauses),
    ] = "",
    level: Annotated[int, typer.Option(metavar="N", min=0, max=4, help="Only this level: 1 is easiest.")] = 0,
    lesson: Annotated[
        str, typer.Option(metavar="CLAUSE/NAME", help="Only this lesson; --list shows their names.")
    ] = "",
    twin: Annotated[bool, typer.Option("--twin", help="Ask about the twins of the cases.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List topics, or the lessons of a topic.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Learn the rules: questions about small tables.

    Lessons come from the proven cases of the rules, the easiest first. Wrong answers come again today, right ones after
    1, 3, 7 … days; progress is kept in Surefoot's own folder. Type the number of an answer, or q to leave.
    """
    from surefoot.training.lessons import chosen, lesson_of, lessons

    found = chosen(lessons(ruleset), topic, clause, level)
    if lesson:
        of, _, name = lesson.removeprefix(f"{ruleset}/").partition("/")
        found = [lesson_of(ruleset, of, name)]
    if not found:
        raise typer.BadParameter(text("There is no such lesson. See: surefoot train RULESET --list"))
    if listed:
        return _list(ruleset, found, everything=not (topic or clause or level), as_json=as_json)
    if as_json:
        from surefoot.cli.json_output import print_json
        from surefoot.training.lesson import lesson_data

        print_json(lesson_data(found[0], twin=twin))
        return ExitCode.OK
    return _train(found, twin=twin, one=bool(lesson))


def _list(ruleset: str, found: list[Lesson], *, everything: bool, as_json: bool) -> ExitCode:
    from surefoot.cli.json_output import print_json
    from surefoot.cli.show import catalogue_text, console
    from surefoot.training.lessons import entry_data, list_data

    if as_json:
        print_json(list_data(ruleset) if everything else {"lessons": [entry_data(each) for each in found]})
        return ExitCode.OK
    out = console()
    if everything:
        for each in list_data(ruleset)["topics"]:
            lessons = text_count("{n} lesson", "{n} lessons", each["lessons"])
            out.print(f"{each['name']:<20} {catalogue_text(each['title'])}: {lessons}")
    else:
        for lesson in found:
            out.print(f"{lesson.level}  {lesson.clause.id}/{lesson.name}")
    return ExitCode.OK


def _train(found: list[Lesson], *, twin: bool, one: bool) -> ExitCode:
    """Ask lessons one after another until the learner leaves or none is due."""
    from surefoot.cli.show import console
    from surefoot.cli.terminal.prompt import Left, Prompt
    from surefoot.training.kept import Kept

    kept, today = Kept.open(), int(time.time() // A_DAY)
    due = found if one else kept.due(found, today)
    out, prompt = console(), Prompt()
    right = asked = 0
    try:
        for each in due:
            before = kept.lessons.get(each.id)
            # A lesson that comes again asks about its other side, so that the rule has to be known and not the answer.
            other = twin or (before is not None and before.seen % 2 == 1)
            correct = _lesson(each, out, prompt, twin=other)
            kept.note(each, right=correct, today=today)
            asked, right = asked + 1, right + correct
            if not one:
                _next(prompt)
    except Left:
        pass
    if not due:
        out.print(text("No lesson is due today. Come back tomorrow, or choose another topic."))
    elif asked:
        out.print(text("{right} of {asked} answered right.", right=right, asked=asked))
    return ExitCode.OK


def _next(prompt: Prompt) -> None:
    if prompt.line(text("Press Enter for the next lesson, or q to leave:")).lower() == "q":
        _leave()


def _leave() -> NoReturn:
    from surefoot.cli.terminal.prompt import Left

    raise Left


def _lesson(lesson: Lesson, out: Console, prompt: Prompt, *, twin: bool) -> bool:
    """Show a lesson, ask its questions and explain; returns whether all answers were right."""
    from surefoot.training.lesson import lesson_data

    data = lesson_data(lesson, twin=twin)
    _show_table(lesson, data, out, twin=twin)
    correct = True
    for question in data["questions"]:
        out.print()
        out.print(question["says"], style="bold")
        for number, choice in enumerate(question["choices"], 1):
            out.print(f"  {number}  {choice['says']}")
        given = _number(prompt, len(question["choices"]))
        good = given == question["right"]
        correct = correct and good
        if good:
            out.print(text("Correct."), style="green")
        else:
            answer = Notation(question["choices"][question["right"]]["says"])
            out.print(text("Wrong. The answer is: {answer}", answer=answer), style="red")
    _explain(data, out)
    return correct


def _number(prompt: Prompt, most: int) -> int:
    """The number of the chosen answer, from 0."""
    while True:
        typed = prompt.line(">")
        if typed.lower() == "q":
            _leave()
        if typed.isdecimal() and 1 <= int(typed) <= most:
            return int(typed) - 1
        prompt.say(text("Type a number from 1 to {most}, or q to leave.", most=most))


def _show_table(lesson: Lesson, data: dict[str, Any], out: Console, *, twin: bool) -> None:
    from rich.rule import Rule

    from surefoot.cli.show import catalogue_text, fine
    from surefoot.draw.compose import picture
    from surefoot.draw.terminal import terminal
    from surefoot.training.views import views

    here, there = views(lesson.pair, twin=twin)
    pictured = here if here.before is not None else there
    level = text("level {n}", n=data["level"])
    out.print(Rule(f"{catalogue_text(data['topic_title'])} · {level}", align="left", characters="─"))
    if pictured.before is not None and sys.stdout.isatty():
        out.print(terminal(picture(pictured.before), out.width, fine=fine(out)), soft_wrap=True)
    for line in data["facts"]:
        out.print(line, style="dim")
    for name, lines in (
        (text("Options"), data["options"]),
        (text("Dice and answers"), data["dice"]),
    ):
        if lines:
            out.print(f"{name}: {', '.join(lines)}", style="dim")
    for line in data["earlier"]:
        out.print(line)
    if data["different"]:
        out.print(data["different"], style="bold")
    if data["declared"]:
        out.print(data["declared"], style="bold")


def _explain(data: dict[str, Any], out: Console) -> None:
    from rich.padding import Padding

    from surefoot.cli.show import CLAUSE, catalogue_text

    explanation = data["explanation"]
    clause = explanation["clause"]
    out.print()
    out.print(f"{catalogue_text(clause['title'])}  {clause['id']}", style=CLAUSE)
    out.print(Padding(catalogue_text(clause["summary"]), (0, 0, 0, 2)))
    for line in came_lines(explanation["came"]):
        out.print(Padding(line, (0, 0, 0, 2)))
    twin = explanation["twin"]
    out.print(text("What if? {different}", different=Notation(twin["different"])), style="bold")
    for line in came_lines(twin["came"]):
        out.print(Padding(line, (0, 0, 0, 2)))


def came_lines(came: dict[str, Any]) -> list[str]:
    """What came of a side of a lesson, line by line."""
    from surefoot.cli.show import VERDICTS
    from surefoot.language.speaker import Speaker

    found = [each["says"] for each in came["problems"]]
    outcome = came["outcome"]
    if outcome is None:
        return found
    verdict = Speaker()(VERDICTS[outcome["verdict"]])
    found.append(f"{verdict[:1].upper()}{verdict[1:]}. {outcome['says']}".strip())
    found += [each["says"] for each in outcome["reasons"]]
    for test in outcome["tests"]:
        needs = f": {test['needs']}" if test["needs"] else ""
        found.append(f"{test['label']}, {test['dice']}{needs}")
    return found
