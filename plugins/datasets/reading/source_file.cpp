#include "reading/source_file.hpp"

#include "data/gzip.hpp"
#include "files/regular_file.hpp"
#include "text/sha256.hpp"

namespace skald {

SourceFile read_source(const std::string& path) {
  SourceFile file{path, files::read_regular_file(path), {}};
  file.digest = text::sha256(file.bytes);
  return file;
}

std::string content_of(const SourceFile& file) {
  return data::is_gzip(file.bytes) ? data::gunzip(file.bytes, file.name) : file.bytes;
}

}  // namespace skald
