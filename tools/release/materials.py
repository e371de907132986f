"""What a release is made of: the packages it needs and the files of others that it carries, with their licences."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# The form of the bill: https://cyclonedx.org/docs/1.6/json/
FORMAT = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
# Some packages state their licence only in a classifier.
_CLASSIFIER = "License :: OSI Approved :: "
# And some only in their licence file: words by which it is known.
_WORDS = {
    "Permission is hereby granted, free of charge": "MIT",
    "Mozilla Public License Version 2.0": "MPL-2.0",
    "Permission to use, copy, modify, and/or distribute": "ISC",
}


def packages(root: Path) -> list[Distribution]:
    """Every package that Surefoot with its server needs here, directly or not, by name."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    direct = (*project["dependencies"], *project["optional-dependencies"]["server"])
    waiting = _applying(direct, ("",))
    found: dict[str, Distribution] = {}
    seen: set[str] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if str(wanted) not in seen:
            seen.add(str(wanted))
            found[name] = distribution(name)
            waiting += _applying(requires(name) or (), (*wanted.extras, ""))
    return [found[name] for name in sorted(found)]


def _applying(wanted: Iterable[str], extras: Iterable[str]) -> list[Requirement]:
    """The requirements that apply on this platform, with any of these extras."""
    read = [Requirement(each) for each in wanted]
    return [
        each
        for each in read
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
    ]


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
            "purl": f"pkg:pypi/{canonicalize_name(each.name)}@{each.version}",
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
    """The licence of a package, as it states it: an expression, a classifier, or its text."""
    said = package.metadata
    classifiers = [each for each in said.get_all("Classifier", []) if each.startswith(_CLASSIFIER)]
    expressions, texts = said.get_all("License-Expression", []), said.get_all("License", [])
    for stated in (*expressions, *(each.removeprefix(_CLASSIFIER) for each in classifiers), *texts):
        if stated:
            return str(stated).splitlines()[0]
    return _by_its_text(package).splitlines()[0]


def _by_its_text(package: Distribution) -> str:
    """The licence whose words stand in the licence file of a package."""
    for file in package.files or ():
        if "licenses" in file.parts:
            text = " ".join(file.read_text().split())
            return next((name for words, name in _WORDS.items() if words in text), "not stated")
    return "not stated"
