#include "interrupted_calls.hpp"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace skald::test {
namespace {

int writes = 0, syncs = 0, waits = 0;  // number of calls still to be interrupted
bool is_recording = false;
std::vector<std::string> files;

bool is_interrupted(int& left) {
  if (left == 0) return false;
  --left;
  errno = EINTR;
  return true;
}

}  // namespace

InterruptedCalls::InterruptedCalls(int count) {
  files.clear();
  is_recording = true;
  writes = syncs = waits = count;
}

InterruptedCalls::~InterruptedCalls() {
  is_recording = false;
  writes = syncs = waits = 0;
}

const std::vector<std::string>& InterruptedCalls::synced() { return files; }

}  // namespace skald::test

// Replace the functions of the C library.
extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (skald::test::is_interrupted(skald::test::writes)) return -1;
  return ::syscall(SYS_write, descriptor, bytes, count);
}

int fsync(int descriptor) {
  if (skald::test::is_interrupted(skald::test::syncs)) return -1;
  if (skald::test::is_recording) {
    skald::test::files.push_back(
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor)).string());
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

int waitid(idtype_t type, id_t id, siginfo_t* info, int options) {
  if (skald::test::is_interrupted(skald::test::waits)) return -1;
  return static_cast<int>(::syscall(SYS_waitid, type, id, info, options, nullptr));
}
}
