// Fuzz target: any bytes as a gzip file. What is uncompressed stays within the limit; a refusal
// names the file and what was expected.
#include "data/gzip.hpp"
#include "loaders.hpp"

FUZZ_TARGET(gzip, bytes) {
  constexpr std::size_t largest = std::size_t{1} << 24;
  fuzz::may_refuse(
      [&] { fuzz::require(skald::data::gunzip(bytes, "file", largest).size() <= largest); });
}
