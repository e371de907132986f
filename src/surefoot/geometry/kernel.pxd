# C types of kernel.py, for ahead-of-time compilation in Cython's pure Python mode.
#
# Compile with -ffp-contract=off: a fused multiply-add rounds once where Python rounds twice, and the compiled
# kernel must give the same bits as the interpreted one.

cimport cython
from libc cimport math


@cython.locals(ex=double, ey=double, wx=double, wy=double, square=double, along=double, off=double)
cpdef double point_segment_square(double px, double py, double ax, double ay, double bx, double by) noexcept


cpdef double point_segment(double px, double py, double ax, double ay, double bx, double by)


@cython.locals(c_side=double, d_side=double, a_side=double, b_side=double)
cpdef bint segments_cross(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy
) noexcept


@cython.locals(nearest=double)
cpdef double segment_segment(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy
)


@cython.locals(inside=bint, count=Py_ssize_t, i=Py_ssize_t, ax=double, ay=double, bx=double, by=double)
cpdef bint inside_rings(double x, double y, object rings)


@cython.locals(
    best=double, count=Py_ssize_t, i=Py_ssize_t, ax=double, ay=double, bx=double, by=double, ex=double,
    ey=double, wx=double, wy=double, square=double, along=double, away=double,
)
cpdef double edge_distance(double x, double y, object rings)


cpdef double region_distance(double x, double y, object rings)


@cython.locals(count=Py_ssize_t, i=Py_ssize_t, ox=double, oy=double, total=double)
cpdef double signed_area(object ring)


@cython.locals(
    count=Py_ssize_t, way=int, flips=int, heading=int, side=int, east=int, i=Py_ssize_t, j=Py_ssize_t,
    k=Py_ssize_t, ex=double, ey=double, nx=double, ny=double, cross=double, slack=double,
    lean=double,
)
cpdef bint is_convex(object ring)


@cython.locals(
    count=Py_ssize_t, start=Py_ssize_t, step=Py_ssize_t, at=Py_ssize_t, i=Py_ssize_t, y=double, low=double,
    out=list,
)
cpdef list from_lowest(object ring, double sign)


@cython.locals(
    n=Py_ssize_t, m=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, ends_i=Py_ssize_t, ends_j=Py_ssize_t,
    cross=double, out=list,
)
cpdef list minkowski(object one, object other)


@cython.locals(
    best=double, convex=bint, mirrored=list, spread=list, west=double, south=double, east=double, north=double,
    count=Py_ssize_t, i=Py_ssize_t, ax=double, ay=double, bx=double, by=double, gap_x=double, gap_y=double,
)
cpdef double core_edge_distance(object core, object rings)


@cython.locals(best=double, count=Py_ssize_t, i=Py_ssize_t, cx=double, cy=double)
cdef double _segment_edge_distance(double ax, double ay, double bx, double by, object ring)


@cython.locals(spread=list)
cpdef double core_region_distance(object core, object rings)


cpdef double core_distance(object one, object other)


@cython.locals(
    west=double, south=double, east=double, north=double, i=Py_ssize_t, x=double, y=double,
)
cpdef (double, double, double, double) bounds(object flat)

@cython.locals(west=cython.double, south=cython.double, east=cython.double, north=cython.double)
cpdef bint shift_meets_box(object core, double dx, double dy, double far, tuple box)


@cython.locals(pairs=list, out=list, start=double, end=double, low=double, high=double, i=Py_ssize_t)
cpdef list joined(object spans)


@cython.locals(out=list, start=double, i=Py_ssize_t)
cpdef list between(object spans)


@cython.locals(
    vx=double, vy=double, square=double, west=double, east=double, south=double, north=double, events=list,
    count=Py_ssize_t, i=Py_ssize_t, cx=double, cy=double, dx=double, dy=double, apart=bint, ex=double,
    ey=double, turn=double, c_side=double, d_side=double,
)
cdef list _crossings(double ax, double ay, double bx, double by, object rings)


@cython.locals(
    vx=double, vy=double, events=list, out=list, start=double, event=double, end=double, middle=double,
)
cpdef list leg_inside(double ax, double ay, double bx, double by, object rings)


@cython.locals(
    vx=double, vy=double, square=double, out=list, length=double, count=Py_ssize_t, i=Py_ssize_t, cx=double,
    cy=double, dx=double, dy=double, at_c=double, at_d=double, start=double, end=double, first=double,
    last=double,
)
cpdef list leg_along_edges(double ax, double ay, double bx, double by, object rings, double tolerance)


@cython.locals(
    vx=double, vy=double, square=double, first=double, last=double, reach=double, along=double, off=double,
    room=double, half=double, ex=double, ey=double, edge=double, low=double, high=double, limit=double,
    near=double, far=double,
)
cpdef (double, double) leg_near_segment(
    double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy, double distance
)


@cython.locals(one=double, other=double)
cdef (double, double) _slab(double value, double rate, double low, double high)


@cython.locals(
    west=double, east=double, south=double, north=double, spans=list, count=Py_ssize_t, i=Py_ssize_t,
    cx=double, cy=double, dx=double, dy=double, apart=bint, start=double, end=double,
)
cpdef list leg_near_edges(double ax, double ay, double bx, double by, object rings, double distance)


@cython.locals(spans=list, gaps=list, i=Py_ssize_t, middle=double)
cpdef list leg_near_rings(double ax, double ay, double bx, double by, object rings, double distance)


@cython.locals(inside=list, gaps=list, out=list, i=Py_ssize_t, middle=double)
cpdef list leg_clear_inside(double ax, double ay, double bx, double by, object rings, double radius)
