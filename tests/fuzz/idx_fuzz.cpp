// libFuzzer target: any bytes as four IDX files. The first bytes choose options and where the files
// are cut.
#include "loaders_fuzz.hpp"
#include "reading/idx.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  skald::IdxLayout layout;
  layout.transposed = (data[0] & 1) != 0;
  layout.first_label = data[0] >> 1 & 1;
  skald::ImageOptions options;
  options.pool = 1 + (data[0] >> 2 & 1);
  options.intercept = (data[0] >> 3 & 1) != 0;
  options.pixels = (data[0] >> 4 & 1) != 0 ? "standardized" : "unit";
  const std::string_view rest = fuzz::text(data + 4, size - 4);
  const std::size_t a = rest.size() * data[1] / 256;
  const std::size_t b = a + (rest.size() - a) * data[2] / 256;
  const std::size_t c = b + (rest.size() - b) * data[3] / 256;
  const skald::IdxContent files[] = {{"file", std::string(rest.substr(0, a))},
                                     {"file", std::string(rest.substr(a, b - a))},
                                     {"file", std::string(rest.substr(b, c - b))},
                                     {"file", std::string(rest.substr(c))}};
  fuzz::may_refuse([&] {
    fuzz::check(skald::read_idx_table(files[0], files[1], files[2], files[3], layout, options));
  });
  return 0;
}
