# skald_add_plugin(name source... [KIND kind] [LIBS libs...] [OPTIONS json] [DATASET json]): a
# plugin of Skald, the library NAME.so, which exports its descriptor and nothing else and is never
# unloaded.
#
# KIND (dataset, partition, model, sampler, privacy or metric) puts it into the plugin folder of
# its kind, where its name need not differ from those of other kinds; the target is then
# KIND_NAME, otherwise NAME. In Skald's own build the plugin goes to lib/skald/plugins of the
# build and of the install prefix. In any other project it stays in the build folder, and with
# testing enabled the test NAME.conforms puts it through the conformance kit, `skald check`, with
# those OPTIONS and, of a model, on that DATASET. The test is skipped where the kit can try nothing.

function(skald_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND;OPTIONS;DATASET" "LIBS")
  if(arg_KIND AND NOT arg_KIND MATCHES "^(dataset|partition|model|sampler|privacy|metric)$")
    message(FATAL_ERROR "skald_add_plugin(${name}): KIND is '${arg_KIND}', "
                        "expected dataset, partition, model, sampler, privacy or metric")
  endif()
  set(target ${name})
  if(arg_KIND)
    set(target ${arg_KIND}_${name})
  endif()

  add_library(${target} MODULE ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE skald::sdk ${arg_LIBS})
  skald_plugin_rules(${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX "" SUFFIX ".so")
  if(TARGET skald_sdk)
    target_link_libraries(${target} PRIVATE skald_parts)
    set(folder lib/skald/plugins/${arg_KIND})
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
    set(component skald)
    if("skald_torch" IN_LIST arg_LIBS)
      set(component skald-torch)
    endif()
    install(TARGETS ${target} LIBRARY DESTINATION ${folder} COMPONENT ${component})
    set_property(GLOBAL APPEND PROPERTY SKALD_PLUGINS ${target})
  elseif(BUILD_TESTING)
    add_test(NAME ${target}.conforms
             COMMAND $<TARGET_FILE:skald::skald> check $<TARGET_FILE:${target}>
                     --options "${arg_OPTIONS}" --dataset "${arg_DATASET}")
    set_tests_properties(${target}.conforms PROPERTIES SKIP_RETURN_CODE 6)
  endif()
endfunction()

# skald_plugin_rules(target): how a plugin is compiled and linked. An unresolved symbol is an error
# of the link, not of the run; only clang's sanitizers need some to be left open.
function(skald_plugin_rules target)
  set(exports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/skald_plugin.map)
  if(COMMAND skald_compile_rules)
    skald_compile_rules(${target})
  else()
    set_target_properties(${target} PROPERTIES
      CXX_EXTENSIONS OFF
      CXX_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON)
    target_compile_options(${target} PRIVATE -ffp-contract=off)
    if(SKALD_SANITIZE)
      list(JOIN SKALD_SANITIZE "," sanitizers)
      target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-omit-frame-pointer)
      target_link_options(${target} PRIVATE -fsanitize=${sanitizers})
    endif()
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${target} PRIVATE -O3 -DNDEBUG)
  endif()
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${exports} -Wl,-z,nodelete
    $<$<NOT:$<BOOL:${SKALD_SANITIZE}>>:-Wl,--no-undefined>)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${exports})
endfunction()
