// A digest of rows.
#pragma once

#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "text/sha256.hpp"

namespace skald::store {

// SHA-256 of rows in the following form, which never changes because the digests in results
// databases rely on it:
//   list  = 'T' text(name) row...     a list without rows leaves no byte
//   row   = 'R' value...              in the order of the columns
//   value = 'n'                       NULL, which a number that is not one is stored as
//         | 'i' number                integer, two's complement
//         | 'r' number                real, its IEEE 754 bits
//         | 't' text | 'b' text       text in UTF-8, blob
//   text  = number bytes...           their count before them
//   number: 8 bytes, the lowest first
class RowDigest {
 public:
  // Adds the rows of the statement, which must be bound and not yet stepped. Resets it.
  void add(std::string_view name, Statement& rows);
  // Returns the digest of everything added so far, as lower-case hexadecimal digits.
  std::string digest();

 private:
  void flush();

  std::string bytes_;  // not hashed yet
  text::Sha256 hash_;
};

// The letters of NULL, integer, real, text and blob.
inline constexpr std::string_view kSealLetters = "nirtb";

// The same encoding in pieces: the beginning of a list, the beginning of a row, and the values of
// columns first, ..., last - 1 of a row, each with the letter of its kind.
void append_list(std::string& bytes, std::string_view name);
void append_row(std::string& bytes);
void append_values(std::string& bytes, const Statement& row, int first, int last,
                   std::string_view letters = kSealLetters);

}  // namespace skald::store
