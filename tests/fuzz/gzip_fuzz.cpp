// libFuzzer target: any bytes as a gzip file.
#include "data/gzip.hpp"
#include "loaders_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t largest = std::size_t{1} << 24;
  fuzz::may_refuse([&] {
    fuzz::require(skald::gunzip(fuzz::text(data, size), "file", largest).size() <= largest);
  });
  return 0;
}
