# Projects that `skald new` writes build against the installed package and pass their tests: the
# conformance kit and the test of their own.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

step(${CMAKE_COMMAND} --install ${SKALD_BUILD} --prefix ${prefix})
foreach(kind sampler metric)
  set(project ${WORK}/my_${kind})
  step(${prefix}/bin/skald new ${kind} my_${kind} --into ${project})
  step(${CMAKE_COMMAND} -G ${GENERATOR} -S ${project} -B ${project}/build
       -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
  step(${CMAKE_COMMAND} --build ${project}/build)
  step(${CTEST} --test-dir ${project}/build --output-on-failure --no-tests=error)
  execute_process(COMMAND ${prefix}/bin/skald check ${project}/build/my_${kind}.so
                  OUTPUT_VARIABLE findings COMMAND_ERROR_IS_FATAL ANY)
  if(NOT findings MATCHES "^${kind}/my_${kind} " OR findings MATCHES "FAILED")
    message(FATAL_ERROR "skald check of my_${kind}: ${findings}")
  endif()
endforeach()
if(NOT EXISTS ${prefix}/share/man/man1/skald-new.1.gz)
  message(FATAL_ERROR "the manual was not installed")
endif()
