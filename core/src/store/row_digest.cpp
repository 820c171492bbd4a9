#include "store/row_digest.hpp"

#include <bit>
#include <cstdint>

namespace skald::store {
namespace {

constexpr std::size_t flush_size = 1 << 16;

void append_number(std::string& bytes, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((number >> shift) & 0xff);
}

void append_text(std::string& bytes, std::string_view text) {
  append_number(bytes, text.size());
  bytes += text;
}

struct Append {
  std::string& bytes;

  void operator()(std::monostate) const { bytes += 'n'; }
  void operator()(std::int64_t value) const {
    bytes += 'i';
    append_number(bytes, static_cast<std::uint64_t>(value));
  }
  void operator()(double value) const {
    bytes += 'r';
    append_number(bytes, std::bit_cast<std::uint64_t>(value));
  }
  void operator()(const std::string& value) const {
    bytes += 't';
    append_text(bytes, value);
  }
  void operator()(const record::Blob& value) const {
    bytes += 'b';
    append_text(bytes, {reinterpret_cast<const char*>(value.data()), value.size()});
  }
};

}  // namespace

void RowDigest::add(std::string_view name, Statement& rows) {
  const int columns = rows.columns();
  for (bool is_first = true; rows.step(); is_first = false) {
    if (is_first) {
      bytes_ += 'T';
      append_text(bytes_, name);
    }
    bytes_ += 'R';
    for (int column = 0; column < columns; ++column) {
      std::visit(Append{bytes_}, rows.value(column));
    }
    if (bytes_.size() > flush_size) flush();
  }
  rows.reset();
}

void RowDigest::flush() {
  hash_.add(bytes_);
  bytes_.clear();
}

std::string RowDigest::digest() {
  flush();
  return hash_.digest();
}

}  // namespace skald::store
