"""Prints a report of several declarations, for people or as JSON."""

from __future__ import annotations

from surefoot.answers.verdicts import Report, told_data
from surefoot.cli.json_output import print_json
from surefoot.referee.referee import ruleset_of


def show_report(told: Report, name: str, *, as_json: bool, verbose: bool, preview: bool) -> None:
    """Print each outcome, and the digest of the table after it."""
    ruleset = ruleset_of(told.start)
    if as_json:
        print_json(told_data(told, preview=preview))
        return
    # Imported here: JSON needs no tables.
    from surefoot.cli.show import Show, console

    show = Show(console(), ruleset.catalogue, told.start.unit, verbose=verbose)
    show.title(name, ruleset.written(told.start.options))
    for number, result in enumerate(told.outcomes, 1):
        show.outcome(result, number, preview=preview)
        ahead = told.ahead[number - 1] if preview else None
        if ahead is not None:
            show.ends(ahead)
    if not preview:
        show.state(told.now)
