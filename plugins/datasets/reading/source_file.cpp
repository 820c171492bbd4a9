#include "reading/source_file.hpp"

#include <vector>

#include "data/gzip.hpp"
#include "files/regular_file.hpp"
#include "text/sha256.hpp"

namespace skald {

SourceFile read_source(const std::string& path) {
  SourceFile file{path, files::read_regular_file(path), {}};
  file.digest = text::sha256(file.bytes);
  return file;
}

SourceFile source_by_name(const std::string& path) {
  files::RegularFile file(path);
  text::Sha256 sum;
  std::vector<char> piece(std::size_t{1} << 20);
  while (const std::size_t count = file.read(piece)) sum.add({piece.data(), count});
  return {path, {}, sum.digest()};
}

std::string content_of(const SourceFile& file) {
  return data::is_gzip(file.bytes) ? data::gunzip(file.bytes, file.name) : file.bytes;
}

}  // namespace skald
