// libFuzzer target: any bytes as records of CIFAR; the first byte chooses the labels.
#include "loaders_fuzz.hpp"
#include "reading/cifar.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const auto labels = static_cast<skald::CifarLabels>(data[0] % 3);
  fuzz::may_refuse([&] {
    const auto records = skald::read_cifar(fuzz::text(data + 1, size - 1), "file", labels);
    const skald::Images images{"file", records.pixels, records.labels};
    fuzz::check(skald::image_table(skald::kCifarShape, images, images, {}));
  });
  return 0;
}
