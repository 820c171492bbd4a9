#include "bounds/chain_bound.hpp"

#include "../oracles/distance.hpp"
#include "../oracles/problems.hpp"
#include "oracles/stationary_law.hpp"
#include "test.hpp"

namespace chain_bound_test {

using namespace skald::bounds;
using oracles::GaussianProblem;
using Kind = LangevinLaw::Kind;
using Participation = LangevinLaw::Participation;

// W2 between the chain's stationary moments and the target. For laws that are mixtures it is a
// lower bound of W2 (Gelbrich 1990).
double exact_w2(const GaussianProblem& problem, const LangevinLaw& law) {
  const auto found = oracles::stationary_law(problem, law);
  REQUIRE(found.moments);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(problem.dimension());
  return gaussian_w2(*found.moments, oracles::Moments{zero, problem.covariance(law.temp)});
}

// Three clients: alike but for their minimisers, or as random_problem() has them.
std::vector<GaussianProblem> problems() {
  test::Generator generator(5);
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(2, 2);
  std::vector<GaussianProblem> all;
  for (const double scale : {0.01, 1.0, 100.0}) {
    std::vector<oracles::QuadraticClient> clients;
    for (int c = 0; c < 3; ++c)
      clients.push_back({scale * unit, 5 * test::normal_vector(generator, 2)});
    all.emplace_back(clients);
  }
  all.push_back(test::random_problem(generator, 3, 2));
  all.push_back(test::random_problem(generator, 5, 4));
  all.push_back(test::two_clients());
  return all;
}

double largest_curvature(const GaussianProblem& problem) {
  double largest = 0;
  for (std::size_t c = 0; c < problem.size(); ++c)
    largest = std::max(largest, problem.client(c).curvature.operatorNorm());
  return largest;
}

TEST_CASE("on a fixed schedule the bound is never below the exact W2") {
  LangevinLaw law;
  law.kind = Kind::averaging;
  law.at_communication = true;
  law.rho = GENERATE(0.0, 0.7, 1.0);
  law.temp = GENERATE(0.1, 1.0, 10.0);
  law.K = GENERATE(1, 2, 10, 100);
  for (const GaussianProblem& problem : problems()) {
    const double most = 1 / (2 * static_cast<double>(problem.size()) * largest_curvature(problem));
    for (const double share : {1.0, 0.1, 1e-4}) {
      law.step = share * most * (1 - 1e-9);
      CAPTURE(law.rho, law.temp, law.K, share, problem.size());
      const auto bound = chain_bound(problem, law);
      REQUIRE(bound);
      CHECK(bound->w2 >= exact_w2(problem, law));
    }
  }
}

TEST_CASE("under partial participation the bound is never below the exact W2") {
  test::Generator generator(6);
  std::vector<oracles::QuadraticClient> clients;
  for (int c = 0; c < 4; ++c)
    clients.push_back({Eigen::MatrixXd::Identity(2, 2), test::normal_vector(generator, 2)});
  const GaussianProblem problem(clients);
  LangevinLaw law;
  law.kind = Kind::averaging;
  law.at_communication = true;
  law.participation = GENERATE(Participation::with_replacement, Participation::without_replacement);
  law.rho = GENERATE(0.0, 1.0);
  law.K = GENERATE(1, 20);
  for (law.S = 1; law.S <= 4; ++law.S) {
    for (const double step : {0.12, 1e-3, 1e-6}) {
      law.step = step;
      const auto bound = chain_bound(problem, law);
      REQUIRE(bound);
      CHECK(bound->theorem == "Deng et al., Theorem C.3");
      CHECK(bound->w2 >= exact_w2(problem, law));
    }
  }
}

TEST_CASE("on a random schedule the bounds are never below the exact W2") {
  LangevinLaw law;
  law.kind = GENERATE(Kind::averaging, Kind::control_variate);
  law.rho = GENERATE(0.0, 0.7, 1.0);
  law.temp = GENERATE(0.1, 1.0, 10.0);
  law.p_c = GENERATE(1.0, 0.5, 0.05);
  law.q_cv = law.p_c / 2;
  int bounded = 0;
  for (const GaussianProblem& problem : problems()) {
    const double most = 1 / (static_cast<double>(problem.size()) * largest_curvature(problem));
    for (double share = 1; share > 1e-7; share /= 3) {
      law.step = share * most;
      CAPTURE(law.rho, law.temp, law.p_c, share, problem.size());
      const auto bound = chain_bound(problem, law);
      if (!bound) continue;
      ++bounded;
      CHECK(bound->w2 >= exact_w2(problem, law));
    }
  }
  CHECK(bounded >= 20);
}

TEST_CASE("a problem's constants reach the theorem: two clients on the line") {
  // A = (1, 3), minimisers (-1, 1), x* = 1/2: gradients at the mode 1.5 and -1.5.
  LangevinLaw law;
  law.kind = Kind::averaging;
  law.step = 1e-3;
  law.K = 5;
  law.rho = 0.5;
  FixedScheduleSetting fixed;
  fixed.m = 2;
  fixed.L = 6;
  fixed.d = 1;
  fixed.clients = 2;
  fixed.smallest_weight = 0.5;
  fixed.heterogeneity = 3;
  fixed.step = 1e-3;
  fixed.rho = 0.5;
  fixed.K = 5;
  const GaussianProblem problem = test::two_clients();
  CHECK(chain_bound(problem, law)->w2 == Approx(*fixed_schedule_bound(fixed)).epsilon(1e-12));

  // At temperature 4: U / 4 and the step 4 gamma.
  law.K = 0;
  law.p_c = 0.5;
  law.temp = 4;
  law.step = 2.5e-4;
  RandomScheduleSetting random;
  random.m = 0.25;
  random.L = random.L_hat = 0.75;
  random.d = 1;
  random.clients = 2;
  random.gradients = 1.5 * 1.5 / 16;
  random.step = 2e-3;
  random.tau = 0.25;
  random.p_c = 0.5;
  CHECK(chain_bound(problem, law)->w2 == Approx(*random_schedule_bound(random)).epsilon(1e-12));
  law.kind = Kind::control_variate;
  law.step = 1.25e-4;
  law.q_cv = random.q_c = 0.3;
  random.step = 1e-3;
  CHECK(chain_bound(problem, law)->w2 == Approx(*control_variate_bound(random)).epsilon(1e-12));
}

TEST_CASE("the variance of minibatches reaches the theorem") {
  const std::vector<double> noise{2, 6};
  LangevinLaw law;
  law.kind = Kind::averaging;
  law.step = 1e-3;
  law.K = 1;
  law.full_batch = false;
  law.gradient_noise = noise;
  const GaussianProblem problem = test::two_clients();
  // 900 kappa^2 eta m d kappa H, H = T / (m w) + (3 / m)^2 + 6 4 / m^2
  CHECK(chain_bound(problem, law)->w2 ==
        Approx(30 * 3 * std::sqrt(2e-3 * 3 * (1 + 2.25 + 6))).epsilon(1e-12));
  law.K = 0;
  law.p_c = 1;
  law.rho = 1;
  // v_2 = C_delta = 0; 6 gamma d 2 gamma L^3 / (b m^2) + 6 gamma 8 / (b^2 m)
  CHECK(chain_bound(problem, law)->w2 ==
        Approx(std::sqrt(6 * 2e-3 * 4e-3 * 27 / 2 + 6 * 2e-3 * 8 / 4)).epsilon(1e-12));
  law.gradient_noise = {noise.data(), 1};
  CHECK_THROWS_AS(chain_bound(problem, law), std::invalid_argument);
}

TEST_CASE("what no theorem is about has no bound") {
  const GaussianProblem problem = test::two_clients();
  LangevinLaw law;
  law.step = 1e-3;
  CHECK(chain_bound(problem, law).reason() == "no theorem: a single chain");
  law.kind = Kind::control_variate;
  law.K = 3;
  CHECK(chain_bound(problem, law).reason() ==
        "no theorem: with control variates, the schedule is random (p_c)");
  law.kind = Kind::averaging;
  law.full_batch = false;
  CHECK(chain_bound(problem, law).reason() ==
        "the variance of the minibatch gradients is not known");
  law.full_batch = true;
  law.step = 1;
  CHECK(chain_bound(problem, law).reason() ==
        "Deng et al., Theorem B.8: step is 1, expected at most 1 / (2 L) = 0.08333");
  law.K = 0;
  law.p_c = 0.5;
  const std::vector<double> weights{0.3, 0.7};
  law.weights = weights;
  CHECK(chain_bound(problem, law).reason() ==
        "no theorem: on a random schedule, the weights are 1/N");
}

}  // namespace chain_bound_test
