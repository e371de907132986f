# C types of link_search.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.action_spans cimport is_part, latest_start, stroke_count, takes_whole, used_after
from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.multi_start cimport MultiStartField

cdef double inf
cdef int _LINK_SIZE
cdef int _PAIR_SIZE
cdef int _UNKNOWN
cdef int _AT_LEAST
cdef int _PAID
cdef int _REFUSED
cdef double _SAME
cdef double _CHEAPER
cdef double _HERE
cdef double _NEARER
cdef int _TRIES
cdef int _ENTRY_SIZE


cdef class EntryQueue:
    cdef public Chart chart
    cdef public MultiStartField prices
    cdef public double[::1] waiting
    cdef public int count

    cpdef int enter(self, double x, double y, double used) except -1
    cpdef double pending(self) noexcept
    cpdef bint is_reached(self, double x, double y, double used) except *


cdef class EndSpots:
    cdef public EntryQueue queue
    cdef public int[::1] firsts
    cdef public double[::1] spots

    cpdef bint is_reached(self, int end, double used) except *


cdef class LinkTable:
    cdef public double[::1] numbers
    cdef public int[::1] firsts
    cdef public double[::1] places
    cdef public int[::1] owners
    cdef public double[::1] points
    cdef public int[::1] indices
    cdef public int[::1] end_firsts
    cdef public double[::1] ends
    cdef public int count
    cdef public int[::1] pair_firsts
    cdef public int[::1] pair_starts
    cdef public double[::1] lengths
    cdef public int[::1] states
    cdef public double[::1] least
    cdef public double[::1] paid

    cdef int _connect(self, bint keeps) except -1
    cpdef int first_pair(self, int link) noexcept
    cpdef int set_least(self, int pair, double before, double cost, double behind) except -1
    cpdef int set_least_evenly(self, int link, double fixed, double along, int takes) except -1
    cpdef int set_out_of_reach(self, int end, double above, double below) except -1
    cpdef int set_paid(self, int pair, double before, double cost, double behind, int takes) except -1
    cpdef int set_refused(self, int pair) except -1
    cpdef int forget_start(self, int link, int start) except -1
    cdef int _note(
        self, double[::1] into, int pair, double before, double cost, double behind, int takes
    ) except -1


cdef class LinkSearch:
    cdef public LinkTable table
    cdef public double allowance
    cdef public int spans
    cdef public int in_a_turn
    cdef public double limit
    cdef public double[::1] used
    cdef public int[::1] fresh
    cdef public double[::1] bounds
    cdef public list end_spots
    cdef public int[::1] located
    cdef public double[::1] best
    cdef public int[::1] best_pairs
    cdef public list queue
    cdef public double[::1] try_values
    cdef public int[::1] try_pairs
    cdef public int try_count
    cdef public int at
    cdef public int tried
    cdef public int missed
    cdef public int chosen
    cdef public double chosen_value
    cdef public list rejected
    cdef public int link
    cdef public int end
    cdef public int pair
    cdef public double value

    cpdef int price_starts(self, MultiStartField prices) except -1
    @cython.final
    cdef double _latest(self, int link) noexcept
    cpdef bint lower_start(self, int start, double cost) noexcept
    cpdef bint is_fresh(self, int link) noexcept
    cpdef int clear_fresh(self, int link) except -1
    cpdef double used_behind(self, int link, int pair, bint known) noexcept
    cpdef list wanted(self, int link)
    cpdef int begin(self) except -1
    cpdef double upcoming(self) except *
    cpdef int rank(self, int link) except -1
    @cython.final
    cdef int _insert_best(self, double value, int pair, int count) except -1
    @cython.final
    cdef int _keep_best(self, int count) except -1
    @cython.final
    cdef int _restart(self) except -1
    cpdef int sort(self) except -1
    cpdef int next(self) except -1
    cpdef int reject(self) except -1
    cpdef int set_spots(self, int link, list spots) except -1
    cpdef int forget_spots(self) except -1
    @cython.final
    cdef bint _is_reached(self, int link, int end, double used) except *
    cpdef int set_reached(self, int link, int end, double cost) except -1
