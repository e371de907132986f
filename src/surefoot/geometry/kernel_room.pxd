# C types of kernel_room.py, for ahead-of-time compilation; see kernel.pxd.

cpdef object longer(str code, object values, int times=*)
