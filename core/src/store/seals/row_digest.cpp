#include "store/seals/row_digest.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace skald::store {
namespace {

constexpr std::size_t flush_size = 1 << 16;

void append_number(std::string& bytes, std::uint64_t number) {
  std::array<char, 8> digits{};
  for (std::size_t i = 0; i < digits.size(); ++i) {
    digits[i] = static_cast<char>((number >> (8 * i)) & 0xff);
  }
  bytes.append(digits.data(), digits.size());
}

void append_text(std::string& bytes, std::string_view text) {
  append_number(bytes, text.size());
  bytes += text;
}

void append_value(std::string& bytes, const Statement& row, int column) {
  switch (row.type(column)) {
    case ValueType::null:
      bytes += 'n';
      return;
    case ValueType::integer:
      bytes += 'i';
      return append_number(bytes, static_cast<std::uint64_t>(row.integer(column)));
    case ValueType::real:
      bytes += 'r';
      return append_number(bytes, std::bit_cast<std::uint64_t>(row.real(column)));
    case ValueType::text:
      bytes += 't';
      return append_text(bytes, row.text(column));
    case ValueType::blob:
      bytes += 'b';
      return append_text(bytes, row.bytes(column));
  }
}

}  // namespace

void append_list(std::string& bytes, std::string_view name) {
  bytes += 'T';
  append_text(bytes, name);
}

void append_row(std::string& bytes) { bytes += 'R'; }

void append_values(std::string& bytes, const Statement& row, int first, int last) {
  for (int column = first; column < last; ++column) append_value(bytes, row, column);
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
