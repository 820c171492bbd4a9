#include "report/decide/curve_mean.hpp"

#include "test.hpp"

using namespace skald::report;

namespace {

const record::Curve curve{{10, 1}, {20, 3}, {30, 2}, {40, 6}};

}  // namespace

TEST_CASE("a running mean begins where all its values are there") {
  const record::Curve means = running_mean(curve, 3);
  REQUIRE(means.size() == 2);
  CHECK(means[0].iteration == 30);
  CHECK(means[0].value == 2);
  CHECK(means[1].iteration == 40);
  CHECK(means[1].value == Approx(11.0 / 3));
  CHECK(running_mean(curve, 5).empty());
  CHECK(running_mean(curve, 1).size() == 4);
  const record::Curve gap = running_mean({{1, 1}, {2, std::nan("")}, {3, 1}, {4, 3}}, 2);
  CHECK(std::isnan(gap[1].value));
  CHECK(gap[2].value == 2);  // what was not a number is forgotten with its value
}

TEST_CASE("no mean over records is of both sides of where averages start anew") {
  const record::Curve means = running_mean(curve, 2, 20);
  REQUIRE(means.size() == 2);
  CHECK(means[0].iteration == 20);
  CHECK(means[0].value == 2);
  CHECK(means[1].iteration == 40);
  CHECK(means[1].value == 4);
  CHECK(running_mean(curve, 2, 5).size() == 3);
  CHECK(running_mean(curve, 2, 40).size() == 3);
  CHECK(running_mean(curve, 1, 20).size() == 4);
  CHECK(running_mean(curve, 3, 20).empty());
  CHECK(after_restart(curve, 20).size() == 2);
  CHECK(after_restart(curve, 20).front().iteration == 30);
  CHECK(after_restart(curve, std::nullopt).size() == 4);
}

TEST_CASE("the mean of the last values, which must all be there") {
  CHECK(last_mean(curve, 2) == 4);
  CHECK(last_mean(curve, 4) == 3);
  CHECK(std::isnan(last_mean(curve, 5)));
  CHECK(std::isnan(last_mean({}, 1)));
}

TEST_CASE("means of curves have names") {
  CHECK(parse_curve_mean("running").count == 10);
  CHECK(parse_curve_mean("running:20").count == 20);
  CHECK(parse_curve_mean("last:100").kind == CurveMean::Kind::last);
  CHECK(curve_mean_text(parse_curve_mean("last:100")) == "mean of the last 100 recorded values");
  for (const char* wrong :
       {"", "last", "last:", "last:0", "last:-1", "last:x", "mean:3", "running:1.5", "last:1e30"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(parse_curve_mean(wrong),
                      Catch::Contains("expected running, running:COUNT or last:COUNT"));
  }
}
