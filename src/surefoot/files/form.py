"""Forms: mappings of a file with named fields, each of a kind. How they are read is here, their JSON Schema in `schema.py`.

A form is a class whose annotations are the kinds of its fields. It reads what a file gives and collects every misfit. Models of
pydantic would do the same, but importing it and building them took half of the time until a first answer; messages over the network
are still such models.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin

from surefoot.files.refusals import Refusal
from surefoot.language import Sentence
from surefoot.records import dataclass

# The steps from a form to a value inside it: names of fields, keys and positions.
Steps = tuple[str | int, ...]
Reader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: how it is read, and its JSON Schema. `read` raises a refusal."""

    read: Reader
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Short:
    """A short form: a bare value that is read as a mapping, in files and in the schema."""

    widen: Reader
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """Looks at a list before its entries are read; `check` raises a refusal."""

    check: Callable[[Any], None]


# --- misfits --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part of the data that does not fit a form, and the steps to it. `says` has the sentence if it was refused."""

    what: Literal["missing", "unknown", "not a mapping", "not a list", "refused"]
    steps: Steps
    found: Any
    says: Sentence | None = None

    def inside(self, step: str | int) -> Misfit:
        """The same, seen from the form or the list around it."""
        return Misfit(self.what, (step, *self.steps), self.found, self.says)


class Misfits(Exception):
    """Everything in the data that does not fit a form."""

    def __init__(self, all_of_them: list[Misfit]) -> None:
        super().__init__(all_of_them)
        self.all = all_of_them


def _misfits(error: Refusal | Misfits, found: Any) -> list[Misfit]:
    return error.all if isinstance(error, Misfits) else [Misfit("refused", (), found, error.says)]


# --- fields ---------------------------------------------------------------------------------------

_REQUIRED: Any = object()


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form. `key` is its name in files; `factory` makes the default of a list or a mapping."""

    name: str
    key: str
    description: str
    default: Any
    factory: Callable[[], Any] | None
    kind: Any

    @property
    def required(self) -> bool:
        """Whether it has to be given."""
        return self.default is _REQUIRED and self.factory is None


@dataclass(frozen=True, slots=True)
class _Stated:
    """A field as its form states it."""

    default: Any
    description: str
    alias: str
    factory: Callable[[], Any] | None


def field(
    default: Any = _REQUIRED,
    *,
    description: str,
    alias: str = "",
    default_factory: Callable[[], Any] | None = None,
) -> Any:
    """States a field of a form; without a default it has to be given. Files use the alias where it has one."""
    return _Stated(default, description, alias, default_factory)


# --- forms ----------------------------------------------------------------------------------------


class Form:
    """A mapping in a file; unknown fields are misfits unless the form is open."""

    fields: ClassVar[Mapping[str, FormField]] = {}
    # Whether it may have fields of other names, which `others` holds.
    is_open: ClassVar[bool] = False
    # How the fields are read, by their names in files; made when the form is first read.
    _readers: ClassVar[dict[str, tuple[str, Reader]] | None] = None

    # The fields that the file gives, by their names in the form, and those of an open form that it does not know.
    given: frozenset[str]
    others: Mapping[str, Any]

    def __init_subclass__(cls) -> None:
        own: dict[str, FormField] = {}
        for name, kind in cls.__annotations__.items():
            stated = cls.__dict__.get(name)
            if isinstance(stated, _Stated):
                delattr(cls, name)
                key = stated.alias or name
                own[name] = FormField(name, key, stated.description, stated.default, stated.factory, kind)
        inherited: dict[str, FormField] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= getattr(base, "fields", {})
        cls.fields = {**inherited, **own}
        cls._readers = None

    def __init__(self, values: Mapping[str, Any], given: frozenset[str], others: Mapping[str, Any]) -> None:
        vars(self).update(values, given=given, others=others)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} can't be changed")

    def agree(self) -> None:
        """Refuse fields that do not go together."""

    @classmethod
    def read(cls, data: Any) -> Self:
        """The data as this form; raises Misfits."""
        made, wrong = cls._made(data)
        if wrong:
            raise Misfits(wrong)
        try:
            made.agree()
        except Refusal as error:
            raise Misfits(_misfits(error, data)) from None
        return made

    @classmethod
    def readable(cls, data: Any) -> Self | None:
        """The fields of the data that can be read; the others have their defaults, or None if they have to be given."""
        return cls._made(data)[0] if isinstance(data, Mapping) else None

    @classmethod
    def _made(cls, data: Any) -> tuple[Self, list[Misfit]]:
        """The form with the fields that can be read, and every misfit: in the order of the form, and then what it does not know."""
        if not isinstance(data, Mapping):
            raise Misfits([Misfit("not a mapping", (), data)])
        readers = cls._readers
        if readers is None:
            readers = {each.key: (name, reader_of(each.kind)) for name, each in cls.fields.items()}
            cls._readers = readers
        values: dict[str, Any] = {}
        others: dict[str, Any] = {}
        wrong: dict[str, list[Misfit]] = {}
        for key, value in data.items():
            known = readers.get(key)
            if known is None:
                others[key] = value
                continue
            name, reader = known
            try:
                values[name] = reader(value)
            except (Refusal, Misfits) as error:
                wrong[name] = [each.inside(key) for each in _misfits(error, value)]
        given = frozenset(values)
        for name, each in cls.fields.items():
            if name in values:
                continue
            if each.required:
                wrong.setdefault(name, [Misfit("missing", (each.key,), data)])
                values[name] = None
            else:
                values[name] = each.default if each.factory is None else each.factory()
        strange = [] if cls.is_open else [Misfit("unknown", (key,), value) for key, value in others.items()]
        return cls(values, given, others), [
            *(misfit for name in cls.fields for misfit in wrong.get(name, ())),
            *strange,
        ]


# --- readers --------------------------------------------------------------------------------------


def reader_of(kind: Any) -> Reader:
    """How values of a kind are read: a form, a `Kind`, a list or mapping of these, each with None or a short form."""
    if isinstance(kind, type) and issubclass(kind, Form):
        return kind.read
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(*parts)
    if origin is UnionType and parts[1:] == (NoneType,):
        return _or_none(reader_of(parts[0]))
    if origin is list:
        return _list_of(reader_of(parts[0]))
    if origin is dict:
        return _mapping_of(reader_of(parts[1]))
    raise TypeError(f"no field can be of the kind {kind}")


def _annotated(kind: Any, how: Kind | Short | Checked) -> Reader:
    if isinstance(how, Kind):
        return how.read
    inner = reader_of(kind)
    if isinstance(how, Short):
        widen = how.widen
        return lambda value: inner(widen(value))
    check = how.check

    def checked(value: Any) -> Any:
        check(value)
        return inner(value)

    return checked


def _or_none(inner: Reader) -> Reader:
    return lambda value: None if value is None else inner(value)


def _list_of(inner: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise Misfits([Misfit("not a list", (), value)])
        return _all_of(inner, enumerate(value), list)

    return read


def _mapping_of(inner: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Misfits([Misfit("not a mapping", (), value)])
        return _all_of(inner, value.items(), lambda found: dict(zip(value, found, strict=True)))

    return read


def _all_of(inner: Reader, parts: Any, made: Callable[[list[Any]], Any]) -> Any:
    found: list[Any] = []
    wrong: list[Misfit] = []
    for step, value in parts:
        try:
            found.append(inner(value))
        except (Refusal, Misfits) as error:
            wrong += [each.inside(step) for each in _misfits(error, value)]
    if wrong:
        raise Misfits(wrong)
    return made(found)
