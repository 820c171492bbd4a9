// DSGLD and FSGLD: what a travelling chain does, and what surrogates change.
#include "all_samplers/shipped_sampler.hpp"
#include "fsgld/surrogates.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

// grad U_c(theta).
VectorXd gradient(Federation& federation, Index c, const MatrixXd& theta) {
  MatrixXd out(theta.rows(), 1);
  federation.problem().gradient(c, view(theta), view(out));
  return out.col(0);
}

}  // namespace

TEST_CASE("DSGLD on one client is SGLD, bit for bit") {
  const auto federation = quadratic_federation(random_rows(1, 2, {7}, false), 0.3);
  // The minibatches of everyone are those of client 0.
  struct ClientZero final : Random {
    void normal(Stream s, std::int64_t k, Block out) const override {
      random_streams.normal(s, k, out);
    }
    void add_normal(Stream s, std::int64_t k, double scale, Block out) const override {
      random_streams.add_normal(s, k, scale, out);
    }
    void uniform(Stream s, std::int64_t k, Block out) const override {
      if (s.role == Role::minibatch) s.client = 0;
      random_streams.uniform(s, k, out);
    }
    void bits(Stream s, std::int64_t k, Index j, std::span<std::uint64_t> out) const override {
      random_streams.bits(s, k, j, out);
    }
  } random;
  const int batch = GENERATE(1, 3, 7);
  CHECK(run_sampler(*federation, "dsgld", {{"step", h}, {"batch", batch}, {"K", 4}}, 20) ==
        run_sampler(*federation, "sgld", {{"step", h}, {"batch", batch}}, random, 20));
}

TEST_CASE("DSGLD visits client s with probability f_s and moves by its gradient over f_s") {
  const auto federation = quadratic_federation(random_rows(2, 2, {2, 6, 4}, false), 0.6);
  const std::string rule = GENERATE("uniform", "examples");
  const Index chains = 4000;
  const MatrixXd found =
      run_sampler(*federation, "dsgld", {{"step", h}, {"visits", rule}, {"temp", 0.0}}, 1, chains);
  Index explained = 0;
  for (Index c = 0; c < 3; ++c) {
    const double f = rule == "uniform" ? 1.0 / 3 : federation->problem().weight(c);
    const VectorXd moved = VectorXd::Constant(2, 0.5) -
                           h / f * gradient(*federation, c, MatrixXd::Constant(2, 1, 0.5));
    const auto count = ((found.colwise() - moved).colwise().norm().array() < 1e-13).count();
    // Binomial(4000, f); three tests at 6 standard errors.
    CHECK(std::abs(static_cast<double>(count) - chains * f) < 6 * std::sqrt(chains * f * (1 - f)));
    explained += count;
  }
  CHECK(explained == chains);
}

