// The binary version of CIFAR: records of labels and 3 x 32 x 32 pixels, channel by channel and row
// by row (Krizhevsky, "Learning multiple layers of features from tiny images", 2009).
#pragma once

#include <string>
#include <string_view>

#include "reading/images.hpp"

namespace skald {

inline constexpr ImageShape kCifarShape{3, 32, 32};

// CIFAR-10 has one label per record; CIFAR-100 two, the coarse and the fine one.
enum class CifarLabels { ten, coarse, fine };

// The pixels, one image after the other, and the labels of a file's records. Throws
// std::runtime_error that names file, offset, found and expected where the content is not whole
// records or a label is not one of the format's.
struct CifarRecords {
  std::string pixels;
  std::vector<std::uint8_t> labels;
};
CifarRecords read_cifar(std::string_view content, const std::string& file, CifarLabels labels);

}  // namespace skald
