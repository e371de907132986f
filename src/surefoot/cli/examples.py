"""The examples at the end of the help of each command."""

from __future__ import annotations


def examples(*commands: str) -> str:
    """The epilog of a command with its examples, one on each line."""
    return "\n".join(["\b", "Examples:", *(f"  surefoot {command}" for command in commands)])
