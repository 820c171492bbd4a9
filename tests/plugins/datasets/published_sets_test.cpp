// The data sets of the literature: the real files have the published counts, and no other file
// will do.
#include "data_files.hpp"
#include "loaded.hpp"
#include "shipped_plugin.hpp"
#include "skald/named_columns.hpp"

using namespace skald;
using namespace skald::test;

namespace {

std::vector<Index> count_labels(const Table& table, Index first, Index count) {
  std::vector<Index> counts(static_cast<std::size_t>(table.classes), 0);
  for (Index r = first; r < first + count; ++r)
    ++counts[static_cast<std::size_t>(table.target[static_cast<std::size_t>(r)])];
  return counts;
}

// The options of a member of the MNIST family for a small table, 7 x 7 pixels, from its real files.
std::optional<std::vector<Setting>> family_files(const std::string& folder,
                                                 const std::string& prefix,
                                                 const std::string& test) {
  std::vector<Setting> settings{{"pool", 4}};
  const std::pair<const char*, std::string> files[] = {
      {"train_images", prefix + "train-images-idx3-ubyte.gz"},
      {"train_labels", prefix + "train-labels-idx1-ubyte.gz"},
      {"test_images", test + "-images-idx3-ubyte.gz"},
      {"test_labels", test + "-labels-idx1-ubyte.gz"}};
  for (const auto& [option, name] : files) {
    const auto path = real_file(folder + "/" + name);
    if (!path) return std::nullopt;
    settings.emplace_back(option, *path);
  }
  return settings;
}

std::optional<Loaded> load_family(const std::string& plugin, const std::string& folder,
                                  const std::string& prefix, const std::string& test) {
  const auto settings = family_files(folder, prefix, test);
  return settings ? std::optional(Loaded(plugin, *settings)) : std::nullopt;
}

// The options "train" and "test" for these real files.
std::optional<std::vector<Setting>> two_files(const std::string& train, const std::string& test) {
  const auto first = real_file(train), second = real_file(test);
  if (!first || !second) return std::nullopt;
  return std::vector<Setting>{{"train", *first}, {"test", *second}};
}

}  // namespace

TEST_CASE("mnist has its published counts") {
  const CacheFolder cache;
  const auto loaded = load_family("mnist", "mnist", "", "t10k");
  if (!loaded) return;
  const Table& table = loaded->table;
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
  const auto loaded = load_family("fashion_mnist", "fashion-mnist", "", "t10k");
  if (!loaded) return;
  const Table& table = loaded->table;
  CHECK(count_labels(table, 0, 60000) == std::vector<Index>(10, 6000));
  CHECK(count_labels(table, 60000, 10000) == std::vector<Index>(10, 1000));
}

TEST_CASE("emnist_letters has its published counts and stands upright") {
  const CacheFolder cache;
  const auto loaded =
      load_family("emnist_letters", "emnist-letters", "emnist-letters-", "emnist-letters-test");
  if (!loaded) return;
  const Table& table = loaded->table;
  CHECK(count_labels(table, 0, 124800) == std::vector<Index>(26, 4800));
  CHECK(count_labels(table, 124800, 20800) == std::vector<Index>(26, 800));
  // The mean L (class 11) has its ink at the left and at the bottom, not at the top right.
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(49);
  for (Index r = 0; r < table.train; ++r)
    if (table.target[static_cast<std::size_t>(r)] == 11) mean += table.features.column(r) / 4800;
  CHECK(mean[2 * 7 + 2] > 2 * mean[2 * 7 + 5]);
}

TEST_CASE("adult has its published counts, as UCI and as LIBSVM encode it") {
  const CacheFolder cache;
  const auto train = real_file("adult/adult.data"), test = real_file("adult/adult.test");
  const auto a9a = real_file("adult/a9a"), a9a_test = real_file("adult/a9a.t");
  if (!train || !test || !a9a || !a9a_test) return;
  // 6 columns of numbers and 9 + 16 + 7 + 15 + 6 + 5 + 2 + 42 words, "?" among them.
  const auto [raw, table] =
      Loaded("adult", {{"train", *train}, {"test", *test}, {"intercept", false}});
  const auto [sparse, other] =
      Loaded("a9a", {{"train", *a9a}, {"test", *a9a_test}, {"intercept", false}});
  CHECK(table.features.rows == 108);
  // From the decoder, then from the cache.
  for (int time = 0; time < 2; ++time) {
    const auto [again, known] = Loaded("adult", {{"train", *train}, {"test", *test}});
    const auto* columns = dynamic_cast<const NamedColumns*>(again.get());
    REQUIRE(columns != nullptr);
    REQUIRE(std::ssize(columns->features()) == known.features.rows);
    CHECK(std::string(columns->features()[0].name) == "intercept");
    CHECK(std::string(columns->features()[1].name) == "age");
    CHECK(columns->features()[1].center == Approx(38.5816).epsilon(1e-5));
    CHECK(columns->features()[1].scale == Approx(13.6402).epsilon(1e-5));
    CHECK(std::string(columns->features()[2].name) == "workclass=Federal-gov");
    CHECK(std::string(columns->classes()[1]) == ">50K");
  }
  CHECK(other.features.rows == 123);
  for (const Table& t : {table, other}) {
    CHECK(count_labels(t, 0, t.train) == std::vector<Index>{24720, 7841});
    CHECK(count_labels(t, t.train, 16281) == std::vector<Index>{12435, 3846});
  }
  CHECK(std::equal(table.target.begin(), table.target.end(), other.target.begin()));
  const Loaded dropped("adult", {{"train", *train}, {"test", *test}, {"missing", "drop_row"}});
  CHECK(dropped.table.rows() == 45222);  // as adult.names says
}

