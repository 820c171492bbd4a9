// Fuzz target: any bytes as a file of delimited values; the first three bytes choose options. What
// is read is a valid table; see loaders.hpp.
#include <array>

#include "loaders.hpp"
#include "random/philox_random.hpp"
#include "reading/delimited_table.hpp"

FUZZ_TARGET(delimited, bytes) {
  const std::uint8_t first = fuzz::take_byte(bytes), second = fuzz::take_byte(bytes);
  const std::uint8_t third = fuzz::take_byte(bytes);
  constexpr std::array separators{"comma", "semicolon", "tab", "blank"};
  constexpr std::array rules{"refuse", "drop_row", "impute", "word"};
  skald::DelimitedOptions options;
  options.separator = separators[first & 3];
  options.missing = rules[first >> 2 & 3];
  options.header = (first & 16) != 0;
  options.target = options.header ? "y" : "1";
  options.task = (first & 32) != 0 ? "regression" : "classification";
  options.constant = (first & 64) != 0 ? "drop" : "refuse";
  options.intercept = (first & 128) != 0;
  options.standardize = (second & 1) != 0;
  options.encoding = (second & 2) != 0 ? "ordinal" : "one_hot";
  if ((second & 4) != 0) options.categorical = options.header ? "a" : "2";
  if ((second & 8) != 0) options.group = options.header ? "g" : "3";
  if ((third & 1) != 0) options.categorical = "auto";
  if ((third & 2) != 0) options.decimal = "comma";
  if ((third & 4) != 0) options.missing_words = "a,[";
  if ((third & 8) != 0) options.columns = "[2, 1]";
  if ((third & 16) != 0) options.standardize_target = options.task == "regression";
  const skald::DelimitedText file{"file", std::string(bytes)};
  std::optional<skald::DelimitedText> test;
  if ((second & 16) != 0) test = file;
  fuzz::may_refuse([&] {
    fuzz::check(skald::read_delimited(file, test, options, skald::random::PhiloxRandom(1, 0)));
  });
}