TEST_CASE("a chain stays K steps at a client") {
  // At temperature 0 the steps at one client shrink by the factor 1 - h A / f.
  const auto federation = quadratic_federation(random_rows(3, 1, {1, 1, 1, 1}, true));
  const double factor = 1 - 4 * h * federation->gaussian().client(0).curvature(0, 0);
  const auto sampler =
      load_plugin<Sampler>("sampler/dsgld", {{"K", 5}, {"temp", 0.0}, {"step", h}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Constant(1, 50, 0.5));
  MatrixXd before = MatrixXd::Constant(1, 50, 0.5);
  MatrixXd last_move;
  int left = 0;
  for (int k = 0; k < 40; ++k) {
    const MatrixXd now = run.advance(1);
    const MatrixXd move = now - before;
    if (k % 5 == 0) {
      if (k > 0)
        left += static_cast<int>(((move - factor * last_move).array().abs() > 1e-9).count());
    } else {
      CHECK((move - factor * last_move).cwiseAbs().maxCoeff() < 1e-13);
    }
    last_move = move;
    before = now;
  }
  // 350 hand-overs, each to another client with probability 3/4; 6 standard errors.
  CHECK(std::abs(left - 262.5) < 6 * std::sqrt(350 * 3.0 / 16));
}

TEST_CASE("DSGLD has the stationary law of its random linear recursion") {
  // e <- (1 - h a_s / f_s) e - (h / f_s) g_s + sqrt(2 h) xi with g_s the gradient at the mode:
  // mean 0, v (1 - sum_s f_s (1 - h a_s / f_s)^2) = 2 h + h^2 sum_s g_s^2 / f_s.
  const auto federation = quadratic_federation(two_clients());
  const double f = 0.5, step = 0.05, g = 1.5;
  const double contraction = f * std::pow(1 - step / f, 2) + f * std::pow(1 - step * 3 / f, 2);
  const double variance = (2 * step + step * step * 2 * g * g / f) / (1 - contraction);
  const Index chains = 20000;
  const auto sampler = load_plugin<Sampler>("sampler/dsgld", {{"step", step}});
  SamplerRun run(*federation, *sampler, random_streams, nothing,
                 MatrixXd::Constant(1, chains, 0.5));
  const Eigen::ArrayXd e = run.advance(150).row(0).transpose().array() - 0.5;
  const auto n = static_cast<double>(chains);
  CHECK(std::abs(e.mean()) < 5.5 * std::sqrt(variance / n));
  const double error = std::sqrt(((e.square() - e.square().mean()).square().mean()) / n);
  CHECK(std::abs(e.square().mean() - variance) < 5.5 * error);
  CHECK(variance > 0.25 / (1 - step * 4 / 2) * 1.05);  // not that of ULA
}

TEST_CASE("conducive gradients are zero on average over the client") {
  const std::vector<double> f = {0.2, 0.5, 0.3};
  Surrogates full(3, 2);
  DiagonalSurrogates diagonal;
  diagonal.start(3, 2, 2);
  MatrixXd noise(2, 12);
  random_streams.normal({Role::metric}, 0, view(noise));
  for (Index c = 0; c < 3; ++c) {
    const MatrixXd factor = noise.middleCols(4 * c, 2);
    full.set(c, factor * factor.transpose(), noise.col(4 * c + 2));
    diagonal.set(c, factor.cwiseAbs2(), noise.middleCols(4 * c + 2, 2));
  }
  const MatrixXd theta = MatrixXd::Constant(2, 1, 0.7);
  MatrixXd of_full = MatrixXd::Zero(2, 1), of_diagonal = MatrixXd::Zero(2, 1);
  double size = 0;
  for (Index c = 0; c < 3; ++c) {
    const double p = f[static_cast<std::size_t>(c)];
    MatrixXd g = MatrixXd::Zero(2, 1);
    full.add_conducive(c, p, view(theta), view(g));
    of_full += p * g;
    size += g.norm();
    g.setZero();
    diagonal.add_conducive(c, p, 1, view(theta), view(g));
    of_diagonal += p * g;
    size += g.norm();
  }
  CHECK(of_full.norm() < 1e-14);
  CHECK(of_diagonal.norm() < 1e-14);
  CHECK(size > 1);
}

TEST_CASE("with exact surrogates FSGLD is ULA, at whichever client") {
  const auto federation = quadratic_federation(random_rows(4, 3, {2, 6, 4}, false), 0.6);
  const std::string visits = GENERATE("uniform", "examples");
  const std::string surrogate = GENERATE("analytic", "laplace");
  const int K = GENERATE(1, 4);
  const MatrixXd ula = run_sampler(*federation, "ula", {{"step", h}}, 60);
  const MatrixXd fsgld =
      run_sampler(*federation, "fsgld",
                  {{"step", h}, {"surrogate", surrogate}, {"visits", visits}, {"K", K}}, 60);
  CHECK((fsgld - ula).cwiseAbs().maxCoeff() < (surrogate == "analytic" ? 1e-12 : 1e-7));
  CHECK((run_sampler(*federation, "dsgld", {{"step", h}, {"visits", visits}, {"K", K}}, 60) - ula)
            .norm() > 0.01);
}

TEST_CASE("with flat surrogates FSGLD is DSGLD, bit for bit") {
  const auto federation = quadratic_federation(random_rows(5, 2, {3, 5}, false), 0.6);
  const std::vector<Setting> options = {{"step", h}, {"K", 3}, {"batch", 2}};
  std::vector<Setting> flat = options;
  flat.emplace_back("surrogate", "flat");
  CHECK(run_sampler(*federation, "fsgld", flat, 20) ==
        run_sampler(*federation, "dsgld", options, 20));
}

TEST_CASE("Laplace's approximation is the mode and its curvature") {
  FederationData data = random_rows(6, 2, {8, 5}, true);
  Federation curved(std::move(data),
                    std::make_unique<LinearPredictorModel>(
                        [](double x) { return std::tanh(x) + 0.3; }, 1.0, true, 0.8));
  const LaplaceApproximation q = laplace_approximation(curved.problem(), 0);
  CHECK(gradient(curved, 0, q.mode).norm() < 1e-7);
  MatrixXd expected = 0.8 * curved.problem().prior_share(0) * MatrixXd::Identity(2, 2);
  const ConstBlock features = curved.table().table().features;
  const Rows rows = curved.problem().rows(0);
  for (Index r = 0; r < rows.count; ++r) {
    const VectorXd x = features.column(rows.row(0, r));
    expected += x * x.transpose() / std::pow(std::cosh(x.dot(q.mode)), 2);
  }
  CHECK((q.precision - expected).norm() < 1e-7);
  // A potential that falls for ever.
  Federation falling(random_rows(6, 2, {8}, true),
                     std::make_unique<LinearPredictorModel>([](double) { return 1.0; }, 0.0, true));
  CHECK_THROWS_WITH(laplace_approximation(falling.problem(), 0),
                    Catch::Contains("strictly convex"));
}

TEST_CASE("local chains find mean and variances of the clients' likelihoods") {
  const auto federation = quadratic_federation(two_clients());
  const auto sampler = load_plugin<Sampler>(
      "sampler/fsgld", {{"surrogate", "swag"}, {"surrogate_steps", 20000}, {"step", 0.02}});
  const Index chains = 40;
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(1, chains));
  const auto state = run.state();
  REQUIRE(state.size() == 6);
  const MatrixXd &precisions = state.at(1), &shifts = state.at(2);
  for (Index c = 0; c < 2; ++c) {
    const double a = c == 0 ? 1 : 3, mu = c == 0 ? -1 : 1;
    const double ula = a * (1 - 0.02 * 2 * a / 2);  // the inverse variance at step h / f_c
    const Eigen::ArrayXd p = precisions.middleCols(c * chains, chains).row(0).transpose();
    const Eigen::ArrayXd m = shifts.middleCols(c * chains, chains).row(0).transpose().array() / p;
    // Autocorrelation time 1 / (h a / f) steps: at least 10000 * 0.04 / 2 = 200 independent draws
    // per chain, 8000 together; 6 standard errors.
    CHECK(std::abs((1 / p).mean() * ula - 1) < 6 * std::sqrt(2.0 / 8000) + 1.0 / 200);
    CHECK(std::abs(m.mean() - mu) < 6 / std::sqrt(8000 * a));
  }
  CHECK(state.at(3) == precisions.leftCols(chains) + precisions.rightCols(chains));
}

