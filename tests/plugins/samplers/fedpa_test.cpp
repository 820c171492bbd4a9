// FedPA against the dense solve, FedAvg, and exact posteriors.
#include "all_samplers/shipped_sampler.hpp"
#include "clients/fixed_clock.hpp"
#include "fedpa/fedpa_rounds.hpp"
#include "fedpa/posterior_average.hpp"
#include "optimisation.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

MatrixXd normals(Index rows, Index cols, std::int64_t iteration = 0) {
  MatrixXd out(rows, cols);
  random_streams.normal({Role::metric}, iteration, view(out));
  return out;
}

VectorXd recursive_delta(const VectorXd& x0, const MatrixXd& samples, double shrink) {
  PosteriorAverage average(x0.size(), samples.cols(), shrink);
  average.start(x0);
  for (Index t = 0; t < samples.cols(); ++t) average.add(samples.col(t));
  return average.delta();
}

// The two clients of Al-Shedivat et al. (2021), figure 1: one row each.
std::unique_ptr<Federation> two_ellipses() {
  FederationData data;
  data.points = MatrixXd(2, 2);
  data.points << -3, 3, 2, 1;
  data.precision = MatrixXd(4, 2);
  data.precision << 3.25, 7.75, -3.8971, 3.8971, -3.8971, 3.8971, 7.75, 3.25;
  data.client = {0, 1};
  data.clients = 2;
  return quadratic_federation(std::move(data));
}

struct RecordedScalars final : Recorder {
  void record(const char* name, double value) override { values[name] = value; }
  void record_vector(const char*, std::span<const double>) override {}
  std::map<std::string, double> values;
};

// What FedPA records after some rounds.
std::map<std::string, double> recorded(Federation& federation, std::vector<Setting> options,
                                       Index rounds, MatrixXd theta) {
  const auto sampler = load_plugin<Sampler>("sampler/fedpa", std::move(options));
  RecordedScalars scalars;
  Context context{federation.problem(), random_streams, nothing, federation.ledger(), scalars};
  sampler->start(context, view(theta));
  sampler->advance(context, rounds * sampler->stride(), view(theta));
  return scalars.values;
}

}  // namespace

TEST_CASE("the recursion equals the dense solve after every sample") {
  const double shrink = GENERATE(0.0, 1e-3, 0.1, 1.0, 30.0);
  const Index d = GENERATE(1, 3, 20), ell = 12;
  const MatrixXd samples = normals(d, ell);
  const VectorXd x0 = normals(d, 1, 1);
  PosteriorAverage average(d, ell, shrink);
  average.start(normals(d, 1, 2));  // a round that is forgotten
  average.add(samples.col(3));
  average.add(samples.col(1));
  average.start(x0);
  for (Index t = 1; t <= ell; ++t) {
    average.add(samples.col(t - 1));
    CHECK(average.samples() == t);
    const VectorXd dense = dense_posterior_delta(x0, samples.leftCols(t), shrink);
    CHECK((average.delta() - dense).norm() < 1e-10 * std::max(1.0, dense.norm()));
  }
}

TEST_CASE("the update does not depend on the order of the samples") {
  const MatrixXd samples = normals(6, 8);
  const VectorXd x0 = normals(6, 1, 1);
  const VectorXd delta = recursive_delta(x0, samples, 0.3);
  CHECK((recursive_delta(x0, samples.rowwise().reverse(), 0.3) - delta).norm() < 1e-12);
  CHECK(delta.norm() > 0.1);
}

TEST_CASE("without shrinkage parameter, or with one sample, the update is that of the mean") {
  const MatrixXd samples = normals(5, 7);
  const VectorXd x0 = normals(5, 1, 1);
  CHECK((recursive_delta(x0, samples, 0) - (x0 - samples.rowwise().mean())).norm() < 1e-14);
  CHECK(recursive_delta(x0, samples.leftCols(1), 0.7) == x0 - samples.col(0));
}

