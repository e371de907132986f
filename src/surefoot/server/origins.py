"""Under which names the server may be asked, and by which pages: the headers Host and Origin.

A page elsewhere can make a browser ask this server, also under a name of its own that suddenly leads here (DNS
rebinding). So a request must name this server by an address, by a name without a dot, which no stranger can own, or by
one of its configured names; and a page that asks must come from where it asks.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import Scope

from surefoot.language import Quoted, say
from surefoot.server.problems import Problem

# Any name is accepted: for a server behind a proxy that checks names itself.
ANY = "*"


def demand_ours(scope: Scope, names: tuple[str, ...]) -> None:
    """Raise Problem if a request is meant for another server, or comes from a page of another one."""
    hosts, origins = [], []
    for name, value in scope["headers"]:
        if name == b"host":
            hosts.append(value)
        elif name == b"origin":
            origins.append(value)
    if len(hosts) != 1 or len(origins) > 1:
        raise Problem(
            "request/unreadable", say("A request needs one Host header, and at most one Origin header")
        )
    host = _text(hosts[0])
    if not known(host, names):
        raise Problem(
            "request/unknown-host",
            say(
                "This server does not answer as {host}. Start it with --name {host}", host=Quoted(_name(host))
            ),
        )
    if origins and not same(_text(origins[0]), host):
        raise Problem("request/foreign-origin", say("Requests from pages of other servers are refused"))


def _text(value: bytes) -> str:
    return value.decode("latin-1")


@lru_cache(maxsize=256)
def known(host: str, names: Iterable[str]) -> bool:
    """Whether a server with these names answers to a Host header."""
    name = _name(host)
    if not name:
        return False
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        pass
    else:
        return True
    own = {each.lower().rstrip(".") for each in names}
    return ANY in own or "." not in name or name in own or name in _machine()


@lru_cache(maxsize=256)
def same(origin: str, host: str) -> bool:
    """Whether a page comes from the server that it asks. The scheme does not count: a proxy may have added TLS."""
    scheme, found, rest = origin.partition("://")
    return bool(found) and scheme in ("http", "https") and _plain(rest) == _plain(host)


def _plain(host: str) -> str:
    """A host without the usual ports."""
    return host.lower().removesuffix(":80").removesuffix(":443")


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    name, ends, port = host.partition("]") if host.startswith("[") else (host.partition(":")[0], "", "")
    return "" if port and not port.startswith(":") else (name + ends).lower().rstrip(".")


@lru_cache(maxsize=1)
def _machine() -> frozenset[str]:
    """The names of this machine in its own network."""
    own = socket.gethostname().lower()
    return frozenset((own, f"{own.partition('.')[0]}.local"))
