# Configures a project of one line with CudaHeaders.cmake, beside trees in which LibTorch's CUDA is there, or in part.
# Needs WORK (emptied), TORCH (a LibTorch with CUDA from a wheel) and MODULE.
file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/project/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(trial LANGUAGES NONE)
include(${MODULE})
if(TARGET attn::cuda)
  get_target_property(folders attn_cuda INTERFACE_INCLUDE_DIRECTORIES)
  get_target_property(libraries attn_cuda INTERFACE_LINK_LIBRARIES)
  message(STATUS \"include \${folders} link \${libraries}\")
endif()
if(TARGET attn::standin_headers)
  get_target_property(folders attn_standin_headers INTERFACE_INCLUDE_DIRECTORIES)
  message(STATUS \"stand-in folders \${folders}\")
endif()
")

# A tree beside which nothing but the given headers stands; the libraries are LibTorch's own.
function(make_tree name)
  file(GLOB runtime ${TORCH}/../nvidia/cu*/lib/libcudart.so.*)
  cmake_path(GET runtime FILENAME runtime_name)
  string(REGEX MATCH "[0-9]+$" major ${runtime_name})
  file(MAKE_DIRECTORY ${WORK}/${name}/torch/lib ${WORK}/${name}/nvidia/cu${major}/lib)
  file(CREATE_LINK ${TORCH}/lib/libc10_cuda.so ${WORK}/${name}/torch/lib/libc10_cuda.so SYMBOLIC)
  file(CREATE_LINK ${runtime} ${WORK}/${name}/nvidia/cu${major}/lib/${runtime_name} SYMBOLIC)
  foreach(header IN LISTS ARGN)
    file(WRITE ${WORK}/${name}/nvidia/cu${major}/include/${header} "#define CUDART_VERSION ${major}000\n")
  endforeach()
  set(major ${major} PARENT_SCOPE)
endfunction()

# expect(TREE OPTIONS… CODE TEXT): configures beside TREE and looks for TEXT in what is printed.
function(expect tree code text)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G Ninja -S ${WORK}/project -B ${WORK}/build -DTORCH_ROOT=${WORK}/${tree}/torch ${ARGN}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  file(REMOVE_RECURSE ${WORK}/build)
  string(FIND "${output}" "${text}" at)
  if(at EQUAL -1 OR NOT result EQUAL code)
    message(SEND_ERROR "${ARGN}: expected exit ${code} and \"${text}\", got ${result} and:\n${output}")
  endif()
endfunction()

set(bare -DCUDA_TOOLKITS= -DTORCH_HAS_CUDA=ON)
set(but_for_crt cuda_runtime_api.h cuda.h nvml.h cupti.h cuda_occupancy.h)
make_tree(whole ${but_for_crt} crt/host_defines.h)
make_tree(without_crt ${but_for_crt})

expect(whole 0 "whole/nvidia/cu${major}/lib/libcudart.so.${major}" ${bare} -DATTN_CUDA=ON)
expect(whole 0 "Without CUDA: this program was built with ATTN_CUDA=OFF" ${bare} -DATTN_CUDA=OFF)
expect(whole 1 "ATTN_CUDA=yes: allowed are AUTO, ON and OFF" ${bare} -DATTN_CUDA=yes)
expect(whole 0 "Without CUDA: this LibTorch is a CPU build" -DTORCH_HAS_CUDA=OFF -DATTN_CUDA=AUTO)
expect(whole 1 "can't be met: this LibTorch is a CPU build" -DTORCH_HAS_CUDA=OFF -DATTN_CUDA=ON)
expect(without_crt 0 "Without CUDA: CUDA ${major} headers are missing: crt/host_defines.h (wheel nvidia-cuda-crt)"
       ${bare} -DATTN_CUDA=AUTO)
expect(without_crt 1 "can't be met: CUDA ${major} headers are missing: crt/host_defines.h" ${bare} -DATTN_CUDA=ON)

# The stand-in GPU needs more headers than the CUDA half.
set(all ${but_for_crt} crt/host_defines.h cublas_v2.h cublasLt.h cudnn.h nv/target)
make_tree(with_standin ${all})
list(REMOVE_ITEM all cudnn.h)
make_tree(without_cudnn ${all})
expect(without_cudnn 0 "Without the stand-in GPU: headers are missing: cudnn.h (wheel nvidia-cudnn)" ${bare}
       -DATTN_CUDA=ON)
expect(with_standin 0 "stand-in folders" ${bare} -DATTN_CUDA=ON)

# A toolkit fills the gap, but only one of the same major version.
file(WRITE ${WORK}/toolkit/include/cuda_runtime_api.h "#define CUDART_VERSION ${major}020\n")
file(WRITE ${WORK}/toolkit/include/crt/host_defines.h "")
file(WRITE ${WORK}/old_toolkit/include/cuda_runtime_api.h "#define CUDART_VERSION 10020\n")
file(WRITE ${WORK}/old_toolkit/include/crt/host_defines.h "")
expect(without_crt 0 "toolkit/include" -DCUDA_TOOLKITS=${WORK}/toolkit -DTORCH_HAS_CUDA=ON -DATTN_CUDA=ON)
expect(without_crt 1 "headers are missing: crt/host_defines.h" -DCUDA_TOOLKITS=${WORK}/old_toolkit -DTORCH_HAS_CUDA=ON
       -DATTN_CUDA=ON)
