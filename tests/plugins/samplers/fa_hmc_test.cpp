// FA-HMC against its rounds written out, and against FA-LD, which it is with one leapfrog step.
#include <Eigen/LU>

#include "all_samplers/shipped_sampler.hpp"
#include "hamiltonian/printed_laws.hpp"
#include "run_sampler.hpp"
#include "skald/minibatch.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace fa_hmc_test {

namespace {

const std::string kName = "fa_hmc";

MatrixXd normals(Stream stream, std::int64_t k, Index d, Index chains) {
  MatrixXd z(d, chains);
  random_streams.normal(stream, k, view(z));
  return z;
}

// The settings of a run of all clients.
struct Rounds {
  double epsilon, rho, temp;
  int L, K;
  std::optional<std::int64_t> batch;
  std::vector<double> weights;
};

// ghat_c / (w_c T) on the rows of gradient number `step` of client c.
MatrixXd force(Federation& federation, const Rounds& r, std::int64_t step, Index c, MatrixXd q) {
  Minibatch minibatch(r.batch);
  minibatch.start(federation.problem(), q.cols());
  const Rows rows = minibatch.draw(random_streams, step, federation.problem(), c);
  MatrixXd g(q.rows(), q.cols());
  federation.problem().gradient(c, rows, view(std::as_const(q)), view(g));
  return g / (r.weights[static_cast<std::size_t>(c)] * r.temp);
}

// The velocity form of the paper: q + epsilon p - (epsilon^2 / 2) g, p - (epsilon / 2) (g + g').
MatrixXd trajectory(Federation& federation, const Rounds& r, std::int64_t k, Index c, MatrixXd q) {
  const double w = r.weights[static_cast<std::size_t>(c)];
  MatrixXd p =
      r.rho * normals({Role::shared_noise}, k, q.rows(), q.cols()) +
      std::sqrt((1 - r.rho * r.rho) / w) * normals({Role::noise, c}, k, q.rows(), q.cols());
  MatrixXd g = force(federation, r, k * r.L, c, q);
  for (int l = 1; l <= r.L; ++l) {
    q += r.epsilon * p - r.epsilon * r.epsilon / 2 * g;
    if (l == r.L) break;
    const MatrixXd next = force(federation, r, k * r.L + l, c, q);
    p -= r.epsilon / 2 * (g + next);
    g = next;
  }
  return q;
}

MatrixXd after(Federation& federation, const Rounds& r, int rounds, MatrixXd x) {
  for (int round = 0; round < rounds; ++round) {
    MatrixXd mean = MatrixXd::Zero(x.rows(), x.cols());
    for (Index c = 0; c < federation.problem().clients(); ++c) {
      MatrixXd q = x;
      for (int t = 0; t < r.K; ++t) q = trajectory(federation, r, round * r.K + t, c, q);
      mean += r.weights[static_cast<std::size_t>(c)] * q;
    }
    x = mean;
  }
  return x;
}

}  // namespace

TEST_CASE("FA-HMC: the states after rounds are those of its trajectories written out") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), 0.7);
  Rounds r{.05, GENERATE(0.0, 0.6, 1.0), .7, 4, 3, {}, {.2, .5, .3}};
  std::vector<Setting> options{
      {"leap_step", r.epsilon}, {"rho", r.rho}, {"temp", r.temp}, {"leapfrog", r.L}, {"K", r.K}};
  if (GENERATE(false, true)) {
    r.batch = 2;
    options.emplace_back("batch", 2);
  }
  const MatrixXd expected = after(*federation, r, 3, MatrixXd::Constant(3, 2, .5));
  const MatrixXd found = run_sampler(*federation, kName, options, 3 * r.K, 2);
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("FA-HMC with one leapfrog step is FA-LD with h = epsilon^2 / (2 T)") {
  const auto federation = quadratic_federation(random_rows(2, 3, {4, 5, 3}, false), 0.3);
  const double epsilon = .06, temp = .7;
  std::vector<Setting> options{{"rho", .6}, {"temp", temp}, {"K", 3}};
  const std::string scheme = GENERATE("full", "with_replacement", "without_replacement");
  options.emplace_back("participation", scheme);
  if (scheme != "full") options.emplace_back("S", 2);
  if (scheme == "without_replacement") options.emplace_back("weights", "uniform");
  if (GENERATE(false, true)) options.emplace_back("batch", 2);
  const auto run = [&](const std::string& name, const std::vector<Setting>& own) {
    const MatrixXd states = run_sampler(*federation, name, with(options, own), 30, 5);
    return std::pair(states, federation->ledger());
  };
  const auto [found, cost] = run(kName, {{"leap_step", epsilon}, {"leapfrog", 1}});
  const auto [expected, its_cost] = run("fa_ld", {{"step", epsilon * epsilon / (2 * temp)}});
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(cost.gradient_evaluations == its_cost.gradient_evaluations);
  CHECK(cost.normals == its_cost.normals);
  CHECK(cost.rounds == its_cost.rounds);
  CHECK(cost.bits_up == its_cost.bits_up);
  CHECK(cost.bits_down == its_cost.bits_down);
}

