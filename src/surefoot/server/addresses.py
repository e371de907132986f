"""The addresses under which other machines of the local network reach this server: for invite links."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

router = APIRouter(prefix="/v1", tags=["games"])

# An address that is reserved for documentation: nothing is sent there, but the machine says which of its own it would use.
_ELSEWHERE = ("192.0.2.1", 9)
# Seconds in which the server must answer under its own address.
_PATIENCE = 0.5


class Addresses(BaseModel):
    """Where other machines of the local network reach this server."""

    urls: list[str] = Field(description="Empty if it listens on this machine only.")


def _own() -> str:
    """The address of this machine in its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found


async def _listens(host: str, port: int) -> bool:
    """Whether this server can be reached under an address: it may listen on this machine only."""
    try:
        async with asyncio.timeout(_PATIENCE):
            _, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


def _port(request: Request) -> int:
    served = request.scope.get("server")
    return int(served[1] or 0) if served else 0


def _near(request: Request) -> bool:
    """Whether the client is in the local network: strangers learn nothing about it."""
    host = request.client.host if request.client is not None else ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return True


@router.get("/addresses")
async def addresses(request: Request, port: Annotated[int, Depends(_port)]) -> Addresses:
    """Where other machines of the local network reach this server."""
    own = _own() if _near(request) else ""
    if not own or not port or not await _listens(own, port):
        return Addresses(urls=[])
    return Addresses(urls=[f"{request.url.scheme}://{own}:{port}"])
