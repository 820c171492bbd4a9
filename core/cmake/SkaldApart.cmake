# skald_compile_changes_apart(): sources that differ from HEAD, committed or not, leave the units in
# which sources are compiled together, so that the next change of them compiles them alone. They
# stay apart until this build folder is removed, or its apart.txt: to return would compile a unit
# anew. A clean clone has none. Called when all targets are there.
function(skald_compile_changes_apart)
  set(list ${PROJECT_BINARY_DIR}/apart.txt)
  execute_process(COMMAND git diff --name-only --diff-filter=d HEAD -- *.cpp
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE changed ERROR_QUIET)
  execute_process(COMMAND git ls-files --others --exclude-standard -- *.cpp
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE new ERROR_QUIET)
  set(before "")
  if(EXISTS ${list})
    file(READ ${list} before)
  endif()
  string(REPLACE "\n" ";" sources "${before}${changed}${new}")
  list(REMOVE_ITEM sources "")
  list(REMOVE_DUPLICATES sources)
  list(SORT sources)
  list(JOIN sources "\n" lines)
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)
  list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/)
  if(sources)
    skald_folders_below(folders ${PROJECT_SOURCE_DIR})
    set_source_files_properties(${sources} DIRECTORY ${folders}
                                PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# skald_folders_below(OUT FOLDER): the folder and all below it that have a CMakeLists.txt.
function(skald_folders_below out folder)
  set(all ${folder})
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS below)
    skald_folders_below(more ${one})
    list(APPEND all ${more})
  endforeach()
  set(${out} ${all} PARENT_SCOPE)
endfunction()
