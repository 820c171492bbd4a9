// libFuzzer target: any bytes as an NPY file.
#include "loaders_fuzz.hpp"
#include "reading/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::may_refuse([&] {
    const skald::NpyArray array = skald::read_npy(fuzz::text(data, size), "file");
    skald::Index count = 1;
    for (const skald::Index length : array.shape) count *= length;
    fuzz::require(count == array.size());
  });
  return 0;
}
