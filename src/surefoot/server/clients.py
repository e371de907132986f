"""Who asks: a client is known by its address."""

from __future__ import annotations

import ipaddress

from starlette.types import Scope

# Addresses in one IPv6 network of this size count as one client.
NETWORK = 64


def client_of(scope: Scope) -> str:
    """The client of a request, by its address."""
    host = scope["client"][0] if scope.get("client") else "unknown"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if address.version == 6 and address.ipv4_mapped is not None:
        # How a socket for both versions shows an IPv4 address.
        return str(address.ipv4_mapped)
    if address.version == 6:
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)
