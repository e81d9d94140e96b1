# Options of every file of ours.

# LibTorch's wheel is built with NDEBUG; without it ATen/record_function.h adds a member, the layouts differ and the program
# crashes. So NDEBUG holds in every preset, and our own checks don't use assert().
add_compile_definitions(NDEBUG AT_PER_OPERATOR_HEADERS)

add_library(attn_compile_options INTERFACE)
# -Wno-restrict: g++ 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
target_compile_options(attn_compile_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-restrict -Werror)
target_include_directories(attn_compile_options INTERFACE ${CMAKE_SOURCE_DIR})

set(ATTN_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=: address,undefined or thread")
if(ATTN_SANITIZE)
  # A finding of UndefinedBehaviorSanitizer ends the test; by default it is only printed.
  add_compile_options(-fsanitize=${ATTN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ATTN_SANITIZE})
endif()
