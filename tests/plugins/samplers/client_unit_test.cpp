// Privacy whose unit is the client: how far one client can move what the server releases, the noise
// that it gets, and what an attacker finds.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "optimisation.hpp"
#include "privacy/accounting.hpp"
#include "privacy/audit.hpp"
#include "problem/declared_releases.hpp"
#include "sampler_contract.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kClipOfMoves = 0.5;

// A column of gradients, which do not depend on theta, for each client.
using Population = std::vector<MatrixXd>;

std::unique_ptr<Federation> federation_of(const Population& population, double prior = 0) {
  Index rows = 0;
  for (const MatrixXd& client : population) rows += client.cols();
  FederationData data{
      MatrixXd(population.front().rows(), rows), {}, {}, static_cast<Index>(population.size())};
  for (std::size_t c = 0; c < population.size(); ++c) {
    const auto first = static_cast<Index>(data.client.size());
    data.points.middleCols(first, population[c].cols()) = population[c];
    data.client.insert(data.client.end(), static_cast<std::size_t>(population[c].cols()),
                       static_cast<std::int32_t>(c));
  }
  return std::make_unique<Federation>(
      std::move(data),
      std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0, true, prior, 1e9));
}

Population random_population(std::mt19937_64& generator, std::vector<Index> rows, double scale) {
  std::normal_distribution<double> normal;
  Population population;
  for (const Index n : rows) {
    MatrixXd client(3, n);
    for (double& x : client.reshaped()) x = scale * normal(generator);
    population.push_back(std::move(client));
  }
  return population;
}

std::vector<Setting> of_clients(const std::vector<Setting>& more) {
  return with({{"unit", "client"},
               {"weights", "uniform"},
               {"clip", kClipOfMoves},
               {"K", 2},
               {"S", 3},
               {"lr", 0.3}},
              more);
}

// What the server releases in each round, before its noise.
std::vector<ListeningMechanism::Message> released(const Population& population,
                                                  const std::string& sampler,
                                                  const std::vector<Setting>& options,
                                                  Index rounds = 4) {
  ListeningMechanism mechanism;
  run_sampler(*federation_of(population), sampler, options, 2 * rounds, MatrixXd::Zero(3, 1),
              mechanism);
  REQUIRE(mechanism.messages.size() == static_cast<std::size_t>(rounds));
  for (const auto& message : mechanism.messages) CHECK(message.stream.client == -1);
  return std::move(mechanism.messages);
}

// The largest distance of two runs' messages, in units of the declared sensitivity: that of any
// round, since gradients do not depend on where earlier rounds led.
double moved(const Population& a, const Population& b, const std::string& sampler,
             const std::vector<Setting>& options) {
  const auto first = released(a, sampler, options), second = released(b, sampler, options);
  double largest = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    REQUIRE(first[i].sensitivity == second[i].sensitivity);
    largest = std::max(largest, (first[i].value - second[i].value).norm() / first[i].sensitivity);
  }
  return largest;
}

struct Variant {
  const char* sampler;
  std::vector<Setting> options;
};

std::vector<Variant> variants(const std::vector<Setting>& more) {
  std::vector<Variant> all = {{"fedavg", {}},
                              {"fedavg", {{"momentum", 0.5}, {"batch", 1}}},
                              {"fedprox", {{"mu", 2.0}}},
                              {"distributed_sgd", {}},
                              {"dp_fedavg", {}},
                              {"dp_fedavg", {{"data_sampling", "poisson"}, {"batch", 1}}},
                              {"fedpaq", {{"levels", 1}}},
                              {"fedpaq_private", {{"levels", 2}, {"frac", 0.7}}}};
  for (Variant& variant : all) variant.options = of_clients(with(variant.options, more));
  return all;
}

std::shared_ptr<Mechanism> gaussian(double multiplier) {
  auto mechanism = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", multiplier}});
  struct Nobody final : Accountant {
    Index clients() const override { return 1; }
    double epsilon(const NoiseLaw&, const Claim&, Index) const override { return 1; }
    double multiplier(NoiseLaw::Kind, double, const Claim&, Index) const override { return 1; }
  };
  mechanism->prepare(Nobody());
  return mechanism;
}

}  // namespace

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

