# C types of border_points.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.intersections cimport line_circle, line_in_capsule, line_line

cdef double _SAME
cdef double _TOUCHING
cdef double _LEEWAY
cdef double _APART
cdef int _FINER
cdef double _INSIDE


cpdef tuple border_spots(Chart chart, double spacing)
cdef bint _is_shut(Chart chart, double ax, double ay, double bx, double by) except -1
cdef object _add_stretches(
    Chart chart, list shares, double ax, double ay, double ex, double ey, double length, bint lanes,
    object stretches
)
cdef int _ending_at(Chart chart, int first, int last, double x, double y) noexcept
cdef list _shares(Chart chart, int edge, double spacing, list lanes)
cdef object _lane_ends(
    double ax, double ay, double bx, double by, double length, double cx, double cy, double dx, double dy, double reach,
    double lane, double aside, list out
)
cdef object _outline(
    double ax, double ay, double bx, double by, double length, double cx, double cy, double dx, double dy, double reach,
    list out, list touched
)
cdef object _touching(
    double ax, double ay, double bx, double by, double length, double cx, double cy, double reach, list out
)
cpdef double grazed(double reach) noexcept
