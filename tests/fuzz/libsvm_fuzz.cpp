// libFuzzer target: any bytes as two LIBSVM files, cut at the first zero byte.
#include "loaders_fuzz.hpp"
#include "reading/libsvm.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = fuzz::text(data, size);
  const std::size_t cut = all.find('\0');
  std::optional<skald::LibsvmText> test;
  if (cut != std::string_view::npos) test = skald::LibsvmText{"file", all.substr(cut + 1)};
  constexpr skald::Index largest = skald::Index{1} << 20;
  fuzz::may_refuse([&] {
    fuzz::check(skald::read_libsvm({"file", all.substr(0, cut)}, test, {}, largest));
  });
  return 0;
}
