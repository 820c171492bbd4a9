// CIFAR-10 and CIFAR-100 in their binary version.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reading/images.hpp"
#include "reading/source_file.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::CifarLabels;
using skald::SourceFile;

struct Options : skald::ImageOptions {
  std::string_view train_images = "data:cifar10";
  std::string_view test_images = "data:cifar10/test_batch.bin";
  std::string_view labels = "cifar10";
};

constexpr auto options = skald::append(
    std::array{
        skald::option("train_images", &Options::train_images,
                      "training file, or folder of the files data_batch_*.bin")
            .is_path(),
        skald::option("test_images", &Options::test_images, "test file").is_path(),
        skald::option(
            "labels", &Options::labels,
            "cifar10: the 10 classes of CIFAR-10; coarse, fine: the 20 or 100 classes of CIFAR-100")
            .one_of("cifar10|coarse|fine")},
    skald::image_options<Options>);

// The file itself, or the batches in a folder in the order of their names.
std::vector<SourceFile> sources_of(const std::string& path) {
  namespace fs = std::filesystem;
  if (!fs::is_directory(path)) return {skald::source_by_name(path)};
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("data_batch_") && name.ends_with(".bin")) names.push_back(entry.path());
  }
  std::sort(names.begin(), names.end());
  if (names.empty()) {
    throw std::runtime_error(path +
                             ": found no file data_batch_*.bin; expected the files of CIFAR-10: "
                             "skald data fetch cifar10");
  }
  std::vector<SourceFile> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(skald::source_by_name(name));
  return files;
}

class Cifar final : public skald::Dataset {
 public:
  explicit Cifar(const Options& given) : given_(given) {}

  // Training rows, then test rows, both in the order of the files.
  skald::Table load(const skald::Random&) override {
    const std::vector<SourceFile> train = sources_of(std::string(given_.train_images));
    const SourceFile test = skald::source_by_name(std::string(given_.test_images));
    std::vector<const SourceFile*> sources;
    sources.reserve(train.size());
    for (const SourceFile& file : train) sources.push_back(&file);
    sources.push_back(&test);
    table_.emplace("cifar 1 " + std::string(given_.labels) + " " + skald::recipe_of(given_),
                   sources, [&] { return decode(train, test); });
    skald::Table table = validation_.apply(table_->table(), given_.validation, "dataset cifar");
    table.private_inputs = skald::private_inputs(given_);
    return table;
  }

 private:
  CifarLabels labels() const {
    if (given_.labels == "cifar10") return CifarLabels::ten;
    return given_.labels == "coarse" ? CifarLabels::coarse : CifarLabels::fine;
  }
  skald::DecodedTable decode(const std::vector<SourceFile>& train, const SourceFile& test) const {
    skald::CifarRecords all;
    for (const SourceFile& file : train) {
      const skald::CifarRecords more =
          skald::read_cifar(skald::content_of(file), file.name, labels());
      all.pixels += more.pixels;
      all.labels.insert(all.labels.end(), more.labels.begin(), more.labels.end());
    }
    const skald::CifarRecords last =
        skald::read_cifar(skald::content_of(test), test.name, labels());
    return skald::image_table(skald::kCifarShape, {train[0].name, all.pixels, all.labels},
                              {test.name, last.pixels, last.labels}, given_);
  }

  Options given_;
  std::optional<skald::SharedTable> table_;
  skald::ValidationRows validation_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Cifar, Options, options>(
    {.name = "cifar",
     .numerics_revision = 1,
     .summary = "CIFAR-10 or CIFAR-100 from their binary version: images of 3 x 32 x 32 pixels",
     .reference = "Krizhevsky (2009), Learning multiple layers of features from tiny images"});
