# C types of nodes.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython


@cython.locals(k=int)
cpdef list nodes_between(double[::1] values, double least, double most)
@cython.locals(
    west=double, south=double, step=double, columns=int, row=int, k=int, x=double, at=double, inside=bint
)
cpdef list nodes_outside(list nodes, tuple frame, object rings)
@cython.locals(count=int, i=int, ax=double, ay=double, bx=double, by=double)
cdef list _crossings(double y, object rings)
