"""`surefoot feat`: the test and the odds of one feat of one character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.calculator import CalculatorCommand, profile, typed_character, wordy_fields
from surefoot.cli.exits import ExitCode, handled
from surefoot.language.sentence import sentence
from surefoot.language.speaker import text

if TYPE_CHECKING:
    from surefoot.answers.calculators.feats import Feat
    from surefoot.referee.calculators import Input


class FeatCommand(CalculatorCommand):
    """The command with the feats and circumstances of a ruleset."""

    def offered(self, ruleset: str) -> tuple[tuple[Input, ...], tuple[str, ...], Mapping[str, str]]:
        """The circumstances, the examples, and the help of the arguments."""
        from surefoot.answers.calculators.offers import feats_of

        feats = feats_of(ruleset).feats
        groups: dict[str, list[str]] = {}
        for each in feats.feats:
            amount = each.amounts[0]
            groups.setdefault(f"{amount.title} in {amount.unit}", []).append(each.name)
        amounts = " ".join(f"{kind}: {', '.join(names)}." for kind, names in groups.items())
        helps = {
            "name": f"The feat: {', '.join(each.name for each in feats.feats)}.",
            "amount": amounts,
            "who": f"The character: '{typed_character(feats.example)}'.",
        }
        return feats.inputs, feats.commands, helps


@handled
def feat(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="FEAT", help="The feat.")],
    amount: Annotated[float, typer.Argument(metavar="AMOUNT", help="How much of it.")],
    who: Annotated[str, typer.Option("--who", "-w", metavar="TEXT", help="The character.")] = "",
    ruleset: Annotated[
        str,
        typer.Option(metavar="NAME", help="The ruleset; the first one with feats if left out."),
    ] = "",
    dice: Annotated[str, typer.Option(metavar="FACES", help="Use these rolls: 41 or 41,5.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Roll with this seed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Show the test for a feat, and the odds of each result.

    Without dice, nothing is rolled: you see every result, its probability and its effect. With --dice or --seed
    the feat is rolled and its outcome shown.
    """
    if dice and seed is not None:
        raise typer.BadParameter(text("Use --dice or --seed, not both"))
    from surefoot.answers.calculators.feats import Asked, feat_data, tried
    from surefoot.answers.calculators.offers import feats_of
    from surefoot.cli.json_output import print_json
    from surefoot.cli.typed_dice import given_dice

    offered = feats_of(ruleset)
    asked = Asked(name, amount, profile(who, wordy_fields(offered.ruleset)), context.obj)
    done = tried(offered, asked, given_dice(dice), seed)
    if as_json:
        print_json(feat_data(done))
    else:
        _in_words(done)
    if done.judged.verdict == "illegal":
        return ExitCode.ILLEGAL
    waits = done.made is not None and done.made.run.unanswered is not None
    return ExitCode.ANSWER_NEEDED if waits else ExitCode.OK


def _in_words(done: Feat) -> None:
    from rich.table import Table as Grid

    from surefoot.cli.show import Show, console
    from surefoot.referee.referee import ruleset_of
    from surefoot.referee.speaking import speaker

    table = done.laid.table
    if done.made is not None or not done.spans:
        rules = ruleset_of(table)
        show = Show(console(), rules.catalogue, rules.unit)
        show.outcome(done.made or done.judged, 0, preview=done.made is None)
        return
    out = console()
    words = speaker(table)
    for test in done.judged.tests[:1]:
        needs = f": {words(test.needs)}" if test.needs else ""
        out.print(f"{words(test.label)}{needs}", style="bold")
        for modifier in test.modifiers:
            out.print(f"  {modifier.value:+d} {words(modifier.says)}")
        for aim in test.aims:
            out.print(f"  {words(aim.what)}: {words(aim.needs)}, {words.percent(aim.odds)}")
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column(text("result"))
    grid.add_column(text("chance"), justify="right")
    grid.add_column(text("effect"))
    for each in done.spans:
        means = "\n".join(
            what if len(each.means) == 1 else f"{words.percent(share)}: {what}" for what, share in each.means
        )
        grid.add_row(words(sentence(each.says)), words.percent(each.chance), means)
    out.print(grid)
    out.print(text("Rules"), style="dim")
    for clause in done.judged.clauses:
        out.print(f"  {words.rule(clause)}", style="dim")
