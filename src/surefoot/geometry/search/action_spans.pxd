# C types of action_spans.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

cdef double inf
cdef double TOLERANCE
cdef int _FLOWS
cdef int _WHOLE
cdef int _PAUSES
cdef int _OWN
cdef int _RUN_UP
cdef int _SHARED

cpdef int part_kind(bint flows, bint pauses) noexcept
cpdef int own_kind(bint runs_up, bint shares) noexcept
cpdef bint is_part(int kind) noexcept
cpdef bint takes_whole(int kind) noexcept
cpdef double used_after(
    int kind, double used, double cost, int takes, double allowance, int spans, int in_a_turn
) noexcept
cpdef double latest_start(int kind, int takes, double allowance, int in_a_turn, double limit) noexcept
cpdef double after_part(
    double allowance, int spans, int in_a_turn, double used, double cost, bint pauses
) noexcept
cpdef double after_own(double allowance, int in_a_turn, double used, int takes, bint runs_up) noexcept
cpdef double after_shared(double allowance, int in_a_turn, double used, double cost, int takes) noexcept
cdef double _after_shared_from(
    double allowance, int in_a_turn, int number, double used, double cost, int takes
) noexcept
cpdef int first_span_for(int in_a_turn, int number, int takes) noexcept
cpdef int stroke_count(double length, double longest) noexcept
cdef int _current_span(double allowance, double used) noexcept
cdef bint _has_next_in_turn(int spans, int in_a_turn, int number) noexcept
