"""A PostgreSQL of our own for as long as it is needed, run by somebody who is not root."""

import os
import pwd
import shutil
import subprocess
import tempfile
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

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        # PostgreSQL refuses to be run by root; Debian's package brings somebody to run it.
        self.runner = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self._made = 0
        if os.geteuid() == 0:
            shutil.chown(folder, self.runner)
        self._run(
            "initdb", "-D", self.data, "-A", "trust", "-U", "surefoot", "--no-instructions", "--no-sync"
        )

    def _run(self, name: str, *arguments: Any) -> None:
        given = {"user": self.runner, "group": pwd.getpwnam(self.runner).pw_gid} if os.geteuid() == 0 else {}
        command = [program(name), *(str(each) for each in arguments)]
        quiet: Any = subprocess.DEVNULL
        subprocess.run(command, check=True, cwd=self.folder, stdout=quiet, stderr=quiet, timeout=60, **given)

    def start(self) -> None:
        # After a cut PostgreSQL flushes each of its files, which takes seconds, unless it may flush the disk as a whole.
        settings = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c recovery_init_sync_method=syncfs"
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-o", settings, "start")

    def stop(self, how: str = "immediate") -> None:
        """Immediate is what a power cut is: recovery when it starts again."""
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def restart(self) -> None:
        """Cut it off and start it again at once."""
        self.stop()
        self.start()

    def database(self) -> str:
        """The URL of an empty room in the database: a schema costs nothing, a database hundreds of files to flush."""
        self._made += 1
        name = f"games{self._made}"
        where = f"host={self.folder} user=surefoot dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
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
