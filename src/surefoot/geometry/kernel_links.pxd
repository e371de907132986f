# C types of kernel_links.py, for ahead-of-time compilation; see kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.kernel_chart cimport Chart
from surefoot.geometry.kernel_spread cimport Swell

cdef double inf
cdef int _WIDE
cdef int _FLOWS
cdef int _WHOLE
cdef int _PAUSES
cdef int _OWN
cdef int _RUN_UP
cdef int _SHARED
cdef int _MANNER
cdef double TOLERANCE
cdef double _SAME
cdef double _HERE
cdef double _NEARER
cdef int _TRIES

cpdef double after(
    double allowance, int spans, int in_a_turn, double used, double cost, bint pauses
) noexcept
cpdef double after_own(double allowance, int in_a_turn, double used, int takes, bint runs_up) noexcept
cpdef double after_shared(double allowance, int in_a_turn, double used, double cost, int takes) noexcept
cdef double _shared(
    double allowance, int in_a_turn, int number, double used, double cost, int takes
) noexcept
cpdef int from_span(int in_a_turn, int number, int takes) noexcept
cdef int _begun(double allowance, double used) noexcept
cdef bint _goes_on(int spans, int in_a_turn, int begun) noexcept
cpdef int manner(bint flows, bint pauses) noexcept
cpdef int own_manner(bint runs_up, bint shares) noexcept
cpdef double soonest(
    double[::1] manners, int first, int last, double used, double cost, double length, double allowance,
    int spans, int in_a_turn
) noexcept
cpdef double toll(double[::1] links, int k, double length) noexcept

cpdef bint beaten(Chart chart, double[::1] starts, int count, double x, double y, double cost) except *


cdef class Links:
    cdef public double[::1] numbers
    cdef public double[::1] manners
    cdef public int[::1] manner_firsts
    cdef public int[::1] firsts
    cdef public double[::1] places
    cdef public int[::1] owners
    cdef public double[::1] points
    cdef public int[::1] indices
    cdef public int[::1] end_firsts
    cdef public double[::1] ends
    cdef public int count
    cdef public double[::1] used
    cdef public int[::1] fresh
    cdef public double[::1] bounds
    cdef public double[::1] best
    cdef public int[::1] best_starts

    cpdef int price(self, Swell swell, double most) except -1
    cpdef bint is_fresh(self, int link) noexcept
    cpdef double behind(
        self, int link, double used, double length, double allowance, int spans, int in_a_turn
    ) noexcept
    cpdef list ranked(self, int link, double allowance, int spans, int in_a_turn, double limit)
    @cython.final
    cdef int _rank(self, double value, int start) except -1
    cpdef int looked_at(self, int link) except -1
    cpdef int is_there(self, int link, int end, double cost) except -1
