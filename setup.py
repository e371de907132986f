"""Compiles the geometry kernel and the path search if there is a compiler; without one they run interpreted, with equal results."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
# Every module with C types beside it is compiled.
KERNEL = sorted((SOURCES / "surefoot/geometry").rglob("*.pxd"))
# A fused multiply-add rounds once where Python rounds twice: the results would differ in their last bit.
EXACT = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]


def extensions() -> list[Extension]:
    """The compiled modules as extensions that may fail to build."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    found = [
        Extension(
            ".".join(types.relative_to(SOURCES).with_suffix("").parts),
            [str(types.with_suffix(".py"))],
            extra_compile_args=EXACT,
            optional=True,
        )
        for types in KERNEL
    ]
    made: list[Extension] = cythonize(
        found,
        build_dir="build/cython",
        language_level=3,
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


# Each file is compiled on its own, so that an installation uses all cores.
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildIfPossible},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
