// How far one client can move what the server releases, where the unit of privacy is the client.
#include "problem/declared_releases.hpp"
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {

TEST_CASE("a client whose rows are replaced moves the sum by at most two clips, and can") {
  std::mt19937_64 generator(51);
  for (const Variant& variant : variants({})) {
    CAPTURE(variant.sampler);
    double largest = 0;
    for (int trial = 0; trial < 10; ++trial) {
      const double scale = std::pow(10.0, trial % 4 - 1);
      Population a = random_population(generator, {3, 2, 4, 2}, scale);
      Population b = a;
      b[0] = random_population(generator, {5}, 10 * scale)[0];  // in another number
      largest = std::max(largest, moved(a, b, variant.sampler, variant.options));
    }
    CHECK(largest <= 1 + 1e-12);
    Population worst = random_population(generator, {3, 2, 4, 2}, 1);
    worst[0] = MatrixXd::Constant(3, 3, 1e6);
    Population opposite = worst;
    opposite[0] *= -1;
    CHECK(moved(worst, opposite, variant.sampler, variant.options) == Approx(1).margin(1e-12));
    CHECK(released(worst, variant.sampler, variant.options).front().sensitivity ==
          2 * kClipOfMoves);
  }
}

TEST_CASE("in Poisson cohorts a client without contribution moves the sum by one clip") {
  std::mt19937_64 generator(52);
  for (const Variant& variant : variants({{"client_sampling", "poisson"}})) {
    CAPTURE(variant.sampler);
    double largest = 0;
    for (int trial = 0; trial < 10; ++trial) {
      const Population a =
          random_population(generator, {3, 2, 4, 2}, std::pow(10.0, trial % 4 - 1));
      Population b = a;
      b[0].setZero();
      largest = std::max(largest, moved(a, b, variant.sampler, variant.options));
    }
    CHECK(largest <= 1 + 1e-12);
    Population worst = random_population(generator, {3, 2, 4, 2}, 1);
    worst[0] = MatrixXd::Constant(3, 3, 1e6);
    Population none = worst;
    none[0].setZero();
    CHECK(moved(worst, none, variant.sampler, variant.options) == Approx(1).margin(1e-12));
    CHECK(released(worst, variant.sampler, variant.options).front().sensitivity == kClipOfMoves);
  }
}

TEST_CASE("a client that is drawn several times moves the sum by two clips each time") {
  std::mt19937_64 generator(53);
  const auto options = of_clients({{"client_sampling", "with_replacement"}});
  Population worst = random_population(generator, {3, 2, 4, 2}, 1);
  worst[0] = MatrixXd::Constant(3, 3, 1e6);
  Population opposite = worst;
  opposite[0] *= -1;
  const auto a = released(worst, "dp_fedavg", options, 20);
  const auto b = released(opposite, "dp_fedavg", options, 20);
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double times = (a[i].value - b[i].value).norm() / a[i].sensitivity;
    CHECK(std::abs(times - std::round(times)) < 1e-9);
    most = std::max(most, times);
  }
  CHECK(std::round(most) >= 2);
  const auto plan = releases(*federation_of(worst), "dp_fedavg", options, 8);
  REQUIRE(plan.size() == 1);
  CHECK(plan[0].sampling == Sampling::with_replacement);
  CHECK(plan[0].draws == 3);
  CHECK(plan[0].rate == Approx(1 - std::pow(0.75, 3)));
}

TEST_CASE("what no clip can shorten counts as nothing, what is short is left alone") {
  std::mt19937_64 generator(54);
  Population population = random_population(generator, {3, 2, 4, 2}, 1e-3);
  const auto all = of_clients({{"S", 4}});
  const VectorXd usual = released(population, "fedavg", all).front().value;
  VectorXd sum = VectorXd::Zero(3);
  for (const MatrixXd& client : population) sum += 2 * 0.3 * client.rowwise().mean();
  CHECK((usual - sum).norm() < 1e-15);  // of theta - y
  const VectorXd others = sum - 2 * 0.3 * population[0].rowwise().mean();
  const auto contributed = [&] {
    return (released(population, "fedavg", all).front().value - others).norm();
  };
  population[0](0, 0) = 1e308;  // whose square is infinite
  CHECK(contributed() == Approx(kClipOfMoves));
  population[0].row(0).setConstant(1e308);  // whose sum is, too
  CHECK(contributed() < 1e-15);
}

TEST_CASE("a client whose noise others add to moves its message by the sensitivity of the sum") {
  std::mt19937_64 generator(55);
  for (const bool counted : {false, true}) {
    auto options = of_clients({{"noise_by", "clients"}, {"S", 4}, {"dropout", 0.5}});
    if (counted) options = with(options, {{"clip_rule", "quantile"}, {"count_weight", 0.7}});
    Population worst = random_population(generator, {3, 2, 4, 2}, 1);
    worst[0] = MatrixXd::Constant(3, 3, 1e6);
    Population opposite = worst;
    opposite[0] *= -1;
    const auto sent = [&](const Population& population) {
      ListeningMechanism mechanism;
      run_sampler(*federation_of(population), "fedavg", options, 2, MatrixXd::Zero(3, 1),
                  mechanism);
      return std::move(mechanism.messages);
    };
    const auto a = sent(worst), b = sent(opposite);
    REQUIRE(a.size() == 4);
    // Two of four are sure to add noise: each adds a half of its variance.
    const double joint = counted ? std::hypot(1, 0.7) : 1;
    CHECK(a[0].sensitivity * std::sqrt(2.0) == Approx(2 * kClipOfMoves * joint));
    CHECK((a[0].value - b[0].value).norm() == Approx(2 * kClipOfMoves));
    for (std::size_t c = 1; c < 4; ++c) CHECK(a[c].value == b[c].value);
    CHECK(a[3].stream.client == 3);
  }
}

}  // namespace skald::test::whole_clients
