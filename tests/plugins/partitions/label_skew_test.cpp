// Partitions by label and by size: majority, n_labels, quantity_skew.
#include <algorithm>
#include <cmath>
#include <set>

#include "partition_checks.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

// A table with given numbers of rows of each label, mixed.
struct LabelCounts {
  std::vector<double> target;
  Table table;

  explicit LabelCounts(std::vector<Index> counts) {
    table.classes = std::ssize(counts);
    for (bool any = true; any;) {
      any = false;
      for (std::size_t y = 0; y < counts.size(); ++y) {
        if (counts[y]-- <= 0) continue;
        target.push_back(static_cast<double>(y));
        any = true;
      }
    }
    table.target = target;
    table.train = std::ssize(target);
  }
};

// counts(client, label)
Eigen::MatrixXd histogram(const Assignment& a, const Table& table) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(std::ssize(a.sizes), table.classes);
  for (std::size_t row = 0; row < a.client.size(); ++row)
    counts(a.client[row], static_cast<Index>(table.target[row])) += 1;
  return counts;
}

}  // namespace

TEST_CASE("majority gives every client one label of its own, and a share of the others") {
  const LabelCounts labels(std::vector<Index>(10, 400));
  const Assignment a = assign("partition/majority", {{"clients", 20}}, labels.table);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  // 80 % of 400 rows go to two clients, 20 % to 18: 160 each, 4 or 5 each.
  for (Index c = 0; c < 20; ++c) {
    for (Index y = 0; y < 10; ++y) {
      if (c % 10 == y) {
        CHECK(counts(c, y) == 160);
      } else {
        CHECK(std::abs(counts(c, y) - 4.5) == 0.5);
      }
    }
  }
  CHECK(counts.sum() == 4000);
}

TEST_CASE("majority with fewer clients than labels, or more, leaves nobody out") {
  const LabelCounts labels({30, 20, 50, 10, 40});
  const int clients = GENERATE(2, 3, 5, 7, 150);
  const double share = GENERATE(0.0, 0.8, 1.0);
  const Assignment a =
      assign("partition/majority", {{"clients", clients}, {"share", share}}, labels.table);
  CHECK(std::ssize(a.sizes) == clients);
  CHECK(*std::min_element(a.sizes.begin(), a.sizes.end()) >= 1);
  if (clients == 5 && share == 1) {
    CHECK(histogram(a, labels.table).diagonal() ==
          Eigen::VectorXd::Map(std::vector<double>{30, 20, 50, 10, 40}.data(), 5));
  }
}

TEST_CASE("n_labels gives every client so many labels, and equal sizes") {
  const int clients = 100;
  const int k = GENERATE(1, 2, 4, 10);
  const LabelCounts labels(std::vector<Index>(10, 600));
  const Assignment a =
      assign("partition/n_labels", {{"clients", clients}, {"labels", k}}, labels.table, 3);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  CHECK(counts.sum() == 6000);
  for (Index c = 0; c < clients; ++c) {
    CHECK((counts.row(c).array() > 0).count() == k);
    CHECK(counts.row(c).sum() == 60);
  }
  if (k == 2) {  // 45 pairs of labels: the choice is not a fixed cycle of five
    std::set<std::pair<Index, Index>> pairs;
    for (Index c = 0; c < clients; ++c) {
      Index first = 0;
      while (counts(c, first) == 0) ++first;
      Index second = first + 1;
      while (counts(c, second) == 0) ++second;
      pairs.insert({first, second});
    }
    CHECK(pairs.size() > 15);
  }
}

TEST_CASE("n_labels keeps sizes equal where labels are not: one class of Adult per client") {
  const LabelCounts labels({24720, 7841});
  const Assignment a =
      assign("partition/n_labels", {{"clients", 100}, {"labels", 1}}, labels.table);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  // 100 x 24720 / 32561 = 75.9: 76 clients of 325.3 rows and 24 of 326.7.
  CHECK((counts.col(0).array() > 0).count() == 76);
  for (const Index size : a.sizes) CHECK((size >= 325 && size <= 327));
}

