#include <signal.h>
#include <sys/resource.h>
#include <Eigen/Dense>

#include "cache_folder.hpp"
#include "dense/padded_rows.hpp"
#include "load_plugin.hpp"
#include "skald/model.hpp"
#include "test.hpp"

namespace {

constexpr const char* kDigest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// Rows that two classes share, with a digest.
struct SharedRows {
  Eigen::MatrixXd features;
  std::vector<double> target;
  Table table;

  SharedRows(Index p, Index n) : features(p, n), target(static_cast<std::size_t>(n)) {
    for (Index i = 0; i < features.size(); ++i) features(i) = std::sin(static_cast<double>(i + 1));
    for (Index i = 0; i < n; i += 2) target[static_cast<std::size_t>(i)] = 1;
    table.features = view(std::as_const(features));
    table.target = target;
    table.classes = 2;
    table.train = n;
    table.digest = kDigest;
  }
  template <class T>
  bool are(const PaddedRows<T>& rows) const {
    bool same = rows.count() == features.cols() && rows.width() == features.rows() + 1;
    for (Index r = 0; same && r < features.cols(); ++r) {
      for (Index k = 0; k < features.rows(); ++k)
        same = same && rows.row(r)[k] == static_cast<T>(features(k, r));
      for (Index k = features.rows(); k < rows.stride(); ++k)
        same = same && rows.row(r)[k] == (k == features.rows() ? 1 : 0);
      same = same && rows.norm(r) == Approx(std::hypot(1, features.col(r).norm())).epsilon(1e-14);
    }
    return same;
  }
};

// Bytes of this process that are not mapped from a file.
std::int64_t anonymous_memory() {
  std::ifstream smaps("/proc/self/smaps_rollup");
  for (std::string word; smaps >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "Anonymous:" && smaps >> kilobytes) return 1024 * kilobytes;
  }
  return -1;
}

}  // namespace

TEST_CASE("padded rows hold features, constant and norms, and zeros behind") {
  const SharedRows rows(3, 5);
  Table table = rows.table;
  table.digest = "";
  CHECK(rows.are(PaddedRows<double>(table, true)));
  const PaddedRows<float> without(table, false);
  CHECK(without.width() == 3);
  CHECK(without.stride() == 16);
  CHECK(without.row(4)[3] == 0);
  CHECK(without.norm(4) == Approx(rows.features.col(4).norm()).epsilon(1e-15));
}

TEMPLATE_TEST_CASE("rows that are written when they are read have the bits of copied ones", "",
                   double, float) {
  const CacheFolder cache;
  const SharedRows rows(7, 40);
  const bool intercept = GENERATE(false, true);
  const double bound = GENERATE(1.5, std::numeric_limits<double>::infinity());
  const PaddedRows<TestType> borrowed(rows.table, intercept, bound, 100);
  CHECK_FALSE(borrowed.are_copied());
  CHECK(cache.files("").empty());
  const PaddedRows<TestType> copied(rows.table, intercept, bound);
  REQUIRE(copied.are_copied());
  REQUIRE(borrowed.stride() == copied.stride());
  const auto bytes = static_cast<std::size_t>(copied.stride()) * sizeof(TestType);
  std::vector<TestType> room = borrowed.room_for(2), none = copied.room_for(2);
  CHECK(none.empty());
  for (Index r = 0; r < 40; ++r) {
    CHECK(std::memcmp(borrowed.row(r, room, r % 2), copied.row(r, none, r % 2), bytes) == 0);
    CHECK(borrowed.norm(r) == copied.norm(r));
  }
  std::size_t visited = 0;
  borrowed.for_each_part(3, 4, [&](const void* begin, std::size_t count) {
    CHECK(begin == rows.features.col(3).data());
    visited += count;
  });
  CHECK(visited == 4 * 7 * sizeof(double));
}

TEST_CASE("padded rows of a table with a digest are made once") {
  const CacheFolder cache;
  const SharedRows rows(7, 40);
  CHECK(rows.are(PaddedRows<float>(rows.table, true)));
  const auto files = cache.files(".rows-1-float-1");
  REQUIRE(files.size() == 1);
  SECTION("and then read") {
    SharedRows others(7, 40);
    others.features.setZero();
    CHECK(rows.are(PaddedRows<float>(others.table, true)));
  }
  SECTION("for each form of them") {
    CHECK(rows.are(PaddedRows<double>(rows.table, true)));
    CHECK(PaddedRows<float>(rows.table, false).row(39)[7] == 0);
    CHECK(cache.files("").size() == 1 + 2 * 3);  // the folder; each with its lock
  }
  SECTION("and again where the file is damaged") {
    const auto [how, place] = GENERATE(table<Damage, std::streamoff>(
        {{Damage::half, 0}, {Damage::all, 0}, {Damage::bytes, 9}, {Damage::bytes, 700}}));
    damage(files[0], how, place);
    CHECK(rows.are(PaddedRows<float>(rows.table, true)));
    // They were put there whole: others with this digest get them from the file.
    SharedRows others(7, 40);
    others.features.setZero();
    CHECK(rows.are(PaddedRows<float>(others.table, true)));
  }
}

