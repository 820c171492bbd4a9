# Build options and the compile rules that every Skald target shares.

option(SKALD_WARNINGS "Have the compiler look for mistakes (for developers)" OFF)
option(SKALD_BENCHMARKS "Build the benchmarks (needs Google Benchmark)" ON)
option(SKALD_FUZZ "Build the fuzz targets (needs clang)" OFF)
set(SKALD_TORCH AUTO CACHE STRING
    "Deep networks by libtorch: ON, OFF, or AUTO (where it is found)")
set_property(CACHE SKALD_TORCH PROPERTY STRINGS AUTO ON OFF)
option(SKALD_UNITY "Compile the sources of a target together: a third of the time" ON)
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

# skald_compile_rules(target): language level, warnings if they are wanted (they are an eighth of
# the time), hidden symbols, sanitizers. Floating-point contraction is off, so that results do not
# depend on whether a compiler fuses a*b+c.
function(skald_compile_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC collects its garbage a third as often, and from half a gigabyte on: a seventh less time, a
    # tenth more memory.
    target_compile_options(${target} PRIVATE --param=ggc-min-expand=300
                                             --param=ggc-min-heapsize=524288)
  endif()
  if(NOT SKALD_WARNINGS)
    target_compile_options(${target} PRIVATE -w)
  else()
    # Where sources are compiled together, a local name of one may be a name of another.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion
                                             $<$<NOT:$<BOOL:${SKALD_UNITY}>>:-Wshadow>
                                             -Wnon-virtual-dtor)
  endif()
  if(SKALD_WARNINGS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What is not there: GCC 14 and earlier see, where code is inlined, values of empty
    # std::optionals and of moved std::variants, and memory that no std::vector allocated; GCC 12
    # overlaps in std::string (its bug 105651) and overruns in Eigen's SSE loads, too.
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized -Wno-free-nonheap-object)
    endif()
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds)
    endif()
  endif()
  if(SKALD_SANITIZE)
    list(JOIN SKALD_SANITIZE "," sanitizers)
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                             -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${sanitizers})
  endif()
endfunction()

