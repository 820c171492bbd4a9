// libFuzzer target: any bytes as roles and their speeches; the first byte chooses options.
#include "loaders_fuzz.hpp"
#include "reading/spoken_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  skald::SpokenOptions options;
  options.unit = (data[0] & 1) != 0 ? "word" : "character";
  options.length = 1 + (data[0] >> 1 & 7);
  options.step = 1 + (data[0] >> 4 & 3);
  options.vocabulary = 5;
  options.min_speeches = 1;
  fuzz::may_refuse(
      [&] { fuzz::check(skald::read_spoken(fuzz::text(data + 1, size - 1), "file", options)); });
  return 0;
}
