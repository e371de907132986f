# C types of chain.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart

cdef double inf
cdef int _SWEEPS
cdef int _STEPS
cdef double _STILL
cdef double _TURN
cdef double _ON


cdef class Chain:
    cdef public Chart chart
    cdef public int count, room
    cdef public double[::1] xs
    cdef public double[::1] ys
    cdef public double[::1] sides
    cdef public int[::1] circles
    cdef public int[::1] edges
    cdef public double[::1] rates
    cdef public double[::1] legs
    cdef public double[::1] turns

    cpdef object clear(self)
    cpdef object add(self, double x, double y, double side, int circle, int edge)
    cpdef object reverse(self)
    cpdef object copy(self, Chain other)
    cdef double _radius(self, int k) noexcept
    cdef bint _tangent(self, int k) noexcept
    cpdef double price(self) except -1.0
    cpdef bint bend(self) except *
    cpdef object restore(self, Chain before)
    cdef bint _rounds(self, int k, int circle) noexcept
    cdef object _make_room(self, int at)
    cdef double _rounding(self, int k) except -1.0
    cpdef bint crossed(self, Chain other) except *
    cdef object _crossings(self, double ax, double ay, double bx, double by, int own, int following)
    cdef object _insert(self, int first, double ax, double ay, double vx, double vy, double at, int edge)
    cpdef object doubled(self, Chain other)
    cpdef object slide(self)
    cdef bint _measured(self) except *
    cdef double _rate_along(self, int k) except -1.0
    cdef double _settled(
        self, int i, double ax, double ay, double ex, double ey, double length, double old
    ) noexcept
    cdef (double, double) _slope(self, int i, double x, double y, double ex, double ey) noexcept
    cdef (double, double, double) _towards(self, int k, double side, double x, double y) noexcept