// The clients' potentials agree, so that a trajectory is one of Hamiltonian dynamics with a
// standard normal momentum: energy is kept but for an error of epsilon^2.
TEST_CASE("FA-HMC: clients that agree turn their common state by the length of the trajectory") {
  FederationData data = two_clients();
  data.points.setConstant(2);
  data.precision = MatrixXd::Constant(1, 1, 1);
  const auto federation = quadratic_federation(std::move(data));
  // f = U / T has curvature 4 / .5 for weights n_c / n, and mode 2.
  const double tau = .3, angle = tau * std::sqrt(8);
  for (const int L : {100, 200}) {
    const MatrixXd found =
        run_sampler(*federation, kName,
                    {{"leap_step", tau / L}, {"leapfrog", L}, {"temp", .5}, {"rho", 1.0}}, 1, 4);
    const MatrixXd z = normals({Role::shared_noise}, 0, 1, 4);
    const MatrixXd exact =
        2 + (std::cos(angle) * -1.5 + std::sin(angle) / std::sqrt(8) * z.array());
    CHECK((found - exact).cwiseAbs().maxCoeff() < 2 * tau * tau / (L * L));
  }
}

namespace {

std::vector<Setting> unlike(int L, int K, double rho, double epsilon = .1) {
  return {{"leap_step", epsilon}, {"leapfrog", L}, {"K", K}, {"rho", rho}, {"temp", .7}};
}

}  // namespace

TEST_CASE("FA-HMC: the stationary law on unlike clients") {
  const auto federation = four_unlike_clients();
  const auto moments = [&](const std::vector<Setting>& settings) {
    return ExactLaw(*federation, kName, settings).moments();
  };
  const Eigen::Vector3d bias(.0588390135, .1765456773, .1900729657);
  check_moments(
      moments(unlike(4, 3, 1)),
      {bias, {.1306030515, -.0084962512, .0051094980, .1326138391, -.0075487517, .1574269248}});
  check_moments(
      moments(unlike(4, 3, .6)),
      {bias, {.1367840557, -.0102473736, .0065085280, .1392837589, -.0061518723, .1591639871}});
  check_moments(
      moments(unlike(4, 3, 0)),
      {bias, {.1402608706, -.0112323800, .0072954823, .1430355889, -.0053661276, .1601410846}});
  check_moments(moments(unlike(1, 3, .6)),
                {{.0048811962, .0079055351, .0107553023},
                 {.1244431377, -.0066573047, .0032604317, .1268456417, -.0081270651, .1555227506}});
}

TEST_CASE("FA-HMC: the bias tends to zero with the length of a trajectory, as its square") {
  const auto federation = four_unlike_clients();
  const std::vector<std::pair<int, double>> printed{
      {400, .1709}, {200, .0385}, {100, .0094}, {50, .0023}};
  for (const auto& [L, bias] : printed) {
    const auto law = ExactLaw(*federation, kName, unlike(L, 1, 1, .002));
    CHECK(std::abs(law.moments().mean.norm() - bias) < 6e-5);
  }
}

TEST_CASE("FA-HMC of one client has the covariance of its modified energy for every L and K") {
  FederationData data = random_rows(3, 3, {5}, false);
  const auto federation = quadratic_federation(std::move(data));
  const int L = GENERATE(1, 3, 7), K = GENERATE(1, 2);
  const double epsilon = .1, T = .7;
  const ExactLaw law(*federation, kName, unlike(L, K, .6, epsilon));
  const Eigen::MatrixXd precision = law.problem().precision();
  const Eigen::MatrixXd expected =
      T * (precision * (Eigen::MatrixXd::Identity(3, 3) - epsilon * epsilon / (4 * T) * precision))
              .inverse();
  CHECK(law.moments().mean.norm() < 1e-12);
  CHECK((law.moments().covariance - expected).cwiseAbs().maxCoeff() < 1e-12);
}

