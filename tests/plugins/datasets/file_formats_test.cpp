// Data sets npy, libsvm, cifar and shakespeare on small files.
#include <sys/stat.h>

#include <cstring>
#include <limits>

#include "data_files.hpp"
#include "loaded.hpp"
#include "problem/examined_table.hpp"
#include "shipped_plugin.hpp"
#include "skald/parts/data/sparse_features.hpp"

using namespace skald;
using namespace skald::test;

namespace {

template <class T>
std::string npy(const std::string& type, const std::string& shape, const std::vector<T>& values,
                const std::string& fortran = "False") {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
  std::string file = "\x93NUMPY";
  file += {'\1', '\0', static_cast<char>(header.size()), '\0'};
  return file + header +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace

TEST_CASE("npy reads rows, classes and clients, in every type") {
  const TemporaryFolder folder;
  const std::string x = GENERATE(npy<double>("<f8", "(3, 2)", {1, 2, 3, 4, 5, 6}),
                                 npy<float>("<f4", "(3, 2)", {1, 3, 5, 2, 4, 6}, "True"),
                                 npy<std::uint8_t>("|u1", "(3, 2)", {1, 2, 3, 4, 5, 6}),
                                 npy<std::int64_t>("<i8", "(3, 2)", {1, 2, 3, 4, 5, 6}));
  const Loaded loaded(
      "npy", {{"features", folder.write("x.npy", x).string()},
              {"target", folder.write("y.npy", npy<int>("<i4", "(3,)", {2, 0, 1})).string()},
              {"group", folder.write("g.npy", npy<int>("<i4", "(3,)", {0, 1, 1})).string()},
              {"intercept", true},
              {"train", 2}});
  CHECK(loaded.table.train == 2);
  CHECK(loaded.table.classes == 3);
  CHECK(loaded.table.groups == 2);
  CHECK(loaded.row(0) == std::vector<double>{1, 1, 2});
  CHECK(loaded.row(1) == std::vector<double>{1, 3, 4});
  CHECK(loaded.row(2) == std::vector<double>{1, 5, 6});
  CHECK(loaded.target() == std::vector<double>{2, 0, 1});
  CHECK(loaded.group() == std::vector<std::int32_t>{0, 1, 1});
}

TEST_CASE("npy refuses damaged arrays and says where") {
  const TemporaryFolder folder;
  const std::string good = npy<double>("<f8", "(2, 2)", {1, 2, 3, 4});
  const std::string y = folder.write("y.npy", npy<double>("<f8", "(2,)", {0, 1})).string();
  const auto check = [&](const std::string& x, const std::string& message) {
    const std::string path = folder.write("x.npy", x).string();
    check_refused("npy", {{"features", path}, {"target", y}}, message);
  };
  check("Pk", "x.npy, byte 0: found other bytes; expected the magic of NPY files");
  check(good.substr(0, 40), "x.npy, byte 40: found the end of the file; expected a header of");
  check(good.substr(0, good.size() - 5), "found the end of the file; expected 5 further bytes");
  check(good + "z", "found 1 further byte; expected the end of the file");
  check(npy<double>(">f8", "(2, 2)", {1, 2, 3, 4}), "found numbers of type '>f8'; expected little");
  check(npy<double>("<f8", "(4611686018427387904, 4)", {}), "expected fewer numbers");
  check(npy<double>("<f8", "(2, 2", {1, 2, 3, 4}), "expected the length of an axis");
  check(npy<double>("<f8", "(3, 1)", {1, 2, 3}),
        "y.npy: found 2 numbers, of shape (2,); expected 3");
  check(npy<double>("<f8", "(2, 1)", {1, NAN}), "x.npy, row 1: found nan; expected a number");
}

TEST_CASE("libsvm reads sparse rows and numbers the labels") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string train = folder.write("train", "+1 1:0.5 3:-2\r\n\n-1 2:1e1 \n").string();
  const std::string test = folder.write("test", gzip("-1 4:7")).string();
  const Loaded loaded("libsvm", {{"train", train}, {"test", test}});
  CHECK(loaded.table.train == 2);
  CHECK(loaded.table.classes == 2);
  CHECK(loaded.row(0) == std::vector<double>{1, 0.5, 0, -2, 0});
  CHECK(loaded.row(1) == std::vector<double>{1, 0, 10, 0, 0});
  CHECK(loaded.row(2) == std::vector<double>{1, 0, 0, 0, 7});
  CHECK(loaded.target() == std::vector<double>{1, 0, 0});
  const Loaded numbers("libsvm", {{"train", train}, {"task", "regression"}, {"intercept", false}});
  CHECK(numbers.target() == std::vector<double>{1, -1});
  CHECK(numbers.row(1) == std::vector<double>{0, 10, 0});
}

// 3000 x 3001 numbers, of which each row has four and the intercept.
TEST_CASE("libsvm keeps large tables of few numbers sparse") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  std::string text;
  std::mt19937 random(5);
  for (int r = 0; r < 3000; ++r) {
    text += r % 2 == 0 ? "1" : "-1";
    for (int k = 0; k < 4; ++k) {
      const auto place = static_cast<unsigned>(k) * 750 + 1 + random() % 750;
      text += " " + std::to_string(place) + ":" + std::to_string(1 + random() % 9);
    }
    text += '\n';
  }
  const Loaded loaded(
      "libsvm",
      {{"train", folder.write("f", text).string()}, {"features", 3000}, {"test_fraction", 0.1}});
  const Table& sparse = loaded.table;
  REQUIRE(sparse.features.data == nullptr);
  CHECK(sparse.features.rows == 3001);
  CHECK(sparse.rows() == 3000);
  const problem::ExaminedTable examined(sparse);
  CHECK(examined.intercept() == Index{0});
  const MatrixXd block = dense_features(sparse);
  CHECK((block.array() != 0).count() == 15000);
  CHECK(block.row(0).minCoeff() == 1);
  CHECK(loaded.table.train == 2700);
}