namespace {

using namespace ledger_terms;

// One client at a time, who hands theta on after four iterations.
// A chain that stays does not travel.
Cost handed_on(double gradients) { return both_ways(C * T / 4, hand_overs(4), gradients); }

const ShippedSampler dsgld =
    ShippedSampler("dsgld")
        .conforms({})
        .conforms({{"K", 5}, {"batch", 2}, {"visits", "examples"}, {"step", 0.001}})
        .costs({{"K", 4}, {"batch", 2}}, [](const Seen&) { return handed_on(C * T * 2); });

// Before that, every client sends so many numbers of its surrogate and receives their sums.
Cost exchanged(double numbers, double gradients) {
  Cost cost = handed_on(gradients);
  cost.bits_up += C * N * 32 * numbers;
  cost.bits_down += C * N * 32 * numbers;
  return cost;
}
constexpr double mean_and_precision = d + d * (d + 1) / 2;

const ShippedSampler fsgld =
    ShippedSampler("fsgld")
        // Each surrogate has a case, at a step that its gradients' noise allows for.
        .conforms({{"surrogate", "analytic"}, {"K", 3}}, conformance::kDefaultTolerance,
                  {"surrogate"})
        .conforms({{"surrogate", "laplace"}, {"K", 5}, {"batch", 2}},
                  conformance::kDefaultTolerance, {"surrogate_steps"})
        .conforms({{"surrogate", "swag"}, {"surrogate_steps", 3000}, {"step", 0.002}})
        .conforms({{"surrogate", "flat"}})
        .costs({{"surrogate", "flat"}, {"K", 4}, {"batch", 2}},
               [](const Seen&) { return handed_on(C * T * 2); })
        .costs({{"surrogate", "analytic"}, {"K", 4}, {"batch", 2}},
               [](const Seen&) { return exchanged(mean_and_precision, C * T * 2); })
        // Newton's method from 0 on a quadratic: a gradient, 2 d for the curvature, one where the
        // step leads, and 2 d that find nothing left to do. Asked for once, and charged to every
        // chain.
        .costs({{"surrogate", "laplace"}, {"K", 4}, {"batch", 2}},
               [](const Seen& seen) {
                 CHECK(seen.start.gradients == n * (2 + 4 * d));
                 return exchanged(mean_and_precision, C * (T * 2 + n * (2 + 4 * d)));
               })
        .costs({{"surrogate", "swag"}, {"surrogate_steps", 20}, {"K", 4}, {"batch", 2}},
               [](const Seen&) { return exchanged(2 * d, C * (T * 2 + 20 * N * 2)); });

}  // namespace
