"""Hypothesis strategies made from the type hints of the state's own dataclasses: a new field is tried at once."""

import types
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from surefoot.language import Text
from surefoot.table.notes import Note
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table


class Free:
    """Stands for whatever a record may hold."""


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
whole = st.integers(-(10**13), 10**13)
values = st.recursive(
    st.none() | st.booleans() | whole | words,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.dictionaries(words, inner, max_size=3).map(Record)
    ),
    max_leaves=6,
)
records = st.dictionaries(words, values, max_size=3).map(Record)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: whole,
    str: words,
    Record: records,
    Free: values,
    Any: values,
}


def made(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == Text:
        # A log keeps what a rule says as plain text.
        return PLAIN[str]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, types.UnionType):
        return st.one_of([st.none() if each is type(None) else made(each) for each in inner])
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(made(inner[0]), max_size=3).map(tuple)
        return st.tuples(*map(made, inner))
    if origin is Shelf:
        return st.lists(made(inner[0]), max_size=3).map(shelved)
    assert is_dataclass(kind), kind
    hints = get_type_hints(kind, localns={"Value": Free})
    return st.builds(kind, **{each.name: made(hints[each.name]) for each in fields(kind) if each.compare})


def shelved(entities: list[Any]) -> Shelf[Any]:
    """A shelf, keyed as the table keys it."""
    return Shelf((each.name if isinstance(each, Note) else each.id, each) for each in entities)


tables: st.SearchStrategy[Table] = st.deferred(lambda: made(Table))
