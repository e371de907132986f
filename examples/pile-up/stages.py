"""Draw the pile-up stage by stage: the start, every collision, and the end.

python examples/pile-up/stages.py
"""

from __future__ import annotations

from pathlib import Path

import surefoot
from surefoot.dice.requests import Do
from surefoot.dice.responders import script
from surefoot.draw.compose import picture
from surefoot.draw.svg import svg
from surefoot.table.effects import Reported, apply
from surefoot.table.table import Table

HERE = Path(__file__).parent


def stages() -> list[tuple[str, Table]]:
    """The table at each stage, with a title."""
    scenario = surefoot.load(HERE.parent / "pile-up.yaml")
    ram = surefoot.move(scenario.table, scenario.declarations[0], script(scenario.answers))
    table = scenario.table
    found = [("As it is laid", table)]
    for step in ram.run.steps:
        if isinstance(step, Do):
            table = apply(table, step.effect)
            if isinstance(step.effect, Reported) and step.effect.what == "collides":
                found.append((f"{step.effect.who} meets {step.effect.details.text('with')}", table))
    return [*found, ("When everything has come to rest", table)]


def drawn() -> dict[str, str]:
    """The picture of each stage, by the name of its file."""
    pictures = {}
    for number, (title, table) in enumerate(stages(), 1):
        name = f"{number}-{title.lower().replace(' ', '-')}.svg"
        pictures[name] = svg(picture(table, (), whole=True, title=title), width=720.0)
    return pictures


if __name__ == "__main__":
    for name, text in drawn().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(HERE / name)