TEST_CASE("what no clip can shorten counts as nothing; what is short is left alone") {
  std::mt19937_64 generator(54);
  Population population = random_population(generator, {3, 2, 4, 2}, 1e-3);
  const auto all = of_clients({{"S", 4}});
  const VectorXd usual = released(population, "fedavg", all).front().value;
  VectorXd sum = VectorXd::Zero(3);
  for (const MatrixXd& client : population) sum += 2 * 0.3 * client.rowwise().mean();
  CHECK((usual - sum).norm() < 1e-15);  // of theta - y
  for (const double wrong :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e308}) {
    population[0](0, 0) = wrong;
    const auto messages = released(population, "fedavg", all);
    for (const auto& message : messages) CHECK(message.value.allFinite());
  }
}

TEST_CASE("the noise on the average is z times the sensitivity over the expected cohort, once") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(2, 1, 0.1)));
  const double z = 3;
  const Index chains = 3000;
  struct Case {
    const char* sampling;
    int S;
    double deviation;
  };
  for (const Case& test : {Case{"poisson", 1, z * kClipOfMoves},
                           {"poisson", 4, z * kClipOfMoves / 4},
                           {"without_replacement", 4, z * 2 * kClipOfMoves / 4},
                           {"without_replacement", 8, z * 2 * kClipOfMoves / 8}}) {
    CAPTURE(test.sampling, test.S);
    const auto options =
        of_clients({{"client_sampling", test.sampling}, {"S", test.S}, {"server_lr", 1.0}});
    const MatrixXd start = MatrixXd::Zero(2, chains);
    const MatrixXd noised = run_sampler(*federation, "fedavg", options, 2, start, *gaussian(z));
    const MatrixXd plain = run_sampler(*federation, "fedavg", options, 2, start);
    const double mean_square = (noised - plain).squaredNorm() / static_cast<double>(start.size());
    // The mean square of 6000 normals; 6 standard errors of sqrt(2 / 6000): 2e-9.
    CHECK(std::abs(mean_square / (test.deviation * test.deviation) - 1) <
          6 * std::sqrt(2.0 / 6000));
    // Some Poisson cohorts are empty (0.34 of those of one expected client), and get noise too.
    const auto empty = (plain.colwise().norm().array() == 0).count();
    CHECK((empty > 0) == (std::string(test.sampling) == "poisson"));
    CHECK(((noised - plain).array() != 0).all());
  }
}

TEST_CASE("shares of the noise that clients add make up the noise of one server") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(2, 1, 0.1)));
  const double z = 3, whole = z * 2 * kClipOfMoves / 5;
  const Index chains = 3000;
  struct Case {
    double dropout, wider;
  };
  for (const Case& test : {Case{0, 1}, {0.19, 1}, {0.4, 5.0 / 3}, {0.9, 5}}) {
    for (const char* sampler : {"fedavg", "dp_fedavg"}) {
      CAPTURE(sampler, test.dropout);
      const auto options =
          of_clients({{"S", 5}, {"noise_by", "clients"}, {"dropout", test.dropout}});
      const MatrixXd start = MatrixXd::Zero(2, chains);
      const MatrixXd noised = run_sampler(*federation, sampler, options, 2, start, *gaussian(z));
      const MatrixXd plain = run_sampler(*federation, sampler, options, 2, start);
      const double mean_square = (noised - plain).squaredNorm() / static_cast<double>(start.size());
      // The mean square of 6000 normals; 6 standard errors of sqrt(2 / 6000): 2e-9.
      CHECK(std::abs(mean_square / (whole * whole * test.wider) - 1) < 6 * std::sqrt(2.0 / 6000));
    }
  }
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

TEST_CASE("an average over whole clients is divided by the expected, not the actual cohort") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(1, 1, 0.1)));
  const MatrixXd moves =
      run_sampler(*federation, "fedavg", of_clients({{"client_sampling", "poisson"}, {"S", 2}}), 2,
                  MatrixXd::Zero(1, 4000));
  const double move = -2 * 0.3 * 0.1;
  double total = 0;
  for (Index j = 0; j < moves.cols(); ++j) {
    const double clients = moves(0, j) / move * 2;
    CHECK(std::abs(clients - std::round(clients)) < 1e-9);
    total += clients;
  }
  // Binomial(8 * 4000, 1/4); 6 standard errors: 2e-9.
  CHECK(std::abs(total - 8000) < 6 * std::sqrt(8 * 4000 * 0.25 * 0.75));
}

