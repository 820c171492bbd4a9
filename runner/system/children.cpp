#include "system/children.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

namespace skald {
namespace fs = std::filesystem;
namespace {

constexpr int kMostGenerations = 1000;  // orphans of orphans
bool adopts = false;

}  // namespace

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code gone;
  for (auto task = fs::directory_iterator("/proc/self/task", gone);
       task != fs::directory_iterator(); task.increment(gone)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) found.push_back(child);
  }
  return found;
}

void adopt_orphans() { adopts = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

void kill_orphans(std::span<const pid_t> own) {
  for (int generation = 0; adopts && generation < kMostGenerations; ++generation) {
    std::vector<pid_t> orphans = children();
    std::erase_if(orphans, [own](pid_t child) {
      return std::find(own.begin(), own.end(), child) != own.end();
    });
    if (orphans.empty()) return;
    for (const pid_t orphan : orphans) ::kill(orphan, SIGKILL);
    for (const pid_t orphan : orphans) {
      while (::waitpid(orphan, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
}

}  // namespace skald
