"""The rule code of one ruleset, held in memory so that each mutant can be loaded in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

from surefoot.records import dataclass
from surefoot.referee import protocol


@dataclass(frozen=True)
class Module:
    """One module of rule code."""

    name: str
    path: Path
    source: str
    code: CodeType

    @property
    def topic(self) -> str:
        """The rule topic that the module is named after."""
        return "" if self.path.name == "__init__.py" else self.path.stem.replace("_", "-")


def modules(package: str) -> dict[str, Module]:
    """Every module of a package, by name."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no package {package}")
    root = Path(spec.origin).parent
    found: dict[str, Module] = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join([package, *(part for part in parts if part != "__init__")])
        source = path.read_text(encoding="utf-8")
        found[name] = Module(name, path, source, compile(source, str(path), "exec", dont_inherit=True))
    return found


class Held(MetaPathFinder, Loader):
    """Loads modules from memory: whatever is edited meanwhile, all mutants are mutants of the same code."""

    def __init__(self, held: Mapping[str, Module], *, shared: bool = False) -> None:
        self.held = dict(held)
        # Whether the rulesets share this code: then it is changed in place, and not loaded from here.
        self.shared = shared
        self.changed: dict[str, CodeType] = {}

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The place of a module that is held here."""
        module = self.held.get(fullname)
        if module is None or self.shared:
            return None
        package = module.path.name == "__init__.py"
        spec = spec_from_loader(fullname, self, origin=str(module.path), is_package=package)
        if spec is not None:
            spec.has_location = True
            if package:
                spec.submodule_search_locations = [str(module.path.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of a module, as it was read or as it was changed."""
        exec(self.changed.get(module.__name__) or self.held[module.__name__].code, module.__dict__)  # noqa: S102  # loading a module is this

    def load_anew(self) -> None:
        """Forget every ruleset that was loaded, so that the next search loads it from here."""
        packages = [point.module for point in protocol.installed().values()]
        for name in list(sys.modules):
            if any(name == package or name.startswith(f"{package}.") for package in packages):
                del sys.modules[name]
        protocol.find.cache_clear()
