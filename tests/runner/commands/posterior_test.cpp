// skald posterior, on draws that were really kept.
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "kept_runs.hpp"

namespace posterior_test {

using namespace skald;
using namespace skald::test;

namespace {

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("skald posterior: the means are those of the file, and slow chains raise warnings") {
  const KeptRuns kept;
  const ProcessResult json = kept.posterior({kept.hashes[0], "--format", "json"});
  REQUIRE(json.code == 0);
  const boost::json::array rows = boost::json::parse(json.out).as_array();
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<double> all = kept.draws(0, i);
    CHECK(all.size() == 800);
    CHECK(rows[i].at("coefficient").as_string() == "theta[" + std::to_string(i + 1) + "]");
    CHECK(rows[i].at("mean").to_number<double>() == Approx(mean(all)).epsilon(1e-12));
    CHECK(rows[i].at("chains") == 4);
    CHECK(rows[i].at("draws") == 200);
  }
  // A hundredth of the step takes a hundred times as long to mix.
  const ProcessResult slow = kept.posterior({kept.hashes[1].substr(0, 16)});
  CHECK(slow.code == 0);
  CHECK_THAT(slow.out, Catch::StartsWith("run " + kept.hashes[1].substr(0, 12) +
                                         " of kept, replicate "
                                         "0: 4 chains, 200 draws of each\n") &&
                           Catch::Contains(": R-hat is above 1.01 for 4 of 4 coefficients") &&
                           Catch::Contains("make the run longer") &&
                           Catch::Contains("coefficient  mean"));
  const ProcessResult csv = kept.posterior({kept.hashes[1], "--format", "csv"});
  CHECK_THAT(csv.out, Catch::StartsWith("coefficient,mean,mean_mcse,sd,"));
  CHECK_THAT(csv.err, Catch::Contains("R-hat is above 1.01"));
}

TEST_CASE("skald posterior --compare: differences of two runs") {
  const KeptRuns kept;
  const ProcessResult json =
      kept.posterior({kept.hashes[0], "--compare", kept.hashes[1], "--format", "json"});
  REQUIRE(json.code == 0);
  const boost::json::array rows = boost::json::parse(json.out).as_array();
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const double difference = mean(kept.draws(0, i)) - mean(kept.draws(1, i));
    CHECK(rows[i].at("difference").to_number<double>() == Approx(difference).margin(1e-12));
  }
  const ProcessResult text = kept.posterior({kept.hashes[0], "--compare", kept.hashes[1]});
  CHECK_THAT(text.out, Catch::Contains("against run " + kept.hashes[1].substr(0, 12)) &&
                           Catch::Contains("both are the same replicate") &&
                           Catch::Contains("the means differ most for theta["));
}

TEST_CASE("skald posterior refuses runs without draws, and draws that have changed") {
  const KeptRuns kept;
  const ProcessResult none = kept.posterior({kept.hashes[2]});
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("has kept no draws; \"keep_samples\": true"));
  CHECK(kept.posterior({"zz"}).code == 2);
  const std::string file = "r.db.samples/" + kept.hashes[0] + ".npy";
  kept.folder.write(file, files::read_regular_file(kept.folder / file) + "x");
  const ProcessResult damaged = kept.posterior({kept.hashes[0]});
  CHECK(damaged.code == 5);
  CHECK_THAT(damaged.err, Catch::Contains("not as the database records it"));
}

}  // namespace posterior_test
