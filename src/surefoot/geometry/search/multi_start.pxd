# C types of multi_start.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.cover cimport Cover
from surefoot.geometry.search.field cimport PriceField
from surefoot.geometry.search.anchor_search cimport Search

cdef double inf
cdef int _START
cdef int _ARRIVED
cdef int _SIZE
cdef double _POLISH
cdef double _SLACK
cdef double _SAME
cdef double _BESIDE
cdef int _HALVINGS
cdef int _STRETCH


cdef class MultiStartSearch(Search):
    cdef public int start_count

    cpdef object settle_from(self, double[::1] starts, int count, int leaving, double limit, object cancelled)
    cpdef object add_starts(self, double[::1] starts, int count, int leaving, object cancelled)
    cpdef object continue_to(self, double pause, object cancelled)
    cpdef int root(self, int label) noexcept
    cpdef int start_of(self, int label) noexcept


cdef class MultiStartField(PriceField):
    cdef public MultiStartSearch multi
    cdef public int origin
    cdef public double end_x, end_y
    cdef public double[::1] dearest
    cdef public int stretches
    cdef public int[::1] sources
    cdef public double[::1] bounds

    cpdef double price(self, double x, double y, double most) except -1.0
    cpdef bint costs_within(self, double x, double y, double level) except *
    cpdef double cost_near(self, double x, double y, double radius, double most) except -1.0
    cdef bint _blocked(
        self, int label, double leg_x, double leg_y, double x, double y, double away, double off
    ) except *
    cpdef object prices(self, double[::1] places, int count, double most)
    @cython.locals(fresh=int)
    cpdef list cheaper(
        self, double[::1] places, int count, double[::1] known, double most, double by, int since=*
    )
    cpdef double ahead(
        self, int node, double ax, double ay, double bx, double by, double level, double hair
    ) except -1.0
    @cython.locals(
        first=int, last=int, begin=int, end=int, row=int, column=int, stretch=int, low=int, high=int, k=int,
        away=double, dx=double, dy=double, best=double, found=double, half=double,
    )
    cdef object _lower_around(
        self, int label, double west, double south, double step, int columns, int rows, double most
    )
    cpdef object grid_prices(
        self, double west, double south, double step, int columns, int rows, double most, double near,
        Cover cover=*
    )
