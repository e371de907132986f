"""Compiles the geometry kernel and the path search if there is a compiler; without one they run interpreted, with equal results.

The conformance corpus goes into the package, too.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = Path("src")
# Every module with C types beside it is compiled.
KERNEL = sorted((SOURCES / "surefoot/geometry").rglob("*.pxd"))
# A fused multiply-add rounds once where Python rounds twice: the results would differ in their last bit. Without debug
# symbols compiling takes a quarter less.
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
# What Cython adds to each module for views of arrays, compiled once for all of them: two thirds of the time.
SHARED = "surefoot.geometry.cython_shared"


def extensions() -> list[Extension]:
    """The compiled modules as extensions that may fail to build."""
    if os.environ.get("SUREFOOT_NO_KERNEL"):
        # `make play` starts interpreted, and compiles while you look around.
        return []
    try:
        from Cython.Build import cythonize
        from Cython.Compiler import Options
    except ImportError:
        return []
    Options.emit_code_comments = False
    found = [
        Extension(
            ".".join(types.relative_to(SOURCES).with_suffix("").parts),
            [str(types.with_suffix(".py"))],
            extra_compile_args=FLAGS,
            optional=True,
        )
        for types in KERNEL
    ]
    found.append(
        Extension(SHARED, [f"{SHARED.rpartition('.')[2]}.c"], extra_compile_args=FLAGS, optional=True)
    )
    made: list[Extension] = cythonize(
        found,
        build_dir="build/cython",
        language_level=3,
        shared_utility_qualified_name=SHARED,
        # The C types are in the .pxd files; annotations are for readers and mypy.
        compiler_directives={"annotation_typing": False},
    )
    return made


class BuildIfPossible(build_ext):
    """Leaves a module interpreted if it cannot be compiled: `optional` alone does not cover every failure of a compiler."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one file, or warn that it stays interpreted."""
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001  # whatever went wrong, the source still runs interpreted
            self.warn(f"{ext.name} is left interpreted: {error}")


class WithCorpus(build_py):
    """Puts the conformance corpus into the package: lessons, `surefoot corpus` and `surefoot coverage` read it there."""

    def run(self) -> None:
        """Build the package; an editable one reads the corpus beside its sources."""
        super().run()
        if not getattr(self, "editable_mode", False):
            for file in sorted(Path("conformance").rglob("*.yaml")):
                target = Path(self.build_lib) / "surefoot" / file
                self.mkpath(str(target.parent))
                self.copy_file(str(file), str(target))


# Each file is compiled on its own, so that an installation uses all cores.
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildIfPossible, "build_py": WithCorpus},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
