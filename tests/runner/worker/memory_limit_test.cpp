#include "worker/process_state.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <new>

#include "test.hpp"

namespace {

constexpr std::int64_t MB = 1'000'000;

// Whether `holds` is true in a fresh process.
bool in_fresh_process(const std::function<bool()>& holds) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(holds() ? 1 : 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) == 1;
}

// Resident bytes of this process.
std::int64_t resident() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0, pages = 0;
  statm >> size >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

// Takes and frees memory as a run does, in pieces of 100 kB.
void use(std::int64_t bytes) {
  std::vector<std::vector<char>> pieces;
  for (std::int64_t taken = 0; taken < bytes; taken += MB / 10) pieces.emplace_back(MB / 10, 1);
}

bool can_have(std::int64_t bytes) {
  try {
    use(bytes);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

}  // namespace

#if !defined(__SANITIZE_ADDRESS__)  // which has an allocator of its own

TEST_CASE("the peak of memory is the one since it was reset") {
  CHECK(in_fresh_process([] {
    keep_freed_memory();
    use(100 * MB);
    const std::int64_t first = peak_memory();
    reset_peak_memory();
    use(30 * MB);
    const std::int64_t second = peak_memory();
    return first > 100 * MB && second > 30 * MB && second < first - 50 * MB;
  }));
}

TEST_CASE("a process keeps a few megabytes that were freed, and no more") {
  CHECK(in_fresh_process([] {
    keep_freed_memory();
    reset_peak_memory();
    const std::int64_t before = resident();
    use(6 * MB);
    reset_peak_memory();
    const std::int64_t after_little = resident();
    use(100 * MB);
    reset_peak_memory();
    return after_little - before > 4 * MB && resident() - before < 10 * MB;
  }));
}

TEST_CASE("memory that earlier runs left does not count under a limit") {
  CHECK(in_fresh_process([] {
    keep_freed_memory();
    const std::int64_t before = resident();
    use(6 * MB);
    const MemoryLimit limit(before + 20 * MB);
    return can_have(17 * MB) && !can_have(25 * MB);
  }));
}

#endif