TEST_CASE("without noise the clip of whole moves follows the update of Andrew et al. exactly") {
  Population population;  // moves of length 1, ..., 9
  for (int c = 1; c <= 9; ++c) population.push_back(MatrixXd::Constant(1, 2, c));
  const auto federation = federation_of(population);
  const std::vector<Setting> options = {{"unit", "client"},
                                        {"weights", "uniform"},
                                        {"lr", 0.5},
                                        {"K", 2},
                                        {"clip", 2.5},
                                        {"clip_rule", "quantile"},
                                        {"clip_quantile", 0.6},
                                        {"clip_rate", 0.4},
                                        {"count_weight", 0.25}};
  ListeningMechanism messages;
  run_sampler(*federation, "fedavg", options, 40, MatrixXd::Zero(1, 1), messages);
  double clip = 2.5;
  REQUIRE(messages.messages.size() == 20);
  for (const auto& message : messages.messages) {
    CHECK(message.sensitivity == Approx(std::hypot(1, 0.25) * 2 * clip));
    const double below = std::min(9.0, std::floor(clip));
    CHECK(message.value(1, 0) == Approx(2 * 0.25 * clip * (below - 4.5)));
    CHECK(message.value(0, 0) == Approx(below * (below + 1) / 2 + (9 - below) * clip));
    clip *= std::exp(-0.4 * (below / 9 - 0.6));
  }
  CHECK(std::abs(clip - 6) < 6 * 0.4 * 0.1);
}

TEST_CASE("a client moves sum and count together by at most the joint sensitivity, and can") {
  const auto sent = [](const Population& population, const char* sampling) {
    return released(population, "fedavg",
                    of_clients({{"client_sampling", sampling},
                                {"S", static_cast<int>(population.size())},
                                {"clip_rule", "quantile"},
                                {"count_weight", 0.7}}),
                    1)
        .front();
  };
  const auto of_length = [](double clips) {
    Population population(4, MatrixXd::Constant(3, 1, 0.01));
    population[0].setConstant(clips * kClipOfMoves / (2 * 0.3 * std::sqrt(3.0)));
    return population;
  };
  for (const double clips : {1e-6, 0.5, 1 - 1e-9, 1 + 1e-9, 1e6}) {
    CAPTURE(clips);
    const auto whole = sent(of_length(clips), "poisson");
    // Everybody takes part; the other three alone.
    const auto others = sent(Population(3, MatrixXd::Constant(3, 1, 0.01)), "poisson");
    const double share = (whole.value - others.value).norm() / whole.sensitivity;
    CHECK(share <= 1 + 1e-12);
    CHECK((share > 1 - 1e-8) == (clips > 0.9));
    const auto a = sent(of_length(clips), "without_replacement");
    for (const double other : {-1e-6, -1 + 1e-9, -1 - 1e-9, -1e6, 1e6}) {
      const auto b = sent(of_length(other), "without_replacement");
      CHECK((a.value - b.value).norm() <= (1 + 1e-12) * a.sensitivity);
    }
  }
  const auto a = sent(of_length(1 + 1e-9), "without_replacement");
  const auto b = sent(of_length(-1 + 1e-9), "without_replacement");
  CHECK((a.value - b.value).norm() == Approx(a.sensitivity));
}

