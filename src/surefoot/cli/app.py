"""The commands as they are typed. What they do stands elsewhere and is imported late: `--help` answers at once."""

from __future__ import annotations

from typing import Annotated

import typer

import surefoot
from surefoot.cli import complete
from surefoot.cli.commands import ask, draw, feat, odds, reach, serve, travel, venture
from surefoot.cli.exits import ExitCode, handled, silenced

app = typer.Typer(
    name="surefoot",
    help=(
        "A movement referee for tabletop games: what a move costs, which tests it needs, "
        "and which clause says so."
    ),
    epilog=(
        "\b\nExamples:\n  surefoot play\n  surefoot check table.yaml\n  surefoot rules show climb.cost\n\n"
        "Exit codes: 0 all is well, 1 failure, 2 usage, 3 something is illegal, 4 a file is invalid, "
        "5 an answer is needed and was not given."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def examples(*commands: str) -> str:
    """Examples below the help of a command, one on each line."""
    return "\n".join(["\b", "Examples:", *(f"  surefoot {command}" for command in commands)])


Scenario = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario, YAML or JSON; - for standard input.",
        autocompletion=complete.files,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Show what only keeps the books, too.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print nothing; the exit code is the answer. Failures are told.")
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"surefoot {surefoot.__version__}")
        raise typer.Exit


@app.callback()
def _surefoot(
    version: Annotated[  # answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Nothing is common to all commands but their help."""


@app.command(
    "check",
    epilog=examples(
        "check table.yaml", "check - --json < table.yaml", "check table.yaml --quiet && echo legal"
    ),
)
@handled
def _check(
    file: Scenario, as_json: AsJson = False, verbose: Verbose = False, quiet: Quiet = False
) -> ExitCode:
    """Judge what a scenario declares, before anything is rolled.

    Nothing is changed. Each declaration is judged on the table that the one before it is hoped to leave.
    """
    from surefoot.cli.commands.check import check

    with silenced(quiet):
        return check(file, as_json=as_json, verbose=verbose)


@app.command(
    "move",
    epilog=examples(
        "move table.yaml --dice 4,2,6",
        "move table.yaml --dice 'leap.test=4; where=[19.5, 4.5]'",
        "move table.yaml --seed 7 -o game",
        "move game --dice 3",
    ),
)
@handled
def _move(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A scenario, - for standard input; or a game that waits for an answer.",
            autocompletion=complete.files,
        ),
    ],
    dice: Annotated[
        str,
        typer.Option(
            metavar="FACES",
            help="Dice in order, or by clause or question: 4,2,6 or leap.test=4; 3+5 are two dice of one roll.",
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Roll the dice; the same seed rolls the same.")
    ] = None,
    game: Annotated[
        str, typer.Option("--output", "-o", metavar="GAME", help="Keep the game in this new file.")
    ] = "",
    as_json: AsJson = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> ExitCode:
    """Make what a scenario declares, or go on with a game.

    Dice are those given with --dice, rolled from a --seed, or those in the file; at a terminal, what is missing is
    asked for. A game that was left at a question goes on from there.
    """
    if dice and seed is not None:
        raise typer.BadParameter("give either --dice or --seed, not both")
    from surefoot.cli.commands.move import move

    with silenced(quiet):
        return move(file, dice, seed, game, as_json=as_json, verbose=verbose)


@app.command("replay", epilog=examples("replay friday.game", "replay friday.game --verify --quiet"))
@handled
def _replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game log; - for standard input.", autocompletion=complete.files
        ),
    ],
    verify: Annotated[
        bool, typer.Option("--verify", help="Judge everything again and compare it with the log.")
    ] = False,
    as_json: AsJson = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> ExitCode:
    """Show a game from its log, entry by entry.

    It ends with the question that the game waits at, if there is one.
    """
    from surefoot.cli.commands.replay import replay

    with silenced(quiet):
        return replay(file, verify=verify, as_json=as_json, verbose=verbose)


@app.command(
    "play",
    epilog=examples(
        "play", "play gantry --seed 7", "play --terminal table.yaml -o friday.game", "play friday.game"
    ),
)
@handled
def _play(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[FILE | NAME]",
            help="A scenario, - for standard input; a game that was left; or a bundled scenario by name. A menu if left out.",
            autocompletion=complete.playable,
        ),
    ] = "",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal instead of the browser.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Roll the dice from this seed; the same seed rolls the same."),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="GAME", help="Keep the game in this new file, whose name ends in .game."
        ),
    ] = "",
) -> ExitCode:
    """Play in the browser, or in words at the terminal.

    The table opens in the browser with the demo or the scenario that is named, and its address is printed. It is served
    by this machine alone until Ctrl+C.

    At the terminal type `kal move to 12,9 via 8,9`, `kal jump down` or `end round`; `help` says what else there is. Each declaration
    is shown with its price, tests and odds before it is made. Dice are rolled for you, or you type in your own. Every
    word is kept, so that a game can be left and taken up at any question.

    A game that was left, --seed and --output are played there, too. Without a terminal a scenario is told as a story, with
    fixed dice.
    """
    import sys
    from pathlib import Path

    if output and Path(output).suffix != ".game":
        raise typer.BadParameter("end the name of a game in .game", param_hint="--output")
    in_words = terminal or seed is not None or output or scenario == "-" or Path(scenario).suffix == ".game"
    if not in_words and sys.stdin.isatty():
        from surefoot.cli import browser

        return browser.play(scenario)
    from surefoot.cli.terminal.play import play

    return play(scenario, seed, output)


