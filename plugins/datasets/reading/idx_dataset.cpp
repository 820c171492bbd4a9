#include "reading/idx_dataset.hpp"

#include <algorithm>

#include "decoding/refuse.hpp"
#include "reading/source_file.hpp"
#include "text/number_text.hpp"

namespace skald {

Table IdxDataset::load(const Random&) {
  std::array<SourceFile, 4> files{source_by_name(std::string(given_.train_images)),
                                  source_by_name(std::string(given_.train_labels)),
                                  source_by_name(std::string(given_.test_images)),
                                  source_by_name(std::string(given_.test_labels))};
  const std::string recipe = "idx 1 transposed " + std::to_string(given_.transposed) +
                             " first_label " + std::to_string(given_.first_label) + " " +
                             (given_.published[0] != nullptr ? "published " : "") +
                             recipe_of(given_);
  table_.emplace(recipe, std::vector<const SourceFile*>{&files[0], &files[1], &files[2], &files[3]},
                 [&] { return decode(files); });
  Table table = validation_.apply(table_->table(), given_.validation, "dataset");
  const auto statistics = private_inputs(given_);
  inputs_.assign(statistics.begin(), statistics.end());
  if (given_.published[0] == nullptr) inputs_.push_back(kEncoding);
  table.private_inputs = inputs_;
  return table;
}

DecodedTable IdxDataset::decode(const std::array<SourceFile, 4>& files) const {
  std::array<IdxContent, 4> contents;
  for (std::size_t i = 0; i < files.size(); ++i) {
    contents[i] = {files[i].name, content_of(files[i])};
    if (given_.published[i] != nullptr)
      require_published(contents[i].bytes, files[i].name, given_.published[i]);
  }
  return read_idx_table(contents[0], contents[1], contents[2], contents[3],
                        {given_.transposed, given_.first_label}, given_);
}

namespace {

using decoding::refuse;
using text::counted;

constexpr std::size_t kWord = 4;

std::uint8_t byte_at(std::string_view content, std::size_t at) {
  return static_cast<std::uint8_t>(content[at]);
}

Index length_at(std::string_view content, std::size_t at) {
  Index value = 0;
  for (std::size_t i = 0; i < kWord; ++i) value = value << 8 | byte_at(content, at + i);
  return value;
}

void check_magic(std::string_view content, const std::string& file, std::size_t axes) {
  const std::size_t header = kWord * (1 + axes);
  const std::string whole = "a header of " + std::to_string(header) + " bytes";
  if (content.size() < kWord) refuse(file, content.size(), "the end of the file", whole);
  constexpr std::uint8_t unsigned_bytes = 8;
  if (byte_at(content, 0) != 0 || byte_at(content, 1) != 0)
    refuse(file, 0, "bytes that are not 0", "two zero bytes, with which every IDX file begins");
  if (byte_at(content, 2) != unsigned_bytes)
    refuse(file, 2, "element type " + std::to_string(byte_at(content, 2)), "8, unsigned bytes");
  if (byte_at(content, 3) != axes) {
    refuse(file, 3, counted(byte_at(content, 3), "axis", "axes"),
           std::to_string(axes) + (axes == 1 ? " (labels)" : " (images)"));
  }
  if (content.size() < header) refuse(file, content.size(), "the end of the file", whole);
}

Images read_images(const IdxContent& images, const IdxContent& labels, const IdxLayout& layout,
                   ImageShape& shape) {
  const IdxArray pixels = read_idx(images.bytes, images.file, 3);
  const IdxArray classes = read_idx(labels.bytes, labels.file, 1);
  if (classes.shape[0] != pixels.shape[0]) {
    refuse(labels.file, kWord,
           counted(static_cast<std::size_t>(classes.shape[0]), "label", "labels"),
           std::to_string(pixels.shape[0]) + ", one for each image of " + images.file);
  }
  shape = {1, pixels.shape[1], pixels.shape[2]};
  Images read{images.file, pixels.bytes, {}};
  for (std::size_t i = 0; i < classes.bytes.size(); ++i) {
    const std::int64_t label = byte_at(classes.bytes, i);
    if (label < layout.first_label) {
      refuse(labels.file, 2 * kWord + i, "label " + std::to_string(label),
             "at least " + std::to_string(layout.first_label));
    }
    read.labels.push_back(static_cast<std::uint8_t>(label - layout.first_label));
  }
  return read;
}

std::string transpose(const ImageShape& shape, std::string_view pixels) {
  std::string out(pixels.size(), '\0');
  const auto size = static_cast<std::size_t>(shape.size());
  const auto height = static_cast<std::size_t>(shape.height);
  const auto width = static_cast<std::size_t>(shape.width);
  for (std::size_t first = 0; first < pixels.size(); first += size) {
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x)
        out[first + x * height + y] = pixels[first + y * width + x];
    }
  }
  return out;
}

}  // namespace

IdxArray read_idx(std::string_view content, const std::string& file, std::size_t axes) {
  check_magic(content, file, axes);
  const std::size_t header = kWord * (1 + axes);
  IdxArray array;
  std::size_t size = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const Index length = length_at(content, kWord * (1 + axis));
    if (axis > 0 && length == 0) refuse(file, kWord * (1 + axis), "an axis of length 0", "pixels");
    array.shape.push_back(length);
    if (__builtin_mul_overflow(size, static_cast<std::size_t>(length), &size)) {
      refuse(file, kWord * (1 + axis), "an axis of length " + std::to_string(length),
             "fewer elements");
    }
  }
  const std::size_t given = content.size() - header;
  if (given < size) {
    refuse(file, content.size(), "the end of the file",
           counted(size - given, "further byte", "further bytes") + ", as the header says");
  }
  if (given > size) {
    refuse(file, header + size, counted(given - size, "further byte", "further bytes"),
           "the end of the file, as the header says");
  }
  array.bytes = content.substr(header);
  return array;
}

DecodedTable read_idx_table(const IdxContent& train_images, const IdxContent& train_labels,
                            const IdxContent& test_images, const IdxContent& test_labels,
                            const IdxLayout& layout, const ImageOptions& options) {
  ImageShape shape{}, test_shape{};
  Images train = read_images(train_images, train_labels, layout, shape);
  Images test = read_images(test_images, test_labels, layout, test_shape);
  if (shape != test_shape) {
    refuse(test_images.file, 2 * kWord,
           "images of " + std::to_string(test_shape.height) + " x " +
               std::to_string(test_shape.width) + " pixels",
           std::to_string(shape.height) + " x " + std::to_string(shape.width) + ", as in " +
               train_images.file);
  }
  if (!layout.transposed) return image_table(shape, train, test, options);
  const std::string upright = transpose(shape, train.pixels);
  const std::string test_upright = transpose(shape, test.pixels);
  train.pixels = upright;
  test.pixels = test_upright;
  return image_table({1, shape.width, shape.height}, train, test, options);
}

}  // namespace skald