TEST_CASE("identical samples scale the update by 1 + (l - 1) shrink") {
  const VectorXd x0 = normals(4, 1), x = normals(4, 1, 1);
  const VectorXd delta = recursive_delta(x0, x.replicate(1, 5), 0.25);
  CHECK((delta - (1 + 4 * 0.25) * (x0 - x)).norm() < 1e-14);
}

TEST_CASE("the rounds of the burn-in regime are FedAvg, bit for bit") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 7, 4, 3}, false), 0.4);
  const double server_lr = GENERATE(1.0, 0.37);
  const std::vector<Setting> common = {
      {"lr", 0.07}, {"batch", 2}, {"S", 3}, {"server_lr", server_lr}};
  std::vector<Setting> fedavg = common, fedpa = common;
  fedavg.insert(fedavg.end(), {{"K", 11}});
  fedpa.insert(fedpa.end(), {{"burn_rounds", 6},
                             {"burn_steps", 3},
                             {"ell", 3},
                             {"avg_steps", 2},
                             {"discard_steps", 1},
                             {"shrink", 0.2}});
  CHECK(run_rounds(*federation, "fedpa", fedpa, 6) == run_rounds(*federation, "fedavg", fedavg, 6));
  CHECK(run_rounds(*federation, "fedpa", fedpa, 7) != run_rounds(*federation, "fedavg", fedavg, 7));
}

TEST_CASE("one sample of one iterate is FedAvg, bit for bit") {
  const auto federation = quadratic_federation(random_rows(2, 3, {2, 7, 4}, false), 0.4);
  CHECK(run_rounds(*federation, "fedpa",
                   {{"ell", 1}, {"burn_steps", 4}, {"avg_steps", 1}, {"batch", 2}},
                   5) == run_rounds(*federation, "fedavg", {{"K", 5}, {"batch", 2}}, 5));
}

TEST_CASE("samples are means of iterates after the burn-in, the momentum running on") {
  const auto federation = quadratic_federation(random_rows(3, 2, {4}, false), 0.4);
  const double lr = 0.05, momentum = 0.6, shrink = 0.5;
  const std::int64_t burn = 2, average = 3, discard = 1, ell = 3;
  VectorXd y = VectorXd::Constant(2, 0.4), v = VectorXd::Zero(2);
  const VectorXd x0 = y;
  MatrixXd gradient(2, 1), at(2, 1);
  const auto step = [&] {
    at = y;
    federation->problem().risk_gradient(0, Rows::range(0, 4), view(at), view(gradient));
    v = momentum * v + gradient.col(0);
    y -= lr * v;
  };
  MatrixXd samples = MatrixXd::Zero(2, ell);
  for (std::int64_t s = 0; s < burn; ++s) step();
  for (Index t = 0; t < ell; ++t) {
    for (std::int64_t s = 0; t > 0 && s < discard; ++s) step();
    for (std::int64_t s = 0; s < average; ++s) {
      step();
      samples.col(t) += y / static_cast<double>(average);
    }
  }
  const VectorXd expected = x0 - 0.3 * dense_posterior_delta(x0, samples, shrink);
  const std::string solver = GENERATE("recursion", "dense");
  const MatrixXd found = run_rounds(*federation, "fedpa",
                                    {{"burn_steps", 2},
                                     {"avg_steps", 3},
                                     {"discard_steps", 1},
                                     {"ell", 3},
                                     {"lr", lr},
                                     {"momentum", momentum},
                                     {"shrink", shrink},
                                     {"server_lr", 0.3},
                                     {"solver", solver}},
                                    1);
  CHECK((found.col(0) - expected).norm() < 1e-13);
}

TEST_CASE("with exact posteriors the server finds the optimum that FedAvg misses") {
  const auto federation = quadratic_federation(random_rows(4, 3, {2, 5, 3}, false), 0.8);
  const VectorXd optimum = federation->gaussian().mode();
  const MatrixXd found =
      run_rounds(*federation, "fedpa", {{"posterior", "exact"}, {"server_lr", 0.3}}, 400);
  CHECK((found.col(0) - optimum).norm() < 1e-11);
  const MatrixXd missed = run_rounds(*federation, "fedavg", {{"K", 20}}, 400);
  CHECK((missed.col(0) - optimum).norm() > 0.01);
}

