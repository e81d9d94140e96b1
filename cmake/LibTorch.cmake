# LibTorch's libraries as an imported target, without its own CMake package (which needs nvcc for a CUDA build).
#   attn::torch      headers and libraries, the CUDA half included where the library has one
#   TORCH_ROOT       …/site-packages/torch or an unpacked libtorch
#   TORCH_VERSION    "2.11.0"
#   TORCH_HAS_CUDA   whether libtorch_cuda is there
#   TORCH_PYTHON     the Python in whose site-packages LibTorch lies; empty for an unpacked libtorch
include_guard(GLOBAL)
include(FindLibTorchFolder)

set(libraries torch_cpu c10)
if(EXISTS ${TORCH_ROOT}/lib/libtorch_cuda.so)
  set(TORCH_HAS_CUDA ON)
  list(APPEND libraries torch_cuda c10_cuda)
else()
  set(TORCH_HAS_CUDA OFF)
endif()
list(TRANSFORM libraries REPLACE "(.+)" "${TORCH_ROOT}/lib/lib\\1.so")
foreach(library IN LISTS libraries)
  if(NOT EXISTS ${library})
    message(FATAL_ERROR "The LibTorch in ${TORCH_ROOT} is not whole: ${library} is missing")
  endif()
endforeach()

# LibTorch carries the headers of a newer {fmt}, which the library that we link doesn't fit. A link to ours goes before
# them; the folder that ours lie in, /usr/include, can't: the compiler keeps that one last.
get_target_property(fmt_folder fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/our_fmt)
file(CREATE_LINK ${fmt_folder}/fmt ${CMAKE_BINARY_DIR}/our_fmt/fmt SYMBOLIC)

add_library(attn_torch INTERFACE)
add_library(attn::torch ALIAS attn_torch)
target_include_directories(attn_torch SYSTEM INTERFACE
  ${CMAKE_BINARY_DIR}/our_fmt ${TORCH_ROOT}/include ${TORCH_ROOT}/include/torch/csrc/api/include)
# --as-needed is Debian's default and would drop libtorch_cuda, which registers itself when it is loaded.
target_link_libraries(attn_torch INTERFACE -Wl,--push-state,--no-as-needed ${libraries} -Wl,--pop-state)
target_link_options(attn_torch INTERFACE -Wl,-rpath,${TORCH_ROOT}/lib -Wl,-rpath-link,${TORCH_ROOT}/lib)

# A virtual environment's is …/bin/python, four folders above …/lib/python3.11/site-packages/torch.
file(REAL_PATH ${TORCH_ROOT}/../../../.. environment)
find_file(TORCH_PYTHON NAMES python3 python PATHS ${environment}/bin NO_DEFAULT_PATH NO_CACHE)
if(NOT TORCH_PYTHON OR NOT TORCH_ROOT MATCHES "/lib/python3[^/]*/(site|dist)-packages/torch$")
  set(TORCH_PYTHON "")
endif()
message(STATUS "LibTorch ${TORCH_VERSION} in ${TORCH_ROOT} (with CUDA: ${TORCH_HAS_CUDA}; Python: ${TORCH_PYTHON})")
