# cmake -DSOURCE=.. -DOUTPUT=.. -DVERSION=.. -DCOMPILER=.. -DFLAGS=.. -P write_version.cmake
# Writes version.cpp, and touches it only when something changed. An uncommitted change counts where
# programs are built from, so that studies may write their figures.
find_package(Git QUIET)
set(commit "")
set(dirty "")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} diff HEAD
      -- CMakeLists.txt core plugins runner
    OUTPUT_VARIABLE change ERROR_QUIET)
  if(change)
    string(SHA1 dirty "${change}")
  endif()
endif()
set(text "#include \"system/provenance.hpp\"

namespace skald {

const char* const kVersion = \"${VERSION}\";
const char* const kGitCommit = \"${commit}\";
const char* const kGitDirty = \"${dirty}\";
const char* const kCompiler = \"${COMPILER}\";
const char* const kCompileFlags = \"${FLAGS}\";

}  // namespace skald
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
