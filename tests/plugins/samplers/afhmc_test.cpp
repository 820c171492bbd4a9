// AFHMC against its rounds written out, and against FA-HMC, which it is without heterogeneity.
#include <Eigen/Eigenvalues>

#include "all_samplers/shipped_sampler.hpp"
#include "hamiltonian/printed_laws.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace afhmc_test {

namespace {

const std::string kName = "afhmc";
const double kEpsilon = .05, kTemp = .7;
const int L = 4, K = 3;

std::vector<Setting> settings(double rho) {
  return {{"leap_step", kEpsilon}, {"leapfrog", L}, {"K", K}, {"rho", rho}, {"temp", kTemp}};
}

// A round from x in the paper's velocity form, both halves of every kick with their own gradient.
MatrixXd round_from(Federation& federation, const std::vector<double>& weights, double rho,
                    std::int64_t first, const MatrixXd& x) {
  const auto gradient = [&](Index c, const MatrixXd& at) {
    MatrixXd g(at.rows(), at.cols());
    federation.problem().gradient(c, view(at), view(g));
    return g;
  };
  const auto normals = [&](Stream stream, std::int64_t k) {
    MatrixXd z(x.rows(), x.cols());
    random_streams.normal(stream, k, view(z));
    return z;
  };
  const MatrixXd sum = gradient(Problem::everyone, x);
  MatrixXd mean = MatrixXd::Zero(x.rows(), x.cols());
  for (Index c = 0; c < federation.problem().clients(); ++c) {
    const double w = weights[static_cast<std::size_t>(c)];
    const auto force = [&](const MatrixXd& q) {
      return MatrixXd((gradient(c, q) / w - gradient(c, x) / w + sum) / kTemp);
    };
    MatrixXd q = x;
    for (std::int64_t k = first; k < first + K; ++k) {
      MatrixXd p = rho * normals({Role::shared_noise}, k) +
                   std::sqrt((1 - rho * rho) / w) * normals({Role::noise, c}, k);
      for (int l = 0; l < L; ++l) {
        const MatrixXd g = force(q);
        q += kEpsilon * p - kEpsilon * kEpsilon / 2 * g;
        p -= kEpsilon / 2 * (g + force(q));
      }
    }
    mean += w * q;
  }
  return mean;
}

}  // namespace

TEST_CASE("AFHMC: the states after rounds are those of its trajectories written out") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), 0.7);
  const double rho = GENERATE(0.0, 0.6, 1.0);
  MatrixXd expected = MatrixXd::Constant(3, 2, .5);
  for (int round = 0; round < 3; ++round)
    expected = round_from(*federation, {.2, .5, .3}, rho, round * K, expected);
  const MatrixXd found = run_sampler(*federation, kName, settings(rho), 3 * K, 2);
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("AFHMC of one client is its FA-HMC") {
  const auto federation = quadratic_federation(random_rows(2, 2, {7}, false), 0.3);
  CHECK((run_sampler(*federation, kName, settings(.6), 30) -
         run_sampler(*federation, "fa_hmc", settings(.6), 30))
            .cwiseAbs()
            .maxCoeff() < 1e-13);
}

namespace {

std::vector<Setting> unlike(int leapfrog, int trajectories, double rho, double epsilon = .1) {
  return {{"leap_step", epsilon},
          {"leapfrog", leapfrog},
          {"K", trajectories},
          {"rho", rho},
          {"temp", kTemp}};
}

MatrixXd root(const MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(a).operatorSqrt();
}
double w2(const MatrixXd& a, const MatrixXd& b) {
  return std::sqrt((a + b - 2 * root(root(a) * b * root(a))).trace());
}

}  // namespace

TEST_CASE("AFHMC: the stationary law on unlike clients") {
  const auto federation = four_unlike_clients();
  const auto check = [&](const std::vector<Setting>& settings, const Printed& printed) {
    check_moments(ExactLaw(*federation, kName, settings).moments(), printed);
  };
  const Eigen::Vector3d none = Eigen::Vector3d::Zero();
  check(unlike(4, 1, 1),
        {none, {.1240589263, -.0065670545, .0031429425, .1265054545, -.0081468092, .1554005431}});
  check(unlike(4, 1, .6),
        {none, {.1247002740, -.0066328459, .0032721886, .1270763405, -.0080616138, .1555299588}});
  check(unlike(4, 3, 1),
        {none, {.1286200481, -.0075479228, .0042752881, .1306633651, -.0076085303, .1565194970}});
  check(unlike(400, 1, 1, .002),
        {none, {.1475179939, -.0067756243, .0071408552, .1468527275, -.0040016738, .1567584424}});
}

TEST_CASE("AFHMC: W2 to the target tends to zero as the fourth power of a trajectory's length") {
  const auto federation = four_unlike_clients();
  const std::vector<std::pair<double, double>> printed{{.8, .0496}, {.4, .0011}, {.2, 5.9e-5}};
  for (const auto& [tau, expected] : printed) {
    const ExactLaw law(*federation, kName, unlike(800, 1, 1, tau / 800));
    const MatrixXd target = law.problem().covariance(kTemp);
    CHECK(w2(law.moments().covariance, target) == Approx(expected).epsilon(.05));
  }
}

TEST_CASE("AFHMC in a public comparison: the stationary law, and the round of W2^2 < .1") {
  const auto federation = two_groups();
  const ExactLaw law(*federation, kName, public_settings(50, 1));
  CHECK(std::abs(law.moments().mean(0)) < 1e-10);
  CHECK(std::abs(law.moments().covariance(0, 0) - 1.6000344891) < 1e-9);
  CHECK(squared_w2(law, 219) >= .1);
  CHECK(squared_w2(law, 220) < .1);
}

namespace {

using namespace ledger_terms;

const ShippedSampler afhmc =
    ShippedSampler(kName)
        .conforms({{"K", 2}, {"leapfrog", 3}, {"rho", 0.6}})
        // Gradients and states travel; the first gradient of a round is the one that is exchanged.
        .costs({{"K", 3}, {"leapfrog", 5}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * N * T / 3, C * T * 5 * n); });

}  // namespace

}  // namespace afhmc_test
