#include "files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "text/sha256.hpp"

namespace skald {
namespace {

[[noreturn]] void refuse_reading(const std::filesystem::path& file) {
  throw std::runtime_error("cannot read " + file.string() + ": " +
                           (errno != 0 ? std::strerror(errno) : "unknown error"));
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes;
  if (in) bytes.assign(std::istreambuf_iterator<char>(in), {});
  if (!in || in.bad()) refuse_reading(file);
  return bytes;
}

std::string file_sha256(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse_reading(file);
  Sha256 sum;
  std::array<char, 1 << 16> piece{};
  while (in.read(piece.data(), piece.size()) || in.gcount() > 0) {
    sum.add({piece.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (in.bad()) refuse_reading(file);
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
