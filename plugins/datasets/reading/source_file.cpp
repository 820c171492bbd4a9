#include "reading/source_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "data/gzip.hpp"
#include "text/sha256.hpp"

namespace skald {

SourceFile read_source(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  if (!stream || unknown) {
    throw std::runtime_error(path + ": cannot be opened (" + std::strerror(errno) +
                             "); expected a data file");
  }
  SourceFile file{path, std::string(size, '\0'), {}};
  if (!stream.read(file.bytes.data(), static_cast<std::streamsize>(size))) {
    throw std::runtime_error(path + ", byte " + std::to_string(stream.gcount()) +
                             ": found the end; expected " + std::to_string(size) + " bytes");
  }
  file.digest = sha256(file.bytes);
  return file;
}

std::string content_of(const SourceFile& file) {
  return is_gzip(file.bytes) ? gunzip(file.bytes, file.name) : file.bytes;
}

}  // namespace skald
