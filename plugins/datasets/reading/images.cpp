#include "reading/images.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "decoding/refuse.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

ConstBlock first_columns(const NamedArray& array, Index rows, Index kept) {
  return array.values.cols == rows ? array.values.columns(0, kept) : array.values;
}

}  // namespace

Table ValidationRows::apply(const Table& table, std::optional<std::int64_t> count,
                            const std::string& dataset) {
  if (!count) return table;
  if (*count >= table.train) {
    throw std::runtime_error(dataset + ": validation is " + std::to_string(*count) +
                             "; expected fewer than the " + std::to_string(table.train) +
                             " training rows");
  }
  const Index kept = table.train;
  Table held = table;
  held.features = table.features.columns(0, kept);
  if (!table.target.empty()) held.target = table.target.first(static_cast<std::size_t>(kept));
  if (!table.group.empty()) held.group = table.group.first(static_cast<std::size_t>(kept));
  arrays_.clear();
  for (const NamedArray& array : table.arrays)
    arrays_.push_back({array.name, first_columns(array, table.rows(), kept)});
  held.arrays = arrays_;
  held.train = kept - *count;
  if (*table.digest != '\0') {
    digest_ = text::sha256(std::string(table.digest) + "\nfirst " + std::to_string(kept));
    held.digest = digest_.c_str();
  }
  return held;
}

namespace {

using text::counted;

Index chosen(const std::optional<std::int64_t>& wanted, const Images& images, const char* option) {
  const Index count = std::ssize(images.labels);
  if (wanted && *wanted > count) {
    throw std::runtime_error(
        images.file + ": found " + counted(static_cast<std::size_t>(count), "image", "images") +
        "; expected at least " + std::to_string(*wanted) + ", as option " + option + " says");
  }
  return wanted.value_or(count);
}

// One image, pooled, into `out` of shape.size() / pool^2 numbers.
void pool_image(const ImageShape& shape, Index pool, const std::uint8_t* pixels, double* out) {
  for (Index c = 0; c < shape.channels; ++c) {
    for (Index y = 0; y < shape.height; y += pool) {
      for (Index x = 0; x < shape.width; x += pool) {
        double sum = 0;
        for (Index i = 0; i < pool; ++i) {
          const std::uint8_t* row = pixels + (c * shape.height + y + i) * shape.width + x;
          for (Index j = 0; j < pool; ++j) sum += row[j];
        }
        *out++ = sum / static_cast<double>(pool * pool);
      }
    }
  }
}

void fill(const ImageShape& shape, const Images& images, const ImageOptions& options, Index first,
          Index count, DecodedTable& table) {
  const auto* pixels = reinterpret_cast<const std::uint8_t*>(images.pixels.data());
  for (Index r = 0; r < count; ++r) {
    pool_image(shape, options.pool, pixels + r * shape.size(),
               table.features.col(first + r).data());
    table.target.push_back(images.labels[static_cast<std::size_t>(r)]);
  }
}

void standardise(const ImageShape& shape, const std::string& file, DecodedTable& table) {
  const Index pixels = shape.height * shape.width;
  for (Index c = 0; c < shape.channels; ++c) {
    auto channel = table.features.middleRows(c * pixels, pixels);
    const auto train = channel.leftCols(table.train);
    const double mean = train.mean();
    const double variance = (train.array() - mean).square().mean();
    if (!(variance > 0)) {
      throw std::runtime_error(file + ": found one value in all pixels of channel " +
                               std::to_string(c) + "; expected at least two to standardise by");
    }
    channel.array() = (channel.array() - mean) / std::sqrt(variance);
  }
}

Index largest(const Images& images) {
  const auto found = std::max_element(images.labels.begin(), images.labels.end());
  return found == images.labels.end() ? -1 : Index{*found};
}

constexpr std::array standardised{
    PrivateInput{.name = inputs::standardisation,
                 .why = "pixels are standardised by means and variances of the training rows",
                 .remedy = "set pixels to unit or raw"}};

}  // namespace

std::span<const PrivateInput> private_inputs(const ImageOptions& options) {
  if (options.pixels != "standardized") return {};
  return standardised;
}

std::string recipe_of(const ImageOptions& options) {
  const auto number = [](const auto& n) { return n ? std::to_string(*n) : std::string("all"); };
  return std::string(options.pixels) + " pool " + std::to_string(options.pool) + " train " +
         number(options.train) + " test " + number(options.test);
}

DecodedTable image_table(const ImageShape& shape, const Images& train, const Images& test,
                         const ImageOptions& options) {
  if (shape.height % options.pool != 0 || shape.width % options.pool != 0) {
    throw std::runtime_error(train.file + ": found images of " + std::to_string(shape.height) +
                             " x " + std::to_string(shape.width) +
                             " pixels; expected sides that are multiples of pool, " +
                             std::to_string(options.pool));
  }
  DecodedTable table;
  table.train = chosen(options.train, train, "train");
  const Index rows = table.train + chosen(options.test, test, "test");
  const Index pixels = shape.size() / (options.pool * options.pool);
  table.features.resize(pixels, rows);
  fill(shape, train, options, 0, table.train, table);
  fill(shape, test, options, table.train, rows - table.train, table);
  const ImageShape pooled{shape.channels, shape.height / options.pool, shape.width / options.pool};
  if (options.pixels == "unit") table.features /= 255;
  if (options.pixels == "standardized") standardise(pooled, train.file, table);
  table.classes = 1 + std::max(largest(train), largest(test));
  Eigen::MatrixXd size(3, 1);
  size << static_cast<double>(pooled.channels), static_cast<double>(pooled.height),
      static_cast<double>(pooled.width);
  table.arrays.emplace_back(kImageShape, size);
  return table;
}

namespace {

using decoding::refuse;

struct LabelFormat {
  std::size_t bytes;  // the labels at the start of a record
  std::size_t place;  // the label that is used, among them
  std::uint8_t classes;
};

constexpr LabelFormat format_of(CifarLabels labels) {
  if (labels == CifarLabels::ten) return {1, 0, 10};
  if (labels == CifarLabels::coarse) return {2, 0, 20};
  return {2, 1, 100};
}

}  // namespace

CifarRecords read_cifar(std::string_view content, const std::string& file, CifarLabels labels) {
  const LabelFormat format = format_of(labels);
  const auto pixels = static_cast<std::size_t>(kCifarShape.size());
  const std::size_t size = format.bytes + pixels;
  if (content.empty() || content.size() % size != 0) {
    refuse(file, content.size(), "the end of the file",
           "whole records of " + std::to_string(size) + " bytes, at least one");
  }
  CifarRecords records;
  records.pixels.reserve(content.size() / size * pixels);
  for (std::size_t at = 0; at < content.size(); at += size) {
    const auto label = static_cast<std::uint8_t>(content[at + format.place]);
    if (label >= format.classes) {
      refuse(file, at + format.place, "label " + std::to_string(label),
             "at most " + std::to_string(format.classes - 1));
    }
    records.labels.push_back(label);
    records.pixels.append(content.substr(at + format.bytes, pixels));
  }
  return records;
}

}  // namespace skald
