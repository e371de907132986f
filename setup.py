"""Compiles the geometry kernel ahead of time where there is a compiler; without one it runs interpreted, with equal results."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNEL = sorted(Path("src/surefoot/geometry").glob("kernel*.pxd"))
# A fused multiply-add rounds once where Python rounds twice: the results would differ in their last bit.
EXACT = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]


def extensions() -> list[Extension]:
    """The kernel as extensions that may fail to build."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    found = [
        Extension(
            f"surefoot.geometry.{types.stem}",
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
        # The types stand in the .pxd files; annotations are for people and for mypy.
        compiler_directives={"annotation_typing": False},
    )
    return made


class WhereThereIsACompiler(build_ext):
    """Compiles what can be compiled; `optional` alone does not forgive every way in which a compiler can fail."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one file, or say that it was left."""
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001  # the interpreted twin is there, whatever went wrong
            self.warn(f"{ext.name} is left interpreted: {error}")


# Each file of the kernel is compiled on its own: whoever installs it waits half as long on two cores.
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": WhereThereIsACompiler},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
