# C types of legs.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.intersections cimport is_inside

cdef double inf
cdef int _WIDE
cdef int _BORDER
cdef int _WHOLE
cdef int _KEPT
cdef double _SAME
cdef double _UNKNOWN


@cython.final
cdef class Legs:
    cdef public Chart chart
    cdef public int[::1] firsts
    cdef public int[::1] counts
    cdef public double[::1] fars
    cdef public int room
    cdef public int[::1] targets
    cdef public double[::1] numbers
    cdef public int used
    cdef public double[::1] borders
    cdef public int border_room, border_count
    cdef public int border
    cdef public double in_x, in_y, in_cost, out_x, out_y, out_cost

    cpdef int fan(self, int node, double far) except -1
    cpdef int start(self, double x, double y, double far) except -1
    cdef int _forget(self) except -1
    cdef int _add(self, int target, double length, double nx, double ny, double x, double y) except -1
    cdef double leaves_at(self, int leg, int circle) noexcept
    cdef double arrives_at(self, int leg) noexcept
    cdef int _grow(self) except -1
    cdef int _follow(self) except -1
    cdef int _from_point(self, int own, double px, double py, double far) except -1
    cdef int _from_circle(self, int own, double way, double far) except -1
    cdef int _tangents(self, int own, double way, int c, double dx, double dy, double away) except -1
    cpdef double ask(self, int leg, int own, bint leaving) except -1.0
    cpdef int drop_blocked(self, int node) except -1
    cpdef double by_borders(
        self, double ax, double ay, double bx, double by, double price, bint leaving, bint asking=*
    ) except -1.0
    cpdef double by_edge(
        self, int edge, double ax, double ay, double bx, double by, double dear, double price, bint leaving,
        bint asking=*
    ) except -1.0


cdef bint _far_off(
    double[::1] boxes, int j, double ax, double ay, double bx, double by, double far
) noexcept
cpdef Legs legs_of(Chart chart)
