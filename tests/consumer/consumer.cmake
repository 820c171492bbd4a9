# Installs Skald into a folder of its own, configures and builds the template against it, and runs
# the template's tests.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
set(build ${WORK}/build)

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${SKALD_BUILD} --prefix ${SOURCE}
                RESULT_VARIABLE refused OUTPUT_QUIET ERROR_VARIABLE why)
if(refused EQUAL 0 OR NOT why MATCHES "the folder of Skald's sources")
  message(FATAL_ERROR "Skald was installed into its own sources: ${why}")
endif()
step(${CMAKE_COMMAND} --install ${SKALD_BUILD} --prefix ${prefix})
step(${CMAKE_COMMAND} -G ${GENERATOR} -S ${TEMPLATE} -B ${build}
     -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
step(${CMAKE_COMMAND} --build ${build})
step(${CTEST} --test-dir ${build} --output-on-failure --no-tests=error)
step(${prefix}/bin/skald describe student_t --plugin-path ${build})
