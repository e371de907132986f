# C types of anchor_search.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.legs cimport Legs, legs_of
from surefoot.geometry.search.intersections cimport is_inside
from surefoot.geometry.search.rivals cimport Rivals

cdef double inf
cdef int START
cdef int GOAL
cdef int BETWEEN
cdef double _ROUND
cdef double _TURN
cdef double _BACK
cdef double _SAME
cdef double _NEAR
cdef double _CLOSE
cdef double _SLACK
cdef int _RIVALS
cdef int _BREATH
cdef int _SIZE
cdef int _WIDE
cdef int _BORDER
cdef double _SHARE


cdef class Search(Rivals):
    cdef public Legs legs
    cdef public int[::1] leaving
    cdef public int[::1] arrivals
    cdef public double[::1] aheads
    cdef public list goals
    cdef public double goal_x, goal_y, goal_radius
    cdef public bint guided
    cdef public double limit, bound, margin, pause
    cdef public int expanded
    cdef public double leg_x, leg_y, end_x, end_y

    cdef int _begin(self, double x, double y, double limit) except -1
    cdef int _cross_near(self, int start, double x, double y) except -1
    @cython.final
    cdef double _ahead(self, double x, double y) noexcept
    @cython.final
    cdef double _most(self) noexcept
    @cython.final
    cdef bint _dominated(self, int label, int arrival, double cost) except *
    @cython.final
    cdef bint _known_better(self, int label, int arrival, double angle, double cost) except *
    cdef double _rounds(self, int label, int arrival, double turn) except -1.0
    cdef int _fan_out(self, int label, double upto) except -1
    @cython.final
    cdef object _arrive(self, int label, int leg, double before, double total)
    @cython.final
    cdef object _touch(self, int label, int leg, double total, double most)
    cpdef double reach(self, int label, double x, double y, double radius, double most) except -1.0
    cdef object _to_goal(self, int label)
    cpdef double by_border(
        self, int label, double leg_x, double leg_y, double x, double y, double price
    ) except -1.0


cdef double _square(double x, double y) noexcept
cdef double _turned(double side, double start, double end) noexcept
cdef double _between(double side, double ax, double ay, double bx, double by) noexcept
