# cmake -DPLUGINS=folder -P exported_symbols.cmake: checks that every library below the folder
# exports skald_plugin and nothing else.
find_program(NM nm)
if(NOT NM)
  message("skipped: nm is not installed")
  return()
endif()

file(GLOB_RECURSE libraries ${PLUGINS}/*.so)
if(NOT libraries)
  message(FATAL_ERROR "no plugins in ${PLUGINS}")
endif()
foreach(library IN LISTS libraries)
  execute_process(COMMAND ${NM} -D --defined-only --format=just-symbols ${library}
                  OUTPUT_VARIABLE symbols OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols STREQUAL "skald_plugin")
    message(SEND_ERROR "${library} exports\n${symbols}\nexpected skald_plugin alone")
  endif()
endforeach()
