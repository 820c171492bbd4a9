#include "report/decide/significance.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"
#include "report/student_t.hpp"

using namespace skald::report;

namespace {

std::vector<ReplicateValue> numbered(const std::vector<double>& values) {
  std::vector<ReplicateValue> result;
  for (std::size_t r = 0; r < values.size(); ++r) {
    result.push_back({static_cast<std::int64_t>(r), values[r]});
  }
  return result;
}

// Additional hours of sleep under two drugs, ten patients (Cushny and Peebles 1905), on which
// Student showed his test in 1908; the numbers of R's t.test.
const auto first_drug = numbered({0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0});
const auto second_drug = numbered({1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});

}  // namespace

TEST_CASE("tails of Student's t") {
  CHECK(student_t_tails(10, 2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(10, -2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(1, 1) == Approx(0.5).epsilon(1e-12));  // Cauchy
  CHECK(student_t_tails(3, std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("Student's sleep data: pairs, and the same as independent samples") {
  CHECK(paired_p(first_drug, second_drug) == Approx(0.00283289).epsilon(1e-5));
  CHECK(welch_p(first_drug, second_drug) == Approx(0.07939414).epsilon(1e-6));
  CHECK(p_of_equality(first_drug, second_drug) == paired_p(first_drug, second_drug));
  Reach reach(0.95);
  const Difference d = difference_of(paired_differences(first_drug, second_drug), reach);
  CHECK(d.estimate.n == 10);
  CHECK(d.estimate.mean == Approx(-1.58).epsilon(1e-12));
  CHECK(d.estimate.half_width == Approx(0.8798858).epsilon(1e-6));
  CHECK(d.same_sign == 9);  // one patient slept as long under both
}

TEST_CASE("pairs are made by the numbers of the replicates") {
  const std::vector<ReplicateValue> a{{0, 1}, {2, 5}, {3, 7}};
  const std::vector<ReplicateValue> b{{1, 10}, {2, 1}, {3, 2}, {9, 0}};
  CHECK(paired_differences(a, b) == std::vector<double>{4, 5});
  CHECK(paired_differences(a, {}).empty());
  // No two pairs: independent samples.
  const std::vector<ReplicateValue> c{{7, 1}, {8, 2}, {9, 4}};
  CHECK(std::isnan(paired_p(a, c)));
  CHECK(p_of_equality(a, c) == welch_p(a, c));
  CHECK(std::isnan(p_of_equality(numbered({1}), numbered({2}))));
}

TEST_CASE("differences without spread are certain, and within rounding they are none") {
  CHECK(paired_p(numbered({1, 2, 3}), numbered({2, 3, 4})) == 0);
  CHECK(paired_p(numbered({1, 2, 3}), numbered({1, 2, 3})) == 1);
  CHECK(paired_p(numbered({0.3, 0.3}), numbered({0.1 + 0.2, 0.1 + 0.2})) == 1);
  CHECK(welch_p(numbered({0.3, 0.3}), numbered({0.4, 0.4})) == 0);
  Reach reach(0.95);
  CHECK(difference_of(std::vector<double>{0, 0, 0}, reach).same_sign == 3);
  CHECK(difference_of({}, reach).estimate.n == 0);
}

TEST_CASE("an advantage has a direction: the other one's p-value is 1") {
  CHECK(p_of_advantage(second_drug, first_drug) == paired_p(first_drug, second_drug));
  CHECK(p_of_advantage(first_drug, second_drug) == 1);
  CHECK(p_of_advantage(numbered({2, 3}), numbered({1, 2})) == 0);  // without spread
  CHECK(p_of_advantage(numbered({1, 2}), numbered({2, 3})) == 1);
  CHECK(std::isnan(p_of_advantage(numbered({1}), numbered({2}))));
}

TEST_CASE("what is ahead at a level is what has at most that p-value") {
  Advantage is_ahead;
  const double p = paired_p(first_drug, second_drug);
  CHECK(is_ahead(second_drug, first_drug, 1.001 * p));
  CHECK_FALSE(is_ahead(second_drug, first_drug, 0.999 * p));
  CHECK_FALSE(is_ahead(first_drug, second_drug, 0.5));
  const auto other = numbered({5, 6});
  const std::vector<ReplicateValue> unpaired{{10, 1}, {11, 2}, {12, 2.5}};
  const double welch = welch_p(other, unpaired);
  CHECK(is_ahead(other, unpaired, 1.001 * welch));
  CHECK_FALSE(is_ahead(other, unpaired, 0.999 * welch));
  CHECK_FALSE(is_ahead(unpaired, other, 0.5));
  CHECK_FALSE(is_ahead(other, other, 0.5));
  CHECK(is_ahead(numbered({2, 3, 4}), numbered({1, 2, 3}), 1e-9));  // without spread
  CHECK_FALSE(is_ahead(numbered({1, 2, 3}), numbered({2, 3, 4}), 0.5));
  CHECK(is_ahead(numbered({1}), numbered({1}), 0.05));  // nothing can be tested
}

TEST_CASE("Holm's adjusted p-values") {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  const std::vector<double> adjusted = holm_adjusted(p);
  for (std::size_t i = 0; i < p.size(); ++i) CHECK(adjusted[i] == Approx(expected[i]));
  CHECK(holm_adjusted(std::vector<double>{0.6, 0.7}) == std::vector<double>{1, 1});
  const auto with_gap = holm_adjusted(std::vector<double>{0.02, std::nan(""), 0.03});
  CHECK(with_gap[0] == Approx(0.04));
  CHECK(std::isnan(with_gap[1]));
  CHECK(with_gap[2] == Approx(0.04));
  CHECK(holm_adjusted({}).empty());
}

TEST_CASE("tests err as often as they say, and intervals cover as often") {
  constexpr int repetitions = 4000;
  constexpr double level = 0.05;
  // Three standard deviations of a share over so many repetitions.
  const double tolerance = 3 * std::sqrt(level * (1 - level) / repetitions);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Reach reach(1 - level);
  int paired_errors = 0, welch_errors = 0, uncovered = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> a, b, other;
    for (int r = 0; r < 8; ++r) {
      const double shared = 100 * normal(random);  // data and noise of the replicate
      a.push_back(shared + normal(random));
      b.push_back(shared + 2 * normal(random));
      other.push_back(3 * normal(random));
    }
    paired_errors += paired_p(numbered(a), numbered(b)) <= level;
    const Difference d = difference_of(paired_differences(numbered(a), numbered(b)), reach);
    uncovered += std::abs(d.estimate.mean) > d.estimate.half_width;
    for (double& value : a) value = normal(random);
    welch_errors += welch_p(numbered(a), numbered(other)) <= level;
  }
  CHECK(std::abs(paired_errors / double{repetitions} - level) < tolerance);
  CHECK(std::abs(uncovered / double{repetitions} - level) < tolerance);
  CHECK(uncovered == paired_errors);  // the same test, turned round
  // Welch's degrees of freedom are an approximation, good to half a percent here.
  CHECK(std::abs(welch_errors / double{repetitions} - level) < tolerance + 0.005);
}