# skald_compile_together(target [ALONE a.cpp ...]): sources that share their headers are compiled in
# one go, but for those of ALONE, which have flags of their own.
function(skald_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SKALD_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  if(arg_ALONE)
    set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# skald_host_rules(target [WARM]): skald_compile_rules, for code that no run spends its time in.
# -Og takes three quarters of the compile time of -O1, and leaves calls of small functions, which
# makes expressions of Eigen six times as slow; WARM code has -O1, at which they lose a tenth.
function(skald_host_rules target)
  skald_compile_rules(${target})
  set(level -Og)
  if("WARM" IN_LIST ARGN)
    set(level -O1)
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# skald_module(name [HOT | WARM | LOADED] SOURCES a.cpp ... [ALONE a.cpp ...] [PUBLIC libs...]
# [PRIVATE libs...] [HEADERS names...]): one library of the host, target skald_<name>; its headers
# are found as "<name>/x.hpp" by the modules that link it, and by those that name it among HEADERS,
# which use nothing of it that is compiled, and pass it on: each has an include root of its own,
# which holds a link to the module's folder alone. HOT: runs spend time in its loops; WARM: some in
# its expressions. LOADED: it is lib/skald/<name>.so, which the program loads when it is first
# needed. With SKALD_UNITY the other modules of the folders that set SKALD_GROUP are compiled
# together, since half of the time goes into what they all include; tests/modules checks the
# sources, so that no include goes by unseen.
function(skald_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOT;WARM;LOADED" ""
                        "SOURCES;ALONE;PUBLIC;PRIVATE;HEADERS")
  set(root ${PROJECT_BINARY_DIR}/include_roots/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(passes_on ${arg_PUBLIC} ${arg_HEADERS})
  set(links ${passes_on} ${arg_PRIVATE})
  foreach(names passes_on links)
    list(FILTER ${names} INCLUDE REGEX "^skald_")
    list(REMOVE_ITEM ${names} skald_sdk skald_parts)
    list(TRANSFORM ${names} REPLACE "^skald_" "")
    list(JOIN ${names} "," ${names})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY SKALD_MODULES "${name}|${folder}|${links}|${passes_on}")

  list(TRANSFORM arg_HEADERS REPLACE "^skald_" ${PROJECT_BINARY_DIR}/include_roots/)
  if(arg_LOADED)
    add_library(skald_${name} MODULE ${arg_SOURCES})
    skald_host_rules(skald_${name})
    set_target_properties(skald_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/skald)
    target_link_libraries(skald_${name} PRIVATE ${arg_PRIVATE})
    install(TARGETS skald_${name} LIBRARY DESTINATION lib/skald)
    return()
  endif()
  if(SKALD_UNITY AND SKALD_GROUP AND NOT arg_HOT AND NOT arg_WARM)
    skald_join_group(${name} SOURCES ${arg_SOURCES} ALONE ${arg_ALONE}
                     LIBS ${arg_PUBLIC} ${arg_PRIVATE} HEADERS ${arg_HEADERS})
    target_include_directories(skald_${name} INTERFACE ${root} ${arg_HEADERS})
    target_link_libraries(skald_${name} INTERFACE skald_sdk ${arg_PUBLIC})
    return()
  endif()
  add_library(skald_${name} STATIC ${arg_SOURCES})
  if(arg_HOT)
    skald_compile_rules(skald_${name})
  elseif(arg_WARM)
    skald_host_rules(skald_${name} WARM)
  else()
    skald_host_rules(skald_${name})
  endif()
  skald_compile_together(skald_${name} ALONE ${arg_ALONE})
  set_target_properties(skald_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 40)
  target_include_directories(skald_${name} PUBLIC ${root} ${arg_HEADERS})
  target_link_libraries(skald_${name} PUBLIC skald_sdk ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
endfunction()

# skald_join_group(name SOURCES a.cpp ... [ALONE a.cpp ...] LIBS libs... HEADERS folders...): makes
# skald_<name> a module whose sources are part of the library skald_group_<SKALD_GROUP>. A module of
# a group links those of its modules that are there already, and others that link none of the group.
function(skald_join_group name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ALONE;LIBS;HEADERS")
  set(group skald_group_${SKALD_GROUP})
  if(NOT TARGET ${group})
    add_library(${group}_headers INTERFACE)
    add_library(${group} STATIC)
    skald_host_rules(${group})
    set_target_properties(${group} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 90)
    target_link_libraries(${group} PRIVATE ${group}_headers)
    target_compile_options(${group} PRIVATE -fpch-preprocess)  # for ccache
    # The compiler takes a precompiled header only under the definitions that it was compiled with.
    if(SKALD_GROUP STREQUAL "core")
      target_compile_definitions(
        ${group} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
      target_precompile_headers(${group} PRIVATE <Eigen/Core> <algorithm> <chrono> <filesystem>
        <fmt/format.h> <functional> <map> <memory> <optional> <set> <span> <sstream> <string>
        <variant> <vector>)
    else()
      target_compile_definitions(
        ${group} PRIVATE $<TARGET_PROPERTY:skald_group_core,COMPILE_DEFINITIONS>)
      target_precompile_headers(${group} REUSE_FROM skald_group_core)
    endif()
  endif()
  get_property(members TARGET ${group} PROPERTY SKALD_MEMBERS)
  list(REMOVE_ITEM arg_LIBS ${members})
  set_property(TARGET ${group} APPEND PROPERTY SKALD_MEMBERS skald_${name})
  target_include_directories(${group}_headers INTERFACE
                             ${PROJECT_BINARY_DIR}/include_roots/${name} ${arg_HEADERS})
  target_link_libraries(${group}_headers INTERFACE skald_sdk ${arg_LIBS})

  list(REMOVE_ITEM arg_SOURCES ${arg_ALONE})
  target_sources(${group} PRIVATE ${arg_SOURCES})
  if(arg_ALONE)
    add_library(${group}_${name} STATIC ${arg_ALONE})
    skald_host_rules(${group}_${name})
    target_link_libraries(${group}_${name} PRIVATE ${group}_headers ${group})
    target_link_libraries(${group} PRIVATE ${group}_${name})
  endif()
  add_library(skald_${name} INTERFACE)
  target_link_libraries(skald_${name} INTERFACE ${group})
endfunction()
