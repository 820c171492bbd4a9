#include "run/federated_data.hpp"

#include "cells.hpp"
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
