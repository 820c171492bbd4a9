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
step(${prefix}/bin/skald describe energy_distance --plugin-path ${build})

# A run with the metric twice, once with an option of its own.
file(WRITE ${WORK}/distances.json [[{
  "name": "distances", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula", "step": 0.01},
  "run": {"iterations": 64},
  "metrics": ["energy_distance",
              {"plugin": "energy_distance", "name": "root_distance", "exponent": 0.5}]
}]])
step(${prefix}/bin/skald run ${WORK}/distances.json --db ${WORK}/distances.db
     --plugin-path ${build})
execute_process(COMMAND ${prefix}/bin/skald query ${WORK}/distances.db
                        "SELECT energy_distance > 0 AND root_distance > 0 AND energy_distance != \
root_distance AS given FROM run_table" --format csv
                OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
if(NOT answer STREQUAL "given\n1\n")
  message(FATAL_ERROR "the metric of the template has no values: ${answer}")
endif()

# A plugin that uses skald::parts; it does not link where Eigen aligns its memory otherwise.
file(WRITE ${WORK}/parts/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(parts LANGUAGES CXX)
find_package(Skald 0.1 REQUIRED)
skald_add_plugin(fedprox ${SOURCE}/plugins/samplers/fedprox.cpp LIBS skald::parts)
]])
set(parts ${CMAKE_COMMAND} -G ${GENERATOR} -S ${WORK}/parts -DSOURCE=${SOURCE}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER})
step(${parts} -B ${WORK}/parts/build)
step(${CMAKE_COMMAND} --build ${WORK}/parts/build)
step(${prefix}/bin/skald check ${WORK}/parts/build/fedprox.so --like sampler/fedprox
     --hold S weights compressor coding error_feedback differences levels stragglers straggler_work)
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
  step(${parts} -B ${WORK}/parts/wide -DCMAKE_CXX_FLAGS=-mavx2)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/parts/wide
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0 OR NOT output MATCHES "PartsCompiledForAlignment<32>")
    message(FATAL_ERROR "a plugin for AVX2 links skald::parts: ${output}")
  endif()
endif()
