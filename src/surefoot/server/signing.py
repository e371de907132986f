"""The key of the server: it signs the logs that are handed out, so that a cut or forged one is found."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from surefoot.files.codec import canonical
from surefoot.files.proof import signed_text
from surefoot.server.store.rows import GameRow


def new_key() -> str:
    """A private key, as it is stored."""
    raw = serialization.Encoding.Raw
    plain = serialization.NoEncryption()
    return Ed25519PrivateKey.generate().private_bytes(raw, serialization.PrivateFormat.Raw, plain).hex()


class Signer:
    """Signs with the key of the server."""

    def __init__(self, stored: str) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(stored))
        raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
        # The public key, by which a signature can be checked.
        self.public = self._key.public_key().public_bytes(*raw).hex()

    def ending(self, **facts: Any) -> str:
        """The last line of an exported log: its length, its last seal, and what else is known, signed."""
        end = {**facts, "key": self.public}
        return canonical({"end": end, "signature": self._key.sign(signed_text(end)).hex()})


def ending(signer: Signer, game: GameRow, lines: list[str], seats: str) -> str:
    """The signed end of the log of a game, whose lines begin with its header."""
    return signer.ending(
        id=game.id,
        lines=len(lines) - 1,
        seal=json.loads(lines[-1])["seal"],
        commitment=game.commitment,
        over=game.over,
        seed=game.seed if game.over else "",
        seats=json.loads(seats),
    )
