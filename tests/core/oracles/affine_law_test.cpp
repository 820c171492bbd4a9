// Chains told as affine maps, against the oracles that solve the same chains otherwise.
#include "oracles/affine_law.hpp"

#include "distance.hpp"
#include "oracles/averaged_chain.hpp"
#include "oracles/averaging_law.hpp"
#include "oracles/client_modes.hpp"
#include "oracles/time_average.hpp"
#include "problems.hpp"
#include "test.hpp"

namespace affine_law_test {

using namespace skald::oracles;
using Eigen::Index;

namespace {

const LangevinStep kStep{.04, .7, .6, {.2, .5, .3}, {}};

GaussianProblem three_clients() {
  test::Generator generator(3);
  return test::random_problem(generator, 3, 2);
}

// No client couples its two coordinates.
GaussianProblem separate_coordinates() {
  const auto client = [](double a, double b, double x, double y) {
    MatrixXd curvature(2, 2);
    curvature << a, 0, 0, b;
    return QuadraticClient{curvature, Eigen::Vector2d(x, y)};
  };
  return GaussianProblem({client(1, 3, 2, -1), client(2, .5, -1, 1), client(.7, 1, 0, 2)});
}

// FALD: local steps of all clients, and their average after every K, or with probability p_c.
class Fald final : public AffineChain {
 public:
  Fald(LangevinStep step, int K, double p_c) : step_(std::move(step)), K_(K), p_c_(p_c) {}

  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const Index d = clients.dimension(), N = clients.size(), n = N * d;
    const MatrixXd I = MatrixXd::Identity(d, d);
    MatrixXd move = MatrixXd::Zero(n, n), drift(n, 1), noise(n, n), all(n, d), mean(d, n);
    for (Index c = 0; c < N; ++c) {
      const double w = step_.weights[static_cast<std::size_t>(c)], h = step_.step / w;
      move.block(c * d, c * d, d, d) = I - h * clients.curvature(c).matrix();
      drift.middleRows(c * d, d) = -h * clients.slope(c).matrix();
      const double thermal = 2 * step_.step * step_.temp, rho2 = step_.rho * step_.rho;
      for (Index b = 0; b < N; ++b) noise.block(c * d, b * d, d, d) = thermal * rho2 * I;
      noise.block(c * d, c * d, d, d) +=
          thermal * (1 - rho2) / w * I + h * h * clients.noise(c).matrix();
      all.middleRows(c * d, d) = I;
      mean.middleCols(c * d, d) = w * I;
    }
    const MatrixXd zero = MatrixXd::Zero(n, 1), still = MatrixXd::Zero(n, n);
    const MatrixXd average = all * mean, stay = MatrixXd::Identity(n, n);
    stages.start(view(all), view(zero));
    for (int k = 0; k < K_; ++k) {
      stages.stage();
      stages.branch(1, view(std::as_const(move)), view(std::as_const(drift)),
                    view(std::as_const(noise)));
    }
    stages.stage();
    stages.branch(p_c_, view(average), view(zero), view(still));
    if (p_c_ < 1) stages.branch(1 - p_c_, view(stay), view(zero), view(still));
    stages.estimate(view(std::as_const(mean)));
    return true;
  }

 private:
  LangevinStep step_;
  int K_;
  double p_c_;
};

// QLSD: each coordinate of each client's gradient is kept with probability q, and divided by it.
class MaskedGradients final : public AffineChain {
 public:
  MaskedGradients(double step, double temp, double q) : step_(step), temp_(temp), q_(q) {}

  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const Index d = clients.dimension();
    const MatrixXd I = MatrixXd::Identity(d, d), zero = MatrixXd::Zero(d, 1);
    MatrixXd move = I;
    for (Index c = 0; c < clients.size(); ++c) move -= step_ * clients.curvature(c).matrix();
    const MatrixXd noise = 2 * step_ * temp_ * I;
    stages.start(view(I), view(zero));
    stages.stage();
    stages.branch(1, view(std::as_const(move)), view(zero), view(noise));
    for (Index c = 0; c < clients.size(); ++c) {
      for (Index i = 0; i < d; ++i) {
        const MatrixXd out = step_ * I.col(i);
        const MatrixXd in = clients.curvature(c).matrix().row(i).transpose();
        stages.scatter(1 / q_ - 1, view(out), view(in), clients.slope(c).matrix()(i, 0));
      }
    }
    stages.estimate(view(I));
    return true;
  }

 private:
  double step_, temp_, q_;
};

struct Told final : AffineChain {
  explicit Told(std::function<void(AffineStages&)> what) : tell(std::move(what)) {}
  bool describe(const QuadraticClients&, AffineStages& stages) const override {
    if (!tell) return false;
    tell(stages);
    return true;
  }
  std::function<void(AffineStages&)> tell;
};

void check_close(const Moments& found, const Moments& expected, double tolerance = 1e-11) {
  CHECK(test::distance(found.mean, expected.mean) < tolerance);
  CHECK(test::distance(found.covariance, expected.covariance) < tolerance);
}

