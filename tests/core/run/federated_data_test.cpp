#include "run/federated_data.hpp"
#include "cache_folder.hpp"
#include "cells.hpp"
#include "runs.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

grid::Cell cell(const std::string& dataset, const std::string& partition) {
  return cell_of(R"json("dataset": {"plugin": )json" + dataset + R"json(},
      "partition": {"plugin": )json" +
                 partition + R"json(}, "model": {"plugin": "softmax"},
      "sampler": {"plugin": "fedavg", "lr": 0.1}, "run": {"iterations": 10})json");
}

}  // namespace

TEST_CASE("feature noise grows from client to client and leaves test rows alone") {
  const std::string titanic = R"("titanic", "coding": "dummy")";
  const FederatedData plain = federate(cell(titanic, R"("iid", "clients": 2)"), 0, plugins());
  const FederatedData noisy =
      federate(cell(titanic, R"("feature_noise", "clients": 2, "sigma": 0.5)"), 0, plugins());
  const auto difference =
      (noisy.table->table().features.matrix() - plain.table->table().features.matrix()).eval();
  CHECK(difference.rightCols(441).isZero(0));
  // The sample variance of 6 x 880 normal draws has a relative standard error of sqrt(2 / 5280);
  // the tolerance is five of them, error probability 6e-7.
  const double tolerance = 5 * std::sqrt(2.0 / 5280);
  CHECK(difference.leftCols(880).squaredNorm() / 5280 == Approx(0.0625).epsilon(tolerance));
  CHECK(difference.middleCols(880, 880).squaredNorm() / 5280 == Approx(0.25).epsilon(tolerance));
}

TEST_CASE("natural clients keep their test rows") {
  const FederatedData data = federate(
      cell(R"("synthetic_alpha_beta", "clients": 5, "test_fraction": 0.2)", R"("natural")"), 0,
      plugins());
  const problem::FederatedTable& table = *data.table;
  const Index tests = table.table().rows() - table.table().train;
  REQUIRE(std::ssize(table.test_client()) == tests);
  for (Index r = 0; r < tests; ++r) {
    CHECK(table.test_client()[static_cast<std::size_t>(r)] ==
          table.table().group[static_cast<std::size_t>(table.table().train + r)]);
  }
}

TEST_CASE("test rows go to clients in proportion to their training rows of the same label") {
  for (const std::string partition :
       {R"("iid", "clients": 7)", R"("dirichlet", "clients": 7, "alpha": 0.3)",
        R"("n_labels", "clients": 7, "labels": 3)", R"("label_shards", "clients": 7)",
        R"("majority", "clients": 7)", R"("quantity_skew", "clients": 7)",
        R"("feature_noise", "clients": 7)"}) {
    INFO(partition);
    const FederatedData data = federate(
        cell(R"("het_digits", "train": 900, "test": 300, "side": 8)", partition), 0, plugins());
    const Table& table = data.table->table();
    REQUIRE(std::ssize(data.test_clients) == 300);
    CHECK(data.table->test_client().empty());
    for (Index label = 0; label < table.classes; ++label) {
      double train = 0, tests = 0;
      std::vector<double> of_client(7), tests_of_client(7);
      for (Index c = 0; c < 7; ++c) {
        const Rows rows = data.table->rows(c);
        for (Index r = 0; r < rows.count; ++r) {
          const bool has = table.target[static_cast<std::size_t>(rows.row(0, r))] == double(label);
          of_client[static_cast<std::size_t>(c)] += has ? 1 : 0;
          train += has ? 1 : 0;
        }
      }
      for (std::size_t row = 0; row < 300; ++row) {
        if (table.target[static_cast<std::size_t>(table.train) + row] != double(label)) continue;
        REQUIRE(data.test_clients[row] >= 0);
        ++tests_of_client[static_cast<std::size_t>(data.test_clients[row])];
        ++tests;
      }
      for (std::size_t c = 0; c < 7; ++c)
        CHECK(std::abs(tests_of_client[c] - of_client[c] / train * tests) < 1 + 1e-9);
    }
  }
}

TEST_CASE("which test rows a client has differs by replicate, unless the partition has a seed") {
  const auto tests = [](const std::string& partition, std::uint64_t replicate) {
    const std::string data = R"("titanic", "coding": "dummy", "seed": 5)";
    return federate(cell(data, partition), replicate, plugins()).test_clients;
  };
  const std::string free = R"("iid", "clients": 4)", fixed = R"("iid", "clients": 4, "seed": 3)";
  CHECK(tests(free, 0) == tests(free, 0));
  CHECK(tests(free, 0) != tests(free, 1));
  CHECK(tests(fixed, 0) == tests(fixed, 1));
}

// 3000 rows of 3000 features, of which each has one, and an intercept.
TEST_CASE("models that read no sparse rows get them as a block") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  std::string text;
  for (int r = 0; r < 3000; ++r)
    text += (r % 2 == 0 ? "1 " : "-1 ") + std::to_string(r + 1) + ":2\n";
  const std::string file = folder.write("rows", text).string();
  const auto features = [&](const std::string& model) {
    const grid::Cell cell = cell_of(
        R"("dataset": {"plugin": "libsvm", "train": ")" + file + R"("},
           "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": ")" +
        model + R"("}, "sampler": {"plugin": "fedavg", "lr": 0.1}, "run": {"iterations": 10})");
    const FederatedData data = federate(cell, 0, plugins());
    const ConstBlock block = data.table->table().features;
    CHECK(block.rows == 3001);
    CHECK(block.cols == 3000);
    return block.data == nullptr ? -1 : block.matrix().sum();
  };
  CHECK(features("logistic") == -1);
  CHECK(features("mlp") == 3000 + 6000);
}

namespace coefficient_meanings_test {

using namespace skald::run;

TEST_CASE("coefficients are on the scale of the data unless the model scales rows down") {
  const auto has_scale = [](const std::string& bound) {
    const Experiment experiment = experiment_of(
        R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
           "model": {"plugin": "logistic", "row_bound": )" +
        bound + R"(}, "run": {"iterations": 20}, "sampler": {"plugin": "fedavg", "lr": 1})");
    return coefficient_meanings(experiment.dataset(), experiment.table(), experiment.model())
        .value()
        .has_data_scale;
  };
  CHECK(has_scale("\"inf\""));
  CHECK_FALSE(has_scale("2"));
}

}  // namespace coefficient_meanings_test