TEST_CASE("libsvm refuses damaged lines and says where") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto check = [&](const std::string& text, const std::string& message) {
    check_refused("libsvm", {{"train", folder.write("f", text).string()}, {"features", 9}},
                  message);
  };
  check("1 1:1\nx 1:1\n", "f, line 2, column 1: found 'x'; expected a label");
  check("1 2:1 2:1\n", "f, line 1, column 7: found '2:1'; expected an index of at least 3");
  check("1 -1:1\n", "found '-1:1'; expected an index of at least 0");
  check("1 10:1\n", "found '10:1'; expected an index of at most 9");
  check("1 1\n", "found '1'; expected index:value");
  check("1 1:\x01z\n", "found '1:\\x01z'; expected a finite number after the colon");
  check("\n\n", "f: found no rows; expected at least one");
}

TEST_CASE("libsvm refuses an index beyond the largest there is") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto check = [&](const std::string& text, const std::string& message) {
    check_refused("libsvm", {{"train", folder.write("f", text).string()}}, message);
  };
  check("1 9223372036854775807:1\n",
        "f, line 1, column 3: found '9223372036854775807:1'; expected an index of at most "
        "2147483647");
  check("1 2147483648:1\n", "expected an index of at most 2147483647");
  check("1 9223372036854775808:1\n", "expected index:value");
  check("1 2147483647:1\n2 1:1\n",
        "found 2 rows of 2147483647 features; expected a table of at most");
  Setting features("features", 1);
  features.value = std::numeric_limits<std::int64_t>::max();
  check_refused("libsvm", {{"train", folder.write("f", "1 1:1\n").string()}, features},
                "rows of 9223372036854775807 features; expected a table of at most");
}

TEST_CASE("data sets refuse pipes and devices without waiting") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const std::string message = "pipe: found a pipe; expected a regular file";
  check_refused("libsvm", {{"train", pipe}}, message);
  check_refused("npy", {{"features", pipe}, {"target", pipe}}, message);
  check_refused("csv", {{"path", pipe}, {"target", "y"}}, message);
  check_refused("csv", {{"path", "/dev/zero"}, {"target", "y"}}, "found a device");
}

TEST_CASE("a small file that stands for a very large one is refused") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  // 300 MB of blank lines in 300 kB.
  const std::string bomb = gzip(std::string(300'000'000, '\n'));
  REQUIRE(bomb.size() < 1'000'000);
  check_refused("libsvm", {{"train", folder.write("bomb.gz", bomb).string()}},
                "found more than 268435456 bytes of content; expected no more, for a file of this "
                "length");
}

TEST_CASE("cifar reads records from files and folders") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto record = [](const std::string& labels, char first) {
    std::string pixels(3072, '\0');
    pixels[0] = first;
    pixels[3071] = '\xFF';
    return labels + pixels;
  };
  folder.write("c/data_batch_2.bin", record("\x03", '\x33'));
  folder.write("c/data_batch_1.bin", record("\x09", '\x66') + record(std::string(1, '\0'), 0));
  const std::string test = folder.write("c/test_batch.bin", record("\x01", 0)).string();
  const Loaded loaded("cifar",
                      {{"train_images", (folder.path() / "c").string()}, {"test_images", test}});
  CHECK(loaded.table.train == 3);
  CHECK(loaded.table.classes == 10);
  CHECK(loaded.target() == std::vector<double>{9, 0, 3, 1});
  CHECK(loaded.table.features.matrix()(0, 0) == 0.4);
  CHECK(loaded.table.features.matrix()(0, 2) == 0.2);
  CHECK(loaded.table.features.matrix()(3071, 1) == 1);
  CHECK(find_array(loaded.table, "image_shape")->values.column(0) == Eigen::Vector3d(3, 32, 32));

  const std::string hundred = folder.write("h", record("\x04\x63", 0)).string();
  const Loaded fine("cifar",
                    {{"train_images", hundred}, {"test_images", hundred}, {"labels", "fine"}});
  CHECK(fine.target()[0] == 99);
  check_refused("cifar", {{"train_images", hundred}, {"test_images", test}},
                "h, byte 3074: found the end of the file; expected whole records of 3073 bytes");
  const std::string eleven = folder.write("e", record("\x01", 0) + record("\x0B", 0)).string();
  check_refused("cifar", {{"train_images", eleven}, {"test_images", test}},
                "e, byte 3073: found label 11; expected at most 9");
  check_refused("cifar", {{"train_images", folder.path().string()}, {"test_images", test}},
                "found no file data_batch_*.bin");
}

