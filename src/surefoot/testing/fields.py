"""The fields of a table in the corpus: values that a field takes, each beside one that is refused, as pairs of cases."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from surefoot.files.source import Way
from surefoot.table.words import instead
from surefoot.testing.given import NoSuchPath, by_name, changed, merged

KEYS = ("at", "clause", "rulesets", "takes", "refuses", "by", "instead", "where", "given", "expect")
NEEDED = ("clause", "at", "takes", "refuses")
# Adds a problem of the file.
Report = Callable[[Way, str], None]


def cases(entry: Any, base: Mapping[str, Any], way: Way, report: Report) -> list[dict[str, Any]]:
    """The cases of one field: each value that it takes, with a value that it refuses as the twin.

    >>> entry = {"clause": "move.pace", "at": "models.ann.profile.pace", "takes": [1, 40], "refuses": [0, 41]}
    >>> for case in cases(entry, {}, (), print):
    ...     print(case["name"], case["twin"]["set"])
    models.ann.profile.pace: 1 is read, 0 is refused {'models.ann.profile.pace': 0}
    models.ann.profile.pace: 40 is read, 41 is refused {'models.ann.profile.pace': 41}
    """
    if not isinstance(entry, dict) or any(key not in entry for key in NEEDED):
        report(way, f"a field needs {', '.join(NEEDED)}")
        return []
    for key in entry:
        if key not in KEYS:
            report((*way, key), f"no such key{instead(key, KEYS)}")
    takes, refuses = entry["takes"], entry["refuses"]
    for key in ("takes", "refuses"):
        if not isinstance(entry[key], list) or not entry[key]:
            report((*way, key), "expected a list of values")
            return []
    problem = {"where": entry.get("where", entry["at"])}
    problem |= {
        key: entry[written] for key, written in (("instead", "instead"), ("clause", "by")) if written in entry
    }
    found = []
    for index in range(max(len(takes), len(refuses))):
        # The shorter list ends with the value that all others are compared with.
        taken, refused = (values[min(index, len(values) - 1)] for values in (takes, refuses))
        try:
            given = changed(merged(base, by_name(entry.get("given", {}))), str(entry["at"]), taken)
        except NoSuchPath as nowhere:
            report((*way, "at"), str(nowhere))
            return []
        found.append(
            {
                **{key: entry[key] for key in ("clause", "rulesets") if key in entry},
                "name": f"{entry['at']}: {json.dumps(taken)} is read, {json.dumps(refused)} is refused",
                "given": given,
                "expect": entry.get("expect", {"verdict": "legal"}),
                "twin": {"set": {entry["at"]: refused}, "expect": {"invalid": [problem]}},
            }
        )
    return found
