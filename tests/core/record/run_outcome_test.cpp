#include "record/run_outcome.hpp"

#include "sample_coefficients.hpp"
#include "test.hpp"
#include "text/wire.hpp"

using namespace skald::record;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

RunOutcome sample_outcome() {
  RunOutcome outcome;
  outcome.status = RunStatus::diverged;
  outcome.message = "too far";
  outcome.series = {{"w2", {{10, 0.5}, {20, 0.25}}, {0.25, 0.25, 0.5, 0.375, std::nullopt}}};
  outcome.vectors = {{"sampler.norm", {{10, {1, 2}}, {20, {3}}}}};
  outcome.costs = Costs{1, 2, 3, 4, 5, inf};
  outcome.events = {{7, "budget", "spent"}, {std::nullopt, "note", ""}};
  outcome.formulas = {{"sampler.step", 0.0125}};
  outcome.for_others.draws = Eigen::MatrixXd::Constant(2, 3, 1.5);
  outcome.used = {4.5, 3.25, 0.75, 4096};
  outcome.temperature = 2.5;
  outcome.label_histogram = "{}";
  outcome.coefficients = sample_coefficients();
  return outcome;
}

std::string bytes_of(const RunOutcome& outcome) {
  text::WireWriter wire;
  wire.put(outcome);
  return wire.take();
}

// Whether the bytes, cut somewhere, are refused.
bool is_refused(std::string_view bytes) {
  try {
    text::WireReader(bytes).get<RunOutcome>();
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the outcome of a run comes back from its bytes") {
  const std::string bytes = bytes_of(sample_outcome());
  text::WireReader wire(bytes);
  RunOutcome back = sample_outcome();  // its old contents are replaced
  wire.read(back);
  CHECK(back.status == RunStatus::diverged);
  REQUIRE(back.series.size() == 1);
  REQUIRE(back.series[0].points.size() == 2);
  CHECK(back.series[0].points[1].iteration == 20);
  CHECK(back.series[0].points[1].value == 0.25);
  CHECK(back.series[0].summary.mean == 0.375);
  CHECK_FALSE(back.series[0].summary.first_non_finite);
  CHECK(back.used.wall_seconds == 4.5);
  CHECK(back.used.cpu_seconds == 3.25);
  CHECK(back.used.metric_seconds == 0.75);
  CHECK(back.used.peak_memory == 4096);
  CHECK(back.temperature == 2.5);
  REQUIRE(back.vectors.size() == 1);
  REQUIRE(back.vectors[0].points.size() == 2);
  CHECK(back.vectors[0].points[0].values == std::vector<double>{1, 2});
  REQUIRE(back.costs);
  CHECK(back.costs->rounds == 1);
  CHECK(back.costs->gradient_evaluations == 4);
  CHECK(back.costs->eps_spent == inf);
  REQUIRE(back.events.size() == 2);
  CHECK(back.events[0].iteration == 7);
  CHECK(back.events[1].kind == "note");
  CHECK(back.formulas == sample_outcome().formulas);
  CHECK(back.for_others.draws == sample_outcome().for_others.draws);
  CHECK_FALSE(back.for_others.predictive_average);
  CHECK(back.coefficients == sample_coefficients());
  CHECK(bytes_of(back) == bytes);
}

TEST_CASE("parts of a run add up: sums of what is known, and the memory of the last part") {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  MachineUse used{.wall_seconds = 2, .metric_seconds = 0.5, .peak_memory = 7};
  used += {.wall_seconds = 3, .cpu_seconds = 1, .metric_seconds = unknown};
  CHECK(used.wall_seconds == 5);
  CHECK(used.cpu_seconds == 1);
  CHECK(used.metric_seconds == 0.5);
  CHECK(used.peak_memory == 7);
  used += {.peak_memory = 5};
  CHECK(used.peak_memory == 5);
}

// Sizes counted by hand: 8 bytes for a number, 4 for a status, 1 for a flag, and 8 before every
// text and list.
TEST_CASE("costs are seven numbers on the wire, after a flag") {
  RunOutcome with = sample_outcome(), without = sample_outcome();
  without.costs.reset();
  CHECK(bytes_of(with).size() - bytes_of(without).size() == 7 * 8);
}

TEST_CASE("bytes that end too early are refused") {
  const std::string bytes = bytes_of(sample_outcome());
  CHECK_FALSE(is_refused(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(is_refused(std::string_view(bytes).substr(0, size)));
  }
}
