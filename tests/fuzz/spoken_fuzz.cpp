// Fuzz target: any bytes as roles and their speeches; the first byte chooses options. What is read
// is a valid table; see loaders.hpp.
#include "loaders.hpp"
#include "reading/spoken_text.hpp"

FUZZ_TARGET(spoken, bytes) {
  const std::uint8_t choice = fuzz::take_byte(bytes);
  skald::SpokenOptions options;
  options.unit = (choice & 1) != 0 ? "word" : "character";
  options.length = 1 + (choice >> 1 & 7);
  options.step = 1 + (choice >> 4 & 3);
  options.vocabulary = 5;
  options.min_speeches = 1;
  fuzz::may_refuse([&] { fuzz::check(skald::read_spoken(bytes, "file", options)); });
}
