// Arrays of NumPy's format NPY, versions 1 to 3 (NumPy Enhancement Proposal 1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "skald/block.hpp"

namespace skald::decoding {

struct NpyArray {
  std::vector<Index> shape;
  std::vector<double> values;  // the last axis fastest, whatever the order in the file
  bool is_bytes = false;       // of type uint8, as pixels are

  Index size() const { return static_cast<Index>(values.size()); }
};

// Numbers of little-endian or single bytes: floats of 4 or 8 bytes, integers of 1, 2, 4 or 8 bytes,
// booleans. Throws std::runtime_error that names `file`, offset, found and expected for everything
// else, and where the file is longer or shorter than its header says.
NpyArray read_npy(std::string_view content, const std::string& file);

}  // namespace skald::decoding
