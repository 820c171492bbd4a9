#include "data_files.hpp"
#include "loaded.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

// Three training images and one for testing, of 2 x 4 pixels.
struct Files {
  TemporaryFolder folder;
  CacheFolder cache;
  std::string train_images = idx({3, 2, 4}, {0,   51, 102, 153, 204, 255, 0,  0,  //
                                             255, 0,  0,   0,   0,   0,   0,  0,  //
                                             10,  20, 30,  40,  50,  60,  70, 80});
  std::string train_labels = idx({3}, {2, 0, 1});
  std::string test_images = idx({1, 2, 4}, {0, 0, 0, 0, 0, 0, 0, 255});
  std::string test_labels = idx({1}, {3});

  Loaded load(const std::vector<Setting>& settings = {}, std::uint64_t seed = 1) const {
    std::vector<Setting> all{{"train_images", folder.write("train-images", train_images).string()},
                             {"train_labels", folder.write("train-labels", train_labels).string()},
                             {"test_images", folder.write("test-images", test_images).string()},
                             {"test_labels", folder.write("test-labels", test_labels).string()}};
    return Loaded("idx", with(all, settings), seed);
  }
  void check_refused(const std::string& message, const std::vector<Setting>& settings = {}) const {
    CHECK_THROWS_WITH(load(settings), Catch::Contains(message));
  }
};

std::vector<double> pixels(const Table& table, Index row) {
  const auto column = table.features.column(row);
  return {column.begin(), column.end()};
}

}  // namespace

TEST_CASE("idx reads images, labels and their shape, training rows first") {
  Files files;
  if (GENERATE(false, true)) {
    files.train_images = gzip(files.train_images);
    files.test_labels = gzip(files.test_labels);
  }
  const auto [data, table] = files.load();
  CHECK(table.train == 3);
  CHECK(table.rows() == 4);
  CHECK(table.classes == 4);
  CHECK(std::vector<double>(table.target.begin(), table.target.end()) ==
        std::vector<double>{2, 0, 1, 3});
  CHECK(pixels(table, 0) == std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1, 0, 0});
  CHECK(pixels(table, 3) == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 1});
  const NamedArray* shape = find_array(table, "image_shape");
  REQUIRE(shape != nullptr);
  CHECK(shape->values.column(0) == Eigen::Vector3d(1, 2, 4));
}

TEST_CASE("idx pools, turns, standardises and shortens") {
  const Files files;
  SECTION("averages over squares") {
    const auto [data, table] = files.load({{"pool", 2}, {"pixels", "raw"}});
    CHECK(pixels(table, 0) == std::vector<double>{510.0 / 4, 255.0 / 4});
    CHECK(find_array(table, "image_shape")->values.column(0) == Eigen::Vector3d(1, 1, 2));
  }
  SECTION("reads columns of pixels") {
    const auto [data, table] = files.load({{"transposed", true}, {"pixels", "raw"}});
    CHECK(pixels(table, 2) == std::vector<double>{10, 50, 20, 60, 30, 70, 40, 80});
    CHECK(find_array(table, "image_shape")->values.column(0) == Eigen::Vector3d(1, 4, 2));
  }
  SECTION("standardises by the training pixels") {
    const auto [data, table] = files.load({{"pixels", "standardized"}});
    const auto train = table.features.matrix().leftCols(3);
    CHECK(std::abs(train.mean()) < 1e-15);
    CHECK(train.squaredNorm() / 24 == Approx(1).epsilon(1e-14));
  }
  SECTION("takes the first rows") {
    const auto [data, table] = files.load({{"train", 2}, {"test", 0}});
    CHECK(table.train == 2);
    CHECK(table.rows() == 2);
    CHECK(table.classes == 4);  // of the files, not of the rows that are used
  }
}

TEST_CASE("idx tests on the last training rows where settings are to be chosen") {
  const Files files;
  const auto [all, whole] = files.load();
  const auto [held, table] = files.load({{"validation", 1}});
  CHECK(table.train == 2);
  CHECK(table.rows() == 3);
  CHECK(table.classes == 4);
  CHECK(std::vector<double>(table.target.begin(), table.target.end()) ==
        std::vector<double>{2, 0, 1});
  for (Index r = 0; r < 3; ++r) CHECK(pixels(table, r) == pixels(whole, r));
  CHECK(find_array(table, "image_shape")->values.column(0) == Eigen::Vector3d(1, 2, 4));
  // What models derive from the features of fewer rows is another array.
  CHECK(std::string(table.digest).size() == 64);
  CHECK(std::string(table.digest) != whole.digest);
  CHECK(std::string(table.digest) != files.load({{"validation", 1}, {"train", 2}}).table.digest);
  files.check_refused("validation is 3; expected fewer than the 3 training rows",
                      {{"validation", 3}});
}

