"""The commands with their options and help. Their implementation is imported late, so that `--help` is quick."""

from __future__ import annotations

from typing import Annotated

import typer

import surefoot
from surefoot.cli import complete
from surefoot.cli.commands import (
    admin,
    army,
    ask,
    corpus,
    draw,
    feat,
    new_ruleset,
    odds,
    puzzle,
    reach,
    review,
    route,
    serve,
    simulate,
    study,
    table,
    threat,
    train,
    travel,
    venture,
)
from surefoot.cli.examples import examples
from surefoot.cli.exits import ExitCode, handled, silenced
from surefoot.language import Notation, Quoted
from surefoot.language.speaker import text

app = typer.Typer(
    name="surefoot",
    help=(
        "A movement referee for tabletop games: it shows the cost of a move, its tests and their odds, "
        "and the rule behind each."
    ),
    epilog=(
        "\b\nExamples:\n  surefoot play\n  surefoot check table.yaml\n  surefoot rules show climb.cost\n\n"
        "Exit codes: 0 success, 1 failure, 2 wrong usage, 3 illegal move, 4 invalid file, 5 answer needed, "
        "130 stopped with Ctrl+C."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


Scenario = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario in YAML or JSON; - for standard input.",
        autocompletion=complete.files,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Also show bookkeeping events.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only failures; the exit code gives the verdict.")
]


def _version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        typer.echo(f"surefoot {surefoot.__version__}")
        raise typer.Exit


@app.callback()
def _surefoot(
    version: Annotated[  # answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """All commands share only their help."""


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
    """Judge the moves of a scenario before anything is rolled.

    Shows cost, tests and odds of each declaration. Each is judged on the table after the one before it, as if all tests
    had been passed. Nothing is changed.
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
            help="A scenario, - for standard input; or a game log with an open question.",
            autocompletion=complete.files,
        ),
    ],
    dice: Annotated[
        str,
        typer.Option(
            metavar="FACES",
            help="Rolls in order (4,2,6) or by rule (leap.test=4); 3+5 are two dice of one roll.",
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Roll with this seed; the same seed gives the same rolls.")
    ] = None,
    game: Annotated[
        str, typer.Option("--output", "-o", metavar="GAME", help="Save the game in this new file.")
    ] = "",
    as_json: AsJson = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> ExitCode:
    """Make the moves of a scenario, or continue a game.

    Dice come from --dice, from a --seed or from the file. At a terminal, you are asked for missing rolls and choices. A
    game log continues at its open question.
    """
    if dice and seed is not None:
        raise typer.BadParameter(text("Use --dice or --seed, not both"))
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
        bool, typer.Option("--verify", help="Judge every entry again and compare it with the log.")
    ] = False,
    as_json: AsJson = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> ExitCode:
    """Show a game from its log.

    Shows every entry, and the open question if there is one.
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
            help="A scenario, - for standard input; a saved game; or the name of a bundled scenario. Default: a menu.",
            autocompletion=complete.playable,
        ),
    ] = "",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal instead of the browser.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Roll with this seed; the same seed gives the same rolls."),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="GAME", help="Save the game in this new file; its name ends in .game."
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(metavar="STRENGTH", help="Play against the computer: easy, medium or hard."),
    ] = "",
    side: Annotated[
        str, typer.Option(metavar="SIDE", help="Your side against the computer. Default: the first.")
    ] = "",
) -> ExitCode:
    """Play in the browser or at the terminal.

    Opens the page in your browser, where you choose a game, or a table of the named scenario, and prints its address.
    Only this machine can see it. Press Ctrl+C to stop.

    At the terminal type `kal move to 12,9 via 8,9`, `kal jump down` or `end round`; `help` lists all commands. Each
    move is shown with its cost, tests and odds before you confirm it. Dice are rolled for you, or you type your own.
    The game is saved after every step, so you can leave and continue at any time.

    With --against the computer plays the other side, and says why it moves.

    Saved games, --against, --seed and --output are played at the terminal. Without a terminal, the scenario is shown as a story
    with fixed dice.
    """
    import sys
    from pathlib import Path

    if output and Path(output).suffix != ".game":
        raise typer.BadParameter(text("The name of a game file must end in .game"), param_hint="--output")
    if against not in ("", "easy", "medium", "hard"):
        raise typer.BadParameter(text("The strength is easy, medium or hard"), param_hint="--against")
    if side and not against:
        raise typer.BadParameter(text("--side goes with --against"), param_hint="--side")
    in_words = (
        terminal
        or against
        or seed is not None
        or output
        or scenario == "-"
        or Path(scenario).suffix == ".game"
    )
    if not in_words and sys.stdin.isatty():
        from surefoot.cli import browser

        return browser.play(scenario)
    from surefoot.cli.terminal.play import play

    return play(scenario, seed, output, against, side)


@app.command("rulesets", epilog=examples("rulesets", "rulesets --verbose"))
@handled
def _rulesets(as_json: AsJson = False, verbose: Verbose = False) -> ExitCode:
    """List the installed rulesets.

    Shows the unit, options and actions of each, and the package it comes from.
    """
    from surefoot.cli.commands.rulesets import rulesets

    return rulesets(as_json=as_json, verbose=verbose)


