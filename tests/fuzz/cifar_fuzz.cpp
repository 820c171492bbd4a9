// Fuzz target: any bytes as records of CIFAR; the first byte chooses the labels. What is read makes
// a valid table; see loaders.hpp.
#include "loaders.hpp"
#include "reading/images.hpp"

FUZZ_TARGET(cifar, bytes) {
  const auto labels = static_cast<skald::CifarLabels>(fuzz::take_byte(bytes) % 3);
  fuzz::may_refuse([&] {
    const auto records = skald::read_cifar(bytes, "file", labels);
    const skald::Images images{"file", records.pixels, records.labels};
    fuzz::check(skald::image_table(skald::kCifarShape, images, images, {}));
  });
}
