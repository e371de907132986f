# C types of chart.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math
from surefoot.geometry.kernel cimport point_segment_square, region_distance
from surefoot.geometry.search.ground cimport Ground
from surefoot.geometry.search.intersections cimport circle_capsule, circle_line

cdef double inf
cdef double _SLIVER
cdef double _ASKEW
cdef double _ON_EDGE
cdef double _TURN


cdef class Chart(Ground):
    cdef public int[::1] ends
    cdef public double[::1] spots
    cdef public int[::1] spot_edges
    cdef public int spot_count
    cdef public double[::1] circles
    cdef public int circle_count, nodes
    cdef public object legs
    cdef public double[::1] stretches
    cdef public int[::1] stretch_firsts
    cdef public int[::1] arc_first
    cdef public int[::1] arc_count
    cdef public double[::1] arc_start
    cdef public double[::1] arc_rate
    cdef public list arc_over
    cdef public int arc_used

    cpdef (double, double) stretch(self, int edge, double at) noexcept
    cpdef int beyond_end(self, int edge, bint first) noexcept
    cpdef (double, double) beside(self, int edge, double x, double y, double step) noexcept
    cpdef int edge_at(self, double x, double y, int after) noexcept
    cdef bint _slides(self, double x, double y, int edge, int i) noexcept
    cpdef double change(self, int circle, double side, double angle, double turn, bint last) noexcept
    cpdef bint bends(self, int circle, double nx, double ny) noexcept
    cpdef double arc(self, int circle, double side, double angle, double turn) except -1.0
    cdef double _arc_over(self, int circle, double side, double start, double end) except -1.0
    cdef object _survey(self, int circle)
    cdef list _events(self, double x, double y, double radius)
    cdef object _capsule_events(self, int k, double x, double y, double radius, list out)