Corpus = Annotated[
    str,
    typer.Option(
        "--corpus", metavar="DIR", help="The conformance corpus, if not in ./conformance or a folder above."
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
            help="A ruleset; `show` and the id of a clause; or `words` and a ruleset.",
            autocompletion=complete.rules,
        ),
    ] = None,
    topic: Annotated[
        str,
        typer.Option(
            metavar="TOPIC",
            help="Only clauses of this topic, such as climb or fall.",
            autocompletion=complete.topics,
        ),
    ] = "",
    corpus: Corpus = "",
    as_json: AsJson = False,
) -> ExitCode:
    """Show the rules and the vocabulary of rulesets.

    `rules show` takes the id of a clause, with its ruleset (necromunda-classic/climb.cost) or without. It shows the
    clause with its ruling, options and table, and the cases that prove it. `rules words` lists the tags, statuses,
    keywords, traits and profile numbers of a ruleset.
    """
    from surefoot.cli.commands import rules, rules_words

    first, *rest = words or [""]
    if first == "show":
        if len(rest) != 1 or topic:
            example = Notation("surefoot rules show climb.cost")
            raise typer.BadParameter(
                text("Give the id of one clause: {example}", example=example), param_hint="ID"
            )
        return rules.show(rest[0], corpus, as_json=as_json)
    if first == "words":
        if len(rest) != 1 or topic:
            example = Notation("surefoot rules words necromunda-classic")
            raise typer.BadParameter(
                text("Give the name of one ruleset: {example}", example=example), param_hint="RULESET"
            )
        return rules_words.words(rest[0], as_json=as_json)
    if rest:
        raise typer.BadParameter(
            text("Unexpected {word}. Give one ruleset, or show and an id", word=Quoted(rest[0]))
        )
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
            help="The rulesets. Default: all that are installed.",
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
    """Show how many clauses the conformance corpus proves.

    Runs every pair of the corpus. The exit code is 1 if a pair fails or a file can't be read; unproven clauses are not a
    failure.
    """
    from surefoot.cli.commands.coverage import coverage

    with silenced(quiet):
        return coverage(rulesets or [], corpus, as_json=as_json, verbose=verbose)


@app.command("schema", epilog=examples("schema > scenario.schema.json"))
@handled
def _schema(
    as_json: Annotated[  # noqa: ARG001  # a schema is nothing but JSON
        bool, typer.Option("--json", help="No effect: the schema is always JSON.")
    ] = False,
) -> ExitCode:
    """Print the JSON Schema of scenario files.

    Editors use it to complete fields and to mark mistakes while you write a scenario.
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
            help="The rulesets. Default: all that the file is written for.",
            autocompletion=complete.several_rulesets,
        ),
    ] = "",
    as_json: AsJson = False,
) -> ExitCode:
    """Judge the same table under several rulesets.

    Shows the verdicts on the same paths side by side. Under the name of each ruleset, a file gives the `profiles` of a
    model and the `actions` of a declaration; `scale` is the number of metres per inch. An illegal move is a result here,
    not a failure.
    """
    from surefoot.cli.commands.compare import compare

    return compare(file, rulesets, as_json=as_json)


@app.command("doctor", epilog=examples("doctor", "doctor --json", "doctor --quiet || echo broken"))
@handled
def _doctor(as_json: AsJson = False, quiet: Quiet = False) -> ExitCode:
    """Check the installation.

    Checks versions, the compiled kernel, rulesets, scenarios, fonts, the folder of games and the terminal. The exit code
    is 1 if something is broken.
    """
    from surefoot.cli.commands.doctor import doctor

    with silenced(quiet):
        return doctor(as_json=as_json)


app.command("draw", epilog=examples(*draw.EXAMPLES))(draw.draw)
app.command("odds", epilog=examples(*odds.EXAMPLES))(odds.odds)
app.command("review", epilog=examples(*review.EXAMPLES))(review.review)
app.command("branch", epilog=examples(*review.BRANCHES))(review.branch)
app.command("train", epilog=examples(*train.EXAMPLES))(train.train)
app.command("puzzle", epilog=examples(*puzzle.EXAMPLES))(puzzle.puzzle)
app.command("simulate", epilog=examples(*simulate.EXAMPLES))(simulate.simulate)
app.command("travel", cls=travel.TravelCommand)(travel.travel)
app.command("study", epilog=examples(*study.EXAMPLES))(study.study)
app.command("feat", cls=feat.FeatCommand)(feat.feat)
app.command("ask", epilog=examples(*ask.EXAMPLES))(ask.ask_command)
app.command("reach", epilog=examples(*reach.EXAMPLES))(reach.reach)
app.command("route", epilog=examples(*route.EXAMPLES))(route.route)
app.command("threat", epilog=examples(*threat.EXAMPLES))(threat.threat)
app.command("venture", epilog=examples(*venture.EXAMPLES))(venture.venture)
app.command("army", epilog=examples(*army.EXAMPLES))(army.army)
app.command("map", epilog=examples(*table.MAP))(table.map_command)
app.command("table", epilog=examples(*table.TABLE))(table.table_command)
app.add_typer(corpus.app, name="corpus", epilog=examples(*corpus.EXAMPLES))
app.command("new-ruleset", epilog=examples(*new_ruleset.EXAMPLES))(new_ruleset.new_ruleset)
app.command("serve", epilog=examples(*serve.EXAMPLES))(serve.serve)
app.command("backup", epilog=examples(*serve.BACKUP))(serve.backup)
app.add_typer(admin.admin, name="admin", epilog=examples(*admin.EXAMPLES))
