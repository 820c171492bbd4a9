// A stack as small as some shells and schedulers leave it.
#include <sys/resource.h>

#include "grids.hpp"
#include "skald_process.hpp"
#include "test.hpp"

namespace stack_test {

namespace {

constexpr rlim_t kSmall = 64 << 10;

ProcessResult check_with(const TemporaryFolder& folder, rlimit limit) {
  folder.write("grid.json", kFourAxes);
  return SkaldProcess(folder.path(), {"check", "grid.json"},
                      [limit] { ::setrlimit(RLIMIT_STACK, &limit); })
      .wait();
}

}  // namespace

TEST_CASE("a small stack is enlarged as far as the system allows") {
  const TemporaryFolder folder;
  const ProcessResult result = check_with(folder, {kSmall, RLIM_INFINITY});
  INFO(result.err);
  CHECK(result.code == 0);
}

TEST_CASE("a stack that may not be enlarged is refused in a sentence") {
  const TemporaryFolder folder;
  const ProcessResult result = check_with(folder, {kSmall, kSmall});
  CHECK(result.code == 3);
  CHECK_THAT(result.err, Catch::Contains("the stack is limited to 64 KiB, expected at least 1024"));
}

}  // namespace stack_test
