#include "reading/published.hpp"

#include <stdexcept>

#include "data/known_files.hpp"
#include "text/sha256.hpp"

namespace skald {

void require_published(std::string_view content, const std::string& file, std::string_view path) {
  const data::KnownFile* known = data::find_known_file(path);
  if (known == nullptr) throw std::logic_error("no published file " + std::string(path));
  const std::string expected = data::content_sum(*known);
  const std::string found = text::sha256(content);
  if (found != expected) {
    throw std::runtime_error(file + ": found content with the SHA-256 " + found + "; expected " +
                             expected + ", the published " + known->name +
                             "; run skald data verify to see which files differ, or read other "
                             "files of this format with dataset idx, libsvm or csv");
  }
}

}  // namespace skald
