#include "plugin_host/sealed_copy.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace skald::plugin_host {
namespace {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

SealedCopy::SealedCopy(std::string_view bytes)
    : descriptor_(::memfd_create("skald-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  constexpr int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (descriptor_ >= 0 && write_all(descriptor_, bytes) &&
      ::fcntl(descriptor_, F_ADD_SEALS, seals) == 0)
    return;
  const std::error_code error(errno, std::generic_category());
  if (descriptor_ >= 0) ::close(descriptor_);
  throw std::system_error(error, "a private copy in memory");
}

SealedCopy::~SealedCopy() { ::close(descriptor_); }

std::filesystem::path SealedCopy::path() const {
  // The path contains this process's number, because debuggers and symbolisers open it from another
  // process.
  const std::filesystem::path process = std::filesystem::read_symlink("/proc/self");
  return "/proc" / process / "fd" / std::to_string(descriptor_);
}

}  // namespace skald::plugin_host
