"""Whose turn it is: jobs wait by account and by name, and accounts take turns.

An account is a client, by its address; a name is what it works on: a game, a seat, a question. However many names an
account has, it gets one turn for each turn of another account.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import field
from typing import Generic, Protocol, TypeVar

from surefoot.records import dataclass


class Job(Protocol):
    """A job that waits."""

    name: str
    account: str


J = TypeVar("J", bound=Job)


@dataclass
class Turns(Generic[J]):
    """The waiting jobs of one lane: by account, then by name, each in the order of its next turn."""

    _accounts: dict[str, dict[str, deque[J]]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self._accounts)

    def __iter__(self) -> Iterator[J]:
        return (job for names in self._accounts.values() for queue in names.values() for job in queue)

    def __len__(self) -> int:
        return sum(len(queue) for names in self._accounts.values() for queue in names.values())

    @property
    def accounts(self) -> int:
        """Number of accounts that wait."""
        return len(self._accounts)

    def put(self, job: J) -> None:
        """Add a job behind those of its name."""
        self._accounts.setdefault(job.account, {}).setdefault(job.name, deque()).append(job)

    def put_back(self, job: J) -> None:
        """Return a job that was taken: it has the next turn."""
        names = self._accounts.pop(job.account, {})
        queue = names.pop(job.name, deque())
        queue.appendleft(job)
        self._accounts = {job.account: {job.name: queue, **names}, **self._accounts}

    def first(self) -> J:
        """The job that has the next turn."""
        return next(iter(next(iter(self._accounts.values())).values()))[0]

    def take(self, account: str | None = None) -> J:
        """Take the next job, or that of an account; the account and the name go to the end of the queue."""
        account = next(iter(self._accounts)) if account is None else account
        names = self._accounts.pop(account)
        name = next(iter(names))
        queue = names.pop(name)
        job = queue.popleft()
        if queue:
            names[name] = queue
        if names:
            self._accounts[account] = names
        return job

    def waiting(self) -> tuple[str, ...]:
        """The accounts that wait, in their order."""
        return tuple(self._accounts)

    def remove(self, account: str, name: str) -> deque[J]:
        """Take all jobs of a name."""
        names = self._accounts.get(account, {})
        found = names.pop(name, deque())
        if account in self._accounts and not names:
            del self._accounts[account]
        return found

    def clear(self) -> None:
        """Drop all jobs."""
        self._accounts.clear()
