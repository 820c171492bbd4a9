// The loss of an epoch in which every unit is in one step, against quadrature and what is
// published.
#include "privacy/pld/allocation_loss.hpp"

#include "loss_curve.hpp"
#include "privacy/events/composition.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace allocation_loss_test {

// E (u - x)+ for log-normal u of mean 1 whose logarithm has the standard deviation s.
double call(double x, double s) {
  if (x <= 0) return 1 - x;
  const double d = (0.5 * s * s - std::log(x)) / s;
  return normal_cdf(d) - x * normal_cdf(d - s);
}

// E ((u + v) / 2 - x)+ for two such.
double call_of_two(double x, double s) {
  constexpr double step = 1e-3;
  double sum = 0;
  for (double g = -9; g <= 9 + s; g += step) {
    const double u = std::exp(s * g - 0.5 * s * s);
    sum += step * normal_density(g) * 0.5 * call(2 * x - u, s);
  }
  return sum;
}

TEST_CASE("balls in bins: one bin is a Gaussian release, two are a sum of two lognormals") {
  for (const double z : {0.7, 1.0, 2.0}) {
    const LossLaw one = allocation_law({z, 1}), two = allocation_law({z, 2});
    for (const double epsilon : {0.0, 0.5, 1.0, 2.0}) {
      CAPTURE(z, epsilon);
      const double single = gaussian_delta(z, epsilon);
      CHECK(curve(one, epsilon) >= single * (1 - 1e-9));
      CHECK(curve(one, epsilon) == Approx(single).epsilon(2e-3));
      const double x = std::exp(epsilon), removed = call_of_two(x, 1 / z);
      // E (1 - x R)+ = x (E (R - 1 / x)+ - 1 + 1 / x), E R = 1.
      const double added = x * (call_of_two(1 / x, 1 / z) - 1 + 1 / x);
      CHECK(curve(two, epsilon) >= removed * (1 - 1e-6));
      CHECK(curve(two, epsilon) == Approx(removed).epsilon(2e-3));
      CHECK(curve(reversed(two), epsilon) >= added * (1 - 1e-6) - 1e-12);
      CHECK(curve(reversed(two), epsilon) == Approx(added).epsilon(2e-3).margin(1e-12));
    }
  }
}

TEST_CASE("balls in bins: epochs that compose, and noise that hides nearly all") {
  const auto epsilon_of = [](std::int64_t bins, std::int64_t epochs) {
    KnownLaw law = known(Allocation{1, bins});
    law.count = epochs;
    return epsilon({Relation::add_remove, {law}}, 1e-5, Accounting::pld).epsilon;
  };
  CHECK(epsilon_of(100, 5) > 1.5 * epsilon_of(100, 1));
  CHECK(epsilon_of(100, 5) < 5 * epsilon_of(100, 1));
  // Where noise hides nearly all, the grid is coarser than the law, which costs sharpness alone.
  for (const double z : {1e3, 1e6, 1e15}) {
    const LossLaw one = allocation_law({z, 1});
    CHECK(curve(one, 0) >= gaussian_delta(z, 0));
    CHECK(curve(one, 0) <= gaussian_delta(z, 0) + 1e-6);
  }
  CHECK_THROWS_AS(allocation_law({0, 2}), std::invalid_argument);
  CHECK_THROWS_AS(allocation_law({1, 0}), std::invalid_argument);
}

constexpr double epsilons[] = {0.5, 1, 2};

TEST_CASE("balls in bins: delta of both directions") {
  struct Row {
    double z;
    std::int64_t bins;
    double digits;  // of the values: half a unit of the last one
    double removed[3], added[3];
  };
  // All coordinates but the last by quadrature, of two widths, that one in closed form.
  for (const Row& row :
       {Row{1,
            2,
            5e-11,
            {0.1491775232, 0.0592065013, 0.004745777816},
            {0.1426869658, 0.05019766237, 0.00205592453}},
        {1, 3, 5e-9, {0.10684064, 0.03350077, 0.00161412}, {0.09809494, 0.02383871, 0.00026028}},
        {1, 4, 5e-7, {0.081554, 0.020854, 0.000679}, {0.072023, 0.012361, 0.0000371}},
        {2,
         2,
         5e-12,
         {0.01832659476, 0.000646128372, 2.881186275e-08},
         {0.01739748585, 0.0004790062423, 1.9431e-09}},
        {2,
         3,
         5e-12,
         {0.008007397676, 8.771560767e-05, 3.75905e-10},
         {0.007233343605, 4.512086432e-05, 0}}}) {
    const LossLaw law = allocation_law({row.z, row.bins}), added = reversed(law);
    for (int i = 0; i < 3; ++i) {
      CAPTURE(row.z, row.bins, epsilons[i]);
      const double removed = curve(law, epsilons[i]);
      CHECK(removed >= row.removed[i] - row.digits);
      CHECK(removed == Approx(row.removed[i]).epsilon(4e-3).margin(row.digits));
      CHECK(curve(added, epsilons[i]) >= row.added[i] - row.digits);
      CHECK(curve(added, epsilons[i]) == Approx(row.added[i]).epsilon(4e-3).margin(row.digits));
    }
  }
}

// Epochs as releases, which is how samplers declare them.
std::vector<NoisyRelease> epochs(double z, std::int64_t bins, std::int64_t count = 1) {
  NoisyRelease epoch;
  epoch.noise_multiplier = z;
  epoch.sampling = Sampling::balls_in_bins;
  epoch.rate = 1 / static_cast<double>(bins);
  epoch.count = count;
  return {epoch};
}
std::vector<NoisyRelease> poisson_epoch(double z, std::int64_t steps) {
  return {{z, Sampling::poisson, 1 / static_cast<double>(steps), steps}};
}

