#include <unistd.h>

#include "skald_process.hpp"
#include "test.hpp"

TEST_CASE("a program without the conformance kit says what makes it") {
  const TemporaryFolder home;
  const std::filesystem::path program = home / "bin/skald";
  std::filesystem::create_directories(home / "bin");
  std::filesystem::copy_file(SKALD_EXECUTABLE, program);
  const std::filesystem::path built = SKALD_EXECUTABLE;
  const std::string plugin =
      built.parent_path().parent_path() / "lib/skald/plugins/sampler/fald.so";
  SkaldProcess skald(home.path(), {},
                     [&] { ::execl(program.c_str(), "skald", "check", plugin.c_str(), nullptr); });
  const ProcessResult result = skald.wait();
  INFO(result.err);
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains("the conformance kit is not there: " +
                                         (home / "lib/skald/kit.so").string()));
  CHECK_THAT(result.err, Catch::Contains("./dev build makes it"));
}