@app.command("rulesets", epilog=examples("rulesets", "rulesets --verbose"))
@handled
def _rulesets(as_json: AsJson = False, verbose: Verbose = False) -> ExitCode:
    """Show which rulesets are installed.

    Each with its unit, its options, what can be declared, and the package that offers it.
    """
    from surefoot.cli.commands.rulesets import rulesets

    return rulesets(as_json=as_json, verbose=verbose)


Corpus = Annotated[
    str,
    typer.Option(
        "--corpus", metavar="DIR", help="Where the conformance corpus is, if not in ./conformance or above."
    ),
]


@app.command(
    "rules",
    epilog=examples(
        "rules",
        "rules necromunda-classic --topic climb",
        "rules show climb.cost",
        "rules words necromunda-classic",
    ),
)
@handled
def _rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET | show ID | words RULESET",
            help="A ruleset, the id of a clause behind `show`, or a ruleset behind `words`.",
            autocompletion=complete.rules,
        ),
    ] = None,
    topic: Annotated[
        str,
        typer.Option(
            metavar="TOPIC", help="Only clauses of this topic: climb, fall, …", autocompletion=complete.topics
        ),
    ] = "",
    corpus: Corpus = "",
    as_json: AsJson = False,
) -> ExitCode:
    """Show the clauses and words of rulesets.

    `rules show` takes a full id such as necromunda-classic/climb.cost or a bare one, which may be in several
    rulesets. It tells what the clause says, its ruling, options and table, and which cases prove it.
    `rules words` lists the tags, statuses, keywords, traits and profile numbers that tables of a ruleset may have.
    """
    from surefoot.cli.commands import rules, rules_words

    first, *rest = words or [""]
    if first == "show":
        if len(rest) != 1 or topic:
            raise typer.BadParameter(
                "rules show takes one id: surefoot rules show climb.cost", param_hint="ID"
            )
        return rules.show(rest[0], corpus, as_json=as_json)
    if first == "words":
        if len(rest) != 1 or topic:
            says = "rules words takes one ruleset: surefoot rules words necromunda-classic"
            raise typer.BadParameter(says, param_hint="RULESET")
        return rules_words.words(rest[0], as_json=as_json)
    if rest:
        raise typer.BadParameter(f"what is {rest[0]!r}? Name one ruleset, or say show and an id")
    return rules.rules(first, topic, as_json=as_json)


