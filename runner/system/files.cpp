#include "system/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "system/uninterrupted.hpp"
#include "text/sha256.hpp"

namespace skald {

std::string file_sha256(const std::filesystem::path& path) {
  files::RegularFile file(path);
  text::Sha256 sum;
  std::array<char, 1 << 16> piece;
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return sum.digest();
}

bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor =
      uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (descriptor < 0) return false;
  const bool is_synced = uninterrupted([&] { return ::fsync(descriptor); }) == 0;
  ::close(descriptor);
  return is_synced;
}

void make_folder(const std::filesystem::path& folder, std::error_code& error) {
  if (!std::filesystem::create_directory(folder, error)) return;
  const std::filesystem::path parent = folder.parent_path();
  sync_folder(parent.empty() ? "." : parent);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  make_folder(folder, error);
  if (error) throw std::filesystem::filesystem_error("cannot be made", folder, error);
}

}  // namespace skald
