#include "report/decide/power.hpp"

#include "report/decide/significance.hpp"
#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace power_test {

using namespace skald::report;
using namespace skald_test;

TEST_CASE("so many replicates make an interval that narrow, and one fewer does not") {
  // t(24) = 2.0639: 2.0639 / 5 = 0.4128; t(23) = 2.0687: 2.0687 / sqrt(24) = 0.4223.
  CHECK(replicates_for_half_width(1, 0.4128) == 25);
  CHECK(replicates_for_half_width(1, 0.4223) == 24);
  CHECK(replicates_for_half_width(0, 0.1) == 2);
  CHECK_FALSE(replicates_for_half_width(1, 1e-6));
}

TEST_CASE("so many pairs find a difference with the power that was asked for") {
  // 34 pairs for half a standard deviation at 80 % (tables of paired tests).
  const auto n = replicates_to_tell(1, 0.5);
  REQUIRE(n);
  CHECK(std::abs(*n - 34) <= 1);
  constexpr int repetitions = 4000;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  int found = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<ReplicateValue> a, b;
    for (std::int64_t r = 0; r < *n; ++r) {
      a.push_back({r, 0.5 + normal(random)});
      b.push_back({r, 0});
    }
    found += p_of_equality(a, b) <= 0.05;
  }
  CHECK(found / double{repetitions} == Approx(0.8).margin(0.03));
}

TEST_CASE("each setting says how many replicates it needs, of a positive metric relatively") {
  record::StudyRuns runs =
      empty_study({{"w2", "", "", record::Better::down, record::Scale::positive}});
  add_setting(runs, {word("fald"), whole(1)}, {{1}, {2}, {4}});
  add_setting(runs, {word("fald"), whole(2)}, {{20}, {20}, {20}});
  add_setting(runs, {word("fald"), whole(3)}, {{5}});
  const Power power = power_of(runs, 0.1);
  REQUIRE(power.rows.size() == 3);
  CHECK(power.rows[0].is_best);
  CHECK(power.rows[0].sd == Approx(std::log(2)));
  CHECK(power.rows[0].for_half_width == replicates_for_half_width(std::log(2), std::log(1.1)));
  CHECK(power.rows[1].for_half_width == 2);
  CHECK(power.rows[1].to_tell == replicates_to_tell(std::log(2), std::log(1.1)));
  CHECK_FALSE(power.rows[2].is_known);
  CHECK(format_report(power_table(power), TableFormat::text)
            .starts_with("K  n  sd     for \xc2\xb1 0.1  to tell 0.1 from best\n"));
}

}  // namespace power_test