TEST_CASE("balls in bins: epsilon, the larger one of both directions") {
  struct Row {
    std::int64_t bins;
    double removed, added;
  };
  // Transforms on linear grids of three widths; for 2 and 3 bins quadrature, too.
  for (const Row& row : {Row{2, 3.697385, 3.07973},
                         {3, 3.305100, 2.50842},
                         {4, 3.030427, 2.16887},
                         {10, 2.188848, 1.36487},
                         {100, 0.620940, 0.42195},
                         {1000, 0.13885, 0.1263}}) {
    CAPTURE(row.bins);
    const LossLaw law = allocation_law({1, row.bins});
    const auto alone = [](const LossLaw& one) {
      return epsilon({Relation::add_remove, {KnownLaw{one, true, false}}}, 1e-5, Accounting::pld)
          .epsilon;
    };
    CHECK(alone(law) == Approx(row.removed).epsilon(5e-4));
    CHECK(alone(reversed(law)) == Approx(row.added).epsilon(5e-4));
    const Guarantee both = epsilon(epochs(1, row.bins), 1e-5, Accounting::pld);
    CHECK(both.epsilon == Approx(row.removed).epsilon(5e-4));
    CHECK(both.epsilon_low <= row.removed * (1 + 5e-6));
    CHECK(both.epsilon_low == Approx(row.removed).epsilon(5e-3));
  }
}

TEST_CASE("balls in bins are not better than Poisson samples at every epsilon") {
  // The curves cross there: the exact ones, larger directions, by quadrature.
  for (const auto& [bins, crossing] : {std::pair{2, 0.52986}, {3, 0.44151}}) {
    CAPTURE(bins);
    const auto excess = [bins = bins](double at) {
      return delta(epochs(1, bins), at, Accounting::pld).delta -
             delta(poisson_epoch(1, bins), at, Accounting::pld).delta;
    };
    CHECK(excess(crossing - 0.01) > 0);
    CHECK(excess(crossing + 0.01) < 0);
  }
  // Total variation, and a delta in use.
  CHECK(delta(epochs(1, 2), 0, Accounting::pld).delta == Approx(0.2977622).epsilon(1e-3));
  CHECK(delta(poisson_epoch(1, 2), 0, Accounting::pld).delta == Approx(0.2726303).epsilon(1e-4));
  CHECK(delta(epochs(1, 3), 0, Accounting::pld).delta == Approx(0.2539609).epsilon(1e-3));
  CHECK(delta(poisson_epoch(1, 3), 0, Accounting::pld).delta == Approx(0.2305220).epsilon(1e-4));
  for (const std::int64_t bins : {2, 3, 100}) {
    CHECK(epsilon(epochs(1, bins), 1e-5, Accounting::pld).epsilon <
          epsilon(poisson_epoch(1, bins), 1e-5, Accounting::pld).epsilon);
  }
}

TEST_CASE("balls in bins as releases: composed, calibrated, and what they are refused with") {
  const auto eps = [](const std::vector<NoisyRelease>& releases) {
    return epsilon(releases, 1e-5, Accounting::pld).epsilon;
  };
  KnownLaw law = known(Allocation{1, 100});
  law.count = 5;
  const double composed = epsilon({Relation::add_remove, {law}}, 1e-5, Accounting::pld).epsilon;
  CHECK(eps(epochs(1, 100, 5)) == composed);
  const std::vector<NoisyRelease> steps{{1, Sampling::none, 1, 3}};
  CHECK(eps({epochs(1, 100, 5)[0], steps[0]}) > std::max(composed, eps(steps)));
  // One bin, and noise so small that no law is computed: as if the step were known.
  CHECK(eps(epochs(1, 1, 3)) == eps(steps));
  CHECK(eps(epochs(0.25, 100, 3)) == eps({{0.25, Sampling::none, 1, 3}}));
  CHECK(epsilon(epochs(0.25, 100, 3), 1e-5, Accounting::pld).epsilon_low == 0);
  CHECK(eps(epochs(0.3, 100, 3)) < 0.9 * eps({{0.3, Sampling::none, 1, 3}}));
  // The noise that a budget needs.
  const double z = noise_multiplier(epochs(1, 100, 5), {2, 1e-5}, Accounting::pld);
  CHECK(eps(epochs(z, 100, 5)) <= 2);
  CHECK(eps(epochs(z * (1 - 1e-4), 100, 5)) > 2);
  for (const Accounting other : {Accounting::rdp, Accounting::zcdp, Accounting::classical}) {
    CHECK_THROWS_AS(epsilon(epochs(1, 100), 1e-5, other), std::invalid_argument);
  }
  const auto refused = [](auto change) {
    std::vector<NoisyRelease> wrong = epochs(1, 100);
    change(wrong[0]);
    CHECK_THROWS_AS(check(wrong), std::invalid_argument);
  };
  refused([](NoisyRelease& r) { r.rate = 0.3; });
  refused([](NoisyRelease& r) { r.rate = 0; });
  refused([](NoisyRelease& r) { r.relation = Relation::replace_one; });
  refused([](NoisyRelease& r) { r.noise = Noise::laplace; });
  refused([](NoisyRelease& r) { r.round_rate = 0.5; });
}

}  // namespace allocation_loss_test
}  // namespace skald::privacy
