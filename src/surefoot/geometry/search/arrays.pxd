# C types of arrays.py, for ahead-of-time compilation; see ../kernel.pxd.

cpdef object longer(str code, object values, int times=*)
