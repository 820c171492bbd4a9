# cmake -DFOLDER=... -DOUTPUT=... -P vega_modules.cmake: the modules of Vega that the page needs, in
# one script. The package has them one by one, as CommonJS modules; need(name) loads them.
set(modules util time format loader statistics dataflow canvas scale scenegraph expression selection
            functions event-selector runtime parser view transforms view-transforms encode
            interpreter)
set(bundle "\"use strict\";
const need = (() => {
  const sources = {}, loaded = {};
  const load = (name) => {
    if (!loaded[name]) {
      loaded[name] = {exports: {}};
      sources[name](loaded[name].exports, load, loaded[name]);
    }
    return loaded[name].exports;
  };
")
foreach(module IN LISTS modules)
  file(READ ${FOLDER}/vega-${module}.min.js source)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" source "${source}")
  set(name vega-${module})
  if(module STREQUAL "selection")
    set(name vega-selections)  # as the others call it
  endif()
  string(APPEND bundle "sources[\"${name}\"] = (exports, require, module) => {${source}};\n")
endforeach()
string(APPEND bundle "  return load;\n})();\n")
file(WRITE ${OUTPUT} "${bundle}")
