"""Random declarations with extreme profiles: no traceback, nothing that takes too long, nothing that takes too much memory.

Numbers of a random scenario are replaced by extreme ones; whatever the reader of files accepts must be judged in time.
Each seed runs in a process with a limit of memory, each question with a limit of time. Every failure is a scenario file.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import resource
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from surefoot.dice.host import Unanswered
from surefoot.files.declarations import declaration as read
from surefoot.files.problems import FileInvalid
from surefoot.forecast.odds import odds
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.questions import without_details
from surefoot.referee.referee import Malformed, check, judge, legal_actions, problems_of
from surefoot.referee.session import Session
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.plan import find_reach, find_route
from surefoot.routes.query import MoveQuery
from surefoot.routes.units import members
from surefoot.table.record import EMPTY
from surefoot.table.table import Table
from surefoot.testing.kit.casts import Cast, Fields, ReaderFailed, drawn_scenario, drawn_step, laid
from surefoot.testing.kit.games import Answers, written

# The number of declarations that are drawn for the table of a seed.
DECLARATIONS = 20
# How often a scenario has extreme numbers, how often each number is replaced then, and how often a board is left out.
_WILD, _REPLACED, _BOARDLESS = 0.7, 0.25, 0.1
# How often each of the dearer questions is asked about a declaration.
_ODDS, _ROUTES = 0.6, 0.15
# How often the game goes on from what a declaration led to.
_ONWARDS = 0.5
EXTREME = (
    0,
    1,
    2,
    3,
    5,
    6,
    7,
    10,
    12,
    20,
    30,
    60,
    90,
    99,
    100,
    120,
    240,
    500,
    1000,
    1440,
    9999,
    10**6,
    10**12,
    -1,
)
# A silent process is ended once it has used this many times the limit in processor time, at least this many seconds.
_PATIENCE, _LEAST = 12, 30.0
# How many such waits a process gets that a busy machine gives too little time.
_STARVED = 20


@dataclass(frozen=True)
class Limits:
    """What one question may take."""

    seconds: float = 5.0
    memory: int = 500_000_000


@dataclass(frozen=True)
class Stumble:
    """Something that was asked and went wrong: which seed, which question, what happened, and the scenario that shows it."""

    seed: int
    asked: str
    says: str
    scenario: Fields

    def __str__(self) -> str:
        return f"seed {self.seed}, {self.asked}: {self.says}"

    def written(self) -> str:
        """The scenario as a file, with what is wrong on top."""
        head = "\n".join(f"# {line}" for line in str(self).splitlines())
        return f"{head}\n{written(self.scenario)}"


class TooLong(BaseException):
    """A question takes longer than it may; no `except Exception` swallows it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLong once a block has used so much time of the processor."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# --- scenarios ------------------------------------------------------------------------------------


def wild_scenario(cast: Cast, dice: Random) -> Fields:
    """A random scenario with extreme numbers in its profiles, as far as the reader accepts them."""
    data = drawn_scenario(cast, dice)
    if dice.random() > _WILD:
        return data
    if dice.random() < _BOARDLESS:
        data = _accepted(cast, {key: value for key, value in data.items() if key != "board"}) or data
    for section in ("models", "units"):
        for name in data.get(section, {}):
            for way in _numbers(data[section][name]):
                if dice.random() < _REPLACED:
                    wild = _with(data, (section, name, *way), dice.choice(EXTREME))
                    data = _accepted(cast, wild) or data
    return data


def _accepted(cast: Cast, data: Fields) -> Fields | None:
    """The scenario if the reader accepts it."""
    try:
        laid(cast, data)
    except FileInvalid:
        return None
    return data


