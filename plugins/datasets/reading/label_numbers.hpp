// Which labels, categories and clients are the same, and their numbers from 0.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"
#include "skald/block.hpp"

namespace skald {

// Numbers in data files.

// The mark before the fraction of a number.
enum class DecimalMark : char { point = '.', comma = ',' };

// A finite number in decimal notation, with or without blanks around it and one sign, which may be
// the minus of typesetters (U+2212); else nothing.
std::optional<double> parse_number(std::string_view field, DecimalMark mark = DecimalMark::point);

// The shortest text that is read as this number: "1", "0.5", "nan".
std::string number_text(double number);

// Two words are the same label where they are the same number (1, 1.0 and +1e0), otherwise where
// they are the same text. Whole numbers of more than 15 digits, which a double does not hold, are
// texts: they are the names of things. Labels have numbers in the order of their values where all
// are numbers, else in byte order.
class LabelNumbers {
 public:
  explicit LabelNumbers(const std::vector<std::string_view>& words,
                        DecimalMark mark = DecimalMark::point);

  Index count() const { return std::ssize(names_); }
  // The number of a word that was among the words given.
  Index of(std::string_view word) const { return numbers_.find(word)->second; }
  // "'true' and 'True'": two words that differ in the case of letters, in blanks or in a last point
  // alone; "" if there are none.
  std::string alike() const;
  // In the order of their numbers: as spelt where there is one spelling, else as a number is.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string_view, Index> numbers_;  // of every spelling, which is borrowed
  std::vector<std::string> names_;
};

// Throws by refuse(row, expected) for the first test row where no test row has a label of the
// training rows: of a table with classes.
void require_common_label(const DecodedTable& table,
                          const std::function<void(Index, const std::string&)>& refuse);

}  // namespace skald
