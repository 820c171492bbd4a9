#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <Eigen/Dense>
#include <algorithm>
#include <new>
#include <set>

#include "cache_folder.hpp"
#include "loaded.hpp"
#include "sanitizers.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

struct Synthetic : Loaded {
  explicit Synthetic(const std::vector<Setting>& settings)
      : Loaded("synthetic_alpha_beta", settings, 4) {}
};

}  // namespace

TEST_CASE("synthetic_alpha_beta gives every client at least 50 rows, a share of them for testing") {
  const Synthetic loaded({{"clients", 20}, {"test_fraction", 0.2}});
  const Table& table = loaded.table;
  CHECK(table.features.rows == 61);
  CHECK(table.classes == 10);
  std::vector<Index> train(20, 0), test(20, 0);
  for (Index r = 0; r < table.rows(); ++r) {
    const auto client = static_cast<std::size_t>(table.group[static_cast<std::size_t>(r)]);
    ++(r < table.train ? train : test)[client];
  }
  for (std::size_t c = 0; c < 20; ++c) {
    CHECK(train[c] + test[c] >= 50);
    CHECK(test[c] == (train[c] + test[c]) / 5);
  }
  CHECK(table.features.matrix().row(0).isOnes(0));
}

TEST_CASE("synthetic_alpha_beta spreads features by j^-1.2 around the client's means") {
  // Without iid the means of clients differ; with it they are 0, and the variance of feature j over
  // n rows is j^-1.2 with a relative deviation of sqrt(2 / n), the mean 0 with sqrt(var / n). Six
  // deviations for 60 features each: error probability 60 x 4e-9.
  const Synthetic loaded({{"clients", 40}, {"iid", true}});
  const auto x = loaded.table.features.matrix();
  const double n = static_cast<double>(x.cols());
  for (Index j = 1; j <= 60; ++j) {
    const double variance = std::pow(static_cast<double>(j), -1.2);
    CHECK(std::abs(x.row(j).mean()) <= 6 * std::sqrt(variance / n));
    CHECK(std::abs(x.row(j).squaredNorm() / n / variance - 1) <= 6 * std::sqrt(2 / n));
  }
  const Synthetic apart({{"clients", 2}, {"beta", 100.0}});
  double mean[2] = {0, 0}, count[2] = {0, 0};
  for (Index r = 0; r < apart.table.rows(); ++r) {
    const int client = apart.table.group[static_cast<std::size_t>(r)];
    mean[client] += apart.table.features.matrix()(60, r);
    ++count[client];
  }
  CHECK(std::abs(mean[0] / count[0] - mean[1] / count[1]) > 1);
}

TEST_CASE("synthetic_alpha_beta labels by one linear model where clients are alike") {
  // The labels of iid clients come from one model: a linear separator of class 0 fitted on the
  // first half does well on the second, much better than by chance.
  const Synthetic loaded({{"clients", 30}, {"iid", true}, {"classes", 2}});
  const auto x = loaded.table.features.matrix();
  const Eigen::Map<const Eigen::VectorXd> y(loaded.table.target.data(), x.cols());
  const Index half = x.cols() / 2;
  const Eigen::MatrixXd gram = x.leftCols(half) * x.leftCols(half).transpose();
  const Eigen::VectorXd w =
      gram.ldlt().solve(x.leftCols(half) * (2 * y.head(half).array() - 1).matrix());
  const Eigen::ArrayXd score = (x.rightCols(half).transpose() * w).array();
  const auto right = ((score > 0) == (y.tail(half).array() > 0.5)).count();
  CHECK(static_cast<double>(right) / static_cast<double>(half) > 0.9);
}

namespace {

// More than 64 MB of features, enough for the cache.
const std::vector<Setting> kLarge{{"clients", 700}};

bool same_rows(const Table& a, const Table& b) {
  return a.features.matrix() == b.features.matrix() && std::ranges::equal(a.target, b.target) &&
         std::ranges::equal(a.group, b.group) && a.train == b.train && a.classes == b.classes &&
         a.groups == b.groups;
}

}  // namespace

