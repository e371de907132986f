"""`dataclass`, `replace` and `cached_property` as in the standard library, but quicker: the values that all rooms are made of.

A frozen dataclass of the standard library compiles seven methods when its module is imported, half a millisecond in
all; some 260 of them were a quarter of the wait for a first answer. Here each is compiled when it is first needed, and
`__init__` fills slots without looking up their names, which halves the time to make a value. The rest is the same: the fields
(`dataclasses.fields`), equality, hashes, pickles, and that a frozen value can't be changed.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

__all__ = ["cached_property", "dataclass", "replace"]

T = TypeVar("T")

_put = object.__setattr__


class _Made:
    """In a signature: the default is made anew for each value."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()


@overload
@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(cls: type[T], /) -> type[T]: ...


@overload
@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Callable[[type[T]], type[T]]: ...


def dataclass(cls: Any = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
    """The class with the methods of a dataclass; a frozen one is made by `_frozen`, any other by the standard library."""

    def made(of: type) -> type:
        if frozen and eq:
            return _frozen(of, slots)
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq)(of)

    return made if cls is None else made(cls)


def _frozen(cls: type, slots: bool) -> type:
    """The class with slots, if it has them, and with the methods of a frozen dataclass that it does not define itself."""
    # The standard library finds the fields. It refuses to derive from a frozen class unless told that this one is too.
    derived = any(hasattr(base, "__dataclass_fields__") for base in cls.__mro__[1:])
    own = dict(cls.__dict__)
    found: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=derived, slots=slots)(cls)
    found.__dataclass_params__.frozen = True
    fields: tuple[Field[Any], ...] = dataclasses.fields(found)
    methods: dict[str, Any] = {"__repr__": _shown_of(found), "__eq__": _equal_of(found)}
    if "__init__" not in own:
        methods["__init__"] = _LateInit(found, fields, slots)
    if slots:
        methods |= {"__getstate__": _state, "__setstate__": _restore}
    for name, method in methods.items():
        if name not in own:
            setattr(found, name, method)
    # Python sets `__hash__` to None in a class that defines `__eq__`.
    if own.get("__hash__") is None:
        found.__hash__ = _hash_of(found)
    found.__setattr__, found.__delattr__ = _kept, _not_deleted
    return found  # type: ignore[no-any-return]


def _equal_of(cls: Any) -> Callable[[Any, Any], Any]:
    """`__eq__`, compiled when it is first needed: most classes are never compared."""

    def equal(self: Any, other: Any) -> Any:
        own, others = _compared(cls, "self"), _compared(cls, "other")
        same = f"{own} == {others} if other.__class__ is self.__class__ else NotImplemented"
        cls.__eq__ = eval(f"lambda self, other: {same}")  # noqa: S307  # field names only, as dataclasses do
        return cls.__eq__(self, other)

    return equal


def _hash_of(cls: Any) -> Callable[[Any], int]:
    """`__hash__`, compiled when it is first needed."""

    def hashed(self: Any) -> int:
        cls.__hash__ = eval(f"lambda self: hash({_compared(cls, 'self')})")  # noqa: S307  # as above
        found: int = cls.__hash__(self)
        return found

    return hashed


def _shown_of(cls: Any) -> Callable[[Any], str]:
    """`__repr__`, compiled when it is first needed: the digests of tables are made of it."""

    def shown(self: Any) -> str:
        names = [each.name for each in dataclasses.fields(cls) if each.repr]
        inner = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
        text = f"{{self.__class__.__qualname__}}({inner})"
        # Frozen values can't hold themselves, so nothing watches for that.
        cls.__repr__ = eval(f"lambda self: f{text!r}")  # noqa: S307  # as above
        found: str = cls.__repr__(self)
        return found

    return shown


def _compared(cls: Any, of: str) -> str:
    """The source of what makes two values equal: a tuple of fields."""
    return f"({''.join(f'{of}.{each.name}, ' for each in dataclasses.fields(cls) if each.compare)})"


