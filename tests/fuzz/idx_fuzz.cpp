// Fuzz target: any bytes as four IDX files. The first bytes choose options and where the files are
// cut. What is read is a valid table; see loaders.hpp.
#include <array>
#include <vector>

#include "loaders.hpp"
#include "reading/idx_dataset.hpp"

FUZZ_TARGET(idx, bytes) {
  const std::uint8_t choice = fuzz::take_byte(bytes);
  skald::IdxLayout layout;
  layout.transposed = (choice & 1) != 0;
  layout.first_label = choice >> 1 & 1;
  skald::ImageOptions options;
  options.pool = 1 + (choice >> 2 & 1);
  options.pixels = (choice >> 4 & 1) != 0 ? "standardized" : "unit";
  const std::array cuts{fuzz::take_byte(bytes), fuzz::take_byte(bytes), fuzz::take_byte(bytes)};
  std::vector<skald::IdxContent> files;
  for (const std::uint8_t cut : cuts) {
    const std::size_t length = bytes.size() * cut / 256;
    files.push_back({"file", std::string(bytes.substr(0, length))});
    bytes.remove_prefix(length);
  }
  files.push_back({"file", std::string(bytes)});
  fuzz::may_refuse([&] {
    fuzz::check(skald::read_idx_table(files[0], files[1], files[2], files[3], layout, options));
  });
}
