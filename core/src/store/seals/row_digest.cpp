#include "store/seals/row_digest.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace skald::store {
namespace {

constexpr std::size_t flush_size = 1 << 16;

// Appends the letter of a kind of value, and a number.
void append_number(std::string& bytes, char kind, std::uint64_t number) {
  static_assert(std::endian::native == std::endian::little);
  std::array<char, 1 + sizeof number> encoded{kind};
  std::memcpy(encoded.data() + 1, &number, sizeof number);
  bytes.append(encoded.data(), encoded.size());
}

void append_text(std::string& bytes, char kind, std::string_view text) {
  append_number(bytes, kind, text.size());
  bytes += text;
}

void append_value(std::string& bytes, const Statement& row, int column, std::string_view letters) {
  switch (row.type(column)) {
    case ValueType::null:
      bytes += letters[0];
      return;
    case ValueType::integer:
      return append_number(bytes, letters[1], static_cast<std::uint64_t>(row.integer(column)));
    case ValueType::real:
      return append_number(bytes, letters[2], std::bit_cast<std::uint64_t>(row.real(column)));
    case ValueType::text:
      return append_text(bytes, letters[3], row.text(column));
    case ValueType::blob:
      return append_text(bytes, letters[4], row.bytes(column));
  }
}

}  // namespace

void append_list(std::string& bytes, std::string_view name) { append_text(bytes, 'T', name); }

void append_row(std::string& bytes) { bytes += 'R'; }

void append_values(std::string& bytes, const Statement& row, int first, int last,
                   std::string_view letters) {
  for (int column = first; column < last; ++column) append_value(bytes, row, column, letters);
}

void RowDigest::add(std::string_view name, Statement& rows) {
  const int columns = rows.columns();
  for (bool is_first = true; rows.step(); is_first = false) {
    if (is_first) append_list(bytes_, name);
    append_row(bytes_);
    append_values(bytes_, rows, 0, columns);
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