// q_L = cos(L phi) q + epsilon sin(L phi) / sin(phi) p with cos(phi) = 1 - epsilon^2 A / (2 w T).
TEST_CASE("FA-HMC: a trajectory turns every coordinate by L times its angle") {
  FederationData data{Eigen::MatrixXd::Zero(2, 1), {0}, Eigen::Vector4d(3, 0, 0, 8), 1};
  const auto federation = quadratic_federation(std::move(data));
  const int L = GENERATE(1, 2, 5, 11);
  const double epsilon = .2;
  const ExactLaw law(*federation, kName, unlike(L, 1, .6, epsilon));
  const oracles::Moments found = law.after({Eigen::Vector2d(1, 1), Eigen::MatrixXd::Zero(2, 2)}, 1);
  for (const auto& [i, A] : std::vector<std::pair<Index, double>>{{0, 3}, {1, 8}}) {
    const double phi = std::acos(1 - epsilon * epsilon * A / (2 * .7));
    CHECK(found.mean(i) == Approx(std::cos(L * phi)).margin(1e-12));
    const double kick = epsilon * std::sin(L * phi) / std::sin(phi);
    CHECK(found.covariance(i, i) == Approx(kick * kick).margin(1e-12));
  }
}

TEST_CASE("FA-HMC has no stationary law at a resonance, nor beyond its longest step") {
  FederationData data{Eigen::MatrixXd::Zero(1, 1), {0}, Eigen::MatrixXd::Constant(1, 1, 2), 1};
  const auto federation = quadratic_federation(std::move(data));
  // cos(phi) = 0 where epsilon^2 A = 2 T, and -1 where it is 4 T.
  const double quarter = std::sqrt(.7), limit = std::sqrt(2 * .7);
  const auto has_law = [&](int L, double epsilon) {
    const ExactLaw law(*federation, kName, unlike(L, 1, 0, epsilon));
    return law.stationary().moments.has_value();
  };
  CHECK(has_law(1, quarter));
  CHECK_FALSE(has_law(2, quarter));
  CHECK(has_law(3, .99 * limit));
  CHECK_FALSE(has_law(3, 1.01 * limit));
}

TEST_CASE("FA-HMC in a public comparison: the stationary law, and the round of W2^2 < .1") {
  struct Row {
    int L, K;
    std::int64_t rounds;
    double mean, variance;
  };
  const auto federation = two_groups();
  for (const Row& row :
       {Row{5, 10, 2278, 16.1952180814, 1.6007636622},
        Row{10, 5, 1169, 16.1911100776, 1.6014111899}, Row{25, 2, 499, 16.1828618293, 1.6027070455},
        Row{50, 1, 248, 16.1828618293, 1.6027021612}}) {
    const ExactLaw law(*federation, kName, public_settings(row.L, row.K));
    const oracles::Moments moments = law.moments();
    CHECK(std::abs(law.problem().mode()(0) + moments.mean(0) - row.mean) < 1e-9);
    CHECK(std::abs(moments.covariance(0, 0) - row.variance) < 1e-9);
    CHECK(squared_w2(law, row.rounds - 1) >= .1);
    CHECK(squared_w2(law, row.rounds) < .1);
  }
}

TEST_CASE("FA-HMC states no law under partial participation, nor for minibatches of unlike rows") {
  const auto federation = four_unlike_clients();
  CHECK_FALSE(ExactLaw(*federation, kName, {{"batch", 3}}).is_stated());  // curvatures differ
  CHECK_FALSE(
      ExactLaw(*federation, kName, {{"participation", "with_replacement"}, {"S", 2}}).is_stated());
  CHECK(ExactLaw(*federation, kName, {{"batch", 40}}).is_stated());
}

TEST_CASE("FA-HMC has a bias to state only where cohorts add noise") {
  const auto bias_of = [](const std::vector<Setting>& options) {
    return load_plugin<Sampler>("sampler/" + kName, options)->bias();
  };
  CHECK(bias_of({}) == nullptr);
  CHECK(bias_of({{"participation", "with_replacement"}, {"S", 2}, {"rho", 1.}}) == nullptr);
  CHECK(bias_of({{"participation", "with_replacement"}, {"S", 2}}) != nullptr);
}

namespace {

using namespace ledger_terms;

const ShippedSampler fa_hmc =
    ShippedSampler(kName)
        .conforms({{"K", 2}, {"leapfrog", 3}, {"rho", 0.6}})
        // Every leapfrog step has its gradient, none has two.
        .costs({{"K", 3}, {"leapfrog", 5}},
               [](const Seen&) { return everyone_in(T / 3, T * 5 * n); })
        // Two distinct clients per round, a row per leapfrog step.
        .costs({{"K", 3},
                {"leapfrog", 2},
                {"S", 2},
                {"batch", 1},
                {"participation", "without_replacement"},
                {"weights", "uniform"}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T * 2); });

}  // namespace

}  // namespace fa_hmc_test
