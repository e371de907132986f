# C types of ground.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython
from libc cimport math
from surefoot.geometry.kernel cimport leg_near_rings, point_segment_square
from surefoot.geometry.search.intersections cimport line_in_box, line_in_capsule
from surefoot.geometry.search.obstacles cimport Obstacles

cdef double inf
cdef double _BESIDE
cdef double _ASIDE
cdef double _LANE
cdef double _HAIR
cdef double _INSTANT
cdef int _BUNCH
cdef int _FEW
cdef int _MOST_ACROSS


cdef class Ground(Obstacles):
    cdef public double[::1] edges
    cdef public int[::1] firsts
    cdef public int areas
    cdef public int[::1] masks
    cdef public double[::1] rates
    cdef public double lowest, plain
    cdef public list hurdles
    cdef public double[::1] hurdle_boxes
    cdef public int hurdle_count
    cdef public double[::1] boxes
    cdef public int[::1] bunch_of
    cdef public int[::1] bunch_firsts
    cdef public double[::1] bunch_boxes
    cdef public int area_across, area_tick
    cdef public double area_west, area_south, area_columns_per, area_rows_per
    cdef public int[::1] area_first
    cdef public int[::1] area_items
    cdef public int[::1] area_stamps
    cdef public double[::1] cuts
    cdef public int used
    cdef public bint along
    cdef public double lane, aside
    cdef public int pieces

    cdef object _lay_area_grid(self)
    @cython.final
    cdef int _area_column(self, double x) noexcept
    @cython.final
    cdef int _area_row(self, double y) noexcept
    cpdef list areas_near(self, double west, double south, double east, double north)
    cpdef double rate_at(self, double x, double y) noexcept
    @cython.final
    cdef bint _inside(self, int k, double x, double y) noexcept
    cpdef double depth(self, double x, double y) noexcept
    cpdef double path(self, double[::1] points) except -1.0
    cpdef double price(self, double ax, double ay, double bx, double by) except -1.0
    cpdef double ground(self, double ax, double ay, double bx, double by) except -1.0
    @cython.final
    cdef double _ground(
        self, double ax, double ay, double bx, double by, double vx, double vy, double length
    ) except -1.0
    @cython.final
    cdef object _cut(self, int bunch, double ax, double ay, double vx, double vy, double length)
    @cython.final
    cdef bint _bypassed(
        self, int bunch, double ax, double ay, double vx, double vy, double west, double south, double east,
        double north
    ) noexcept
    @cython.final
    cdef double _sum(
        self, double ax, double ay, double vx, double vy, double length, int used, bint beside
    ) except -1.0
    @cython.final
    cdef double _beside_rate(
        self, double x, double y, double aside_x, double aside_y, double vx, double vy
    ) except -1.0
    @cython.final
    cdef double _barred(
        self, double x, double y, double vx, double vy, double aside_x, double aside_y
    ) except -1.0
    @cython.final
    cdef bint _widens(
        self, int k, double x, double y, double vx, double vy, double aside_x, double aside_y
    ) noexcept
    cdef double _over_hurdles(self, double ax, double ay, double bx, double by) except -1.0


cdef bint _lies_along(double c_at, double c_side, double d_at, double d_side, double length) noexcept
