// libFuzzer target: any bytes as a file of delimited values; the first two bytes choose options.
#include <array>

#include "loaders_fuzz.hpp"
#include "random/philox_random.hpp"
#include "reading/delimited_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr std::array separators{"comma", "semicolon", "tab", "blank"};
  constexpr std::array rules{"refuse", "drop_row", "impute", "word"};
  skald::DelimitedOptions options;
  options.separator = separators[data[0] & 3];
  options.missing = rules[data[0] >> 2 & 3];
  options.header = (data[0] & 16) != 0;
  options.target = options.header ? "y" : "1";
  options.task = (data[0] & 32) != 0 ? "regression" : "classification";
  options.constant = (data[0] & 64) != 0 ? "drop" : "refuse";
  options.intercept = (data[0] & 128) != 0;
  options.standardize = (data[1] & 1) != 0;
  options.encoding = (data[1] & 2) != 0 ? "ordinal" : "one_hot";
  if ((data[1] & 4) != 0) options.categorical = options.header ? "a" : "2";
  if ((data[1] & 8) != 0) options.group = options.header ? "g" : "3";
  const skald::DelimitedText file{"file", std::string(fuzz::text(data + 2, size - 2))};
  std::optional<skald::DelimitedText> test;
  if ((data[1] & 16) != 0) test = file;
  fuzz::may_refuse(
      [&] { fuzz::check(skald::read_delimited(file, test, options, skald::PhiloxRandom(1, 0))); });
  return 0;
}
