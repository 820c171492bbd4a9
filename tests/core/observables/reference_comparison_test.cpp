#include "observables/reference_comparison.hpp"

#include <Eigen/Dense>

#include "recorded_reference.hpp"
#include "test.hpp"

namespace reference_comparison_test {

using skald::PosteriorComparison;
using skald::view;
using skald::observables::ReferenceComparison;
using skald::observables::ReferencePosterior;
using skald::test::normals;
using skald::test::recorded_reference;

namespace {

ReferenceComparison compared(int draws) {
  ReferenceComparison comparison(recorded_reference(), 2);
  const MatrixXd x = normals(5, 2, 2 * draws);
  for (int t = 0; t < draws; ++t) {
    const MatrixXd theta = x.middleCols(2 * t, 2);
    comparison.observe(view(theta));
  }
  return comparison;
}

}  // namespace

TEST_CASE("comparison with reference draws: its state continues bit for bit") {
  ReferenceComparison first = compared(333), second(recorded_reference(), 2);
  const auto from = first.state(), to = second.state();
  REQUIRE(from.size() == to.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    REQUIRE(from[i].size() == to[i].size());
    std::copy(from[i].begin(), from[i].end(), to[i].begin());
  }
  const skald::PosteriorComparison a = first.view(), b = second.view();
  CHECK(b.moments.mean.matrix() == a.moments.mean.matrix());
  CHECK(b.moments.covariance.matrix() == a.moments.covariance.matrix());
  CHECK(b.batches.sums.matrix() == a.batches.sums.matrix());
  CHECK(b.draws.matrix() == a.draws.matrix());
}

TEST_CASE("comparison with reference draws: draws that say nothing are refused") {
  ReferencePosterior few = recorded_reference();
  few.draws = few.draws.leftCols(12).eval();
  CHECK_THROWS_WITH(ReferenceComparison(few, 1), Catch::Contains("at least 4"));
  ReferencePosterior constant = recorded_reference();
  constant.draws.row(1).setOnes();
  CHECK_THROWS_WITH(ReferenceComparison(constant, 1),
                    Catch::Contains("the same value in all draws"));
}

}  // namespace reference_comparison_test