def _numbers(entry: Fields) -> list[tuple[str, ...]]:
    """Where the numbers of a model or a unit are that may be extreme."""

    def below(value: Any, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from below(each, (*way, name))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield way

    return [
        way
        for key in ("profile", "traits", "height", "base")
        if key in entry
        for way in below(entry[key], (key,))
    ]


def _with(data: Fields, way: tuple[str, ...], value: Any) -> Fields:
    """The same data with another value at one place."""
    first, *rest = way
    return {**data, first: _with(data[first], tuple(rest), value) if rest else value}


def _extreme(value: Any, dice: Random) -> Any:
    """The same data with some of its numbers replaced."""
    if isinstance(value, dict):
        return {name: _extreme(each, dice) for name, each in value.items()}
    if isinstance(value, bool) or not isinstance(value, (int, float)) or dice.random() > _REPLACED:
        return value
    return dice.choice(EXTREME)


def _wild_fields(fields: Fields, dice: Random) -> Fields:
    """A declaration with extreme details, or a path that says heights."""
    found = {
        name: value
        if name in ("who", "path", "target", "action", "happen", "tick")
        else _extreme(value, dice)
        for name, value in fields.items()
    }
    height = dice.choice([0, 1, 2, 3, -1, -4])
    if "path" in found and dice.random() < 0.3:
        found["path"] = _lifted(found["path"], height)
    plan = found.get("plan")
    if isinstance(plan, dict) and isinstance(plan.get("paths"), dict) and dice.random() < 0.3:
        found["plan"] = {"paths": {name: _lifted(path, height) for name, path in plan["paths"].items()}}
    return found


def _lifted(path: list[Any], height: float) -> list[Any]:
    """A path whose points say at which height they are meant."""
    return [[*leg, height] if isinstance(leg, list) and len(leg) == 2 else leg for leg in path]


# --- questions ------------------------------------------------------------------------------------

Ask = Callable[[Table, Declaration, Random], Any]


def _checked(table: Table, declaration: Declaration, _: Random) -> Any:
    result = check(table, declaration)
    for who in declaration.who[:1]:
        legal_actions(table, who)
    return result


def _moved(table: Table, declaration: Declaration, dice: Random) -> Table:
    """The table after a declaration, made as a game makes it: answer by answer."""
    if judge(table, declaration, nearest=False).verdict == "illegal":
        return table
    session = Session(table)
    session.declare(declaration)
    try:
        session.play_out(Answers(str(dice.random())))
    except Unanswered:
        return table
    return session.now


def _odds(table: Table, declaration: Declaration, _: Random) -> Any:
    try:
        return odds(table, declaration, hasty=True).over("end")
    except Unanswered:
        return None


def _path_action(table: Table, who: str, declared: str) -> str:
    known = [
        each.name for each, _ in legal_actions(table, who) if each.path != "none" and each.kind == "declare"
    ]
    return declared if declared in known else known[0] if known else ""


def _reached(table: Table, declaration: Declaration, _: Random) -> Any:
    who = declaration.actor
    first = members(table, who)[0] if who in table.units and members(table, who) else who
    if first not in table.models or not table.models[first].place.on_table:
        return None
    action = _path_action(table, first, declaration.action)
    if not action:
        return None
    try:
        return find_reach(table, who, action).outlines(1.0)
    except (Unpriced, Malformed):
        return None


def _routed(table: Table, declaration: Declaration, dice: Random) -> Any:
    who = declaration.actor
    first = members(table, who)[0] if who in table.units and members(table, who) else who
    if first not in table.models or not table.models[first].place.on_table:
        return None
    action, pose = _path_action(table, first, declaration.action), table.pose(first)
    if not action:
        return None
    to = round(pose.x + dice.uniform(-6, 6), 2), round(pose.y + dice.uniform(-6, 6), 2)
    try:
        target = "" if who in table.units else declaration.target
        return find_route(table, who, action, to, MoveQuery(target=target))
    except (Unpriced, Malformed):
        return None


def _told(table: Table, declaration: Declaration, dice: Random) -> Any:
    """One of the questions that need no details, as `surefoot ask` asks it."""
    who = declaration.actor
    if who not in table.models and who not in table.units:
        return None
    found = without_details(table, who)
    return found[dice.choice([*found])](table, who, EMPTY)


ASKED: dict[str, tuple[Ask, float]] = {
    "check": (_checked, 1.0),
    "odds": (_odds, _ODDS),
    "reach": (_reached, _ROUTES),
    "route": (_routed, _ROUTES),
    "ask": (_told, _ROUTES),
    "move": (_moved, 1.0),
}


# --- one seed -------------------------------------------------------------------------------------


def stumbles(
    cast: Cast, seed: int, limits: Limits, told: Callable[[str, Fields], None] = lambda asked, scenario: None
) -> Iterator[tuple[int, Stumble | None]]:
    """Everything that goes wrong on the table of a seed, one entry for each declaration; `told` hears what comes next."""
    dice = Random(f"stress {cast.ruleset} {seed}")
    try:
        data = wild_scenario(cast, dice)
        start = table = laid(cast, data)
    except ReaderFailed as failed:
        yield 1, Stumble(seed, "read", _raised(failed.__cause__ or failed), failed.scenario)
        return
    made: list[Fields] = []
    for _ in range(DECLARATIONS):
        scenario = {"ruleset": cast.ruleset, **data, "declare": made}
        try:
            drawn = drawn_step(cast, table, dice)
        except Exception as error:  # noqa: BLE001  # what is looked for
            yield 1, Stumble(seed, "actions", _raised(error), scenario)
            return
        if drawn is None:
            continue
        fields = _wild_fields(drawn[0], dice) if dice.random() < 0.5 else drawn[0]
        scenario = {**scenario, "declare": [*made, fields]}
        found, table = _one(table, fields, scenario, Random(dice.random()), limits, seed, told)
        if table is not start and found is None and dice.random() < _ONWARDS:
            made, start = [*made, fields], table
        else:
            table = start
        yield 1, found
        if found is not None:
            return


def _one(
    table: Table,
    fields: Fields,
    scenario: Fields,
    dice: Random,
    limits: Limits,
    seed: int,
    told: Callable[[str, Fields], None],
) -> tuple[Stumble | None, Table]:
    """What goes wrong with one declaration, and the table that it leads to."""
    asked = "read"
    told(asked, scenario)
    try:
        with within(limits.seconds):
            try:
                declaration = read(table, **fields)
            except FileInvalid:
                return None, table
        if problems_of(declaration, table):
            return None, table
        after = table
        for asked, (ask, share) in ASKED.items():
            if dice.random() < share:
                told(asked, {})
                with within(limits.seconds):
                    answer = ask(table, declaration, dice)
                after = answer if asked == "move" else after
    except TooLong:
        return Stumble(seed, asked, f"takes more than {limits.seconds:g} s\n{_where()}", scenario), table
    except MemoryError:
        return Stumble(seed, asked, f"takes more than {limits.memory // 10**6} MB", scenario), table
    except Exception as error:  # noqa: BLE001  # what is looked for
        return Stumble(seed, asked, _raised(error), scenario), table
    return None, after


def _raised(error: BaseException) -> str:
    return f"raised {''.join(traceback.format_exception(error, limit=-4))}"


def _where() -> str:
    return traceback.format_exc(limit=-6)


# --- many seeds -----------------------------------------------------------------------------------


def campaign(
    cast: Cast, seeds: Iterable[int], limits: Limits | None = None, each: int = 10
) -> Iterator[tuple[int, int, Stumble | None]]:
    """Put the declarations of many seeds to the referee, some seeds to a process: seed, how many, and what went wrong."""
    limits = limits or Limits()
    left = list(seeds)
    while left:
        batch = left[:each]
        done = 0
        for seed, count, found in _process(cast, batch, limits):
            yield seed, count, found
            done = batch.index(seed) + 1 if count == 0 or found is not None else done
        left = left[max(done, 1) :]


def _process(cast: Cast, batch: list[int], limits: Limits) -> Iterator[tuple[int, int, Stumble | None]]:
    """The seeds of a batch in a process of their own; it ends with the first that goes wrong."""
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(cast, batch, limits, theirs), daemon=True)
    worker.start()
    theirs.close()
    last: tuple[int, str, Fields] = (batch[0], "read", {})
    scenario: Fields = {}
    begun, waited = _spent(worker.pid), 0
    try:
        while True:
            patience = max(_LEAST, limits.seconds * _PATIENCE)
            if not mine.poll(patience):
                waited += 1
                if waited < _STARVED and _spent(worker.pid) - begun < patience:
                    continue
                says = f"takes more than {patience:g} s and could not be interrupted"
                yield last[0], 1, Stumble(last[0], last[1], says, scenario)
                return
            try:
                sent = mine.recv()
            except EOFError:
                if worker.exitcode not in (0, None) or last[1]:
                    says = "ended the process: out of memory, or worse"
                    yield last[0], 1, Stumble(last[0], last[1], says, scenario)
                return
            begun, waited = _spent(worker.pid), 0
            if sent[0] == "asks":
                _, seed, asked, given = sent
                scenario = json.loads(given) if given else scenario
                last = (seed, asked, scenario)
            elif sent[0] == "done":
                yield sent[1], 0, None
            elif sent[0] == "over":
                return
            else:
                yield sent[1:]
    finally:
        worker.kill()
        worker.join()
        mine.close()


def _spent(process: int | None) -> float:
    """The processor time of a process in seconds; infinite where the system does not tell."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return math.inf
    user, system = told.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _work(cast: Cast, batch: list[int], limits: Limits, out: Connection) -> None:
    """In its own process: judge the declarations of some seeds and say what is done before it is done."""
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, limits.memory))
    for seed in batch:

        def told(asked: str, scenario: Fields, seed: int = seed) -> None:
            out.send(("asks", seed, asked, json.dumps(scenario) if scenario else ""))

        for count, found in stumbles(cast, seed, limits, told):
            out.send(("found", seed, count, found))
            if found is not None:
                out.send(("over",))
                return
        out.send(("done", seed))
    out.send(("over",))
