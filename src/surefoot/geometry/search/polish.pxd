# C types of polish.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chain cimport Chain, parallel
from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.legs cimport Legs
from surefoot.geometry.search.anchor_search cimport Search

cdef double inf
cdef int _SIZE
cdef int _BENDS
cdef int _MOST
cdef int _WAYS_OFF
cdef double _STEP
cdef double _HOPE
cdef double _KNOT
cdef double _NUDGE


cdef class Polisher:
    cdef public Chart chart
    cdef public Chain best
    cdef public Chain raw
    cdef public Chain trial
    cdef public Chain whole
    cdef public Chain crossed
    cdef public Chain before
    cdef public Chain slid
    cdef public Chain champion
    cdef public double cost, least, bound

    cpdef double path(self, Search search, int label, double x, double y, bint beyond, double radius) except -1.0
    cpdef object begin(self)
    cpdef double rival(self, Search search, int label, double x, double y, bint beyond, double radius) except -1.0
    cdef double straight(self, Search search, int label, double x, double y) noexcept
    cdef object _join(self, Chain one, Chain other, int at, int there)
    cdef int _only_edge(self, int node) except -2
    cdef bint _lies_at(self, int k, Search search, int label) noexcept
    cdef object _leave_out(self, double x, double y, double radius)
    cdef object _untie(self, double x, double y, double radius)
    cdef object _untied(
        self, int first, int last, int kept, double by, double x, double y, double radius
    )
    cdef int _knot(self, int first) noexcept
    cdef object _slide_alone(self, int kept, int left, double x, double y, double radius)
    cdef object _spread(self, double x, double y, double radius)
    cdef bint _cut_corner(self, int k, double x, double y, double radius) except *
    cdef object _spread_along(self, int k, int edge, double x, double y, double radius)
    cdef object _lift(self, double x, double y, double radius)
    cdef object _last_leg(self, Search search, int label, double x, double y)
    cdef object _polish(self, Search search, double x, double y, double radius)
    cdef object _corner(self, int k, double x, double y, double radius)
    cdef bint _gains(self, int k, int edge) except *
    cdef object _beyond_ends(self, double x, double y, double radius)
    cdef object _by_borders(self, Legs legs, double x, double y, double radius)
    cdef object _try(self, Chain chain, double x, double y, double radius)
    cdef object _slide_crossed(self, double x, double y, double radius)
    cdef double _recovered(self, double cost) except -1.0
    cdef object _copy_slid(self)
    cdef object _short_of(self, double x, double y, double radius)


cdef double _length(double ax, double ay, double bx, double by) noexcept
