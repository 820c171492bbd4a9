// Fuzz target: any bytes as an NPY file. What is read has as many numbers as its shape states; a
// refusal names the file and what was expected.
#include "decoding/npy.hpp"
#include "loaders.hpp"

FUZZ_TARGET(npy, bytes) {
  fuzz::may_refuse([&] {
    const skald::decoding::NpyArray array = skald::decoding::read_npy(bytes, "file");
    skald::Index count = 1;
    for (const skald::Index length : array.shape) count *= length;
    fuzz::require(count == array.size());
  });
}
