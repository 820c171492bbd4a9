// How wide noise is beside what it hides: closed forms, and what a watched run leaves.
#include "run/noise_watch.hpp"

#include "random/philox_random.hpp"
#include "run/experiment.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace noise_scale_test {

using namespace skald::run;

namespace {

// Every message stays as it is.
struct Fixed final : Mechanism {
  NoiseLaw noise{NoiseLaw::Kind::gaussian, 3};
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return noise; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random&, Stream, std::int64_t, const Sensitivity&, Block) const override {}
};

const random::PhiloxRandom streams(1, 0);

void send(const NoiseWatch& watch, Index client, std::int64_t iteration, double length,
          Index chain = 0) {
  Eigen::MatrixXd message = Eigen::MatrixXd::Constant(4, 1, length / 2);
  watch.privatize(streams, {Role::mechanism, client, chain}, iteration,
                  Sensitivity::of_distance(0.5, Relation::replace_one), view(message));
}

// Two clients of logistic regression; the noise is given or calibrated by `privacy`.
std::string titanic_cell(const std::string& sampler, const std::string& privacy,
                         const std::string& run = R"("rounds": 20)") {
  return titanic(R"({"plugin": )" + sampler + "}", R"(, "privacy": {"plugin": )" + privacy + "}",
                 run);
}

}  // namespace

TEST_CASE("the deviation per coordinate is that of the mechanism's noise") {
  const Sensitivity one = Sensitivity::of_distance(0.5, Relation::replace_one);
  CHECK(deviation_of({NoiseLaw::Kind::gaussian, 3}, one, 100) == 1.5);
  CHECK(deviation_of({NoiseLaw::Kind::discrete_gaussian, 3}, one, 100) == 1.5);
  CHECK(deviation_of({}, one, 100) == 0);
  // Scale b has variance 2 b^2; the L1 distance is at most 10 times the L2 distance here.
  CHECK(deviation_of({NoiseLaw::Kind::laplace, 3}, one, 100) == Approx(3 * 5 * std::sqrt(2.0)));
}

TEST_CASE("the first chain of the first round with messages is noted, in no order") {
  const Fixed mechanism;
  for (const bool reversed : {false, true}) {
    NoiseWatch watch(mechanism, 5);
    CHECK_FALSE(watch.scale(100));
    std::vector<std::pair<Index, double>> messages = {{0, 1}, {1, 2}, {2, 4}, {3, 9}};
    if (reversed) std::reverse(messages.begin(), messages.end());
    for (const auto& [client, length] : messages) send(watch, client, 10, length);
    send(watch, 4, 10, 100, 1);  // another chain
    send(watch, 4, 15, 100);     // another round
    const auto scale = watch.scale(100);
    REQUIRE(scale);
    CHECK(scale->messages == 4);
    CHECK(scale->rounds == 20);
    // Noise over length is 3 / length: the lower of the middle two is that of length 4.
    CHECK(scale->typical.length == Approx(4));
    CHECK(scale->typical.sensitivity == 0.5);
    CHECK(scale->typical.deviation == 1.5);
    CHECK(scale->typical.noise_length() == Approx(3));
    CHECK(scale->over_round() == Approx(3.0 / 4 / 2));
    CHECK(scale->over_run() == Approx(3.0 / 4 / 2 / std::sqrt(20.0)));
    CHECK_FALSE(scale->rules());
    // A checkpoint knows as much.
    text::WireWriter wire;
    watch.save(wire);
    NoiseWatch resumed(mechanism, 5);
    const std::string bytes = wire.take();
    text::WireReader reader(bytes);
    resumed.restore(reader);
    send(resumed, 7, 20, 50);
    CHECK(statement_of(*resumed.scale(100)) == statement_of(*scale));
  }
}

TEST_CASE("noise that would hide all updates rules, and says what to do") {
  const Fixed mechanism;
  NoiseWatch watch(mechanism, 1);
  send(watch, 0, 0, 0.1);
  CHECK(watch.scale(899)->rules());  // 30 times the message
  CHECK_FALSE(watch.scale(901)->rules());
  CHECK_THAT(warning_of(*watch.scale(100)), Catch::Contains("3 times the length of all updates"));
  CHECK(warning_of(*watch.scale(901)).empty());
  CHECK_THAT(statement_of(*watch.scale(100)), Catch::Contains("sensitivity 0.5, standard deviation "
                                                              "1.5 in each of 4 coordinates: 30") &&
                                                  Catch::Contains("The noise rules"));
}

TEST_CASE("the account of a cell and its run say the same of the noise") {
  for (const std::string sampler :
       {R"("fedavg", "K": 3, "lr": 0.1, "clip": 1, "noise_at": "step", "batch": 20)",
        R"("fedavg", "K": 1, "lr": 0.1, "clip": 1)",
        R"("fedavg", "K": 2, "clip": 1, "unit": "client", "weights": "uniform")"}) {
    const std::string privacy =
        R"("gaussian", "noise_multiplier": 2, "adversary": "observer", "calibration": "pld")";
    const std::string sections = titanic_cell(sampler, privacy);
    Experiment experiment = experiment_of(sections);
    const auto scale = rehearse_round(experiment);
    REQUIRE(scale);
    CHECK(event_of(run_of(sections), "noise") == statement_of(*scale));
    CHECK(scale->typical.deviation == 2 * scale->typical.sensitivity);
  }
}

TEST_CASE("K = 1 trains, K = 5 with noise at the upload does not, at the steps it does") {
  const auto scale = [](int K, const std::string& more) {
    const grid::Cell cell = cell_of(titanic_cell(
        R"("fedavg", "lr": 0.1, "clip": 1, "batch": 300, "K": )" + std::to_string(K) + more,
        R"("gaussian", "eps": 3, "calibration": "pld")", R"("rounds": 50)"));
    Experiment experiment(cell, 0, plugins());
    return *rehearse_round(experiment);
  };
  const NoiseScale one = scale(1, ""), five = scale(5, ""),
                   steps = scale(5, R"(, "noise_at": "step")");
  CAPTURE(one.over_run(), five.over_run(), steps.over_run());
  CHECK_FALSE(one.rules());
  CHECK(five.rules());
  CHECK_FALSE(steps.rules());
}

TEST_CASE("nothing is said where no noise is added") {
  CHECK(event_of(run_of(titanic(R"({"plugin": "fedavg"})")), "noise").empty());
}

}  // namespace noise_scale_test
