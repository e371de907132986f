# C types of obstacles.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math
from surefoot.geometry.kernel cimport point_segment_square, segments_cross
from surefoot.geometry.search.intersections cimport presses

cdef double inf


cdef class Obstacles:
    cdef public double[::1] capsules
    cdef public int count
    cdef public double west, south, east, north
    cdef public double cell, per_cell, grid_west, grid_south
    cdef public int columns, rows
    cdef public int[::1] cell_first
    cdef public int[::1] cell_items
    cdef public int[::1] stamps
    cdef public int tick, last
    cdef public int[::1] leaving

    cdef object _hold(self, int k, list held)
    cpdef (double, double, double) away(self, int k, double x, double y) noexcept
    @cython.final
    cdef int _column(self, double x) noexcept
    @cython.final
    cdef int _row(self, double y) noexcept
    cpdef list touching(self, double west, double south, double east, double north)
    cpdef bint spot_free(self, double x, double y) noexcept
    cpdef int blocked(self, double ax, double ay, double bx, double by, bint leaving) noexcept
    cpdef bint free(self, double ax, double ay, double bx, double by, bint leaving) noexcept
    @cython.final
    cdef bint _meets(self, int k, double ax, double ay, double bx, double by, bint leaving) noexcept
