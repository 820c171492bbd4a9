#include "files.hpp"

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

}  // namespace skald