TEST_CASE("synthetic_alpha_beta takes alpha and beta as deviations where its spread says so") {
  const auto load = [](double alpha, double beta, const std::string& spread) {
    return Synthetic({{"clients", 3}, {"alpha", alpha}, {"beta", beta}, {"spread", spread}});
  };
  const Synthetic deviations = load(0.5, 3, "deviation");
  CHECK(same_rows(deviations.table, load(0.25, 9, "variance").table));
  CHECK_FALSE(same_rows(deviations.table, load(0.25, 3, "variance").table));
  CHECK(same_rows(load(1, 1, "deviation").table, Synthetic({{"clients", 3}}).table));
}

TEST_CASE("no label of synthetic_alpha_beta depends on alpha") {
  const std::vector<Setting> none{{"clients", 3}, {"alpha", 0.0}};
  CHECK(same_rows(Synthetic({{"clients", 3}, {"alpha", 4.0}}).table, Synthetic(none).table));
}

TEST_CASE("a large synthetic table is written to the cache once, with the rows of one in memory") {
  const CacheFolder cache;
  const Synthetic first(kLarge);
  REQUIRE(first.table.features.matrix().size() * 8 > Index{1} << 26);
  CHECK(cache.tables().size() == 1);
  const std::string digest = first.table.digest;
  CHECK(digest.size() == 64);
  const Synthetic again(kLarge);
  CHECK(again.table.digest == digest);
  CHECK(cache.tables().size() == 1);
  setenv("SKALD_CACHE_DIR", "/dev/null/no/folder", 1);
  const Synthetic own(kLarge);
  CHECK(std::string(own.table.digest).empty());
  CHECK(same_rows(own.table, first.table));
  CHECK(same_rows(own.table, again.table));
}

TEST_CASE("another seed or option makes another table of the cache, a small table none") {
  const CacheFolder cache;
  const auto load = [](std::uint64_t seed, const std::vector<Setting>& settings) {
    const auto data = load_plugin<Dataset>("dataset/synthetic_alpha_beta", settings);
    return std::string(data->load(random::PhiloxRandom(seed, 0)).digest);
  };
  auto other = kLarge;
  other.emplace_back("alpha", 0.5);
  const std::set<std::string> digests{load(4, kLarge), load(5, kLarge), load(4, other)};
  CHECK(digests.size() == 3);
  CHECK(cache.tables().size() == 3);
  CHECK(load(4, {{"clients", 3}}).empty());
  CHECK(cache.tables().size() == 3);
}

TEST_CASE("a table larger than the memory that a process may have is generated and read") {
  SKALD_NOT_WITH_SANITIZERS
  const CacheFolder cache;
  const auto sum_in_child = [] {
    const pid_t child = fork();
    if (child == 0) {
      const rlimit limit{std::size_t{1} << 25, std::size_t{1} << 25};  // 32 MB of its own
      int result = 1;
      try {
        const auto data = load_plugin<Dataset>("dataset/synthetic_alpha_beta", kLarge);
        setrlimit(RLIMIT_DATA, &limit);
        const Table table = data->load(random::PhiloxRandom(4, 0));
        if (table.features.matrix().row(0).isOnes(0)) result = 0;
      } catch (const std::bad_alloc&) {
        result = 2;
      }
      _exit(result);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  CHECK(sum_in_child() == 0);
  CHECK(sum_in_child() == 0);
  setenv("SKALD_CACHE_DIR", "/dev/null/no/folder", 1);
  CHECK(sum_in_child() == 2);
}

namespace {

const ShippedPlugin shipped_synthetic_alpha_beta =
    ShippedPlugin(Kind::dataset, "synthetic_alpha_beta").conforms({{"clients", 4}});

}  // namespace
