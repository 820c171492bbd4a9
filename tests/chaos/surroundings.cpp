#include "surroundings.hpp"

#include <sys/wait.h>

#include <cstdlib>

#include "process.hpp"
#include "system/program.hpp"

namespace skald::chaos {
namespace fs = std::filesystem;

void prepare_runner(const fs::path& folder) {
  test::lead_own_group();
  ::setenv("TMPDIR", (folder / "tmp").c_str(), 1);
  ::setenv("SKALD_CACHE_DIR", (folder / "cache").c_str(), 1);
  ::setenv("SKALD_KEY_FILE", (folder / "key").c_str(), 1);
}

std::vector<pid_t> strays() {
  std::vector<pid_t> left = children();
  std::erase_if(left, [](pid_t child) { return ::waitpid(child, nullptr, WNOHANG) == child; });
  return left;
}

}  // namespace skald::chaos
