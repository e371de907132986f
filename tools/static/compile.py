"""Runs inside Pyodide: compiles the modules in /site, and writes into /engine answers that never change, and Python's own library.

That library comes as sources, which would be compiled at every start: it was half of the wait.
"""

import importlib._bootstrap_external as importing
import py_compile
import sys
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

SITE, ENGINE = Path("/site"), Path("/engine")
LIBRARY = "/lib/python314.zip/"
# What nobody imports in a browser: debuggers, test tools, mail, servers and processes.
LEFT_OUT = (
    *("_pyrepl/", "multiprocessing/", "unittest/", "wsgiref/", "xmlrpc/", "ctypes/macholib/", "sqlite3/"),
    *(
        "bdb.py",
        "doctest.py",
        "ftplib.py",
        "imaplib.py",
        "mailbox.py",
        "pdb.py",
        "pickletools.py",
        "poplib.py",
    ),
    *("pydoc.py", "smtplib.py", "socketserver.py", "tabnanny.py", "timeit.py", "trace.py", "zipapp.py"),
)

for source in sorted(SITE.rglob("*.py")):
    if Path(cache_from_source(str(source))).exists():
        # An earlier build has compiled it.
        continue
    # The shown name is that of the source, which no browser has.
    name = str(source.relative_to(SITE))
    py_compile.compile(
        str(source), dfile=name, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )

# So that catalogues are kept as JSON beside those in YAML, which take long to read.
sys.dont_write_bytecode = False
sys.path.insert(0, str(SITE))

import surefoot_geos  # type: ignore[import-not-found]  # noqa: E402  # compile.mjs registers it

from surefoot.server.in_browser import outlines  # noqa: E402  # only now can it be found

outlines.install(surefoot_geos)

from surefoot.answers.bundled import bundled  # noqa: E402
from surefoot.answers.rulesets import installed_rulesets  # noqa: E402
from surefoot.server import questions  # noqa: E402
from surefoot.server.limits import Limits  # noqa: E402

kept = {
    "scenarios": questions.scenarios(),
    "rulesets": questions.rulesets(),
    "schema/scenario": questions.schema(),
}
for name, file in bundled().items():
    kept[f"scenarios/{name}"] = questions.scenario(name)
    # As `POST /v1/table` gives it: pictures of bundled tables are there before Python is.
    asked = questions.as_json({"scenario": file.read_text(encoding="utf-8")})
    kept[f"scenarios/{name}/table"] = questions.answered("table", asked, Limits())
kept |= {f"rulesets/{each.name}/clauses": questions.clauses(each.name) for each in installed_rulesets()}
for address, content in kept.items():
    path = ENGINE / "answers" / "v1" / f"{address}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

# What has been imported by now is compiled, without descriptions; the rest is smaller as it is.
origins = (
    getattr(getattr(module, "__spec__", None), "origin", None) for module in list(sys.modules.values())
)
used = {str(origin).removeprefix(LIBRARY) for origin in origins if str(origin).startswith(LIBRARY)}
packed = ENGINE / "python_stdlib.zip"
with zipfile.ZipFile(packed) as given:
    library = {entry: given.read(entry) for entry in sorted(given.namelist()) if not entry.endswith("/")}
with zipfile.ZipFile(packed, "w") as made:
    for entry, content in library.items():
        if entry.startswith(LEFT_OUT):
            continue
        stored_as, stored = entry, content
        if entry in used and entry.endswith(".py"):
            code = compile(content, LIBRARY + entry, "exec", dont_inherit=True, optimize=2)
            stored_as = f"{entry}c"
            stored = importing._code_to_hash_pyc(code, bytes(8), checked=False)  # type: ignore[attr-defined]
        # With no date of today: the same bytes whenever it is built.
        made.writestr(zipfile.ZipInfo(stored_as), stored, zipfile.ZIP_DEFLATED, 9)
