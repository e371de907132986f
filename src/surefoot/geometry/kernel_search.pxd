# C types of kernel_search.py, for ahead-of-time compilation; see kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.kernel_chart cimport Chart
from surefoot.geometry.kernel_labels cimport Labels

cdef double inf
cdef int START
cdef int GOAL
cdef int BETWEEN
cdef double _ROUND
cdef double _TURN
cdef double _SAME
cdef int _BREATH
cdef int _SIZE


cdef class Search(Labels):
    cdef public Chart chart
    cdef public double[::1] best
    cdef public int[::1] arrivals
    cdef public int[::1] near_spots
    cdef public int[::1] near_circles
    cdef public int spots_near, circles_near
    cdef public list goals
    cdef public double goal_x, goal_y, goal_radius
    cdef public bint guided
    cdef public double limit, bound, margin
    cdef public int expanded
    cdef public double leg_x, leg_y, end_x, end_y, rounded, first_part
    cdef public int border

    cdef double _ahead(self, double x, double y) noexcept
    cdef double _most(self) noexcept
    cdef bint _dominated(self, int label, int arrival, double cost) except *
    cdef double _rounds(self, int label, int arrival, double turn) except -1.0
    cpdef double reach(self, int label, double x, double y, double radius, double most) except -1.0
    cdef object _to_goal(self, int label)
    cdef object _to_spots(self, int label)
    cdef object _arrive(
        self, int label, int q, double x, double y, double cost, double price, double most, double ahead
    )
    cpdef double along(
        self, int edge, double from_x, double from_y, double x, double y, double price, bint leaving
    ) except -1.0
    cdef object _to_circles(self, int label)
    cdef object _from_spot(self, int label, int c, double side)
    cdef object _from_circle(self, int label, int own, int c, double side)
    cdef object _touch(
        self, int label, int c, double side, double from_x, double from_y, double turn, double nx, double ny
    )
    cdef bint _known_better(self, int arrival, double side, double nx, double ny, double cost) except *
    cpdef double by_border(
        self, int label, double leg_x, double leg_y, double x, double y, double price
    ) except -1.0


cdef double _square(double x, double y) noexcept
cdef double _between(double side, double ax, double ay, double bx, double by) noexcept
