// Data sets of the MNIST family: four IDX files, gzip or raw.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/images.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace skald {

struct IdxOptions : ImageOptions {
  std::string_view train_images;
  std::string_view train_labels;
  std::string_view test_images;
  std::string_view test_labels;
  bool transposed = false;
  std::int64_t first_label = 0;
  // The names of the four files in data/known_files.hpp, where no others are accepted.
  std::array<const char*, 4> published{};

 protected:
  // Sets the files of a published set: those below the data folder, and no others.
  constexpr void publish(std::array<const char*, 4> paths);
};

template <class Options>
inline constexpr std::array idx_files{
    inherited<Options>("train_images", &IdxOptions::train_images,
                       "IDX file of training images, plain or gzip")
        .is_path(),
    inherited<Options>("train_labels", &IdxOptions::train_labels, "IDX file of training labels")
        .is_path(),
    inherited<Options>("test_images", &IdxOptions::test_images, "IDX file of test images")
        .is_path(),
    inherited<Options>("test_labels", &IdxOptions::test_labels, "IDX file of test labels")
        .is_path()};

class IdxDataset final : public Dataset {
 public:
  explicit IdxDataset(const IdxOptions& given) : given_(given) {}
  // Training rows, then test rows, both in the order of the files.
  Table load(const Random& random) override;

 private:
  DecodedTable decode(const std::array<SourceFile, 4>& files) const;

  IdxOptions given_;
  std::optional<SharedTable> table_;
  ValidationRows validation_;
  std::vector<PrivateInput> inputs_;
};

constexpr void IdxOptions::publish(std::array<const char*, 4> paths) {
  published = paths;
  train_images = paths[0];
  train_labels = paths[1];
  test_images = paths[2];
  test_labels = paths[3];
}

// The IDX format of MNIST: a big-endian header, then the elements, the last axis fastest
// (LeCun, Cortes, Burges, "The MNIST database of handwritten digits").

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
