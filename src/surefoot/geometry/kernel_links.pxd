# C types of kernel_links.py, for ahead-of-time compilation; see kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.kernel_chart cimport Chart
from surefoot.geometry.kernel_spread cimport Swell

cdef double inf
cdef int _FLOWS
cdef int _WHOLE
cdef int _PAUSES
cdef int _OWN
cdef int _RUN_UP
cdef int _SHARED
cdef int _PAID
cdef int _UNKNOWN
cdef int _AT_LEAST
cdef int _MADE
cdef int _REFUSED
cdef double TOLERANCE
cdef double _SAME
cdef double _CHEAPER
cdef double _HERE
cdef double _NEARER
cdef int _TRIES
cdef int _ENTRY

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
cpdef double arrival(
    int kind, double used, double cost, int takes, double allowance, int spans, int in_a_turn
) noexcept
cpdef int strokes(double length, double longest) noexcept


cdef class Shore:
    cdef public Chart chart
    cdef public Swell swell
    cdef public double[::1] waiting
    cdef public int count

    cpdef int enter(self, double x, double y, double used) except -1
    cpdef double pending(self) noexcept
    cpdef bint is_there(self, double x, double y, double used) except *


cdef class Berths:
    cdef public Shore shore
    cdef public int[::1] firsts
    cdef public double[::1] spots

    cpdef bint is_there(self, int end, double used) except *


cdef class Mesh:
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
    cpdef bint is_known(self, int link) noexcept
    cpdef int at_least(self, int pair, double before, double cost, double behind) except -1
    cpdef int evenly(self, int link, double fixed, double along) except -1
    cpdef int made(self, int pair, double before, double cost, double behind, int takes) except -1
    cpdef int refused(self, int pair) except -1
    cpdef int forget(self, int link, int start) except -1
    cdef int _note(
        self, double[::1] into, int pair, double before, double cost, double behind, int takes
    ) except -1


cdef class Links:
    cdef public Mesh mesh
    cdef public double allowance
    cdef public int spans
    cdef public int in_a_turn
    cdef public double limit
    cdef public double[::1] used
    cdef public int[::1] fresh
    cdef public double[::1] bounds
    cdef public list berths
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
    cdef public list struck
    cdef public int link
    cdef public int end
    cdef public int pair
    cdef public double value

    cpdef int price(self, Swell swell) except -1
    cpdef bint got_to(self, int start, double cost) noexcept
    cpdef bint is_fresh(self, int link) noexcept
    cpdef int looked_at(self, int link) except -1
    cpdef double behind(self, int link, int pair, bint known) noexcept
    cpdef int begin(self) except -1
    cpdef int rank(self, int link) except -1
    @cython.final
    cdef int _put(self, double value, int pair, int count) except -1
    @cython.final
    cdef int _keep(self, int count) except -1
    @cython.final
    cdef int _restart(self) except -1
    cpdef int sort(self) except -1
    cpdef int next(self) except -1
    cpdef int strike(self) except -1
    @cython.final
    cdef bint _is_there(self, int link, int end, double used) except *
    cpdef int is_there(self, int link, int end, double cost) except -1
