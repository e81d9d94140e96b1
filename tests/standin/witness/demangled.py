"""Names of kernels as people read them."""
import ctypes

libstdcxx = ctypes.CDLL("libstdc++.so.6")
libstdcxx.__cxa_demangle.restype = ctypes.c_char_p


def demangled(name):
    """Of a mangled name; any other stays. PyTorch's profiler leaves those of more than 1,024 characters mangled."""
    if not name.startswith("_Z"):
        return name
    status = ctypes.c_int()
    plain = libstdcxx.__cxa_demangle(name.encode(), None, None, ctypes.byref(status))
    return plain.decode() if plain else name
