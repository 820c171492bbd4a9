# The README's code, taken out of it and used as a reader would: the plugin is built against the
# installed package and passes the conformance kit, the grid is checked and run by the installed tool
# with that plugin.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
set(source ${WORK}/plugin)

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
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
extract(cpp ${source}/gradient_descent.cpp)
extract(cmake ${source}/CMakeLists.txt)
extract(json ${WORK}/drift.json)

step(${CMAKE_COMMAND} --install ${SKALD_BUILD} --prefix ${prefix})
step(${CMAKE_COMMAND} -G ${GENERATOR} -S ${source} -B ${source}/build
     -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
step(${CMAKE_COMMAND} --build ${source}/build)
step(${prefix}/bin/skald describe gradient_descent --plugin-path ${source}/build)
step(${prefix}/bin/skald check ${source}/build/gradient_descent.so)
step(${CTEST} --test-dir ${source}/build --output-on-failure --no-tests=error)
step(${prefix}/bin/skald check ${WORK}/drift.json)

# Gradient descent finds the mode of the README's problem.
file(READ ${WORK}/drift.json grid)
string(JSON grid REMOVE "${grid}" axes)
string(JSON grid SET "${grid}" sampler
       "{\"plugin\": \"gradient_descent\", \"step\": \"= step_bound\"}")
string(JSON grid SET "${grid}" metrics "[\"mean_bias\"]")
string(JSON grid SET "${grid}" run "{\"iterations\": 20000}")
string(JSON grid SET "${grid}" replicates 1)
file(WRITE ${WORK}/descent.json "${grid}")
step(${prefix}/bin/skald run ${WORK}/descent.json --db ${WORK}/descent.db
     --plugin-path ${source}/build)
execute_process(COMMAND ${prefix}/bin/skald query ${WORK}/descent.db
                        "SELECT mean_bias < 1e-9 AS converged FROM run_table" --format csv
                OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
if(NOT answer STREQUAL "converged\n1\n")
  message(FATAL_ERROR "gradient descent did not reach the mode: ${answer}")
endif()
