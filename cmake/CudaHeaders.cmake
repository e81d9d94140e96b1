# attn::cuda: headers of CUDA, the runtime that LibTorch loads, and no compiler (there is no CUDA C++ here).
# attn::standin_headers: those of cuBLAS, cuDNN and CUPTI besides, for the stand-in GPU; exists when they were found too.
# The first exists when the CUDA half is to be built; else CUDA_ABSENT_REASON says why not, for a person. ATTN_CUDA=ON makes that
# reason an error. Needs TORCH_ROOT and TORCH_HAS_CUDA (LibTorch.cmake). CUDA_TOOLKITS: where toolkits are looked for.
include_guard(GLOBAL)

if(NOT DEFINED CUDA_TOOLKITS)
  set(CUDA_TOOLKITS "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" /usr/local/cuda)
  list(REMOVE_ITEM CUDA_TOOLKITS "")
endif()

# All that profiling includes, each with the wheel that brings it. crt is what people lack: the runtime's wheel has
# only half of the runtime's headers.
set(CUDA_HEADERS_NEEDED
    "cuda_runtime_api.h|nvidia-cuda-runtime"
    "cuda.h|nvidia-cuda-runtime"
    "crt/host_defines.h|nvidia-cuda-crt"
    "nvml.h|nvidia-nvml-dev"
    "cupti.h|nvidia-cuda-cupti"
    "cuda_occupancy.h|nvidia-cuda-runtime")
# What standin/ includes besides.
set(STANDIN_HEADERS_NEEDED
    "cublas_v2.h|nvidia-cublas"
    "cublasLt.h|nvidia-cublas"
    "cudnn.h|nvidia-cudnn"
    "nv/target|nvidia-cuda-cccl")

