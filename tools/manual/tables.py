"""Tables that pages written by hand include: problem codes and limits of the server, read from the code."""

from __future__ import annotations

from tools.manual.writing import Files, code, page, said, table

from surefoot.server.limits import Limits
from surefoot.server.problems import KINDS


def files() -> Files:
    """The tables, each as a file to include."""
    return {"tables/problems.txt": page(problems()), "tables/limits.txt": page(limits())}


def problems() -> list[str]:
    """Every problem code with its status and meaning."""
    rows = [
        (code(each.code), str(each.status), said(each.title), said(each.means)) for each in KINDS.values()
    ]
    return table(("code", "status", "title", "meaning"), rows)


def limits() -> list[str]:
    """Every limit of the server with its default."""
    rows = [
        (code(name), _number(field.default), said(field.description or ""))
        for name, field in Limits.model_fields.items()
    ]
    return table(("limit", "default", "meaning"), rows)


def _number(value: float) -> str:
    """A number with separators between thousands.

    >>> _number(1_000_000), _number(20.0)
    ('1,000,000', '20')
    """
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"
