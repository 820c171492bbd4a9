#include "report/decide/significance.hpp"
#include "test.hpp"

using namespace skald::report;

namespace {

std::vector<ReplicateValue> numbered(const std::vector<double>& values, std::int64_t from = 0) {
  std::vector<ReplicateValue> result;
  for (const double value : values) result.push_back({from++, value});
  return result;
}

// Additional hours of sleep under two drugs, ten patients (Cushny and Peebles 1905), on which
// Student showed his test in 1908; the numbers of R's t.test.
const auto first_drug = numbered({0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0});
const std::vector<double> second_hours{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
const auto second_drug = numbered(second_hours);

}  // namespace

TEST_CASE("Student's sleep data: pairs, and the same as independent samples") {
  CHECK(p_of_equality(first_drug, second_drug) == Approx(0.00283289).epsilon(1e-5));
  const auto others = numbered(second_hours, 10);
  CHECK(p_of_equality(first_drug, others) == Approx(0.07939414).epsilon(1e-6));
  Reach reach(0.95);
  const Difference d =
      difference_of(paired_differences(first_drug, second_drug), record::Scale::real, reach);
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
  CHECK(std::isnan(p_of_equality(numbered({1}), numbered({2}))));
}

TEST_CASE("differences without spread are certain, and within rounding they are none") {
  CHECK(p_of_equality(numbered({1, 2, 3}), numbered({2, 3, 4})) == 0);
  CHECK(p_of_equality(numbered({1, 2, 3}), numbered({1, 2, 3})) == 1);
  CHECK(p_of_equality(numbered({0.3, 0.3}), numbered({0.1 + 0.2, 0.1 + 0.2})) == 1);
  CHECK(p_of_equality(numbered({0.3, 0.3}), numbered({0.4, 0.4}, 2)) == 0);
  Reach reach(0.95);
  CHECK(difference_of(std::vector<double>{0, 0, 0}, record::Scale::real, reach).same_sign == 3);
  CHECK(difference_of({}, record::Scale::real, reach).estimate.n == 0);
}

TEST_CASE("an advantage has a direction: the other one's p-value is 1") {
  CHECK(p_of_advantage(second_drug, first_drug) == p_of_equality(first_drug, second_drug));
  CHECK(p_of_advantage(first_drug, second_drug) == 1);
  CHECK(p_of_advantage(numbered({2, 3}), numbered({1, 2})) == 0);  // without spread
  CHECK(p_of_advantage(numbered({1, 2}), numbered({2, 3})) == 1);
  CHECK(std::isnan(p_of_advantage(numbered({1}), numbered({2}))));
}

TEST_CASE("what is ahead at a level is what has at most that p-value") {
  Advantage is_ahead;
  const double p = p_of_equality(first_drug, second_drug);
  CHECK(is_ahead(second_drug, first_drug, 1.001 * p));
  CHECK_FALSE(is_ahead(second_drug, first_drug, 0.999 * p));
  CHECK_FALSE(is_ahead(first_drug, second_drug, 0.5));
  const auto other = numbered({5, 6});
  const std::vector<ReplicateValue> unpaired{{10, 1}, {11, 2}, {12, 2.5}};
  const double welch = p_of_equality(other, unpaired);
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

using namespace skald::report;

TEST_CASE("where all settings have the same replicates, adjusted means are plain ones") {
  const std::vector<std::vector<ReplicateValue>> settings{{{0, 1}, {1, 2.5}}, {{0, 4}, {1, 8}}};
  CHECK(adjusted_means(settings) == std::vector<double>{1.75, 6});
}

TEST_CASE("a setting that lacks hard replicates is compared as if it had them") {
  // value = setting + replicate with settings 1, 2, 3 and replicates 0, 10, -4, 6 (mean 3).
  const std::vector<std::vector<ReplicateValue>> settings{
      {{0, 1}, {1, 11}, {2, -3}, {3, 7}}, {{0, 2}, {2, -2}}, {{0, 3}, {1, 13}}};
  const std::vector<double> means = adjusted_means(settings);
  CHECK(means[0] == Approx(4));
  CHECK(means[1] == Approx(5));  // the plain mean is 0
  CHECK(means[2] == Approx(6));
}

TEST_CASE("two settings that share some replicates differ by their mean difference there") {
  const std::vector<std::vector<ReplicateValue>> settings{{{0, 5.0}, {1, 7.0}, {2, 1.0}, {3, 1.5}},
                                                          {{0, 4.5}, {1, 6.7}}};
  const std::vector<double> means = adjusted_means(settings);
  CHECK(means[0] - means[1] == Approx(0.4));
}

TEST_CASE("a setting without values has no adjusted mean") {
  const std::vector<std::vector<ReplicateValue>> settings{{{0, 5}}, {}};
  CHECK(adjusted_means(settings)[0] == Approx(5));
  CHECK(std::isnan(adjusted_means(settings)[1]));
}