TEST_CASE("padded rows may be made by several at once") {
  const CacheFolder cache;
  const SharedRows rows(100, 2000);
  std::vector<int> right(4, 0);
  std::vector<std::thread> makers;
  for (int& result : right)
    makers.emplace_back([&] { result = rows.are(PaddedRows<double>(rows.table, true)) ? 1 : 0; });
  for (std::thread& maker : makers) maker.join();
  CHECK(right == std::vector<int>(4, 1));
  CHECK(cache.files(".rows-1-double-1").size() == 1);
}

TEST_CASE("padded rows are the process's own where the cache cannot be written") {
  const SharedRows rows(7, 400);
  SECTION("for want of a folder") {
    const CacheFolder cache;
    const TemporaryFolder folder;
    setenv("SKALD_CACHE_DIR", folder.write("not-a-folder", "").c_str(), 1);
    CHECK(rows.are(PaddedRows<double>(rows.table, true)));
  }
  SECTION("for want of space") {
    const CacheFolder cache;
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit small{1000, before.rlim_max};
    const auto handler = signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const PaddedRows<double> made(rows.table, true);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    CHECK(rows.are(made));
    CHECK(cache.files("intercept").empty());
  }
}

TEST_CASE("models of a table with a digest hold no features of their own") {
  const CacheFolder cache;
  const SharedRows rows(512, 8192);  // 32 MiB
  const auto [plugin, settings] =
      GENERATE(table<std::string, std::vector<Setting>>({{"softmax", {}},
                                                         {"softmax", {{"arithmetic", "float"}}},
                                                         {"mlp", {{"arithmetic", "float"}}},
                                                         {"logistic", {}}}));
  load_plugin<Model>("model/" + plugin, settings)->bind(rows.table);
  const auto model = load_plugin<Model>("model/" + plugin, settings);
  const std::int64_t before = anonymous_memory();
  model->bind(rows.table);
  CHECK(anonymous_memory() - before < std::int64_t{2} << 20);
}

namespace row_squares_test {

// The sum in the order of the numbers, one row after the other.
template <class T>
double plain_square(const T* row, Index width) {
  double sum = 0;
  for (Index k = 0; k < width; ++k)
    sum += static_cast<double>(row[k]) * static_cast<double>(row[k]);
  return sum;
}

Eigen::MatrixXd uneven(Index rows, Index cols) {
  Eigen::MatrixXd m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m(i) = std::sin(12.9898 * static_cast<double>(i + 1)) * 1e3;
  return m;
}

TEMPLATE_TEST_CASE("squares of rows are sums in order, whatever rows are taken together", "",
                   double, float) {
  const Eigen::Matrix<TestType, Eigen::Dynamic, Eigen::Dynamic> x =
      uneven(37, 19).template cast<TestType>();
  for (Index count = 0; count <= 19; ++count) {
    std::vector<const TestType*> rows;
    for (Index r = 0; r < count; ++r) rows.push_back(x.data() + ((7 * r) % 19) * x.rows());
    std::vector<double> squares(20, -1.0);
    square_rows(rows.data(), count, 36, squares.data());
    for (Index r = 0; r < count; ++r) {
      CHECK(squares[static_cast<std::size_t>(r)] ==
            plain_square(rows[static_cast<std::size_t>(r)], 36));
    }
    CHECK(squares[static_cast<std::size_t>(count)] == -1);
  }
}

TEMPLATE_TEST_CASE("a table's squares are those of its rows with their 1", "", double, float) {
  const Eigen::MatrixXd x = uneven(5, 1100);
  Table table;
  table.features = view(x);
  table.train = x.cols();
  const PaddedRows<TestType> rows(table, true);
  const RowSquares squares(table, rows);
  for (Index r = 0; r < x.cols(); ++r) CHECK(squares[r] == plain_square(rows.row(r), 6));
}

}  // namespace row_squares_test