Moments stationary_moments(const AffineChain& chain, const GaussianProblem& problem) {
  const auto law = AffineLaw::of(chain, problem);
  REQUIRE(law);
  return test::known(law->stationary());
}

}  // namespace

TEST_CASE("affine maps: rounds of local steps, stationary and from a start", "[oracles]") {
  const GaussianProblem problem = GENERATE(three_clients(), separate_coordinates());
  const Fald chain(kStep, 3, 1);
  check_close(stationary_moments(chain, problem), *fixed_schedule_law(problem, kStep, 3).moments);

  const Moments start{Eigen::Vector2d(2, -1), 4 * MatrixXd::Identity(2, 2)};
  auto path = AffineLaw::of(chain, problem)->from(start);
  REQUIRE(path);
  const GaussianKernel round = round_kernel(problem, kStep, 3);
  for (const int rounds : {1, 4, 2}) {
    check_close(path->after(rounds), apply(power(round, rounds), start), 1e-12);
  }
}

TEST_CASE("affine maps: random averages, also of coordinates that only coins couple", "[oracles]") {
  const GaussianProblem problem = GENERATE(three_clients(), separate_coordinates());
  check_close(stationary_moments(Fald(kStep, 1, .3), problem),
              *bernoulli_schedule_law(problem, kStep, .3).moments);
}

TEST_CASE("affine maps: a coin couples means that it moves", "[oracles]") {
  const auto law = AffineLaw::of(Fald(kStep, 1, .3), separate_coordinates());
  const Moments start{Eigen::Vector2d(0, 0), MatrixXd::Zero(2, 2)};
  auto path = law->from(start);
  REQUIRE(path);
  CHECK(std::abs(path->after(40).covariance(0, 1)) > 1e-5);
  check_close(path->after(4000), *law->stationary().moments);
}

TEST_CASE("affine maps: minibatch noise is the clients'", "[oracles]") {
  LangevinStep step = kStep;
  const GaussianProblem problem = three_clients();
  for (std::size_t c = 0; c < 3; ++c)
    step.gradient_noise.push_back(problem.client(2 - c).curvature);
  const auto law = AffineLaw::of(Fald(kStep, 2, 1), problem, step.gradient_noise);
  check_close(*law->stationary().moments, *fixed_schedule_law(problem, step, 2).moments);
}

TEST_CASE("affine maps: masks scatter what they hide", "[oracles]") {
  // One coordinate, so that the second moment can be written down: x' = (1 - h L) x - h sum_c
  // zeta_c (A_c x + g_c) + noise, of which E zeta_c^2 = 1 / q - 1.
  const GaussianProblem problem = test::two_clients();
  const double h = .05, temp = .8, q = .4, v = 1 / q - 1, L = 4;
  double squares = 0, slopes = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    squares += std::pow(problem.client(c).curvature(0, 0), 2);
    slopes += problem.gradient_at_mode(c).squaredNorm();
  }
  const double expected =
      (2 * h * temp + h * h * v * slopes) / (1 - std::pow(1 - h * L, 2) - h * h * v * squares);
  const Moments found = stationary_moments(MaskedGradients(h, temp, q), problem);
  CHECK(found.mean(0) == Approx(0).margin(1e-14));
  CHECK(found.covariance(0, 0) == Approx(expected).epsilon(1e-12));
  check_close(stationary_moments(MaskedGradients(.04, .7, 1), three_clients()),
              *ula_stationary_law(three_clients(), .04, .7).moments);
}

TEST_CASE("affine maps: far from the mode, squares forget as the sum of autocovariances says",
          "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const LangevinStep step = checked_step(problem, {.05, 1, .5, {}, {}});
  const auto law = AffineLaw::of(Fald(step, 1, .2), problem);
  const auto terms = law->square_autocovariance(1);
  REQUIRE(terms);
  const Moments moments = *law->stationary().moments;
  const auto block = all_coordinates(1);
  const double sum =
      integrated_covariance(client_modes(problem, step, block), step, block, .2, moments)(0, 0);
  // n Var(mean) of many draws; without the part of squares, 4 b^2 times the sum over all lags.
  const std::int64_t n = 1'000'000'000;
  std::complex<double> at_zero = 0;
  for (const Exponential& term : *terms) at_zero += term.weight;
  const double v = moments.covariance(0, 0), b = moments.mean(0);
  // A mixture, whose squares vary more than those of a normal number.
  CHECK(at_zero.real() > 1.01 * (2 * v * v + 4 * b * b * v));
  CHECK(at_zero.real() < 1.02 * (2 * v * v + 4 * b * b * v));
  std::complex<double> of_all = 0;
  for (const Exponential& term : *terms)
    of_all += term.weight * (1.0 + term.rate) / (1.0 - term.rate);
  const double error = second_moment_standard_error(*terms, n, 1);
  CHECK(error * error * static_cast<double>(n) == Approx(of_all.real()).epsilon(1e-4));
  CHECK(of_all.real() > 4 * b * b * sum);
}

