# C types of rivals.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.labels cimport Labels

cdef double inf
cdef int START
cdef double _SAME
cdef double _BETTER
cdef double _SLACK
cdef int _SIZE


cdef class Rivals(Labels):
    cdef public Chart chart
    cdef public object polisher
    cdef public double[::1] best
    cdef public int[::1] leaders
    cdef public int[::1] origins
    cdef public double[::1] slacks
    cdef public int[::1] rivals

    @cython.final
    cdef int _forget(self) except -1
    @cython.final
    cdef int _origin(self, int label) noexcept
    @cython.final
    cdef bint _may_lead(self, int q, int origin, double total) noexcept
    @cython.final
    cdef int _enter(self, int q, int label, int origin, double total) except -1
    cdef bint _overtakes(self, int label, int q) except *
    cdef double _slid(self, int label) except -1.0
