"""What a release is made of: the packages it needs and the files of others that it carries, with their licences."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from pathlib import Path
from typing import Any

# The form of the bill: https://cyclonedx.org/docs/1.6/json/
FORMAT = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
# Some packages state their licence only in a classifier.
_CLASSIFIER = "License :: OSI Approved :: "


def packages(root: Path) -> list[Distribution]:
    """Every package that Surefoot with its server needs here, directly or not, by name."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    found: dict[str, Distribution] = {}
    while waiting:
        wanted = waiting.pop()
        name = _named(wanted)
        if name in found or "extra ==" in wanted:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            # For another platform.
            continue
        waiting += requires(name) or ()
    return [found[name] for name in sorted(found)]


def carried(root: Path) -> dict[str, dict[str, Any]]:
    """The files of others that the page carries, by name and version."""
    listed = (root / "src/surefoot/server/page/vendor/vendor.json").read_text(encoding="utf-8")
    return dict(json.loads(listed))


def bill(root: Path) -> str:
    """The bill of materials as JSON (CycloneDX)."""
    components = [
        {
            "type": "library",
            "name": each.name,
            "version": each.version,
            "purl": f"pkg:pypi/{_named(each.name)}@{each.version}",
            "licenses": [{"license": {"name": licence(each)}}],
        }
        for each in packages(root)
    ]
    for name, about in carried(root).items():
        package, _, version = name.rpartition("-")
        components.append(
            {
                "type": "library",
                "name": package,
                "version": version,
                "purl": f"pkg:npm/{package}@{version}",
                "licenses": [{"license": {"name": about["licence"]}}],
            }
        )
    return json.dumps({**FORMAT, "components": components}, indent=1) + "\n"


def licences(root: Path) -> str:
    """The licences of everything that is shipped or installed, as a page."""
    rows = [f"| {each.name} {each.version} | {licence(each)} | installed |" for each in packages(root)]
    rows += [f"| {name} | {about['licence']} | part of the page |" for name, about in carried(root).items()]
    head = [
        "# Licences",
        "",
        "Surefoot itself is under the Apache License 2.0.",
        "",
        "| what | licence | how |",
    ]
    return "\n".join([*head, "| --- | --- | --- |", *rows, ""])


def licence(package: Distribution) -> str:
    """The licence of a package, as it states it: an expression, a classifier, or the first line of its text."""
    said = package.metadata
    classifiers = [each for each in said.get_all("Classifier", []) if each.startswith(_CLASSIFIER)]
    stated = said.get("License-Expression") or (classifiers and classifiers[0].removeprefix(_CLASSIFIER))
    return str(stated or (said.get("License") or _first_line(package)).splitlines()[0])


def _first_line(package: Distribution) -> str:
    """The first line of the licence file of a package: most texts begin with their title."""
    for file in package.files or ():
        if "licenses" in file.parts:
            lines = [line.strip() for line in file.read_text().splitlines() if line.strip()]
            return lines[0] if lines else "not stated"
    return "not stated"


def _named(requirement: str) -> str:
    """The normal name of a package, from a requirement."""
    match = _NAME.match(requirement)
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()