TEST_CASE("the UCI sets have their published counts") {
  struct Counts {
    const char* file;
    Index rows, features;
    std::vector<Index> labels;
  };
  // Constant columns (ionosphere one, naval propulsion two) and rows with "?" (Cleveland six) are
  // left out.
  const Counts all[] = {
      {"german-credit/german.data", 1000, 48, {700, 300}},
      {"german-credit/german.data-numeric", 1000, 24, {700, 300}},
      {"australian-credit/australian.dat", 690, 14, {383, 307}},
      {"heart-cleveland/processed.cleveland.data", 297, 13, {160, 54, 35, 35, 13}},
      {"pima/pima-indians-diabetes.csv", 768, 8, {500, 268}},
      {"spambase/spambase.data", 4601, 57, {2788, 1813}},
      {"ionosphere/ionosphere.csv", 351, 33, {126, 225}},
      {"sonar/sonar.csv", 208, 60, {111, 97}},
      {"bnn-regression/bostonHousing.txt", 506, 13, {}},
      {"bnn-regression/concrete.txt", 1030, 8, {}},
      {"bnn-regression/energy.txt", 768, 8, {}},
      {"bnn-regression/kin8nm.txt", 8192, 8, {}},
      {"bnn-regression/naval-propulsion-plant.txt", 11934, 14, {}},
      {"bnn-regression/power-plant.txt", 9568, 4, {}},
      {"bnn-regression/protein-tertiary-structure.txt", 45730, 9, {}},
      {"bnn-regression/wine-quality-red.txt", 1599, 11, {}},
      {"bnn-regression/yacht.txt", 308, 6, {}}};
  for (const Counts& counts : all) {
    INFO(counts.file);
    const auto path = real_file(std::string("uci/") + counts.file);
    if (!path) continue;
    const auto [data, table] = Loaded("uci", {{"path", *path}});
    CHECK(table.rows() == counts.rows);
    CHECK(table.features.rows == counts.features + 1);  // and the intercept
    CHECK(count_labels(table, 0, counts.labels.empty() ? 0 : table.rows()) == counts.labels);
  }
  const TemporaryFolder folder;
  const std::string other = folder.write("pima/pima-indians-diabetes.csv", "1,2\n").string();
  check_refused("uci", {{"path", other}}, "found content with the SHA-256");
  const std::string unknown = folder.write("pima/mine.csv", "1,2\n").string();
  check_refused("uci", {{"path", unknown}},
                "mine.csv: unknown file; expected one of german.data, ");
}

TEST_CASE("the subset of CIFAR-10 and the roles of Shakespeare have their published counts") {
  const CacheFolder cache;
  const auto train = real_file("cifar10-subset/train_5000.bin");
  const auto test = real_file("cifar10-subset/test_1000.bin");
  if (train && test) {
    const auto [data, table] =
        Loaded("cifar", {{"train_images", *train}, {"test_images", *test}, {"pool", 8}});
    CHECK(count_labels(table, 0, 5000) == std::vector<Index>(10, 500));
    CHECK(count_labels(table, 5000, 1000) == std::vector<Index>(10, 100));
  }
  const auto roles = real_file("shakespeare/roles.jsonl.gz");
  if (!roles) return;
  const auto groups = [&](int speeches) {
    return Loaded("shakespeare",
                  {{"path", *roles}, {"length", 1}, {"step", 1000}, {"min_speeches", speeches}})
        .table.groups;
  };
  CHECK(groups(1) == 1339);
  CHECK(groups(2) == 1119);
}

TEST_CASE("A published set refuses other files, however well they are made") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string images = folder.write("images", idx({1, 1, 1}, {7})).string();
  const std::string labels = folder.write("labels", idx({1}, {0})).string();
  CHECK_THROWS_WITH(
      Loaded("mnist", {{"train_images", images},
                       {"train_labels", labels},
                       {"test_images", images},
                       {"test_labels", labels}}),
      Catch::Contains("images: found content with the SHA-256") &&
          Catch::Contains("expected ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776"
                          "db, the published mnist/train-images-idx3-ubyte.gz"));
  CHECK(cache.tables().empty());
}

namespace {

const ShippedPlugin shipped_mnist =
    ShippedPlugin(Kind::dataset, "mnist").conforms_on_files([](const TemporaryFolder&) {
      return family_files("mnist", "", "t10k");
    });

const ShippedPlugin shipped_fashion_mnist =
    ShippedPlugin(Kind::dataset, "fashion_mnist").conforms_on_files([](const TemporaryFolder&) {
      return family_files("fashion-mnist", "", "t10k");
    });

const ShippedPlugin shipped_emnist_letters =
    ShippedPlugin(Kind::dataset, "emnist_letters").conforms_on_files([](const TemporaryFolder&) {
      return family_files("emnist-letters", "emnist-letters-", "emnist-letters-test");
    });

const ShippedPlugin shipped_adult =
    ShippedPlugin(Kind::dataset, "adult").conforms_on_files([](const TemporaryFolder&) {
      return two_files("adult/adult.data", "adult/adult.test");
    });

const ShippedPlugin shipped_a9a =
    ShippedPlugin(Kind::dataset, "a9a").conforms_on_files([](const TemporaryFolder&) {
      return two_files("adult/a9a", "adult/a9a.t");
    });

const ShippedPlugin shipped_uci =
    ShippedPlugin(Kind::dataset, "uci")
        .conforms_on_files([](const TemporaryFolder&) -> std::optional<std::vector<Setting>> {
          const auto path = real_file("uci/bnn-regression/yacht.txt");
          if (!path) return std::nullopt;
          return std::vector<Setting>{{"path", *path}};
        });

}  // namespace
