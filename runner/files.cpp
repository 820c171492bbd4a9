#include "files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "text/sha256.hpp"

namespace skald {

std::string file_sha256(const std::filesystem::path& path) {
  RegularFile file(path);
  Sha256 sum;
  std::array<char, 1 << 16> piece;
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return sum.digest();
}

bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_synced = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return is_synced;
}

}  // namespace skald
