// An array option that owns its numbers, unlike Numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace skald::options {

// Numbers with their shape, slowest axis first; the product of the shape is the number of values.
struct NumberArray {
  std::vector<double> values;
  std::vector<std::int64_t> shape;

  bool operator==(const NumberArray&) const = default;
};

}  // namespace skald::options