TEST_CASE("shakespeare makes windows of every role") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string text =
      "{\"client\": \"p/A\", \"speeches\": [\"abab\", \"ba\"]}\n"
      "{\"client\": \"p/B\", \"speeches\": [\"one speech is too few\"]}\n"
      "{\"client\": \"p/C\", \"speeches\": [\"a\", \"b\"]}\n"
      "{\"client\": \"p/D\", \"speeches\": [\"bb\", \"ab\"]}\n";
  const std::string path = folder.write("roles.jsonl", text).string();
  // Roles A "abab\nba" and D "bb\nab" are long enough for windows of 3 and the next: 4 at steps of
  // 1 and 2; with a quarter for testing the last one of A. Codes: line feed 0, a 1, b 2.
  const Loaded loaded("shakespeare",
                      {{"path", path}, {"length", 3}, {"step", 1}, {"test_fraction", 0.25}});
  CHECK(loaded.table.classes == 3);
  CHECK(loaded.table.groups == 2);
  CHECK(loaded.table.train == 5);
  CHECK(loaded.row(0) == std::vector<double>{1, 2, 1});
  CHECK(loaded.row(3) == std::vector<double>{2, 2, 0});
  CHECK(loaded.row(5) == std::vector<double>{2, 0, 2});
  CHECK(loaded.target() == std::vector<double>{2, 0, 2, 1, 2, 1});
  CHECK(loaded.group() == std::vector<std::int32_t>{0, 0, 0, 1, 1, 0});
}

TEST_CASE("shakespeare counts words, and knows the frequent ones") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string text = "{\"speeches\": [\"The king's dead. THE king\", \"the king lives\"]}\n";
  const Loaded loaded("shakespeare", {{"path", folder.write("w", gzip(text)).string()},
                                      {"unit", "word"},
                                      {"length", 2},
                                      {"step", 1},
                                      {"vocabulary", 4},
                                      {"test_fraction", 0.0}});
  // the (3), king (2), then dead, the first of the alphabet; king's and lives are not known.
  CHECK(loaded.table.classes == 4);
  CHECK(loaded.row(0) == std::vector<double>{1, 0});
  CHECK(loaded.target() == std::vector<double>{3, 1, 2, 1, 2, 0});
}

TEST_CASE("shakespeare refuses what is no list of speeches") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto check = [&](const std::string& text, const std::string& message) {
    check_refused("shakespeare", {{"path", folder.write("f", text).string()}}, message);
  };
  check("{\"speeches\": [\"a\"]}\n{", "f, line 2: found text that is not JSON");
  check("[1]", "f, line 1: found no list \"speeches\"; expected one");
  check("{\"speeches\": [1]}", "f, line 1: found a speech that is not a text; expected a text");
  check("{\"speeches\": [\"a\", \"b\"]}", "f: found no role with 81 tokens; expected at least one");
}

namespace {

const ShippedPlugin shipped_npy =
    ShippedPlugin(Kind::dataset, "npy").conforms_on_files([](const TemporaryFolder& folder) {
      const std::string x = npy<double>("<f8", "(4, 2)", {1, 2, 3, 4, 5, 6, 7, 8});
      const std::string y = npy<int>("<i4", "(4,)", {2, 0, 1, 1});
      return std::vector<Setting>{{"features", folder.write("x.npy", x).string()},
                                  {"target", folder.write("y.npy", y).string()}};
    });

const ShippedPlugin shipped_libsvm =
    ShippedPlugin(Kind::dataset, "libsvm").conforms_on_files([](const TemporaryFolder& folder) {
      const std::string rows = folder.write("rows", "+1 1:0.5 3:-2\n-1 2:10\n").string();
      return std::vector<Setting>{{"train", rows}, {"test", rows}};
    });

const ShippedPlugin shipped_cifar =
    ShippedPlugin(Kind::dataset, "cifar").conforms_on_files([](const TemporaryFolder& folder) {
      const std::string image = "\x03" + std::string(3072, '\x33');
      return std::vector<Setting>{{"train_images", folder.write("train", image + image).string()},
                                  {"test_images", folder.write("test", image).string()}};
    });

const ShippedPlugin shipped_shakespeare =
    ShippedPlugin(Kind::dataset, "shakespeare")
        .conforms_on_files([](const TemporaryFolder& folder) {
          const std::string role = R"({"client": "p/A", "speeches": ["abab", "ba", "abba"]})";
          return std::vector<Setting>{{"path", folder.write("roles.jsonl", role + "\n").string()},
                                      {"length", 3},
                                      {"step", 1}};
        });

}  // namespace
