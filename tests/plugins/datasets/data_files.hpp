// Small data files for tests, and the real ones where they are.
#pragma once

#include <zlib.h>

#include "cache_folder.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {

// The real file below SKALD_DATA_DIR; nothing, and a word about what is skipped, where it is not
// there.
inline std::optional<std::string> real_file(const std::string& name) {
  const char* folder = std::getenv("SKALD_DATA_DIR");
  const std::filesystem::path path = std::filesystem::path(folder ? folder : "") / name;
  if (folder && std::filesystem::exists(path)) return path.string();
  WARN("skipped: no file " << name << " below SKALD_DATA_DIR");
  return std::nullopt;
}

inline std::string gzip(const std::string& content) {
  z_stream stream{};
  constexpr int gzip_format = 15 + 16, memory = 8;
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, gzip_format, memory, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// An IDX file of unsigned bytes.
inline std::string idx(const std::vector<std::uint32_t>& shape,
                       const std::vector<std::uint8_t>& bytes) {
  std::string file{'\0', '\0', '\x08', static_cast<char>(shape.size())};
  for (const std::uint32_t length : shape) {
    for (const int shift : {24, 16, 8, 0}) file += static_cast<char>(length >> shift & 255);
  }
  file.append(bytes.begin(), bytes.end());
  return file;
}

}  // namespace skald::test
