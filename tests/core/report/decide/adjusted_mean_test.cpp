#include "report/decide/adjusted_mean.hpp"

#include "test.hpp"

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