TEST_CASE("affine maps: the law does not depend on the units of the state", "[oracles]") {
  // The state is (x, y): y holds a multiple of x, and is what masks hide.
  const auto law_in_units = [](double unit) {
    const Told chain([unit](AffineStages& stages) {
      MatrixXd I = MatrixXd::Identity(20, 20), move = I, none = MatrixXd::Zero(20, 1);
      move.topLeftCorner(10, 10) *= .9;
      move.bottomLeftCorner(10, 10) = unit * MatrixXd::Identity(10, 10);
      move.bottomRightCorner(10, 10).setZero();
      const MatrixXd noise = I.leftCols(10) * I.leftCols(10).transpose();
      stages.start(view(std::as_const(none)), view(std::as_const(none)));
      stages.stage();
      stages.branch(1, view(std::as_const(move)), view(std::as_const(none)), view(noise));
      for (Index i = 0; i < 10; ++i) {
        const MatrixXd out = I.col(i), in = I.col(10 + i) / unit;
        stages.scatter(.1, view(out), view(in), 0);
      }
      const MatrixXd estimate = I.topRows(1);
      stages.estimate(view(estimate));
    });
    return AffineLaw::of(chain, test::two_clients())->stationary();
  };
  // V = .81 V + 1 + .1 V', where V' is that of the stride before, V as well.
  for (const double unit : {1., 1e-6, 1e6}) {
    const Moments law = test::known(law_in_units(unit));
    CHECK(law.covariance(0, 0) == Approx(1 / (1 - .81 - .1)).epsilon(1e-10));
  }
}

TEST_CASE("affine maps: the relaxation time is that of the slowest mean", "[oracles]") {
  const auto law = AffineLaw::of(MaskedGradients(.05, 1, .5), test::two_clients());
  CHECK(law->relaxation() == Approx(-1 / std::log(1 - .05 * 4)).epsilon(1e-3));
  CHECK(std::isinf(AffineLaw::of(MaskedGradients(1, 1, 1), test::two_clients())->relaxation()));
}

TEST_CASE("affine maps: chains without a second moment have no law", "[oracles]") {
  // The mean contracts in both: (1 - h L)^2 = .04, to which masks add 10 h^2 / q.
  CHECK(AffineLaw::of(MaskedGradients(.3, 1, .5), test::two_clients())->stationary().moments);
  CHECK(AffineLaw::of(MaskedGradients(.3, 1, .3), test::two_clients())->stationary().diverges);
  CHECK(AffineLaw::of(Fald(kStep, 1, 1), three_clients())->stationary().moments);
  LangevinStep longer = kStep;
  longer.step = 3;
  CHECK(AffineLaw::of(Fald(longer, 1, 1), three_clients())->stationary().diverges);
}

TEST_CASE("affine maps: a description that contradicts itself is refused", "[oracles]") {
  const GaussianProblem problem = test::two_clients();
  const MatrixXd one = MatrixXd::Ones(1, 1), two = MatrixXd::Ones(2, 1);
  const auto begin = [&](AffineStages& stages) {
    stages.start(view(one), view(one));
    stages.stage();
  };
  CHECK_FALSE(AffineLaw::of(Told({}), problem));
  using Tell = std::function<void(AffineStages&)>;
  const std::vector<std::pair<Tell, const char*>> cases = {
      {[&](AffineStages& s) { s.start(view(two), view(one)); }, "shift is 1 x 1, expected 2 x 1"},
      {begin, "estimate() is missing"},
      {[&](AffineStages& s) {
         begin(s);
         s.branch(.5, view(one), view(one), view(one));
         s.estimate(view(one));
       },
       "add up to 0.500000, expected 1"},
      {[&](AffineStages& s) {
         begin(s);
         s.scatter(1, view(one), view(one), 0);
       },
       "comes before the first branch"}};
  for (const auto& [tell, found] : cases)
    CHECK_THROWS_WITH(AffineLaw::of(Told(tell), problem), Catch::Contains(found));
}

TEST_CASE("the ends of a chain that draws coins alone are those of all ways to go") {
  LangevinStep still = kStep;
  still.temp = 0;
  const GaussianProblem problem = three_clients();
  const Moments start{VectorXd::Constant(2, 1), MatrixXd::Zero(2, 2)};
  auto path = AffineLaw::of(Fald(still, 1, .5), problem)->from(start);
  const auto ends = path->ends(3);
  REQUIRE(ends);
  REQUIRE(ends->cols() == 8);  // all as likely
  const Moments law = path->after(3);
  const VectorXd mean = ends->rowwise().mean();
  CHECK((mean - law.mean).norm() < 1e-12);
  const MatrixXd apart = ends->colwise() - mean;
  CHECK((apart * apart.transpose() / 8 - law.covariance).norm() < 1e-12);
  CHECK_FALSE(path->ends(40));  // too many
  CHECK_FALSE(AffineLaw::of(Fald(kStep, 1, .5), problem)->from(start)->ends(3));
}

}  // namespace affine_law_test
