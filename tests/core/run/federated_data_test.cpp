#include "run/federated_data.hpp"

#include "cache_folder.hpp"
#include "cells.hpp"
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
