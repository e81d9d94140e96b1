# Imported targets for LibTorch, without its own CMake package (which needs nvcc for a CUDA build).
#   attn::torch   headers and libraries, the CUDA half included where the library has one
# Sets TORCH_ROOT (…/site-packages/torch or an unpacked libtorch), TORCH_HAS_CUDA.
# Looked for in: Torch_DIR, CMAKE_PREFIX_PATH, the Python on PATH.

set(hints "")
if(Torch_DIR)
  list(APPEND hints ${Torch_DIR}/../../..)
endif()
foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
  list(APPEND hints ${prefix} ${prefix}/torch)
endforeach()
find_path(TORCH_ROOT include/ATen/ATen.h HINTS ${hints} NO_DEFAULT_PATH REQUIRED)
cmake_path(ABSOLUTE_PATH TORCH_ROOT NORMALIZE)

add_library(attn_torch INTERFACE)
add_library(attn::torch ALIAS attn_torch)
target_include_directories(attn_torch SYSTEM INTERFACE ${TORCH_ROOT}/include ${TORCH_ROOT}/include/torch/csrc/api/include)
set(libraries ${TORCH_ROOT}/lib/libtorch_cpu.so ${TORCH_ROOT}/lib/libc10.so)
if(EXISTS ${TORCH_ROOT}/lib/libtorch_cuda.so)
  set(TORCH_HAS_CUDA ON)
  list(APPEND libraries ${TORCH_ROOT}/lib/libtorch_cuda.so ${TORCH_ROOT}/lib/libc10_cuda.so)
else()
  set(TORCH_HAS_CUDA OFF)
endif()
# --as-needed is Debian's default and would drop libtorch_cuda, which registers itself when it is loaded.
target_link_libraries(attn_torch INTERFACE -Wl,--push-state,--no-as-needed ${libraries} -Wl,--pop-state)
target_link_options(attn_torch INTERFACE -Wl,-rpath,${TORCH_ROOT}/lib -Wl,-rpath-link,${TORCH_ROOT}/lib)
