# C types of labels.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

cdef int _SIZE
cdef int _START
cdef int _BETWEEN


cdef class Labels:
    cdef public double[::1] labels
    cdef public int[::1] nodes
    cdef public int[::1] parents
    cdef public int[::1] following
    cdef public double[::1] dealt
    cdef public int room, used
    cdef public double[::1] heap
    cdef public int[::1] heap_labels
    cdef public int heap_used

    cdef int _grow(self) except -1
    @cython.final
    cdef int _label(
        self, int node, int parent, double x, double y, double side, double nx, double ny, double cost,
        double angle
    ) except -1
    @cython.final
    cdef int _push(self, double value, int label) except -1
    @cython.final
    cdef int _pop(self) noexcept
    cpdef double cost_of(self, int label) noexcept
    cpdef bint starts(self, int label) noexcept
    cpdef bint lies_between(self, int label) noexcept
