"""Runs the games of a study: by processes of this machine, by Dask or by Ray, with the same rows.

The rows of each game are written to a file of their own as soon as it is over, under a name that is put in place only when
the file is whole. A study that was stopped, or lost a worker, plays only the games that are missing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from surefoot.collecting import collect_rarely
from surefoot.forecast.processes import processes
from surefoot.studies.games import played
from surefoot.studies.plan import Job, Study

Engine = Literal["processes", "dask", "ray"]
ENGINES: tuple[Engine, ...] = ("processes", "dask", "ray")


def run(
    study: Study,
    folder: Path,
    *,
    workers: int = 1,
    engine: Engine = "processes",
    address: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Play every game that the folder lacks; its rows are the same on every engine."""
    parts = folder / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    _same_plan(study, folder)
    missing = [job for job in study.jobs if not _part(parts, job).exists()]
    # Seed by seed: a tournament that was stopped has its matches from all seats.
    missing.sort(key=lambda job: job.seed)
    done = len(study.jobs) - len(missing)
    if progress is not None:
        progress(done, len(study.jobs))
    for job, rows in _played(study, missing, workers, engine, address):
        _written(_part(parts, job), rows)
        done += 1
        if progress is not None:
            progress(done, len(study.jobs))


def rows_of(study: Study, folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of all games and of their moves, in the order of the plan."""
    found = [json.loads(_part(folder / "parts", job).read_text(encoding="utf-8")) for job in study.jobs]
    return [each["game"] for each in found], [move for each in found for move in each["moves"]]


class OtherPlan(ValueError):
    """The folder holds the games of another plan."""


def _same_plan(study: Study, folder: Path) -> None:
    """Keep the digest of the plan and its tables; refuse a folder of another one."""
    text = json.dumps([study.form.model_dump(mode="json"), study.texts], sort_keys=True)
    digest = blake2b(text.encode(), digest_size=16).hexdigest()
    mark = folder / "plan.digest"
    if not mark.exists():
        _written_text(mark, digest)
    elif mark.read_text(encoding="utf-8") != digest:
        raise OtherPlan(f"{folder} holds the games of another plan: choose another folder")


def _part(parts: Path, job: Job) -> Path:
    return parts / f"{job.number:08d}.json"


def _written(path: Path, rows: dict[str, Any]) -> None:
    _written_text(path, json.dumps(rows, sort_keys=True))


def _written_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_suffix(f".{os.getpid()}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


# --- engines ------------------------------------------------------------------------------------


def _played(
    study: Study, jobs: list[Job], workers: int, engine: Engine, address: str
) -> Iterator[tuple[Job, dict[str, Any]]]:
    if engine == "dask":
        return _by_dask(study, jobs, workers, address)
    if engine == "ray":
        return _by_ray(study, jobs, workers, address)
    return _by_processes(study, jobs, workers) if workers > 1 else _here(study, jobs)


def _here(study: Study, jobs: list[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
    for job in jobs:
        yield job, played(study.form, study.texts[job.table], job)


# A worker that dies takes the others of its pool along; games that are missing then are played by a new one.
_MOST_POOLS = 5


def _by_processes(study: Study, jobs: list[Job], workers: int) -> Iterator[tuple[Job, dict[str, Any]]]:
    left = {job.number: job for job in jobs}
    for attempt in range(_MOST_POOLS):
        try:
            with processes(workers, collect_rarely) as pool:
                waiting = {
                    pool.submit(played, study.form, study.texts[job.table], job): job for job in left.values()
                }
                for done in as_completed(waiting):
                    rows = done.result()
                    yield left.pop(waiting[done].number), rows
            return
        except BrokenProcessPool:
            if attempt == _MOST_POOLS - 1:
                raise


def _by_dask(
    study: Study, jobs: list[Job], workers: int, address: str
) -> Iterator[tuple[Job, dict[str, Any]]]:
    from dask.distributed import Client, as_completed

    # Without an address a cluster of this machine is started, and ends with the study.
    given = {"address": address} if address else {"n_workers": workers, "threads_per_worker": 1}
    with Client(**given, dashboard_address=None) as client:
        waiting = {
            client.submit(played, study.form, study.texts[job.table], job, pure=False): job for job in jobs
        }
        for done in as_completed(list(waiting)):
            yield waiting[done], done.result()


def _by_ray(
    study: Study, jobs: list[Job], workers: int, address: str
) -> Iterator[tuple[Job, dict[str, Any]]]:
    import ray

    ray.init(address=address or None, num_cpus=None if address else workers, include_dashboard=False)
    try:
        remote = ray.remote(played)
        waiting = {remote.remote(study.form, study.texts[job.table], job): job for job in jobs}
        while waiting:
            (done,), _ = ray.wait(list(waiting), num_returns=1)
            yield waiting.pop(done), ray.get(done)
    finally:
        ray.shutdown()
