// Text by speaker: what each role of a play says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"

namespace skald {

struct SpokenOptions {
  std::string_view unit = "character";
  std::int64_t length = 80;
  std::int64_t step = 80;
  std::int64_t vocabulary = 10000;
  std::int64_t min_speeches = 2;
  double test_fraction = 0.2;
};

// Windows of `length` tokens and the token after them, as features and class, from a text with one
// JSON object per line: {"client": name, "speeches": [text, ...]}. A role's speeches are joined by
// line feeds; its windows begin `step` tokens apart, and the last share test_fraction of them
// (rounded down) is for testing. Tokens: characters (bytes), numbered in the order of their codes;
// or words, the most frequent vocabulary - 1 of them numbered from 1 by falling frequency, the
// others 0. Group g is the g-th role of the file that has min_speeches and a training window.
// Throws std::runtime_error that names file, line, found and expected; also where the table would
// hold more than `largest` numbers.
DecodedTable read_spoken(std::string_view text, const std::string& file,
                         const SpokenOptions& options, Index largest = Index{1} << 31);

}  // namespace skald
