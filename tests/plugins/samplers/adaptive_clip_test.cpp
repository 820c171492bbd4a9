// The clip that follows a quantile by means of noisy counts: what it does, and what one record can
// do to it.
#include "gaussian_mechanism.hpp"
#include "optimisation.hpp"
#include "problem/declared_releases.hpp"
#include "sampler_contract.hpp"
#include "test.hpp"

namespace {

// Gradients that do not depend on theta: row x has the gradient x.
std::unique_ptr<Federation> constant_gradients(const MatrixXd& points,
                                               std::vector<std::int32_t> client, Index clients) {
  return std::make_unique<Federation>(
      FederationData{points, std::move(client), {}, clients},
      std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true, 0, 100));
}

// The norms 1, ..., 9 at two clients.
std::unique_ptr<Federation> nine_norms() {
  const MatrixXd points = Eigen::RowVectorXd::LinSpaced(9, 1, 9);
  return constant_gradients(points, {0, 0, 0, 0, 0, 1, 1, 1, 1}, 2);
}

const std::vector<Setting> quantile = {{"clip_rule", "quantile"}, {"clip", 0.1}};

}  // namespace

TEST_CASE("without noise the clip follows the update of Andrew et al. exactly") {
  const auto federation = nine_norms();
  ListeningMechanism messages;
  const std::vector<Setting> options = with(quantile, {{"K", 2},
                                                       {"lr", 0.01},
                                                       {"clip", 2.5},
                                                       {"clip_quantile", 0.6},
                                                       {"clip_rate", 0.4},
                                                       {"count_weight", 0.25}});
  run_sampler(*federation, "fedavg", options, 40, MatrixXd::Zero(1, 1), messages);
  double clip = 2.5;
  REQUIRE(messages.messages.size() == 40);
  for (std::size_t round = 0; round < 20; ++round) {
    double count = 0;
    for (std::size_t c = 0; c < 2; ++c) {
      const auto& message = messages.messages[2 * round + c];
      const double n = c == 0 ? 5 : 4;
      // All rows in each of two steps: a record is used twice, and counted once.
      const double move = 2 * 2 * 0.01 * clip / n;
      CHECK(message.sensitivity == Approx(std::hypot(1, 0.25) * move));
      count += message.value(1, 0) / (0.25 * move);
    }
    CHECK(count == Approx(std::min(9.0, std::floor(clip))));
    clip *= std::exp(-0.4 * (count / 9 - 0.6));
  }
  // Five of nine are fewer than 0.6, six are more.
  CHECK(std::abs(clip - 6) < 6 * 0.4 * 0.1);
}

TEST_CASE("the clip finds the quantile from far below and far above, under noise too") {
  const auto federation = nine_norms();
  const auto noise = gaussian_mechanism(0.2);
  for (const double first : {0.01, 1000.0}) {
    const auto sampler = load_plugin<Sampler>(
        "sampler/fedavg", with(quantile, {{"K", 1}, {"lr", 0.01}, {"clip", first}}));
    SamplerRun run(*federation, *sampler, random_streams, *noise, MatrixXd::Zero(1, 200));
    run.advance(300);
    const MatrixXd clips = run.state().back();
    REQUIRE(clips.cols() == 200);
    // The count's noise has the deviation 0.2 sqrt(1 + r^2) / r = 2.01 a client, 2.85 in nine rows
    // of both; a round moves log C by 0.2 (share - 0.5). The median norm is 5; over 200 chains the
    // mean of log C is known to a few percent.
    const double middle = std::exp(clips.array().log().mean());
    CAPTURE(first, middle);
    CHECK(middle > 4);
    CHECK(middle < 6.5);
  }
}

TEST_CASE("a record moves move and count together by no more than the joint sensitivity") {
  // Logistic rows: the steps after the record's see other states, the count does not.
  const std::string scheme = GENERATE("without_replacement", "poisson");
  const bool poisson = scheme == "poisson";
  const auto slope = [](double u) { return 1 / (1 + std::exp(-u)) - 0.7; };
  const auto federation = [&](const MatrixXd& points) {
    return std::make_unique<Federation>(
        FederationData{points, std::vector<std::int32_t>(8), {}, 1},
        std::make_unique<LinearPredictorModel>(slope, 0.25, true, 0, 2.2));
  };
  MatrixXd points(2, 8);
  for (Index i = 0; i < 16; ++i) points(i) = 1.5 * std::sin(static_cast<double>(7 * i + 1));
  const double weight = 2;  // so that the count matters in the joint message
  const std::vector<Setting> settings = with(quantile, {{"K", 3},
                                                        {"batch", 2},
                                                        {"lr", 0.3},
                                                        {"clip", 0.45},
                                                        {"count_weight", weight},
                                                        {"data_sampling", scheme}});
  double largest = 0, largest_count = 0;
  for (const double length : {0.0, 0.2, 1.5, 2.2}) {
    MatrixXd other = points;
    points.col(3).setConstant(1.5);  // its gradient is longer than the clip
    other.col(3) = poisson ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(length, 0);
    ListeningMechanism a, b;
    const MatrixXd start = MatrixXd::Constant(2, 300, -0.8);
    run_sampler(*federation(points), "dp_fedavg", settings, 3, start, a);
    run_sampler(*federation(other), "dp_fedavg", settings, 3, start, b);
    for (std::size_t i = 0; i < a.messages.size(); ++i) {
      REQUIRE(a.messages[i].sensitivity == b.messages[i].sensitivity);
      const MatrixXd change = a.messages[i].value - b.messages[i].value;
      const double unit = weight * a.messages[i].sensitivity / std::hypot(1, weight);
      largest = std::max(largest, change.norm() / a.messages[i].sensitivity);
      largest_count = std::max(largest_count, std::abs(change(2, 0)) / unit);
    }
  }
  CAPTURE(scheme, largest, largest_count);
  CHECK(largest <= 1 + 1e-12);
  CHECK(largest > 0.9);
  CHECK(largest_count == Approx(1));
}

