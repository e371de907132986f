# C types of polish.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chain cimport Chain
from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.anchor_search cimport Search

cdef double inf
cdef int _SIZE
cdef int _BENDS


cdef class Polisher:
    cdef public Chart chart
    cdef public Chain best
    cdef public Chain raw
    cdef public Chain trial
    cdef public Chain crossed
    cdef public Chain before
    cdef public double cost

    cpdef double path(self, Search search, int label, double x, double y, bint beyond, double radius) except -1.0
    cdef object _polish(self, double x, double y, double radius)
    cdef object _corner(self, int k, double x, double y, double radius)
    cdef bint _gains(self, int node, int edge) except *
    cdef object _try(self, Chain chain, double x, double y, double radius)
    cdef object _slide_crossed(self, double x, double y, double radius)
    cdef object _short_of(self, double x, double y, double radius)
