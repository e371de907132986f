# C types of field.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

from surefoot.geometry.search.chart cimport Chart
from surefoot.geometry.search.polish cimport Polisher
from surefoot.geometry.search.anchor_search cimport Search

cdef double inf
cdef int _SIZE
cdef double _POLISH
cdef double _SLACK
cdef double _SAME
cdef double _HAIR


cdef class PriceField:
    cdef public Search search
    cdef public Chart chart
    cdef public Polisher polisher
    cdef public object bends
    cdef public int found, recent
    cdef public double[::1] live
    cdef public int[::1] live_labels
    cdef public int live_first, live_count
    cdef public int[::1] hints
    cdef public double[::1] candidates
    cdef public int[::1] candidate_labels
    cdef public double[::1] filled
    cdef public int[::1] good
    cdef public double[::1] good_costs
    cdef public int good_count

    cpdef object read_from(self, int first)
    cpdef double cost_at(self, double x, double y, double most) except -1.0
    cdef double _sought(self, double x, double y, double most, double slack) except -1.0
    cdef double _from_labels(self, double x, double y, double most, double slack, int hint) except -1.0
    cdef double _likely(self, double x, double y, double most) except -1.0
    cdef int _sift(
        self, double x, double y, double most, double bound, double extra, double deep, int without
    ) except -1
    @cython.locals(below=int, least=double, label=int)
    cdef object _sink(self, int at, int count)
    cdef bint _is_before(self, int k, double least, int label) noexcept
    cpdef double price_from(self, int label, double x, double y, double most) except -1.0
    cpdef double polished(self, double x, double y, double most) except -1.0
    cpdef object fill(
        self, double west, double south, double step, int columns, int rows, double most, double sure,
        object known=*
    )
