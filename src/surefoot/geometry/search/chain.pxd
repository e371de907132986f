# C types of chain.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.elements cimport Elements

cdef double inf
cdef int _SWEEPS
cdef int _STEPS
cdef double _STILL
cdef double _BRIEF
cdef double _TINY
cdef double _SAME
cdef double _BESIDE
cdef int _LIFTS
cdef double _STRIP
cdef double _EVEN


cdef class Chain(Elements):
    cpdef bint crossed(self, Chain other) except *
    cdef object _crossings(self, double ax, double ay, double bx, double by, int own, int following)
    cdef object _lane_ends(
        self, int first, double ax, double ay, double vx, double vy, double length, int edge
    )
    cpdef bint meets(self, Chain other, int at, int there) noexcept
    cdef bint _has_twin(self, int first, double x, double y, int edge) noexcept
    cdef object _insert(self, int first, double x, double y, double vx, double vy, int edge)
    cpdef object lifted(self, Chain other, int where)
    cdef object _leave_arc(self, Chain other, int k, double angle)
    cpdef bint may_run_along(self) except *
    cpdef object slide(self)
    cdef bint _hold_fast(self, int one, int other, bint strip) noexcept
    cpdef object nudge(self, int k, double by)
    cdef (double, double) _room(self, int k, double ex, double ey) noexcept
    cdef object _shove(self, int k, double by, double ex, double ey)
    cdef double _move(self, int first, int last) noexcept
    cdef bint _measured(self) except *
    cdef double _next_to(self, int k) noexcept
    cdef double _rate_on(self, int k, double x, double y, double side) noexcept
    cdef double _dearest(self, double x, double y) noexcept
    cpdef double modelled(self) except -1.0
    cpdef bint unbend(self) except *
    cpdef bint hold(self, Chain before) except *
    cpdef bint keep_strays(self, Chain before) except *
    cdef double _along(self, int k) noexcept
    cdef bint _at_end(self, int k) noexcept
    cpdef object release(self)
    cpdef object part_way(self, Chain before, double share)
    cdef double _rate_along(self, int k) except -1.0
    cdef double _settled(
        self, int i, int last, double ax, double ay, double ex, double ey, double old, double begin, double end
    ) noexcept
    cdef (double, double) _slope(self, int i, int last, double x, double y, double ex, double ey) noexcept
    cdef (double, double, double) _towards(self, int k, double side, double x, double y) noexcept


cpdef bint parallel(Chart chart, int one, int other, double slant=*) noexcept
