# ccache where it is installed. Paths below the repository are hashed as relative ones, so that clones share results.
find_program(CCACHE ccache DOC "Compiler cache; empty: none is used")
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()