TEST_CASE("n_labels gives rare labels a place") {
  const LabelCounts labels({1000, 1, 0, 30});
  const Assignment a = assign("partition/n_labels", {{"clients", 6}, {"labels", 2}}, labels.table);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  CHECK(counts.colwise().sum() == Eigen::RowVector4d(1000, 1, 0, 30));
  CHECK(*std::min_element(a.sizes.begin(), a.sizes.end()) >= 1);
}

TEST_CASE("n_labels rounds numbers of clients by the largest remainders, one each at least") {
  const auto clients_of_labels = [](std::vector<Index> rows, int clients) {
    const LabelCounts labels(std::move(rows));
    const std::vector<Setting> settings{{"clients", clients}, {"labels", 1}};
    const Assignment a = assign("partition/n_labels", settings, labels.table);
    std::vector<Index> count;
    const auto is_there = (histogram(a, labels.table).array() > 0).eval();
    for (Index y = 0; y < is_there.cols(); ++y) count.push_back(is_there.col(y).count());
    return count;
  };
  CHECK(clients_of_labels({61, 39}, 10) == std::vector<Index>{6, 4});       // 6.1, 3.9
  CHECK(clients_of_labels({94, 5, 1}, 10) == std::vector<Index>{8, 1, 1});  // 9.4, .5, .1
  CHECK(clients_of_labels({60, 2, 2}, 3) == std::vector<Index>{1, 1, 1});   // 2.8, .1, .1
}

TEST_CASE("n_labels refuses what cannot be") {
  const LabelCounts labels({20, 20, 20});
  CHECK_THROWS_WITH(
      assign("partition/n_labels", {{"clients", 2}, {"labels", 4}}, labels.table),
      Catch::Contains("clients is 2 and labels is 4, but the number of labels in the data is 3"));
  CHECK_THROWS_WITH(
      assign("partition/n_labels", {{"clients", 2}, {"labels", 1}}, labels.table),
      Catch::Contains("clients is 2 and labels is 1, but the number of labels in the data is 3"));
  const LabelCounts few({5, 1, 1});
  CHECK_THROWS_WITH(assign("partition/n_labels", {{"clients", 4}, {"labels", 3}}, few.table),
                    Catch::Contains("too few rows for clients = 4 and labels = 3"));
  CHECK_THROWS_WITH(
      assign("partition/n_labels", {{"clients", 4}, {"labels", 1}, {"min_rows", 2}}, few.table),
      Catch::Contains("min_rows = 2"));
}

// As FedProx divides MNIST, but with ten times the rows: 1000 clients of two digits.
TEST_CASE("n_labels by log-normal shares: two labels each, five rows of either at least") {
  const LabelCounts labels(std::vector<Index>(10, 60000));
  const std::vector<Setting> settings{
      {"clients", 1000}, {"law", "lognormal"}, {"sigma", 2.0}, {"min_rows", 5}};
  const Assignment a = assign("partition/n_labels", settings, labels.table, 5);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  CHECK(counts.sum() == 600000);
  std::vector<double> logs;
  for (Index c = 0; c < 1000; ++c) {
    CHECK((counts.row(c).array() > 0).count() == 2);
    for (Index y = 0; y < 10; ++y) {
      if (counts(c, y) == 0) continue;
      CHECK(counts(c, y) >= 5);
      logs.push_back(std::log(counts(c, y) - 4.5));
    }
  }
  REQUIRE(logs.size() == 2000);
  // The median of exp(sigma z) is 1, and so the upper half of the logarithms, less the median, has
  // the second moment sigma^2, with a deviation of sigma^2 sqrt(2 / 1000); five of them.
  std::sort(logs.begin(), logs.end());
  const double median = (logs[999] + logs[1000]) / 2;
  double square = 0;
  for (std::size_t i = 1000; i < 2000; ++i) square += std::pow(logs[i] - median, 2) / 1000;
  CHECK(std::abs(square / 4 - 1) <= 5 * std::sqrt(2.0 / 1000) + 0.1);
}

