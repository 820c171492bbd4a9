#include "run/audit/two_columns.hpp"

#include "test.hpp"

namespace two_columns_test {

using namespace skald::run;
using Eigen::Index;

namespace {

constexpr Index kRuns = 2000;

// Columns of normals, and claims that all runs make.
ColumnRuns noise(Index columns) {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal;
  ColumnRuns runs{{}, MatrixXd(columns, kRuns), MatrixXd(columns, kRuns)};
  for (Index i = 0; i < columns; ++i) runs.names.push_back("column " + std::to_string(i));
  for (double& x : runs.with.reshaped()) x = normal(generator);
  for (double& x : runs.without.reshaped()) x = normal(generator);
  return runs;
}
skald::privacy::Budget claim_of(double epsilon) { return {epsilon, 1e-5}; }

}  // namespace

TEST_CASE("columns that hold the same show nothing") {
  const ColumnAttack found = attack_by_columns(noise(30), claim_of(0.3), 1e-3);
  CAPTURE(found.columns);
  CHECK(found.shown < 0.3);
  ColumnRuns constant = noise(2);
  constant.with.setOnes();
  constant.without.setOnes();
  CHECK(attack_by_columns(constant, claim_of(0.3), 1e-3).columns.empty());
}

TEST_CASE("one column tells, whatever the others hold, what is not stored is a value, too") {
  ColumnRuns runs = noise(10);
  runs.without.row(7).array() += 3;
  ColumnAttack found = attack_by_columns(runs, claim_of(1), 1e-3);
  CHECK(found.shown > 2);
  runs = noise(10);
  runs.with.row(4).setConstant(std::numeric_limits<double>::quiet_NaN());
  found = attack_by_columns(runs, claim_of(1), 1e-3);
  CHECK(found.shown > 4);
  CHECK_THAT(found.columns, Catch::Contains("column 4") || Catch::Contains("together"));
}

TEST_CASE("a column that tells nothing by itself divides runs in which another one tells") {
  // Who has taken part, and a message that says something if the unit has.
  ColumnRuns runs = noise(6);
  std::mt19937_64 generator(5);
  for (Index j = 0; j < kRuns; ++j) {
    runs.with(1, j) = static_cast<double>(generator() % 10);
    runs.without(1, j) = static_cast<double>(generator() % 10);
    if (runs.with(1, j) == 4) runs.with(3, j) += 8;
    if (runs.without(1, j) == 4) runs.without(3, j) -= 8;
    if (runs.with(1, j) == 6) runs.with(3, j) -= 8;
    if (runs.without(1, j) == 6) runs.without(3, j) += 8;
  }
  const ColumnAttack found = attack_by_columns(runs, claim_of(1), 1e-3);
  CHECK(found.shown > 2);
  CHECK(found.columns == "column 3, beside column 1");
}

TEST_CASE("an attack needs as many runs of both kinds") {
  ColumnRuns runs = noise(3);
  runs.with = MatrixXd(runs.with.leftCols(3));
  CHECK_THROWS_WITH(attack_by_columns(runs, claim_of(1), 0.01), Catch::Contains("4 or more"));
}

}  // namespace two_columns_test
