# C types of squares.py, for ahead-of-time compilation; see ../kernel.pxd.

cimport cython


@cython.locals(row=int, column=int, start=int, width=int, low=bytes, high=bytes, above=bytes, mixed=bytes)
cpdef list pieces(bytes flags, int columns)
@cython.locals(k=int, follower=int, first=int, count=int)
cdef int _in_cell(bytes low, bytes high, int row, int column, int wide, list found) except -1
