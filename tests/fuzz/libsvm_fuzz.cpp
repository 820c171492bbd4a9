// Fuzz target: any bytes as two LIBSVM files, cut at the first zero byte. What is read is a valid
// table; see loaders.hpp.
#include "loaders.hpp"
#include "random/philox_random.hpp"
#include "reading/libsvm.hpp"

FUZZ_TARGET(libsvm, bytes) {
  const std::size_t cut = bytes.find('\0');
  std::optional<skald::LibsvmText> test;
  if (cut != std::string_view::npos) test = skald::LibsvmText{"file", bytes.substr(cut + 1)};
  constexpr skald::Index largest = skald::Index{1} << 20;
  fuzz::may_refuse([&] {
    fuzz::check(skald::read_libsvm({"file", bytes.substr(0, cut)}, test, {},
                                   skald::random::PhiloxRandom(1, 0), largest));
  });
}
