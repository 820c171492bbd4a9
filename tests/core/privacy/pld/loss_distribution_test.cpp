#include "privacy/pld/loss_distribution.hpp"

#include "loss_curve.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/pld/gaussian_loss.hpp"
#include "privacy/pld/sampled_loss.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

double curve(const LossDistribution& law, double epsilon) {
  double delta = law.infinity;
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    const double loss = law.grid.loss(i);
    if (loss > epsilon) delta += law.mass[i] * -std::expm1(epsilon - loss);
  }
  return delta;
}

// One step of fixed-size sampling as README.md derives it.
double fixed_size_curve(double z, double rate, double epsilon) {
  if (epsilon < 0) {
    return -std::expm1(epsilon) + std::exp(epsilon) * fixed_size_curve(z, rate, -epsilon);
  }
  return rate * gaussian_delta(z / 2, std::log1p(std::expm1(epsilon) / rate));
}

double poisson_removed_curve(double z, double rate, double epsilon) {
  if (epsilon <= std::log1p(-rate)) return -std::expm1(epsilon);
  const double base = std::log1p(std::expm1(epsilon) / rate);
  return rate * gaussian_curve(1 / z, base);
}

// `bins` counts the law for either side.
template <class Bins, class Curve>
void check_sides(Bins bins, double width, Curve truth) {
  const LossDistribution above = discretise(bins(Side::above));
  const LossDistribution below = discretise(bins(Side::below));
  for (const double mass : below.mass) REQUIRE(mass >= 0);
  for (double epsilon = -1.5; epsilon < 3; epsilon += 0.0137) {
    CAPTURE(epsilon);
    const double exact = truth(epsilon);
    CHECK(curve(above, epsilon) >= exact * (1 - 1e-12) - 1e-14);
    CHECK(curve(below, epsilon) <= exact * (1 + 1e-12));
    CHECK(curve(above, epsilon) - curve(below, epsilon) <= width * (exact + 1e-2));
  }
}

TEST_CASE("discretised curves lie on their sides of the exact one") {
  const SampledGaussian step{1.2, 0.1, 12};
  const auto bins = [&](const LossLaw& law) {
    return [=](Side side) {
      return count_bins(law.tails, uniform_grid(law.range.low, law.range.high, 2e-3), side, 1e-13);
    };
  };
  const auto removed = bins(poisson_law(step)), added = bins(reversed(poisson_law(step))),
             replaced = bins(fixed_size_law(step));
  check_sides(removed, 5e-3, [](double e) { return poisson_removed_curve(1.2, 0.1, e); });
  // All of its larger losses crowd below -log(1 - rate), where the lower side is loose.
  check_sides(added, 1e-2, [](double e) {
    return -std::expm1(e) + std::exp(e) * poisson_removed_curve(1.2, 0.1, -e);
  });
  check_sides(replaced, 5e-3, [](double e) { return fixed_size_curve(1.2, 0.1, e); });
}

TEST_CASE("both sides hold for a coarse grid and for single atoms") {
  const std::vector<LossAtom> atoms{{-0.7, 0.2, 0.2 * std::exp(0.7)},
                                    {0.33, 0.5, 0.5 * std::exp(-0.33)},
                                    {1.01, 0.3, 0.3 * std::exp(-1.01)}};
  const auto bins = [&](Side side) { return count_bins(atoms, 0, 0.25, side, 0); };
  const auto truth = [&](double epsilon) {
    double delta = 0;
    for (const LossAtom& atom : atoms) {
      if (atom.loss > epsilon) delta += atom.p * -std::expm1(epsilon - atom.loss);
    }
    return delta;
  };
  const LossDistribution above = discretise(bins(Side::above));
  const LossDistribution below = discretise(bins(Side::below));
  for (double epsilon = -2; epsilon < 2; epsilon += 0.01) {
    CAPTURE(epsilon);
    CHECK(curve(above, epsilon) >= truth(epsilon) - 1e-15);
    CHECK(curve(below, epsilon) <= truth(epsilon) + 1e-15);
  }
}

}  // namespace
}  // namespace skald::privacy