TEST_CASE("idx refuses what is not four files that belong together") {
  Files files;
  SECTION("images for labels") {
    std::swap(files.train_images, files.train_labels);
    files.check_refused("train-images, byte 3: found 1 axis; expected 3 (images)");
  }
  SECTION("test labels for training labels") {
    std::swap(files.test_labels, files.train_labels);
    files.check_refused("train-labels, byte 4: found 1 label; expected 3, one for each image of");
  }
  SECTION("a wrong magic number") {
    files.train_images[0] = 'P';
    files.check_refused("train-images, byte 0: found bytes that are not 0");
  }
  SECTION("another element type") {
    files.train_labels[2] = 0xD;
    files.check_refused("train-labels, byte 2: found element type 13; expected 8");
  }
  SECTION("a file that ends too early") {
    files.train_images.resize(20);
    files.check_refused("train-images, byte 20: found the end of the file; expected 20 further");
  }
  SECTION("a header that ends too early") {
    files.test_labels.resize(7);
    files.check_refused("test-labels, byte 7: found the end of the file; expected a header of 8");
  }
  SECTION("a file that goes on") {
    files.train_labels += "xy";
    files.check_refused("train-labels, byte 11: found 2 further bytes; expected the end");
  }
  SECTION("a damaged gzip file") {
    files.train_images = gzip(files.train_images);
    files.train_images[files.train_images.size() - 6] ^= 1;  // of the checksum
    files.check_refused("train-images, byte");
  }
  SECTION("half a gzip file") {
    files.train_images = gzip(files.train_images);
    files.train_images.resize(files.train_images.size() / 2);
    files.check_refused("of the gzip file: found the end of the file; expected further");
  }
  SECTION("sizes whose product overflows") {
    files.train_images = idx({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, {});
    files.check_refused("train-images, byte 12: found an axis of length 4294967295");
  }
  SECTION("test images of another shape") {
    files.test_images[11] = 4;
    files.test_images[7] = 1;
    files.test_images[15] = 2;
    files.check_refused("test-images, byte 8: found images of 4 x 2 pixels; expected 2 x 4");
  }
  SECTION("a label below the first") {
    files.check_refused("train-labels, byte 9: found label 0; expected at least 1",
                        {{"first_label", 1}});
  }
  SECTION("more rows than there are") {
    files.check_refused("found 3 images; expected at least 4, as option train says",
                        {{"train", 4}});
  }
  SECTION("squares that do not fit") {
    files.check_refused("found images of 2 x 4 pixels; expected sides that are multiples of pool",
                        {{"pool", 4}});
  }
  CHECK(files.cache.tables().empty());
}

TEST_CASE("A decoded table is kept, shared and made anew when it was touched") {
  const Files files;
  files.load();
  const auto tables = files.cache.tables();
  REQUIRE(tables.size() == 1);
  const auto made = std::filesystem::last_write_time(tables[0]);
  SECTION("a second reader takes the file as it is") {
    const auto [data, again] = files.load({}, 2);
    CHECK(pixels(again, 2)[3] == 40 / 255.0);
    CHECK(std::filesystem::last_write_time(tables[0]) == made);
    CHECK(files.cache.tables().size() == 1);
  }
  SECTION("other options make another table") {
    files.load({{"pool", 2}});
    CHECK(files.cache.tables().size() == 2);
  }
  SECTION("damage is mended") {
    const auto size = std::filesystem::file_size(tables[0]);
    const auto end = static_cast<std::streamoff>(size);
    const auto [how, place] = GENERATE_COPY(table<Damage, std::streamoff>(
        {{Damage::half, 0}, {Damage::all, 0}, {Damage::bytes, 9}, {Damage::bytes, end - 120}}));
    damage(tables[0], how, place);
    const auto [data, again] = files.load();
    CHECK(pixels(again, 0) == std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1, 0, 0});
    CHECK(std::filesystem::file_size(tables[0]) == size);
    CHECK(pixels(files.load().table, 2)[0] == 10 / 255.0);
  }
}

TEST_CASE("A cache that cannot be written is passed by") {
  const Files files;
  const auto file = files.folder.write("not-a-folder", "");
  setenv("SKALD_CACHE_DIR", file.c_str(), 1);
  const auto [data, table] = files.load();
  CHECK(pixels(table, 3) == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 1});
  CHECK(find_array(table, "image_shape") != nullptr);
}

namespace {

const ShippedPlugin shipped_idx =
    ShippedPlugin(Kind::dataset, "idx").conforms_on_files([](const TemporaryFolder& folder) {
      const Files files;
      return std::vector<Setting>{
          {"train_images", folder.write("train-images", files.train_images).string()},
          {"train_labels", folder.write("train-labels", files.train_labels).string()},
          {"test_images", folder.write("test-images", files.test_images).string()},
          {"test_labels", folder.write("test-labels", files.test_labels).string()}};
    });

}  // namespace