TEST_CASE("whole clients are released once a round by the server, on a secret sample") {
  const auto federation = federation_of(Population(10, MatrixXd::Ones(1, 2)));
  const auto plan = [&](const std::vector<Setting>& more) {
    const auto all = releases(*federation, "fedavg", of_clients(more), 200);
    REQUIRE(all.size() == 1);
    CHECK(all[0].client == -1);
    CHECK(all[0].unit == Unit::client);
    CHECK(all[0].count == 100);
    CHECK(all[0].noised_by_server);
    return all[0];
  };
  const Release fixed = plan({}), poisson = plan({{"client_sampling", "poisson"}});
  CHECK(fixed.sampling == Sampling::without_replacement);
  CHECK(fixed.relation == Relation::replace_one);
  CHECK(poisson.sampling == Sampling::poisson);
  CHECK(poisson.relation == Relation::zero_out);
  for (const Release& release : {fixed, poisson}) CHECK(release.rate == Approx(0.3));
  const auto shared = releases(*federation, "fedavg", of_clients({{"noise_by", "clients"}}), 200);
  REQUIRE(shared.size() == 1);
  CHECK_FALSE(shared[0].noised_by_server);
  CHECK(shared[0].relation == Relation::replace_one);
  const Release everyone = plan({{"S", 10}, {"client_sampling", "poisson"}});
  CHECK(everyone.sampling == Sampling::none);
  CHECK(everyone.rate == 1);
  CHECK(releases(*federation, "fedavg", {{"unit", "client"}, {"weights", "uniform"}}, 10).empty());
}

TEST_CASE("a prior whose weight counts everybody's rows is a private input") {
  const auto inputs = [](double prior) {
    const auto federation = federation_of(Population(3, MatrixXd::Ones(1, 2)), prior);
    const auto sampler = load_plugin<Sampler>("sampler/fedavg", of_clients({}));
    return problem::declared_inputs(*sampler, federation->problem(), 10);
  };
  CHECK(inputs(0).empty());
  REQUIRE(inputs(1).size() == 1);
  CHECK(std::string(inputs(1)[0].name) == "counts");
}

TEST_CASE("what cannot be had for whole clients is refused with its reason") {
  const auto refusal = [](const char* sampler, const std::vector<Setting>& options) {
    try {
      load_plugin<Sampler>("sampler/" + std::string(sampler), options);
      return std::string("nothing");
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
  };
  const std::vector<Setting> client = {{"unit", "client"}};
  using Catch::Contains;
  CHECK_THAT(refusal("fedavg", client), Contains("set weights to uniform"));
  const std::vector<Setting> shares = {
      {"unit", "client"}, {"weights", "uniform"}, {"noise_by", "clients"}};
  CHECK_THAT(refusal("fedavg", with(shares, {{"client_sampling", "poisson"}})),
             Contains("too little noise"));
  CHECK_THAT(refusal("dp_fedavg", with(shares, {{"client_sampling", "with_replacement"}})),
             Contains("too little noise"));
  CHECK_THAT(refusal("fedavg", {{"noise_by", "clients"}}), Contains("set unit to client"));
  CHECK_THAT(
      refusal("fedprox", with({{"unit", "client"}, {"weights", "uniform"}}, {{"dropout", 0.1}})),
      Contains("set noise_by to clients"));
  CHECK_THAT(refusal("scaffold", client), Contains("control variates"));
  CHECK_THAT(refusal("mime", client), Contains("full gradients"));
  CHECK_THAT(refusal("mime_lite", client), Contains("full gradients"));
  CHECK_THAT(refusal("fedpa", client), Contains("no clip"));
  for (const auto& [option, word] :
       {std::pair("clip_unit", "batch"), std::pair("clip_rule", "median"),
        std::pair("sensitivity", "published"), std::pair("noise_units", "gradient")}) {
    CHECK_THAT(
        refusal("dp_fedavg", with({{"unit", "client"}, {"weights", "uniform"}}, {{option, word}})),
        Contains(std::string("excludes ") + option));
  }
}

TEST_CASE("the unit record is what there was before, bit for bit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> before = {{"K", 3}, {"S", 2}, {"clip", 0.2}, {"batch", 2}};
  for (const char* sampler : {"fedavg", "fedprox", "fedpaq", "distributed_sgd"}) {
    CHECK(optimise(*federation, sampler, before, 30) ==
          optimise(*federation, sampler,
                   with(before, {{"unit", "record"}, {"client_sampling", "without_replacement"}}),
                   30));
  }
}

TEST_CASE("FedAvg in Poisson cohorts is DP-FedAvg in them, for either unit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> common = {
      {"K", 3}, {"S", 2}, {"clip", 0.2}, {"weights", "uniform"}, {"client_sampling", "poisson"}};
  for (const char* unit : {"record", "client"}) {
    const auto settings = with(common, {{"unit", unit}});
    const MatrixXd found = optimise(*federation, "fedavg", settings, 30);
    CHECK(found == optimise(*federation, "dp_fedavg", settings, 30));
    CHECK(found != optimise(*federation, "fedavg",
                            with(settings, {{"client_sampling", "without_replacement"}}), 30));
  }
}

