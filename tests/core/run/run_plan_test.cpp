#include "run/run_plan.hpp"

#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "skald/extensions/warm_up.hpp"

using namespace skald;
using namespace skald::run;

namespace {

class Rounds final : public Sampler, public WarmUp {
 public:
  Rounds(Index stride, double rate, Index warm_up = 0)
      : stride_(stride), rate_(rate), warm_up_(warm_up) {}
  Index stride() const override { return stride_; }
  Index warm_up() const override { return warm_up_; }
  double communication_rate() const override { return rate_; }
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}

 private:
  Index stride_;
  double rate_;
  Index warm_up_;
};

}  // namespace

TEST_CASE("every number of the plan is a multiple of the stride") {
  RunOptions options;
  options.iterations = 1003;
  options.burn_in = 0.1;
  options.thin = 4;
  options.record_every = 25;
  const RunPlan plan = plan_run(options, Rounds(10, 0.1));
  CHECK(plan.iterations == 1000);
  CHECK(plan.burn_in == 100);
  CHECK(plan.thin == 10);
  CHECK(plan.record_every == 30);
  CHECK(plan.evaluate_every == 30);
}

TEST_CASE("averages over chains see the draws that are recorded") {
  RunOptions options;
  options.iterations = 1000;
  options.thin = 4;
  options.evaluate_every = 7;
  options.averages = "chains";
  const RunPlan plan = plan_run(options, Rounds(10, 0.1));
  CHECK(plan.record_every == 10);
  CHECK(plan.thin == 10);
  CHECK(plan.evaluate_every == 10);
  options.record_every = 45;
  CHECK(plan_run(options, Rounds(10, 0.1)).thin == 50);
}

TEST_CASE("rounds become iterations by the rate of communication") {
  RunOptions options;
  options.rounds = 40;
  CHECK(plan_run(options, Rounds(1, 0.05)).iterations == 800);
  CHECK(plan_run(options, Rounds(20, 0.05)).iterations == 800);
  CHECK_THROWS_AS(plan_run(options, Rounds(1, 0)), std::invalid_argument);
}

TEST_CASE("burn-in never takes the whole run, and a hundred records are the default") {
  RunOptions options;
  options.iterations = 20;
  options.burn_in = 0.99;
  const RunPlan plan = plan_run(options, Rounds(10, 0.1));
  CHECK(plan.burn_in == 10);
  options.iterations = 5000;
  CHECK(plan_run(options, Rounds(1, 0.1)).record_every == 50);
}

TEST_CASE("averages that begin within a warm-up are refused, with the burn-in that covers it") {
  RunOptions options;
  options.iterations = 6000;
  options.burn_in = 0.1;
  const auto refusal = [&](Index warm_up) {
    const Rounds sampler(1, 0.1, warm_up);
    try {
      require_burn_in(plan_run(options, sampler), sampler);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal(600).empty());
  CHECK_THAT(refusal(1000), Catch::Contains("after iteration 600, within") &&
                                Catch::Contains("run.burn_in to at least 0.167"));
  CHECK_THAT(refusal(6000), Catch::Contains("takes the whole run of 6000"));
  options.burn_in = 0.167;  // the remedy suffices
  CHECK(refusal(1000).empty());
}
