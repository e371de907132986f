# C types of elements.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.intersections cimport is_inside

cdef double inf
cdef double _TURN
cdef double _TAUT
cdef double _TOGETHER
cdef double pi


cdef class Elements:
    cdef public Chart chart
    cdef public int count, room
    cdef public double[::1] xs
    cdef public double[::1] ys
    cdef public double[::1] sides
    cdef public int[::1] circles
    cdef public int[::1] edges
    cdef public double[::1] lows
    cdef public double[::1] highs
    cdef public double[::1] rates
    cdef public double[::1] legs
    cdef public double[::1] turns

    cpdef object clear(self)
    cpdef object add(self, double x, double y, double side, int circle, int edge)
    cpdef object set_edge(self, int k, int edge)
    cpdef object leave_out(self, int at)
    cpdef object insert(self, int at, double x, double y, int edge)
    cdef object _take(self, Elements other, int k)
    cdef object _shift(self, int i)
    cdef object _shift_back(self, int i)
    cpdef object reverse(self)
    cpdef object copy(self, Elements other)
    cpdef object joined(self, Elements one, Elements other, int at, int there)
    cpdef object doubled(self, Elements other)
    cdef int node(self, int node) noexcept
    cdef bint lie_together(self, int k) noexcept
    cdef bint at_corner(self, int k) noexcept
    cdef double _radius(self, int k) noexcept
    cdef bint _tangent(self, int k) noexcept
    cpdef double price(self) except -1.0
    cpdef bint is_taut(self, double cost) except *
    cpdef bint bend(self) except *
    cpdef object restore(self, Elements before)
    cdef bint _rounds(self, int k, int circle) noexcept
    cdef object _make_room(self, int at)
    cdef double _turn(self, int k) noexcept
    cdef double _rounding(self, int k) except -1.0