TEST_CASE("exact samples have the client's posterior mean and covariance") {
  // One client, shrink so large that Sigma is the sample covariance: Delta -> A (theta - mu).
  const auto federation = quadratic_federation(random_rows(5, 2, {4}, false), 0.5);
  const MatrixXd start = MatrixXd::Constant(2, 1, 3);
  const MatrixXd exact = run_rounds(*federation, "fedpa", {{"posterior", "exact"}}, 1, start);
  const std::vector<Setting> sampling = {
      {"posterior", "sampled"}, {"ell", 20000}, {"shrink", 1e3}, {"solver", "dense"}};
  const MatrixXd sampled = run_rounds(*federation, "fedpa", sampling, 1, start);
  // Relative error of a covariance from 20000 draws: about 1 %; 6 standard errors.
  CHECK((sampled - exact).norm() < 0.06 * (exact - start).norm());
}

TEST_CASE("FedAvg's distance from the optimum grows with K as published") {
  const auto federation = two_ellipses();
  const VectorXd optimum = federation->gaussian().mode();
  CHECK(optimum[0] == Approx(0.873).margin(5e-4));
  CHECK(optimum[1] == Approx(3.830).margin(5e-4));
  const auto distance = [&](int K) {
    const MatrixXd found = run_rounds(*federation, "fedavg", {{"K", K}, {"lr", 0.02}}, 2000);
    return (found.col(0) - optimum).norm();
  };
  CHECK(distance(1) < 1e-10);
  CHECK(distance(10) == Approx(0.482).margin(5e-4));
  CHECK(distance(100) == Approx(2.272).margin(5e-4));
}

TEST_CASE("FedPA's distance from the optimum falls with the number of samples") {
  const auto federation = two_ellipses();
  const VectorXd optimum = federation->gaussian().mode();
  const auto distance = [&](int ell, Index chains, double server_lr) {
    const std::vector<Setting> options = {{"posterior", "sampled"}, {"ell", ell},
                                          {"burn_steps", 0},        {"avg_steps", 1},
                                          {"shrink", 1.0},          {"server_lr", server_lr}};
    const MatrixXd found =
        run_rounds(*federation, "fedpa", options, 100, MatrixXd::Zero(2, chains));
    return (found.rowwise().mean() - optimum).norm();
  };
  const double two = distance(2, 1000, 0.15), ten = distance(10, 300, 0.1),
               hundred = distance(100, 20, 0.1);
  // Margins of at least 6 standard errors over the chains.
  CHECK(two == Approx(1.98).margin(0.15));
  CHECK(ten == Approx(0.54).margin(0.15));
  CHECK(hundred < 0.2);
}

TEST_CASE("the server's momentum accumulates updates, without it, it is plain descent") {
  const auto federation = quadratic_federation(random_rows(6, 2, {3, 4}, false), 0.4);
  const std::vector<Setting> exact = {{"posterior", "exact"}, {"server_lr", 0.1}};
  const auto with = [&](std::vector<Setting> more, Index rounds) {
    more.insert(more.end(), exact.begin(), exact.end());
    return run_rounds(*federation, "fedpa", std::move(more), rounds);
  };
  const MatrixXd zero = with({}, 0), one = with({}, 1);
  CHECK(with({{"server", "momentum"}, {"server_momentum", 0.0}}, 3) == with({}, 3));
  CHECK(with({{"server", "momentum"}}, 1) == one);
  // v_2 = 0.9 v_1 + Delta(theta_1), and plain descent goes on from theta_1 by Delta(theta_1).
  const MatrixXd expected = with({}, 2) + 0.9 * (one - zero);
  CHECK((with({{"server", "momentum"}, {"server_momentum", 0.9}}, 2) - expected).norm() < 1e-14);
}

