#include "run/run_plan.hpp"

#include "skald/extensions/draw_times.hpp"
#include "test.hpp"

using namespace skald::run;

namespace {

class Rounds final : public Sampler {
 public:
  Rounds(Index stride, double rate) : stride_(stride), rate_(rate) {}
  Index stride() const override { return stride_; }
  double communication_rate() const override { return rate_; }
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}

 private:
  Index stride_;
  double rate_;
};

// A draw wherever `is_draw` says so.
class Sometimes final : public Sampler, public DrawTimes {
 public:
  explicit Sometimes(std::function<bool(std::int64_t)> is_draw) : is_draw_(std::move(is_draw)) {}
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}
  bool is_draw(std::int64_t iterations) const override { return is_draw_(iterations); }

 private:
  std::function<bool(std::int64_t)> is_draw_;
};

std::string refusal(const RunOptions& options, std::function<bool(std::int64_t)> is_draw) {
  const Sometimes sampler(std::move(is_draw));
  try {
    require_draws(plan_run(options, sampler), sampler);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

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
  CHECK(plan.rounded ==
        "run.iterations 1000 in place of 1003, run.thin 10 in place of 4, run.record_every 30 in "
        "place of 25: multiples of a round, which is 10 iterations");
  CHECK(plan_run(options, Rounds(1, 0.1)).rounded.empty());
}

TEST_CASE("draws are the multiples of thin, and a plan without any is refused") {
  RunOptions options;
  options.iterations = 110;
  options.thin = 50;
  const RunPlan plan = plan_run(options, Rounds(1, 0.1));
  CHECK(takes_draw(plan, 50));
  CHECK_FALSE(takes_draw(plan, 110));
  CHECK(takes_last_prediction(plan, 110));  // evaluate_every is 1
  options.thin = 120;
  CHECK_THROWS_WITH(
      plan_run(options, Rounds(1, 0.1)),
      Catch::Contains("averages take no draw of the 99 iterations after the burn-in"));
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

TEST_CASE("a plan that publishes its end looks at nothing else, and may be saved on its way") {
  const Rounds sampler(5, 0.2);
  RunOptions options;
  options.iterations = 1000;
  options.publish = "last";
  options.record_every = GENERATE(std::optional<std::int64_t>(), 1000);
  const RunPlan plan = plan_run(options, sampler);
  CHECK(plan.record_every == 1000);
  CHECK(plan.thin == 1000);
  CHECK(plan.evaluate_every == 1000);
  CHECK(plan.burn_in == 0);
  CHECK(plan.takes_end);
  CHECK(plan.rounded.empty());
  CHECK(next_stop(plan, 0) == 10);
  CHECK(next_stop(plan, 990) == 1000);
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
  const auto after = [](std::int64_t warm_up) {
    return [warm_up](std::int64_t k) { return k > warm_up; };
  };
  CHECK(refusal(options, after(600)).empty());
  CHECK_THAT(refusal(options, after(1000)),
             Catch::Contains("of 5400 iterations that averages take, 400 leave no draw, up to "
                             "iteration 1000: set run.burn_in to at least 0.167"));
  CHECK_THAT(refusal(options, after(6000)), Catch::Contains("takes the whole run of 6000"));
  options.burn_in = 0.167;  // the remedy suffices
  CHECK(refusal(options, after(1000)).empty());
}

TEST_CASE("averages that take iterations between draws are refused") {
  RunOptions options;
  options.iterations = 1000;
  const auto at_ends_of_cycles = [](std::int64_t k) { return k % 50 == 0; };
  CHECK_THAT(refusal(options, at_ends_of_cycles),
             Catch::Contains("882 leave no draw, the last of them 999: set run.thin and"));
  options.thin = 50;
  options.evaluate_every = 10;
  CHECK_THAT(refusal(options, at_ends_of_cycles), Catch::Contains("the last of them 990"));
  options.evaluate_every = 100;
  CHECK(refusal(options, at_ends_of_cycles).empty());
}
