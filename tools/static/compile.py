"""Runs inside Pyodide: compiles /site into /compiled, and writes answers that never change into /answers."""

import py_compile
import sys
from pathlib import Path

SITE, COMPILED, ANSWERS = Path("/site"), Path("/compiled"), Path("/answers")

for source in sorted(SITE.rglob("*.py")):
    name = source.relative_to(SITE)
    target = COMPILED / name.with_suffix(".pyc")
    target.parent.mkdir(parents=True, exist_ok=True)
    # Without sources beside them; the shown name is that of the source.
    py_compile.compile(
        str(source),
        str(target),
        dfile=str(name),
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )

sys.path.insert(0, str(SITE))

import surefoot_geos  # type: ignore[import-not-found]  # noqa: E402  # compile.mjs registers it

from surefoot.server.in_browser import outlines  # noqa: E402  # only now can it be found

outlines.install(surefoot_geos)

from surefoot.answers.bundled import bundled  # noqa: E402
from surefoot.answers.rulesets import installed_rulesets  # noqa: E402
from surefoot.server import questions  # noqa: E402

kept = {
    "scenarios": questions.scenarios(),
    "rulesets": questions.rulesets(),
    "schema/scenario": questions.schema(),
}
kept |= {f"scenarios/{name}": questions.scenario(name) for name in bundled()}
kept |= {f"rulesets/{each.name}/clauses": questions.clauses(each.name) for each in installed_rulesets()}
for address, content in kept.items():
    path = ANSWERS / "v1" / f"{address}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
