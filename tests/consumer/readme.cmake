# The README's code and commands, taken out of it and used literally, by a reader whose home is a
# folder of this test: the grid is checked, planned, run and compared; the plugin is built against
# the installed package, put through the kit and run.
file(REMOVE_RECURSE ${WORK})
set(home ${WORK}/home)      # $HOME
set(clone ${WORK}/skald)    # Skald's folder, whose build/ is this build
set(grids ${WORK}/grids)
set(plugin ${WORK}/plugin)
file(MAKE_DIRECTORY ${home} ${clone} ${grids} ${plugin})
file(CREATE_LINK ${SKALD_BUILD} ${clone}/build SYMBOLIC)

# shell(folder command): as typed there, with the installed tool in the path.
function(shell folder command)
  message(STATUS "${command}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_GENERATOR HOME=${home} CXX=${COMPILER}
            PATH=${home}/.local/bin:$ENV{PATH} sh -ec "${command}"
    WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# extract(language file): the README's first block of that language.
function(extract language file)
  string(REGEX MATCH "```${language}\n([^`]*)```" block "${readme}")
  if(NOT block)
    message(FATAL_ERROR "README.md has no ${language} block")
  endif()
  string(REPLACE "\\;" ";" text "${CMAKE_MATCH_1}")
  file(WRITE ${file} "${text}")
endfunction()

file(READ ${README} readme)
string(REPLACE ";" "\;" readme "${readme}")
extract(cpp ${plugin}/gradient_descent.cpp)
extract(cmake ${plugin}/CMakeLists.txt)
extract(json ${grids}/drift.json)

# The reader's own grid: gradient descent on the README's problem, whose mode it finds.
file(READ ${grids}/drift.json grid)
string(JSON grid REMOVE "${grid}" axes)
string(JSON grid SET "${grid}" sampler
       "{\"plugin\": \"gradient_descent\", \"step\": \"= step_bound\"}")
string(JSON grid SET "${grid}" metrics "[\"mean_bias\"]")
string(JSON grid SET "${grid}" run "{\"iterations\": 20000}")
string(JSON grid SET "${grid}" replicates 1)
file(WRITE ${plugin}/grid.json "${grid}")

# Every command between the blocks of code, but for those that set up this build or fetch data; the
# installation comes first.
string(REGEX REPLACE "```[^`]*```" "" prose "${readme}")
string(REGEX REPLACE " +#[^\n]*" "" prose "${prose}")  # comments
string(REGEX MATCHALL "\n    [^ \n][^\n]*" commands "${prose}")
list(TRANSFORM commands STRIP)
set(tried 0)
foreach(command IN LISTS commands)
  if(command MATCHES "^cmake --install")
    shell(${clone} "${command}")
    math(EXPR tried "${tried} + 1")
  endif()
endforeach()
foreach(command IN LISTS commands)
  if(command MATCHES "^(cmake --install|./dev|skald data) ")
    continue()
  elseif(command MATCHES "^skald serve")
    shell(${grids} "timeout --signal=INT --preserve-status 3 ${command}")  # Ctrl-C after a while
  elseif(command MATCHES "drift")
    shell(${grids} "${command}")
  elseif(command MATCHES " build")
    shell(${plugin} "${command}")
  else()
    message(FATAL_ERROR "README.md has a command that this test does not know: ${command}")
  endif()
  math(EXPR tried "${tried} + 1")
endforeach()
if(tried LESS 8)
  message(FATAL_ERROR "only ${tried} of the README's commands were found")
endif()

execute_process(COMMAND ${home}/.local/bin/skald query ${plugin}/drift.db
                        "SELECT mean_bias < 1e-9 AS converged FROM run_table" --format csv
                OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
if(NOT answer STREQUAL "converged\n1\n")
  message(FATAL_ERROR "gradient descent did not reach the mode: ${answer}")
endif()
