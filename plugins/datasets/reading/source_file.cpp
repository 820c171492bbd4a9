#include "reading/source_file.hpp"

#include "data/gzip.hpp"
#include "files/regular_file.hpp"
#include "text/sha256.hpp"

namespace skald {

SourceFile read_source(const std::string& path) {
  SourceFile file{path, read_regular_file(path), {}};
  file.digest = sha256(file.bytes);
  return file;
}

std::string content_of(const SourceFile& file) {
  return is_gzip(file.bytes) ? gunzip(file.bytes, file.name) : file.bytes;
}

}  // namespace skald
