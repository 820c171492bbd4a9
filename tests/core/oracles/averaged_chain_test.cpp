#include "oracles/averaged_chain.hpp"

#include "oracles/affine_law.hpp"
#include "test.hpp"

namespace averaged_chain_test {

using namespace skald::oracles;

namespace {

// Two clients of one coordinate that pull towards -1 and 1, of unlike curvature.
struct Pair {
  double p_c = .4, h = .06;
  Eigen::Vector2d curvature{1, 4}, slope{3, -3}, contraction = (1 - 2 * h * curvature.array());

  SquareAutocovariance squares(bool at_communication) const {
    const GaussianProblem problem(
        {{MatrixXd::Constant(1, 1, curvature(0)), VectorXd::Constant(1, -3)},
         {MatrixXd::Constant(1, 1, curvature(1)), VectorXd::Constant(1, 3. / 4)}});
    const LangevinStep step = checked_step(problem, {.step = h});
    const AveragedChain chain(step, p_c, 0, at_communication);
    return *AffineLaw::of(chain, problem)->square_autocovariance(1);
  }
};

// What is known of the clients' states once all coins are.
struct Given {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
};
const Eigen::Matrix2d kMeet = Eigen::Matrix2d::Constant(.5);
const Eigen::Vector2d kAverage = Eigen::Vector2d::Constant(.5);

// E f, E f^2 and E f f' of the squares f, f' of two successive averages, over all sequences of so
// many coins.
struct Moments4 {
  double first = 0, square = 0, lagged = 0;
};
void add(const Pair& of, const Given& now, int coins, double probability, Moments4& sum) {
  for (const bool meets : {false, true}) {
    const Eigen::Matrix2d M = (meets ? kMeet : Eigen::Matrix2d(Eigen::Matrix2d::Identity())) *
                              of.contraction.asDiagonal();
    const Eigen::Matrix2d own = 4 * of.h * Eigen::Matrix2d::Identity();  // 2 h / w_c
    const Eigen::Matrix2d noise = meets ? Eigen::Matrix2d(kMeet * own * kMeet) : own;
    const Eigen::Vector2d shift = -2 * of.h * of.slope, met = kMeet * shift;
    const Given next{M * now.mean + (meets ? met : shift),
                     M * now.covariance * M.transpose() + noise};
    const double p = probability * (meets ? of.p_c : 1 - of.p_c);
    if (coins > 1) {
      add(of, next, coins - 1, p, sum);
      continue;
    }
    const double m = kAverage.dot(now.mean), n = kAverage.dot(next.mean);
    const double v = kAverage.dot(now.covariance * kAverage),
                 w = kAverage.dot(next.covariance * kAverage);
    const double c = kAverage.dot(M * now.covariance * kAverage);
    sum.first += p * (n * n + w);
    sum.square += p * (n * n * n * n + 6 * n * n * w + 3 * w * w);
    sum.lagged += p * ((m * m + v) * (n * n + w) + 2 * c * c + 4 * m * n * c);
  }
}

}  // namespace

TEST_CASE("the spread of squares where coins decide is near that over all their sequences",
          "[oracles]") {
  const Pair pair;
  Moments4 all;
  add(pair, {}, 18, 1, all);
  const double variance = all.square - all.first * all.first,
               lagged = all.lagged - all.first * all.first;
  const auto terms = pair.squares(false);
  // After eighteen strides the law is stationary within a hundredth.
  CHECK(std::pow(second_moment_standard_error(terms, 1, 1), 2) == Approx(variance).epsilon(.02));
  CHECK(std::pow(second_moment_standard_error(terms, 2, 1), 2) ==
        Approx((variance + lagged) / 2).epsilon(.02));
}

}  // namespace averaged_chain_test
