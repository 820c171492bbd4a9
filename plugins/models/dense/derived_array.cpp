#include "dense/derived_array.hpp"

#include <algorithm>
#include <string_view>

#include "data/file_cache.hpp"

namespace skald {

DerivedArray::DerivedArray(const Table& table, const std::string& recipe, std::size_t size,
                           const Make& make) {
  const std::string_view digest = table.digest;
  if (digest.empty()) {
    make_own(size, make);
    return;
  }
  file_ = data::cached_file(std::string(digest) + "." + recipe, [&] {
    make_own(size, make);
    return data::FileParts{std::as_bytes(std::span(own_))};
  });
  if (file_ && file_->content().size() < size) file_.reset();
  if (file_) {
    own_ = {};
  } else if (own_.empty()) {
    make_own(size, make);
  }
}

DerivedArray::DerivedArray(const Table& table, const std::string& recipe, std::size_t size,
                           const MakeInPieces& make) {
  const std::string_view digest = table.digest;
  if (!digest.empty()) {
    file_ = data::cached_file(std::string(digest) + "." + recipe, {size},
                              [&](data::SealedFileWriter& file) {
                                make([&](std::size_t offset, std::span<const std::byte> bytes) {
                                  file.write(0, offset, bytes);
                                });
                              });
  }
  if (file_ && file_->content().size() >= size) {
    file_->map_all_pages();
    return;
  }
  file_.reset();
  make_own(size, [&](std::byte* out) {
    make([&](std::size_t offset, std::span<const std::byte> bytes) {
      std::copy(bytes.begin(), bytes.end(), out + offset);
    });
  });
}

void DerivedArray::make_own(std::size_t size, const Make& make) {
  own_.resize((size + sizeof(Line) - 1) / sizeof(Line));
  make(reinterpret_cast<std::byte*>(own_.data()));
}

const std::byte* DerivedArray::data() const {
  return file_ ? file_->content().data() : reinterpret_cast<const std::byte*>(own_.data());
}

}  // namespace skald
