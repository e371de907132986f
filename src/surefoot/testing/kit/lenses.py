"""What things on a table are to a model that walks, for whatever ruleset it is played by."""

from __future__ import annotations

from surefoot.referee.lens import Lens
from surefoot.referee.protocol import Ruleset
from surefoot.table.table import Table


def walking_lens(ruleset: Ruleset, table: Table, who: str) -> Lens | None:
    """What things are to a model that walks: the lens of the first action that takes a path."""
    walked = next((action.name for action in ruleset.actions.values() if action.path != "none"), "")
    tariffs = ruleset.tariffs(table, who, walked) if walked else ()
    return tariffs[0].lens if tariffs else None
