"""Everything that a ruleset needs, in one module: version 1 of the interface for authors.

    from surefoot.author import Action, Break, Fare, Lens, Ruleset, Tariff, follow, judge

A ruleset states its prices as data (`Tariff`), judges a declared path with `judge`, moves along it with `follow`, asks with
`Roll`, `Choice`, `Ruling` and `Plan`, changes the table with `do`, and refuses with `Refused`. Nothing else of Surefoot need be
imported; what is not named here may change without notice. `docs/author-reference.md` shows each name in use.
"""

from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import (
    Break,
    Choice,
    Modifier,
    Plan,
    Procedure,
    Refused,
    Roll,
    Ruling,
    chain,
    choose,
    do,
    passed,
    plan,
    roll,
    rule,
    sub,
)
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.language import Length, Text, Thing, Who, say
from surefoot.referee.bill import point
from surefoot.referee.calculators import Attempt, Feats, Input, Journeys, Task
from surefoot.referee.catalogue import load as catalogue
from surefoot.referee.following import Path, follow, judge, walk
from surefoot.referee.itinerary import Hold, Leg, Stride
from surefoot.referee.lens import Lens, Models, Pieces, Zone
from surefoot.referee.protocol import (
    Action,
    Answer,
    Cohesion,
    Crossing,
    Declaration,
    Detail,
    Opening,
    Planning,
    Problem,
    Question,
    RolledAllowance,
    Ruleset,
)
from surefoot.referee.tariff import Fare, KeepOut, Limit, Rate, Tariff
from surefoot.referee.unit_plan import UnitPlan, UnreadablePlan
from surefoot.referee.values import OneOf, Switch, Whole
from surefoot.referee.vocabulary import Entry, Sheet, Vocabulary, Word
from surefoot.table.effects import (
    Became,
    Counted,
    Expired,
    Moved,
    Noted,
    PieceChanged,
    Removed,
    Reported,
    Stopped,
)
from surefoot.table.model import Model
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from surefoot.table.words import instead

__all__ = [
    "D3",
    "D6",
    "Action",
    "Answer",
    "AtLeast",
    "Attempt",
    "Became",
    "Break",
    "Choice",
    "Cohesion",
    "Counted",
    "Crossing",
    "Declaration",
    "Detail",
    "Entry",
    "Expired",
    "Fare",
    "Feats",
    "Game",
    "Hold",
    "Input",
    "Journeys",
    "KeepOut",
    "Leg",
    "Length",
    "Lens",
    "Limit",
    "Model",
    "Models",
    "Modifier",
    "Moved",
    "Noted",
    "OneOf",
    "Opening",
    "Path",
    "Piece",
    "PieceChanged",
    "Pieces",
    "Place",
    "Plan",
    "Planning",
    "Problem",
    "Procedure",
    "Question",
    "Rate",
    "Record",
    "Refused",
    "Removed",
    "Reported",
    "Roll",
    "RolledAllowance",
    "Ruleset",
    "Ruling",
    "Sheet",
    "Stopped",
    "Stride",
    "Switch",
    "Table",
    "Tariff",
    "Task",
    "Text",
    "Thing",
    "Total",
    "UnitPlan",
    "UnreadablePlan",
    "Vocabulary",
    "Who",
    "Whole",
    "Word",
    "Zone",
    "beyond",
    "catalogue",
    "chain",
    "choose",
    "dice",
    "do",
    "follow",
    "from_lattice",
    "instead",
    "judge",
    "passed",
    "plan",
    "point",
    "roll",
    "rule",
    "say",
    "sub",
    "walk",
    "within",
]