TEST_CASE("an update that is not finite has weight 0 and is counted") {
  FederationData data = random_rows(7, 2, {3, 2}, false);
  FederationData alone = data;
  alone.points = data.points.leftCols(3).eval();
  alone.precision = data.precision.leftCols(3).eval();
  alone.client.resize(3);
  alone.clients = 1;
  data.points(0, 4) = std::numeric_limits<double>::max();  // its gradient overflows
  const auto broken = quadratic_federation(std::move(data));
  const auto healthy = quadratic_federation(std::move(alone));
  const std::vector<Setting> options = {{"ell", 2}, {"burn_steps", 1}, {"avg_steps", 1}};
  CHECK(run_rounds(*broken, "fedpa", options, 4) == run_rounds(*healthy, "fedpa", options, 4));

  const auto scalars = recorded(*broken, options, 4, MatrixXd::Zero(2, 3));
  CHECK(scalars.at("discarded_updates") == 4 * 3);
  CHECK(scalars.size() == 1);
}

TEST_CASE("updates are compared with exact ones on request, at no charge") {
  const auto federation = quadratic_federation(random_rows(10, 2, {4}, false), 0.5);
  const MatrixXd start = normals(2, 5);
  const std::vector<Setting> plain = {{"ell", 1}, {"burn_steps", 0}, {"avg_steps", 1}, {"lr", 0.1}};
  std::vector<Setting> checked = plain;
  checked.insert(checked.end(), {{"check_updates", true}});
  recorded(*federation, plain, 1, start);
  const double evaluations = federation->ledger().gradient_evaluations;
  federation->ledger() = {};
  const auto step = recorded(*federation, checked, 1, start);
  CHECK(federation->ledger().gradient_evaluations == evaluations);
  // One step moves by 0.1 of the gradient: the error is -0.9 of it, in its direction.
  MatrixXd exact(2, 5);
  federation->problem().gradient(0, view(std::as_const(start)), view(exact));
  exact /= 4;
  const MatrixXd centred = exact.colwise() - exact.rowwise().mean();
  CHECK(step.at("update_bias") == Approx(0.9 * exact.rowwise().mean().norm()).epsilon(1e-12));
  CHECK(step.at("update_covariance") ==
        Approx(0.81 * (centred * centred.transpose()).norm() / 4).epsilon(1e-12));
  CHECK(step.at("update_angle") == Approx(0).margin(1e-7));
  CHECK(step.at("sample_ess") == 1);

  const auto known =
      recorded(*federation, {{"posterior", "exact"}, {"check_updates", true}}, 1, normals(2, 5));
  CHECK(known.at("update_bias") < 1e-12);
  CHECK(known.at("update_covariance") < 1e-12);
}

TEST_CASE("the effective size of a client's samples weighs them by their posterior density") {
  // Two iterates of full-batch descent from theta: log densities of exp(-F) at both.
  const auto federation = quadratic_federation(random_rows(11, 2, {4}, false), 0.5);
  const MatrixXd start = normals(2, 1);
  const auto scalars = recorded(
      *federation,
      {{"ell", 2}, {"burn_steps", 0}, {"avg_steps", 1}, {"lr", 0.1}, {"check_updates", true}}, 1,
      start);
  MatrixXd iterate = start, gradient(2, 1);
  double weights = 0, squares = 0;
  for (int t = 0; t < 2; ++t) {
    federation->problem().gradient(0, view(std::as_const(iterate)), view(gradient));
    iterate -= 0.1 / 4 * gradient;
    double potential = 0;
    federation->problem().potential(0, view(std::as_const(iterate)), {&potential, 1});
    weights += std::exp(-potential / 4);
    squares += std::exp(-potential / 2);
  }
  CHECK(scalars.at("sample_ess") == Approx(weights * weights / squares).epsilon(1e-10));
}

