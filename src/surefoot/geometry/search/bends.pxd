# C types of bends.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chain cimport Chain
from surefoot.geometry.search.chart cimport Chart

cdef double _WHOLE
cdef double _DEGREES


cdef class Bends:
    cdef public Chart chart
    cdef public bint any_strict
    cdef public int[::1] strict
    cdef public int[::1] parts
    cdef public double[::1] corners
    cdef public int part_count, count
    cdef public double leeway, excess, brief, askew, straight, apart, close, still, millionths, facing

    cpdef double turned(
        self, Chain chain, double x, double y, double facing, double end_x, double end_y
    ) except -1.0
    @cython.locals(k=int)
    cdef object _list_parts(self, Chain chain)
    @cython.locals(i=int, j=int, k=int, total=double, leeway=double)
    cdef object _list_corners(self, Chain chain)
    cdef double _length(self, Chain chain, int k) noexcept
    @cython.locals(j=int, turn=double)
    cdef bint _continues(self, Chain chain, int arc, int leg, bint last) noexcept
    @cython.locals(i=int, count=int, dip=double)
    cdef object _round(self, Chain chain, int k, double excess, double leeway)
    cdef object _add(self, double x, double y)
    @cython.locals(k=int, first=int)
    cdef object _keep_apart(self)
    @cython.locals(k=int, total=double)
    cdef double _turned_at(self, double x, double y, double facing) except -1.0


cdef double _round_the_clock(double angle) noexcept
