#include "dense/derived_array.hpp"

#include <string_view>

#include "data/file_cache.hpp"

namespace skald {

DerivedArray::DerivedArray(const Table& table, const std::string& recipe, std::size_t size,
                           const Make& make) {
  const auto make_own = [&] {
    own_.resize((size + sizeof(Line) - 1) / sizeof(Line));
    make(reinterpret_cast<std::byte*>(own_.data()));
    return data::FileParts{std::as_bytes(std::span(own_))};
  };
  const std::string_view digest = table.digest;
  if (digest.empty()) {
    make_own();
    return;
  }
  file_ = data::cached_file(std::string(digest) + "." + recipe, make_own);
  if (file_ && file_->content().size() < size) file_.reset();
  if (file_) {
    own_ = {};
  } else if (own_.empty()) {
    make_own();
  }
}

const std::byte* DerivedArray::data() const {
  return file_ ? file_->content().data() : reinterpret_cast<const std::byte*>(own_.data());
}

}  // namespace skald
