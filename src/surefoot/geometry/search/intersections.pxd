# C types of intersections.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math


cdef double inf
cdef double _TURN
cdef double _TOUCHES
cdef double _SHARE


cpdef bint is_inside(double square, double radius)
cpdef object circle_line(
    double x, double y, double radius, double ax, double ay, double bx, double by, list out
)
cpdef object circle_capsule(
    double x, double y, double radius, double ax, double ay, double bx, double by, double reach, list out
)
cpdef object circle_circle(double x, double y, double radius, double cx, double cy, double other, list out)
cpdef object line_circle(
    double ax, double ay, double bx, double by, double cx, double cy, double radius, list out
)
cpdef object line_line(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy, list out
)
cpdef (double, double) line_in_capsule(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy, double reach
) noexcept
cpdef (double, double) line_in_box(
    double ax, double ay, double bx, double by, double west, double south, double east, double north
) noexcept
cdef (double, double) _line_in_circle(
    double ax, double ay, double bx, double by, double cx, double cy, double radius
) noexcept
cdef (double, double) _line_in_band(double start, double end, double low, double high) noexcept
cpdef bint presses(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy
) noexcept