# The runtime's file name as LibTorch asks for it: "libcudart.so.13". Empty when it can't be read.
function(cuda_runtime_name result)
  execute_process(COMMAND readelf -d ${TORCH_ROOT}/lib/libc10_cuda.so OUTPUT_VARIABLE dynamic ERROR_QUIET)
  string(REGEX MATCH "libcudart[^]\n]*\\.so\\.[0-9]+" name "${dynamic}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The major version that a folder's cuda_runtime_api.h is of; empty without one.
function(cuda_header_major folder result)
  set(major "")
  if(EXISTS ${folder}/cuda_runtime_api.h)
    file(STRINGS ${folder}/cuda_runtime_api.h line REGEX "^#define CUDART_VERSION +[0-9]+" LIMIT_COUNT 1)
    string(REGEX MATCH "([0-9]+)[0-9][0-9][0-9]$" line "${line}")
    set(major "${CMAKE_MATCH_1}")
  endif()
  set(${result} "${major}" PARENT_SCOPE)
endfunction()

# Folders that may hold the headers, best first: the wheels beside LibTorch's (all in cu13 since CUDA 13, one folder a
# wheel before), then toolkits of the same major version. Never the compiler's own search path: a toolkit linked into
# /usr/local/include would hide that the wheels are incomplete.
function(cuda_header_folders major result)
  file(GLOB folders ${TORCH_ROOT}/../nvidia/cu${major}/include ${TORCH_ROOT}/../nvidia/*/include)
  foreach(toolkit IN LISTS CUDA_TOOLKITS)
    cuda_header_major(${toolkit}/include found)
    if(found STREQUAL major)
      list(APPEND folders ${toolkit}/include ${toolkit}/extras/CUPTI/include)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()

# The folders of the headers in `needed`, and which could not be found, as a sentence.
function(cuda_find_headers needed folders result missing_result)
  set(used "")
  set(missing "")
  foreach(entry IN LISTS needed)
    string(REPLACE "|" ";" entry "${entry}")
    list(GET entry 0 header)
    list(GET entry 1 wheel)
    set(found "")
    foreach(folder IN LISTS folders)
      if(NOT found AND EXISTS ${folder}/${header})
        set(found ${folder})
      endif()
    endforeach()
    if(found)
      list(APPEND used ${found})
    else()
      list(APPEND missing "${header} (wheel ${wheel})")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES used)
  list(JOIN missing ", " missing)
  set(${result} "${used}" PARENT_SCOPE)
  set(${missing_result} "${missing}" PARENT_SCOPE)
endfunction()

# Sets CUDA_ABSENT_REASON, and where that is empty CUDA_INCLUDE_FOLDERS and CUDA_RUNTIME_LIBRARY.
function(cuda_look_for_it)
  set(CUDA_ABSENT_REASON "" PARENT_SCOPE)
  if(ATTN_CUDA STREQUAL OFF)
    set(CUDA_ABSENT_REASON "this program was built with ATTN_CUDA=OFF" PARENT_SCOPE)
    return()
  elseif(NOT TORCH_HAS_CUDA)
    set(CUDA_ABSENT_REASON "this LibTorch is a CPU build (${TORCH_ROOT}/lib has no libtorch_cuda.so)" PARENT_SCOPE)
    return()
  endif()
  cuda_runtime_name(runtime)
  string(REGEX MATCH "[0-9]+$" major "${runtime}")
  cuda_header_folders("${major}" folders)
  cuda_find_headers("${CUDA_HEADERS_NEEDED}" "${folders}" used missing)
  # By full path: -lcudart may find another release, and two runtimes in one process don't share streams.
  list(TRANSFORM CUDA_TOOLKITS APPEND /lib64 OUTPUT_VARIABLE toolkit_libraries)
  find_file(CUDA_RUNTIME_LIBRARY NAMES "${runtime}" NO_DEFAULT_PATH NO_CACHE
            PATHS ${TORCH_ROOT}/lib ${TORCH_ROOT}/../nvidia/cu${major}/lib ${TORCH_ROOT}/../nvidia/cuda_runtime/lib
                  ${toolkit_libraries})
  if(NOT runtime OR NOT CUDA_RUNTIME_LIBRARY)
    set(CUDA_ABSENT_REASON "the CUDA runtime ${runtime} that ${TORCH_ROOT}/lib/libc10_cuda.so loads was not found"
        PARENT_SCOPE)
  elseif(missing)
    set(CUDA_ABSENT_REASON
        "CUDA ${major} headers are missing: ${missing}; neither beside LibTorch nor in a CUDA ${major} toolkit"
        PARENT_SCOPE)
  endif()
  set(CUDA_INCLUDE_FOLDERS "${used}" PARENT_SCOPE)
  cuda_find_headers("${STANDIN_HEADERS_NEEDED}" "${folders}" standin_used standin_missing)
  set(STANDIN_INCLUDE_FOLDERS "${standin_used}" PARENT_SCOPE)
  set(STANDIN_MISSING_HEADERS "${standin_missing}" PARENT_SCOPE)
  set(CUDA_RUNTIME_LIBRARY "${CUDA_RUNTIME_LIBRARY}" PARENT_SCOPE)
endfunction()

if(NOT ATTN_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "ATTN_CUDA=${ATTN_CUDA}: allowed are AUTO, ON and OFF")
endif()
cuda_look_for_it()
if(CUDA_ABSENT_REASON AND ATTN_CUDA STREQUAL ON)
  message(FATAL_ERROR "ATTN_CUDA=ON can't be met: ${CUDA_ABSENT_REASON}")
elseif(CUDA_ABSENT_REASON)
  message(STATUS "Without CUDA: ${CUDA_ABSENT_REASON}")
else()
  message(STATUS "With CUDA: ${CUDA_RUNTIME_LIBRARY}, headers in ${CUDA_INCLUDE_FOLDERS}")
  add_library(attn_cuda INTERFACE)
  add_library(attn::cuda ALIAS attn_cuda)
  target_include_directories(attn_cuda SYSTEM INTERFACE ${CUDA_INCLUDE_FOLDERS})
  cmake_path(GET CUDA_RUNTIME_LIBRARY PARENT_PATH runtime_folder)
  target_link_libraries(attn_cuda INTERFACE ${CUDA_RUNTIME_LIBRARY} ${CMAKE_DL_LIBS})
  target_link_options(attn_cuda INTERFACE -Wl,-rpath,${runtime_folder})
  if(STANDIN_MISSING_HEADERS)
    message(STATUS "Without the stand-in GPU: headers are missing: ${STANDIN_MISSING_HEADERS}")
  else()
    add_library(attn_standin_headers INTERFACE)
    add_library(attn::standin_headers ALIAS attn_standin_headers)
    target_include_directories(attn_standin_headers SYSTEM INTERFACE ${CUDA_INCLUDE_FOLDERS} ${STANDIN_INCLUDE_FOLDERS})
  endif()
endif()