TEST_CASE("samplers keep their contract for whole clients") {
  const auto federation = heterogeneous();
  for (const Variant& variant : variants({{"S", 2}, {"clip_rule", "quantile"}})) {
    INFO(variant.sampler);
    check_sampler_contract(*federation, variant.sampler, variant.options, 12);
  }
  for (const Setting& more :
       {Setting("client_sampling", "poisson"), Setting("noise_by", "clients")}) {
    check_sampler_contract(*federation, "fedavg", of_clients({{"S", 2}, more}), 12);
  }
}

namespace {

// A client with a worst-case update, in each of many runs of four rounds with everybody, against
// runs in which it contributes nothing: what its direction tells an attacker who knows all else.
struct CanaryAttack {
  double clip, multiplier;  // of the runs
  const char* sampling = "without_replacement";
  int S = 4;
  double threshold = 0.5;  // of the canary's four moves of 1 / 4

  privacy::AttackCounts counts(Index runs = 4000) const {
    Population with_canary(4, MatrixXd::Zero(1, 1));
    with_canary[0].setConstant(-1e6);
    return {runs, alarms(with_canary, runs, 7), runs,
            alarms(Population(4, MatrixXd::Zero(1, 1)), runs, 8)};
  }
  std::int64_t alarms(const Population& population, Index runs, std::uint64_t seed) const {
    const auto options =
        of_clients({{"clip", clip}, {"client_sampling", sampling}, {"S", S}, {"K", 1}});
    const random::PhiloxRandom random(seed, 0);
    const MatrixXd end = run_sampler(*federation_of(population), "fedavg", options, 4,
                                     MatrixXd::Zero(1, runs), *gaussian(multiplier), random);
    return (end.array() > threshold).count();
  }
};

}  // namespace

TEST_CASE("an attack beats the claim of a run without clip or with half the noise, no other's") {
  // Four releases of multiplier 2 under zero_out: two Gaussians at distance 1, eps 4.377 at 1e-5.
  privacy::NoisyRelease round;
  round.noise_multiplier = 2;
  round.relation = Relation::zero_out;
  round.count = 4;
  const double claimed = privacy::epsilon({{round}}, 1e-5, Accounting::pld).epsilon;
  CHECK(claimed == Approx(4.377178).epsilon(1e-5));
  const auto found = [](double clip, double multiplier) {
    const CanaryAttack attack{clip, multiplier, "poisson"};
    return privacy::gaussian_attack_epsilon(attack.counts(), 1e-5, 1e-6);
  };
  const double sound = found(1, 2), half = found(1, 1), unclipped = found(3, 2.0 / 3);
  CAPTURE(sound, half, unclipped);
  CHECK(sound < claimed);  // wrong with probability 1e-6
  CHECK(sound > claimed / 2);
  CHECK(half > claimed);
  CHECK(unclipped > claimed);
}

TEST_CASE("an attack on secret cohorts stays below the amplified claim, above it without") {
  privacy::NoisyRelease round;
  round.noise_multiplier = 1;
  round.relation = Relation::zero_out;
  round.count = 4;
  round.sampling = Sampling::poisson;
  round.rate = 0.25;
  const double claimed = privacy::epsilon({{round}}, 1e-2, Accounting::pld).epsilon;
  const auto found = [](int S, double multiplier) {
    // The average is over S expected clients: a canary that takes part moves it by clip / S.
    const CanaryAttack attack{static_cast<double>(S) / 4, multiplier, "poisson", S, 1};
    return privacy::attack_epsilon(attack.counts(20000), 1e-2, 1e-6);
  };
  const double sound = found(1, 1), everyone = found(4, 1);
  CAPTURE(claimed, sound, everyone);
  CHECK(sound < claimed);
  CHECK(sound > 0);
  CHECK(everyone > claimed);  // a cohort that is not secret, or all clients, under that claim
}
