// Images of bytes as rows of a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"
#include "skald/options.hpp"
#include "skald/table.hpp"

namespace skald {

// Training rows that are tested on in place of the test rows, so that settings can be chosen
// without them.
struct ValidationOptions {
  std::optional<std::int64_t> validation;
};

template <class Options>
inline constexpr auto validation_option =
    inherited<Options>("validation", &ValidationOptions::validation,
                       "number of training rows, the last, that are not trained on, but tested on "
                       "in place of the test rows, which are left out: for choosing settings")
        .at_least(1);

class ValidationRows {
 public:
  // The table without its test rows, with the last `count` training rows in their place; the table
  // as it is without a count. A view: the digest and the arrays are kept here. Throws
  // std::runtime_error, with `dataset` as the place, where no row is left to train on.
  Table apply(const Table& table, std::optional<std::int64_t> count, const std::string& dataset);

 private:
  std::string digest_;
  std::vector<NamedArray> arrays_;
};

struct ImageOptions : ValidationOptions {
  std::string_view pixels = "unit";
  std::int64_t pool = 1;
  std::optional<std::int64_t> train;
  std::optional<std::int64_t> test;
};

template <class Options>
inline constexpr std::array image_options{
    inherited<Options>("pixels", &ImageOptions::pixels,
                       "pixel values. unit: from 0 to 1; raw: from 0 to 255; standardized: each "
                       "channel shifted and scaled to mean 0 and variance 1 over the training rows")
        .one_of("unit|raw|standardized"),
    inherited<Options>("pool", &ImageOptions::pool,
                       "average pooling: side of the squares of pixels that become one pixel; must "
                       "divide height and width")
        .at_least(1),
    inherited<Options>("train", &ImageOptions::train,
                       "number of training rows, the first in the file; all if omitted")
        .at_least(1),
    inherited<Options>("test", &ImageOptions::test,
                       "number of test rows, the first in the file; all if omitted")
        .at_least(0),
    validation_option<Options>};

// What the images owe to statistics of the training rows, whatever their classes.
std::span<const PrivateInput> private_inputs(const ImageOptions& options);

// The options above as text: part of a cache key.
std::string recipe_of(const ImageOptions& options);

struct ImageShape {
  Index channels, height, width;

  Index size() const { return channels * height * width; }
  bool operator==(const ImageShape&) const = default;
};

// Images one after the other, each of shape.size() bytes, and their classes.
struct Images {
  std::string file;  // for messages
  std::string_view pixels;
  std::vector<std::uint8_t> labels;
};

// The classes are 0, ..., the largest of both files. Throws std::runtime_error where there are
// fewer images than the options ask for, or where `pool` does not divide the shape.
DecodedTable image_table(const ImageShape& shape, const Images& train, const Images& test,
                         const ImageOptions& options);

// The binary version of CIFAR: records of labels and 3 x 32 x 32 pixels, channel by channel and row
// by row (Krizhevsky, "Learning multiple layers of features from tiny images", 2009).

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