class _LateInit:
    """`__init__`, compiled when the first value of the class is made, or when its signature is asked for."""

    def __init__(self, cls: Any, fields: tuple[Field[Any], ...], slots: bool) -> None:
        self._made = cls, fields, slots

    def __get__(self, value: Any, cls: Any) -> Any:
        owner, fields, slots = self._made
        # Another thread may have been quicker.
        if owner.__dict__["__init__"] is self:
            owner.__init__ = _init(owner, fields, slots)
        return owner.__dict__["__init__"].__get__(value, cls)


def _init(cls: Any, fields: tuple[Field[Any], ...], slots: bool) -> Any:
    """`__init__`, compiled: the one method whose parameters differ from class to class."""
    known: dict[str, Any] = {"_put": _put, "_made": _MADE}
    takes: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    kinds: dict[str, Any] = {}
    for field in fields:
        name, default = field.name, ""
        value = name
        if field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            default, value = "=_made", f"_make_{name}() if {name} is _made else {name}"
        elif field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            default = f"=_default_{name}"
        if field.init:
            kinds[name] = field.type
            (named if field.kw_only else takes).append(f"{name}{default}")
        elif field.default_factory is not MISSING:
            value = f"_make_{name}()"
        elif field.default is not MISSING and slots:
            value = f"_default_{name}"
        else:
            # Left to `__post_init__`, or found on the class.
            continue
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            known[f"_put_{name}"] = slot.__set__
            lines.append(f" _put_{name}(self, {value})")
        else:
            lines.append(f" _put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    if named:
        takes += ["*", *named]
    exec(f"def __init__(self, {', '.join(takes)}):\n" + ("\n".join(lines) or " pass"), known)  # noqa: S102  # as dataclasses do
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    made.__annotations__ = {**kinds, "return": None}
    return made


def _kept(self: Any, name: str, value: Any) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    _put(self, name, value)


def _not_deleted(self: Any, name: str) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _is_frozen(value: Any, name: str) -> bool:
    """Whether the attribute can't be changed; a class that is derived without being a dataclass may have more."""
    return "__dataclass_fields__" in type(value).__dict__ or name in type(value).__dataclass_fields__


def _state(self: Any) -> list[Any]:
    """For pickles: the values of all fields in order."""
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=False):
        _put(self, field.name, value)


# --- replace --------------------------------------------------------------------------------------

if TYPE_CHECKING:
    # So that the type checker knows the fields of each class.
    from dataclasses import replace
else:
    _COPIERS: dict[type, Callable[..., Any]] = {}

    def replace(value: T, /, **changes: Any) -> T:
        """A copy with other values for some fields."""
        copier = _COPIERS.get(value.__class__)
        if copier is None:
            copier = _COPIERS[value.__class__] = _copier(value.__class__)
        return copier(value, **changes)

    def _copier(cls: type) -> Callable[..., Any]:
        """`replace` for one class, compiled."""
        fields = dataclasses.fields(cls)
        if not all(each.init for each in fields):
            return dataclasses.replace
        takes = ", ".join(f"{each.name}=_kept" for each in fields)
        given = (
            f"{f'{each.name}=' if each.kw_only else ''}_of.{each.name} if {each.name} is _kept else {each.name}"
            for each in fields
        )
        source = f"lambda _of, *, {takes}: _made({', '.join(given)})" if fields else "lambda _of: _made()"
        return eval(source, {"_kept": object(), "_made": cls})  # noqa: S307  # as above


# --- cached_property ------------------------------------------------------------------------------


class _Unlocked(functools.cached_property[T]):
    """Worked out once, without the lock of Python 3.11, which takes longer than most of what is kept.

    What it returns has to depend on its value alone: two threads may both work it out.
    """

    def __get__(self, value: Any, cls: type[Any] | None = None) -> Any:
        if value is None or self.attrname is None:
            return super().__get__(value, cls)
        found = value.__dict__[self.attrname] = self.func(value)
        return found


if TYPE_CHECKING:
    # So that the type checker knows that a value may be given one beforehand.
    from functools import cached_property
else:
    cached_property = _Unlocked
