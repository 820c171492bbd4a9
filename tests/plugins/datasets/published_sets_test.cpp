// The data sets of the literature: the real files have the published counts, and no other file
// will do.
#include <chrono>

#include "data_files.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/dataset.hpp"

using namespace skald;
using namespace skald::test;

namespace {

std::vector<Index> count_labels(const Table& table, Index first, Index count) {
  std::vector<Index> counts(static_cast<std::size_t>(table.classes), 0);
  for (Index r = first; r < first + count; ++r)
    ++counts[static_cast<std::size_t>(table.target[static_cast<std::size_t>(r)])];
  return counts;
}

// A member of the MNIST family from its real files, on a small table: 7 x 7 pixels.
std::shared_ptr<Dataset> open_family(const std::string& plugin, const std::string& folder,
                                     const std::string& prefix, const std::string& test) {
  std::vector<Setting> settings{{"pool", 4}};
  const std::pair<const char*, std::string> files[] = {
      {"train_images", prefix + "train-images-idx3-ubyte.gz"},
      {"train_labels", prefix + "train-labels-idx1-ubyte.gz"},
      {"test_images", test + "-images-idx3-ubyte.gz"},
      {"test_labels", test + "-labels-idx1-ubyte.gz"}};
  for (const auto& [option, name] : files) {
    const auto path = real_file(folder + "/" + name);
    if (!path) return nullptr;
    settings.emplace_back(option, *path);
  }
  return load_plugin<Dataset>("dataset/" + plugin, settings);
}

}  // namespace

TEST_CASE("mnist has its published counts") {
  const CacheFolder cache;
  const auto data = open_family("mnist", "mnist", "", "t10k");
  if (!data) return;
  const Table table = data->load(PhiloxRandom(1, 0));
  CHECK(table.train == 60000);
  CHECK(table.rows() == 70000);
  CHECK(count_labels(table, 0, 60000) ==
        std::vector<Index>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949});
  CHECK(count_labels(table, 60000, 10000) ==
        std::vector<Index>{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009});
  // The mean grey of the training set, 0.1307.
  CHECK(table.features.matrix().leftCols(60000).mean() ==
        Approx(0.1306604762738429).epsilon(1e-12));
}

TEST_CASE("fashion_mnist has its published counts") {
  const CacheFolder cache;
  const auto data = open_family("fashion_mnist", "fashion-mnist", "", "t10k");
  if (!data) return;
  const Table table = data->load(PhiloxRandom(1, 0));
  CHECK(count_labels(table, 0, 60000) == std::vector<Index>(10, 6000));
  CHECK(count_labels(table, 60000, 10000) == std::vector<Index>(10, 1000));
}

TEST_CASE("emnist_letters has its published counts and stands upright") {
  const CacheFolder cache;
  const auto data =
      open_family("emnist_letters", "emnist-letters", "emnist-letters-", "emnist-letters-test");
  if (!data) return;
  const Table table = data->load(PhiloxRandom(1, 0));
  CHECK(count_labels(table, 0, 124800) == std::vector<Index>(26, 4800));
  CHECK(count_labels(table, 124800, 20800) == std::vector<Index>(26, 800));
  // The mean L (class 11) has its ink at the left and at the bottom, not at the top right.
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(49);
  for (Index r = 0; r < table.train; ++r)
    if (table.target[static_cast<std::size_t>(r)] == 11) mean += table.features.column(r) / 4800;
  CHECK(mean[2 * 7 + 2] > 2 * mean[2 * 7 + 5]);
}

TEST_CASE("A published set refuses other files, however well they are made") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string images = folder.write("images", idx({1, 1, 1}, {7})).string();
  const std::string labels = folder.write("labels", idx({1}, {0})).string();
  const auto data = load_plugin<Dataset>("dataset/mnist", {{"train_images", images},
                                                           {"train_labels", labels},
                                                           {"test_images", images},
                                                           {"test_labels", labels}});
  CHECK_THROWS_WITH(
      data->load(PhiloxRandom(1, 0)),
      Catch::Contains("images: found content with the SHA-256") &&
          Catch::Contains("expected ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776"
                          "db, the published mnist/train-images-idx3-ubyte.gz"));
  CHECK(cache.tables().empty());
}