@app.command(
    "coverage", epilog=examples("coverage", "coverage wh40k-10e -v", "coverage --corpus ../mine --json")
)
@handled
def _coverage(
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET",
            help="Rulesets; all that are installed if left out.",
            autocompletion=complete.rulesets,
        ),
    ] = None,
    corpus: Corpus = "",
    as_json: AsJson = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List every unproven and every exempt clause.")
    ] = False,
    quiet: Quiet = False,
) -> ExitCode:
    """Show how much of each ruleset the corpus proves.

    Every pair of the conformance corpus is run. It ends with 1 if a pair of the corpus is wrong or a file of it cannot be read; unproven clauses are no failure.
    """
    from surefoot.cli.commands.coverage import coverage

    with silenced(quiet):
        return coverage(rulesets or [], corpus, as_json=as_json, verbose=verbose)


@app.command("schema", epilog=examples("schema > scenario.schema.json"))
@handled
def _schema(
    as_json: Annotated[  # noqa: ARG001  # a schema is nothing but JSON
        bool, typer.Option("--json", help="The schema is JSON in any case.")
    ] = False,
) -> ExitCode:
    """Print the JSON Schema of scenario files.

    Editors that know it complete fields and mark mistakes while a scenario is being written.
    """
    from surefoot.cli.json_output import print_json
    from surefoot.files.schema import scenario_schema

    print_json(scenario_schema())
    return ExitCode.OK


@app.command(
    "compare",
    epilog=examples(
        "compare examples/compare.yaml",
        "compare table.yaml --rulesets necromunda-classic,wh40k-10e",
        "compare table.yaml --rulesets 'necromunda-classic,necromunda-classic(base_support=centre)'",
    ),
)
@handled
def _compare(
    file: Scenario,
    rulesets: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="The rulesets; all that the file speaks for if left out.",
            autocompletion=complete.several_rulesets,
        ),
    ] = "",
    as_json: AsJson = False,
) -> ExitCode:
    """Judge the same table under several rulesets.

    What each says of the same paths is shown side by side. A file says what each ruleset needs under its
    name: `profiles` of a model, `actions` of a declaration; `scale` says how many metres an inch stands for. That something is illegal in one of them is an answer, not a failure.
    """
    from surefoot.cli.commands.compare import compare

    return compare(file, rulesets, as_json=as_json)


@app.command("doctor", epilog=examples("doctor", "doctor --json", "doctor --quiet || echo broken"))
@handled
def _doctor(as_json: AsJson = False, quiet: Quiet = False) -> ExitCode:
    """See whether everything is there and works.

    Versions, the compiled kernel, rulesets, scenarios, fonts, the folder of games and what the terminal can show. It
    ends with 1 if something is broken.
    """
    from surefoot.cli.commands.doctor import doctor

    with silenced(quiet):
        return doctor(as_json=as_json)


app.command("draw", epilog=examples(*draw.EXAMPLES))(draw.draw)
app.command("odds", epilog=examples(*odds.ODDS))(odds.odds)
app.command("simulate", epilog=examples(*odds.SIMULATE))(odds.simulate)
app.command("travel", epilog=examples(*travel.EXAMPLES))(travel.travel)
app.command("feat", epilog=examples(*feat.EXAMPLES))(feat.feat)
app.command("ask", epilog=examples(*ask.EXAMPLES))(ask.ask_command)
app.command("reach", epilog=examples(*reach.REACH))(reach.reach)
app.command("route", epilog=examples(*reach.ROUTE))(reach.route)
app.command("threat", epilog=examples(*reach.THREAT))(reach.threat)
app.command("venture", epilog=examples(*venture.VENTURE))(venture.venture)
app.command("serve", epilog=examples(*serve.EXAMPLES))(serve.serve)
app.command("backup", epilog=examples(*serve.BACKUP))(serve.backup)
