# Build options and the compile rules that every Skald target shares.

option(SKALD_WARNINGS_AS_ERRORS "Treat compiler warnings as errors (for developers)" OFF)
option(SKALD_BENCHMARKS "Build the benchmarks (needs Google Benchmark)" ON)
option(SKALD_FUZZ "Build the fuzz targets (needs clang)" OFF)
set(SKALD_TORCH AUTO CACHE STRING
    "Deep networks by libtorch: ON, OFF, or AUTO (where it is found)")
set_property(CACHE SKALD_TORCH PROPERTY STRINGS AUTO ON OFF)
option(SKALD_UNITY
       "Compile the sources of a target together, a dozen at a time: a third of the time" OFF)
set(SKALD_SANITIZE "" CACHE STRING
    "Sanitizers to build everything with: address;undefined or thread (empty: none)")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(SKALD_CCACHE ccache)
if(SKALD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness that ccache wants for precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${SKALD_CCACHE})
endif()

# skald_compile_rules(target): language level, warnings, hidden symbols, sanitizers. Floating-point
# contraction is off, so that results do not depend on whether a compiler fuses a*b+c.
function(skald_compile_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -ffp-contract=off
    $<$<BOOL:${SKALD_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlaps in inlined std::string code (its bug 105651), overruns in Eigen's SSE
    # loads and uninitialised parts of moved std::variants that are not there.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds
                                             -Wno-maybe-uninitialized)
  endif()
  if(SKALD_SANITIZE)
    list(JOIN SKALD_SANITIZE "," sanitizers)
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                             -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${sanitizers})
  endif()
endfunction()

# skald_compile_together(target [ALONE a.cpp ...]): sources that share their headers are compiled in
# one go, but for those of ALONE, which have flags or names of their own.
function(skald_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SKALD_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  if(arg_ALONE)
    set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# skald_host_rules(target): skald_compile_rules, for code that no run spends its time in. What -O3
# adds to it is a third of its compile time.
function(skald_host_rules target)
  skald_compile_rules(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
endfunction()

# skald_module(name [HOT] SOURCES a.cpp ... [ALONE a.cpp ...] [PUBLIC libs...] [PRIVATE libs...]):
# one static library of the host, target skald_<name>; its headers are found as "<name>/x.hpp" by
# the modules that link it, and by no others: each has an include root of its own, which holds a
# link to the module's folder alone. HOT: runs spend time in its loops.
function(skald_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOT" "" "SOURCES;ALONE;PUBLIC;PRIVATE")
  add_library(skald_${name} STATIC ${arg_SOURCES})
  if(arg_HOT)
    skald_compile_rules(skald_${name})
  else()
    skald_host_rules(skald_${name})
  endif()
  skald_compile_together(skald_${name} ALONE ${arg_ALONE})
  set(root ${PROJECT_BINARY_DIR}/include_roots/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  target_include_directories(skald_${name} PUBLIC ${root})
  target_link_libraries(skald_${name} PUBLIC skald_sdk ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY SKALD_MODULES ${name})
endfunction()
