#include "small_disk.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

namespace skald::chaos {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSize = "size=16m";

[[noreturn]] void refuse(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

bool write_text(const char* file, const std::string& text) {
  return (std::ofstream(file) << text).flush().good();
}

}  // namespace

std::optional<std::string> enter_own_mounts() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return std::strerror(errno);
    const bool is_mapped = write_text("/proc/self/uid_map",
                                      std::to_string(user) + " " + std::to_string(user) + " 1") &&
                           write_text("/proc/self/setgroups", "deny") &&
                           write_text("/proc/self/gid_map",
                                      std::to_string(group) + " " + std::to_string(group) + " 1");
    if (!is_mapped) return "the user cannot be mapped";
  }
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return std::strerror(errno);
  return std::nullopt;
}

SmallDisk::SmallDisk(fs::path folder) : folder_(std::move(folder)) {
  if (::mount("none", folder_.c_str(), "tmpfs", 0, kSize) != 0) refuse("mounting a small disk");
}

SmallDisk::~SmallDisk() { ::umount2(folder_.c_str(), MNT_DETACH); }

void SmallDisk::fill(std::size_t left) {
  struct statvfs status {};
  if (::statvfs(folder_.c_str(), &status) != 0) refuse("looking at a small disk");
  const std::size_t free = status.f_bavail * status.f_bsize;
  const int descriptor = ::open(filler().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) refuse("filling a small disk");
  if (free > left) ::posix_fallocate(descriptor, 0, static_cast<off_t>(free - left));
  ::close(descriptor);
}

void SmallDisk::free() {
  std::error_code gone;
  fs::remove(filler(), gone);
}

}  // namespace skald::chaos
