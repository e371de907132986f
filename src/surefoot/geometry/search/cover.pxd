# C types of cover.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math

cdef double inf
cdef double _NEAR


cdef class Cover:
    cdef public double west, south, step
    cdef public int columns, rows, width, height
    cdef public double[::1] levels
    cdef public int[::1] cut
    cdef public int[::1] crossed
    cdef public double[::1] found
    cdef public double[::1] nodes
    cdef public list asked
    cdef public int[::1] open_nodes
    cdef public double[::1] open_values
    cdef public int open_count

    @cython.locals(row=int, column=int, k=int, inside=int)
    cpdef object cut_off(self, object rings)
    cdef int _meet(self, double[::1] ring, int length) except -1
    cdef int _touch(self, double ax, double ay, double bx, double by) except -1
    cdef int _cross(self, double ax, double ay, double bx, double by) except -1
    @cython.locals(row=int, column=int)
    cpdef object bounds(self, double[::1] blocked)
    @cython.locals(i=int, j=int, wide=int, most=double)
    cdef double _highest(self, int column, int row) noexcept
    @cython.locals(i=int, j=int)
    cdef bint _is_beside(self, int column, int row) noexcept
    cdef double _level(self, int cell) noexcept
    @cython.locals(row=int, column=int, k=int, most=double)
    cpdef double last(self, double[::1] values) except? -2.0
    cdef double _bound(self, int node) noexcept
    @cython.locals(i=int, flags=bytearray)
    cpdef bytes within(self, list values, double level)
    @cython.locals(k=int, count=int, value=double)
    cdef object _open(self, list values)
    cpdef bint hides(self, int one, int other, double level) noexcept
    cdef bint _hides(self, int column, int row, double level) noexcept
    @cython.locals(row=int, column=int, k=int, cell=int, low=double, high=double)
    cpdef object add(self, double[::1] values)
