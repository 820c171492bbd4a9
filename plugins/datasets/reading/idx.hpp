// The IDX format of MNIST: a big-endian header, then the elements, the last axis fastest
// (LeCun, Cortes, Burges, "The MNIST database of handwritten digits").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reading/images.hpp"

namespace skald {

// Unsigned bytes with their shape; `bytes` points into the text that was read.
struct IdxArray {
  std::vector<Index> shape;
  std::string_view bytes;
};

// Throws std::runtime_error that names `file`, offset, found and expected where `content` is not an
// array of unsigned bytes with that many axes, or is longer or shorter than its header says.
IdxArray read_idx(std::string_view content, const std::string& file, std::size_t axes);

// The uncompressed content of a file and its name for messages.
struct IdxContent {
  std::string file;
  std::string bytes;
};

struct IdxLayout {
  bool transposed = false;       // pixels are stored column by column
  std::int64_t first_label = 0;  // the label of class 0
};

// The four files of the MNIST family as a table. Throws as read_idx() does, and where images and
// labels differ in number, images in shape, or a label is below the first.
DecodedTable read_idx_table(const IdxContent& train_images, const IdxContent& train_labels,
                            const IdxContent& test_images, const IdxContent& test_labels,
                            const IdxLayout& layout, const ImageOptions& options);

}  // namespace skald