TEST_CASE("rounds of burn-in have updates, but no samples whose effective size could be told") {
  const auto federation = quadratic_federation(random_rows(11, 2, {4}, false), 0.5);
  const auto scalars_after = [&](Index rounds) {
    return recorded(*federation,
                    {{"ell", 2},
                     {"burn_steps", 0},
                     {"avg_steps", 1},
                     {"lr", 0.1},
                     {"burn_rounds", 2},
                     {"check_updates", true}},
                    rounds, normals(2, 3));
  };
  const auto burning = scalars_after(2), sampling = scalars_after(3);
  CHECK(burning.count("sample_ess") == 0);
  CHECK(sampling.at("sample_ess") > 1);
  for (const auto& scalars : {burning, sampling}) {
    for (const auto& [name, value] : scalars) {
      INFO(name);
      CHECK(std::isfinite(value));
    }
  }
}

TEST_CASE(
    "FedPA's rounds take as long as their slowest client, and exact posteriors keep no time") {
  const auto federation = heterogeneous();
  const std::vector<Setting> options{{"ell", 3}, {"burn_steps", 2}, {"avg_steps", 2}, {"lr", 0.05}};
  const MatrixXd start = two_starts(*federation);
  FixedClock clock({1, 5, 2});
  ListeningMechanism messages;
  const auto run_with_clock = [&](std::vector<Setting> more) {
    const auto sampler = load_plugin<Sampler>("sampler/fedpa", with(options, more));
    return SamplerRun(*federation, *sampler, random_streams, messages, start, &clock).advance(32);
  };
  const MatrixXd expected = run_sampler(*federation, "fedpa", options, 32, start);
  federation->ledger() = Ledger();
  CHECK(run_with_clock({}) == expected);
  CHECK(federation->ledger().simulated_seconds == 4 * 2 * 5);  // rounds of 8 steps, two chains
  CHECK_THROWS_WITH(run_with_clock({{"posterior", "exact"}}),
                    Catch::Contains("posterior is exact, for which a client makes no local steps"));
}

TEST_CASE(
    "FedPA refuses exact posteriors of models that are not quadratic, and too large cohorts") {
  FederationData data = random_rows(9, 2, {3, 4}, true);
  Federation curved(std::move(data), std::make_unique<LinearPredictorModel>(
                                         [](double x) { return std::tanh(x); }, 1.0, true));
  CHECK_THROWS_WITH(run_rounds(curved, "fedpa", {{"posterior", "exact"}}, 1),
                    Catch::Contains("quadratic"));
  CHECK_THROWS_WITH(run_rounds(curved, "fedpa", {{"S", 3}}, 1),
                    Catch::Contains("more than the number of clients (2)"));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedpa =
    ShippedSampler("fedpa")
        // Without minibatches the samples of a client lie on a line, of which an estimated
        // shrinkage makes steps that are too long.
        .conforms({{"ell", 1}, {"burn_steps", 2}, {"avg_steps", 1}, {"lr", 0.3}},
                  conformance::kDefaultTolerance, {"shrinkage"})
        .conforms({{"ell", 3},
                   {"burn_steps", 2},
                   {"avg_steps", 2},
                   {"lr", 0.3},
                   {"discard_steps", 1},
                   {"burn_rounds", 2}},
                  conformance::kDefaultTolerance, {"shrinkage"})
        .conforms({{"ell", 2}, {"burn_steps", 0}, {"avg_steps", 1}, {"posterior", "exact"}})
        .conforms({{"epochs", 3}, {"batch", 2}, {"lr", 0.3}})
        .costs({{"epochs", 3}, {"batch", 2}}, [](const Seen&) { return everyone_in(T / 3, T * n); })
        // Ten local steps per round: two, and three times two averaged with one between.
        .costs({{"ell", 3},
                {"burn_steps", 2},
                {"avg_steps", 2},
                {"discard_steps", 1},
                {"burn_rounds", 1},
                {"batch", 1},
                {"S", 2}},
               [](const Seen&) { return both_ways(C * 3, C * 3 * 2, C * 30 * 2); },
               {.iterations = 30})
        .costs({{"ell", 2},
                {"burn_steps", 0},
                {"avg_steps", 1},
                {"burn_rounds", 0},
                {"posterior", "exact"}},
               [](const Seen&) { return everyone_in(T / 2, 0); });

}  // namespace
