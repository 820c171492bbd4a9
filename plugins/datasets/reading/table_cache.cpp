#include "reading/table_cache.hpp"

#include <utility>

#include "data/file_cache.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

std::string digest_of(const std::string& recipe, const std::vector<const SourceFile*>& sources) {
  std::string text = "table 3\n" + recipe;  // 3: revision of the format in table_file.cpp
  for (const SourceFile* source : sources) text += '\n' + source->digest;
  return text::sha256(text);
}

}  // namespace

SharedTable::SharedTable(const std::string& recipe, const std::vector<const SourceFile*>& sources,
                         const std::function<DecodedTable()>& decode)
    : digest_(digest_of(recipe, sources)) {
  std::optional<DecodedTable> decoded;
  std::optional<TableParts> parts;
  auto file = data::cached_file(digest_ + ".table", [&] {
    decoded.emplace(decode());
    return parts.emplace(*decoded).parts();
  });
  if (file) mapped_ = MappedTable::read(std::move(*file));
  if (mapped_) {
    table_ = mapped_->table();
    table_.digest = digest_.c_str();
  } else {
    own_.emplace(decoded ? std::move(*decoded) : decode());
    table_ = own_->table();
  }
}

}  // namespace skald