TEST_CASE("n_labels by log-normal shares without spread is as even as rounding allows") {
  const LabelCounts labels(std::vector<Index>(10, 603));
  const Assignment a = assign(
      "partition/n_labels", {{"clients", 100}, {"law", "lognormal"}, {"sigma", 0.0}}, labels.table);
  const Eigen::MatrixXd counts = histogram(a, labels.table);
  CHECK(counts.sum() == 6030);
  for (Index c = 0; c < 100; ++c) {
    for (Index y = 0; y < 10; ++y) {
      const double rows = counts(c, y);
      CHECK((rows == 0 || rows == 30 || rows == 31));
    }
  }
}

TEST_CASE("quantity_skew gives sizes of its law") {
  // sd of the logarithms of 2000 sizes of about 500 rows (rounding moves a logarithm by 2e-3): the
  // sample sd of normals has a deviation of sigma / sqrt(2 n); five of them, 6e-7.
  const LabelCounts labels({1000000});
  const int clients = 2000;
  const double sigma = 0.5;
  const Assignment a =
      assign("partition/quantity_skew", {{"clients", clients}, {"sigma", sigma}}, labels.table, 9);
  Eigen::ArrayXd logs(clients);
  for (Index c = 0; c < clients; ++c)
    logs[c] = std::log(static_cast<double>(a.sizes[static_cast<std::size_t>(c)]));
  const double sd = std::sqrt((logs - logs.mean()).square().sum() / (clients - 1));
  CHECK(std::abs(sd - sigma) <= 5 * sigma / std::sqrt(2.0 * clients) + 2e-3);
}

// Of two clients with half of 200 rows each, 199 / 2 neighbours among the rows are of two clients,
// with a deviation of 7.1; in the order of the data it would be one pair.
TEST_CASE("quantity_skew gives rows in random order") {
  const LabelCounts labels({200});
  const Assignment a =
      assign("partition/quantity_skew", {{"clients", 2}, {"sigma", 0.0}}, labels.table);
  CHECK(a.sizes == std::vector<Index>{100, 100});
  int changes = 0;
  for (std::size_t row = 1; row < a.client.size(); ++row)
    changes += a.client[row] != a.client[row - 1] ? 1 : 0;
  CHECK(std::abs(changes - 99.5) < 5 * 7.1);
}

TEST_CASE("quantity_skew by Dirichlet shares keeps its smallest size") {
  const LabelCounts labels({50, 50});
  const Assignment a = assign(
      "partition/quantity_skew",
      {{"clients", 10}, {"law", "dirichlet"}, {"alpha", 0.1}, {"min_size", 4}}, labels.table);
  CHECK(*std::min_element(a.sizes.begin(), a.sizes.end()) >= 4);
  CHECK(*std::max_element(a.sizes.begin(), a.sizes.end()) > 12);
  CHECK_THROWS_WITH(
      assign("partition/quantity_skew", {{"clients", 10}, {"min_size", 11}}, labels.table),
      Catch::Contains("found 100 training rows; expected clients x min_size = 10 x 11 at least"));
}

namespace {

const ShippedPlugin majority =
    ShippedPlugin(Kind::partition, "majority").conforms({{"clients", 4}});

const ShippedPlugin n_labels =
    ShippedPlugin(Kind::partition, "n_labels")
        .conforms({{"clients", 4}})
        .conforms({{"clients", 4}, {"law", "lognormal"}, {"sigma", 0.5}});

const ShippedPlugin quantity_skew =
    ShippedPlugin(Kind::partition, "quantity_skew")
        .conforms({{"clients", 4}})
        .conforms({{"clients", 4}, {"law", "dirichlet"}, {"alpha", 2.0}});

const ShippedPlugin feature_noise =
    ShippedPlugin(Kind::partition, "feature_noise").conforms({{"clients", 4}});

}  // namespace
