"""A PostgreSQL of our own for as long as it is needed, run by somebody who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg


class NoPostgreSQL(RuntimeError):
    """The programs are not installed."""


def program(name: str) -> str:
    """A program of PostgreSQL, where Debian hides it or on the path."""
    hidden = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(hidden[-1]) if hidden else shutil.which(name)
    if not found:
        raise NoPostgreSQL(f"{name} is not installed: apt-get install postgresql")
    return found


class Cluster:
    """A cluster in a folder of its own, reached through a socket in that folder."""

    def __init__(self, folder: Path, source: Cluster | None = None) -> None:
        self.folder = folder
        self.data = folder / "data"
        # PostgreSQL refuses to be run by root; Debian's package brings somebody to run it.
        self.runner = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self._made = 0
        if os.geteuid() == 0:
            shutil.chown(folder, self.runner)
        if source is None:
            self._run(
                "initdb", "-D", self.data, "-A", "trust", "-U", "surefoot", "--no-instructions", "--no-sync"
            )
        else:
            # A copy that follows the other one: `-R` writes down whom.
            copy = ("-D", self.data, "-h", source.folder, "-U", "surefoot", "-R", "-X", "stream")
            self._run("pg_basebackup", *copy, "-c", "fast", "--no-sync")

    def _run(self, name: str, *arguments: Any) -> None:
        given: dict[str, Any] = (
            {"user": self.runner, "group": pwd.getpwnam(self.runner).pw_gid} if os.geteuid() == 0 else {}
        )
        command = [program(name), *(str(each) for each in arguments)]
        quiet: Any = subprocess.DEVNULL
        subprocess.run(command, check=True, cwd=self.folder, stdout=quiet, stderr=quiet, timeout=300, **given)

    def start(self) -> None:
        # After a cut PostgreSQL flushes each of its files, which takes seconds, unless it may flush the disk as a whole.
        settings = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c recovery_init_sync_method=syncfs"
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-o", settings, "start")

    def stop(self, how: str = "immediate") -> None:
        """Immediate is what a power cut is: recovery when it starts again."""
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def promote(self) -> None:
        """A cluster that follows another one takes its place."""
        self._run("pg_ctl", "-D", self.data, "-w", "promote")

    def configure(self, line: str) -> None:
        """Add a line to the settings that win over all others."""
        with (self.data / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        self._run("pg_ctl", "-D", self.data, "reload")

    @property
    def pid(self) -> int:
        """The process that runs all others."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def ask(self, statement: str) -> list[Any]:
        """The rows of a statement, if it has any."""
        where = f"host={self.folder} user=surefoot dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description is not None else []

    def restart(self) -> None:
        """Cut it off and start it again at once."""
        self.stop()
        self.start()

    def database(self) -> str:
        """The URL of an empty room in the database: a schema costs nothing, a database hundreds of files to flush."""
        self._made += 1
        name = f"games{self._made}"
        self.ask(f"CREATE SCHEMA {name}")
        return f"postgresql://surefoot@/postgres?host={self.folder}&options=-csearch_path%3D{name}"


@contextmanager
def running() -> Iterator[Cluster]:
    # The name of a socket must be short, so it does not lie in the folder of the test.
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


class Replicated:
    """Two PostgreSQL clusters: one serves, the other follows it, synchronously; and they change places."""

    def __init__(self, folder: Path) -> None:
        self.serving = self._made(folder / "a", None)
        self.following = self._made(folder / "b", self.serving)
        self._settle()

    @staticmethod
    def _made(folder: Path, source: Cluster | None) -> Cluster:
        folder.mkdir()
        made = Cluster(folder, source)
        made.start()
        return made

    def _settle(self) -> None:
        """From now on a commit waits for the other cluster."""
        self.serving.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.serving.ask("SELECT pg_reload_conf()")
        for _ in range(600):
            if self.serving.ask("SELECT sync_state FROM pg_stat_replication") == [("sync",)]:
                return
            time.sleep(0.1)
        raise RuntimeError("the second cluster does not follow")

    def url(self, schema: str = "games") -> str:
        """The URL of both, for a server: it finds the one that can be written."""
        self.serving.ask(f"CREATE SCHEMA {schema}")
        hosts = f"host={self.serving.folder}&host={self.following.folder}"
        return f"postgresql://surefoot@/postgres?{hosts}&target_session_attrs=read-write&options=-csearch_path%3D{schema}"

    def fail_over(self) -> None:
        """The cluster that serves ends without a word; the other one takes its place."""
        self.serving.stop()
        # Alone it must not wait for another one.
        self.following.configure("synchronous_standby_names = ''")
        self.following.promote()

    def rebuild(self) -> None:
        """The cluster that ended becomes the one that follows."""
        folder = self.serving.folder
        shutil.rmtree(folder)
        self.serving, self.following = self.following, self._made(folder, self.following)
        self._settle()

    def stop(self) -> None:
        """End both."""
        for each in (self.following, self.serving):
            each.stop()


@contextmanager
def replicated() -> Iterator[Replicated]:
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        Path(folder).chmod(0o755)
        pair = Replicated(Path(folder))
        try:
            yield pair
        finally:
            pair.stop()
