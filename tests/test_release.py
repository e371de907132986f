"""What a release brings along: pinned packages, a bill of materials, licences, sums, archives that are always the same."""

import gzip
import io
import json
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from tools.release.archives import repacked
from tools.release.materials import bill, licences, packages
from tools.release.sums import checksums, signed

import surefoot

ROOT = Path(__file__).parent.parent


def test_every_public_name_of_0_1_is_still_there() -> None:
    names = (ROOT / "tests/old/data/names.txt").read_text(encoding="utf-8").split()
    assert len(names) > 30
    assert [name for name in names if name not in surefoot.__all__ or not hasattr(surefoot, name)] == []


def test_every_package_that_is_needed_is_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "deploy/requirements.lock").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[a-z0-9])", lock)
    pinned = {re.sub(r"[-_.]+", "-", re.split(r"[=\[]", block)[0]).lower(): block for block in blocks}
    extras = project["optional-dependencies"]
    for wanted in [*project["dependencies"], *extras["server"], *extras["40k"]]:
        name = re.sub(r"[-_.]+", "-", re.split(r"[^A-Za-z0-9._-]", wanted)[0]).lower()
        assert "==" in pinned[name].splitlines()[0]
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_bill_of_materials_names_everything_with_its_licence() -> None:
    components = json.loads(bill(ROOT))["components"]
    named = {each["name"].lower() for each in components}
    assert {"psycopg-binary", "pydantic", "shapely", "uvicorn", "three", "archivo"} <= named
    assert [
        each["name"] for each in components if each["licenses"][0]["license"]["name"] == "not stated"
    ] == []
    page = licences(ROOT)
    assert all(f"| {package.name} {package.version} |" in page for package in packages(ROOT))


def test_a_source_archive_has_neither_times_nor_names_of_its_own(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "other")):
        with tarfile.open(tmp_path / f"{name}.tar.gz", "w:gz") as archive:
            for file in sorted(("b.txt", "a.txt"), reverse=bool(number)):
                member = tarfile.TarInfo(f"surefoot/{file}")
                member.size, member.mtime, member.uname = 3, 1000 + number, name
                archive.addfile(member, io.BytesIO(file[:3].encode()))
        repacked(tmp_path / f"{name}.tar.gz", 1_700_000_000)
    one, other = ((tmp_path / f"{name}.tar.gz").read_bytes() for name in ("one", "other"))
    assert one == other
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(one))) as archive:
        assert [(each.name, each.mtime, each.uname) for each in archive] == [
            ("surefoot/a.txt", 1_700_000_000, ""),
            ("surefoot/b.txt", 1_700_000_000, ""),
        ]


def test_checksums_are_signed_and_a_changed_file_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "archive").write_text("content", encoding="utf-8")
    sums = checksums(folder)
    subprocess.run(
        ["sha256sum", "--check", "--strict", sums.name], cwd=folder, check=True, capture_output=True
    )
    key = tmp_path / "key"
    made = subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.fail("ssh-keygen makes no key")
    signature = signed(sums, key)
    (tmp_path / "maintainers").write_text(
        f"releases {key.with_suffix('.pub').read_text(encoding='utf-8')}", encoding="utf-8"
    )
    check = ["ssh-keygen", "-Y", "verify", "-n", "surefoot-release", "-I", "releases"]
    check += ["-f", str(tmp_path / "maintainers"), "-s", str(signature)]
    assert subprocess.run(check, input=sums.read_bytes(), check=False, capture_output=True).returncode == 0
    assert subprocess.run(check, input=b"forged", check=False, capture_output=True).returncode != 0
    (folder / "archive").write_text("changed", encoding="utf-8")
    again = subprocess.run(["sha256sum", "--check", sums.name], cwd=folder, check=False, capture_output=True)
    assert again.returncode != 0


@pytest.mark.parametrize("name", ["ci", "release"])
def test_a_workflow_runs_what_there_is(name: str) -> None:
    workflow = YAML(typ="safe").load(ROOT / ".github/workflows" / f"{name}.yml")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    runs = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    assert ".ci/run" in runs
    asked = {word for run in runs for made in re.findall(r"^make ([a-z ]+)", run) for word in made.split()}
    assert asked <= targets
    assert all(needed in workflow["jobs"] for job in workflow["jobs"].values() for needed in _needs(job))


def _needs(job: dict[str, object]) -> list[str]:
    needs = job.get("needs", [])
    return [needs] if isinstance(needs, str) else list(needs)  # type: ignore[call-overload]
