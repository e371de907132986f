"""Tables that readers can move on in the manual: a file for each, and a link that becomes a table when it is asked for.

`docs/javascripts/try.js` loads the table, and with it everything else, only then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def link(address: str) -> str:
    """The link to a table, as Markdown."""
    return f"[Try it]({address}){{ .try-it }}"


def scenario_file(ruleset: str, given: Mapping[str, Any]) -> str:
    """A case of the corpus as a scenario: its table, without the moves that prove it."""
    table = {name: value for name, value in given.items() if name not in ("declare", "dice", "answers")}
    return json.dumps({"ruleset": ruleset, **table}, ensure_ascii=False)