TEST_CASE("the count adds no release, and widens the move's noise by sqrt(1 + r^2)") {
  const auto federation = nine_norms();
  const std::vector<Setting> given = {{"K", 2}, {"batch", 2}, {"clip", 3.0}};
  const std::vector<Setting> followed = with(given, {{"clip_rule", "quantile"}});
  for (const char* sampler : {"fedavg", "fedprox", "dp_fedavg", "distributed_sgd", "fedpaq"}) {
    INFO(sampler);
    const auto a = releases(*federation, sampler, given, 40);
    const auto b = releases(*federation, sampler, followed, 40);
    REQUIRE(a.size() == 2);
    REQUIRE(b.size() == 2);
    for (std::size_t c = 0; c < 2; ++c) {
      CHECK(a[c].count == b[c].count);
      CHECK(a[c].rate == b[c].rate);
      CHECK(b[c].understatement == 1);
    }
    ListeningMechanism plain, counted;
    run_sampler(*federation, sampler, given, 2, MatrixXd::Zero(1, 1), plain);
    run_sampler(*federation, sampler, followed, 2, MatrixXd::Zero(1, 1), counted);
    CHECK(counted.messages.at(0).value.rows() == 2);
    CHECK(counted.messages[0].value(0, 0) == plain.messages.at(0).value(0, 0));
    CHECK(counted.messages[0].sensitivity ==
          Approx(std::hypot(1, 0.1) * plain.messages[0].sensitivity).epsilon(1e-12));
  }
}

TEST_CASE("an adaptive clip costs a number each way and the counted gradients") {
  const auto federation = nine_norms();
  const std::vector<Setting> given = {{"K", 1}, {"clip", 3.0}};
  run_sampler(*federation, "fedavg", given, 10, 2);
  const Ledger plain = federation->ledger();
  run_sampler(*federation, "fedavg", with(given, {{"clip_rule", "quantile"}}), 10, 2);
  const Ledger& found = federation->ledger();
  CHECK(found.bits_up == plain.bits_up + 2 * 10 * 2 * 32);
  CHECK(found.bits_down == plain.bits_down + 2 * 10 * 2 * 32);
  CHECK(found.gradient_evaluations == 2 * plain.gradient_evaluations);
}

TEST_CASE("a clip that is not given cannot be followed from, the median is a private input") {
  CHECK_THROWS_WITH(load_plugin<Sampler>("sampler/fedavg", {{"clip_rule", "quantile"}}),
                    Catch::Contains("set clip"));
  const auto federation = heterogeneous();
  const auto inputs = [&](const std::vector<Setting>& settings) {
    return problem::declared(*load_plugin<Sampler>("sampler/dp_fedavg", settings),
                             federation->problem(), 100)
        .inputs;
  };
  const auto median = inputs({{"clip_rule", "median"}});
  REQUIRE(median.size() == 1);
  CHECK(std::string(median[0].name) == "clip");
  CHECK(inputs({{"clip_rule", "quantile"}, {"clip", 1.0}}).empty());
  CHECK(inputs({{"clip", 1.0}}).empty());
}

TEST_CASE("samplers keep their contract while the clip follows") {
  const auto federation = heterogeneous();
  const auto settings = with(quantile, {{"K", 2}, {"batch", 1}, {"S", 2}});
  for (const char* sampler : {"fedavg", "fedprox", "dp_fedavg", "distributed_sgd", "fedpaq"}) {
    INFO(sampler);
    check_sampler_contract(*federation, sampler, settings, 12);
  }
  check_sampler_contract(*federation, "fedpaq_private",
                         with(quantile, {{"K", 2}, {"S", 2}, {"frac", 0.6}}), 12);
  check_sampler_contract(*federation, "dp_fedavg", with(settings, {{"clip_unit", "batch"}}), 12);
}
