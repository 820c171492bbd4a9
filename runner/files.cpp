#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace skald {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes;
  if (in) bytes.assign(std::istreambuf_iterator<char>(in), {});
  if (!in || in.bad()) {
    throw std::runtime_error("cannot read " + file.string() + ": " +
                             (errno != 0 ? std::strerror(errno) : "unknown error"));
  }
  return bytes;
}

}  // namespace skald
