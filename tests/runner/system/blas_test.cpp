// What doctor prints about the BLAS that plugins call.
#include "system/blas.hpp"

#include "skald_process.hpp"
#include "test.hpp"

namespace {

const std::string kHostPlugins = SKALD_HOST_PLUGINS;
const std::string kBlas = std::filesystem::path(kHostPlugins).parent_path() / "blas";

// Returns what doctor prints about the BLAS of the host plugins, with this one beside the shipped
// ones.
std::string blas_lines(const std::string& plugin) {
  const TemporaryFolder folder;
  const ProcessResult doctor = run_skald(
      folder.path(),
      {"doctor", "--allow-writable-plugins", "--plugin-path", kHostPlugins + "/" + plugin});
  CHECK(doctor.code == 0);
  std::istringstream lines(doctor.out);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("/host/") != std::string::npos) found += line + "\n";
  }
  return found;
}

}  // namespace

TEST_CASE("doctor names the BLAS that a plugin's library resolves to, in its own words") {
  CHECK(blas_lines("open_blas/calls_blas.so") ==
        "ok   blas          OpenBLAS 9.8.7 SINGLE_THREADED (" + kBlas + "/libhost_open_blas.so)\n");
}

TEST_CASE("doctor says that a BLAS which says nothing of itself is most likely slow") {
  const std::string line = blas_lines("reference_blas/calls_blas.so");
  CHECK_THAT(line, Catch::StartsWith("ok   blas          " + kBlas +
                                     "/libhost_reference_blas.so: neither OpenBLAS"));
  CHECK_THAT(line, Catch::Contains("apt install libopenblas0-serial"));
}

TEST_CASE("doctor has no line about BLAS where no plugin calls one") {
  CHECK(blas_lines("twin_a/plain.so").empty());
}

TEST_CASE("an address in no library calls no BLAS") {
  const int here = 0;
  CHECK_FALSE(blas_of(&here).has_value());
}
