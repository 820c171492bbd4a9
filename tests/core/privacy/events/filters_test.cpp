#include "privacy/events/filters.hpp"
#include "loss_curve.hpp"
#include "privacy/events/response_loss.hpp"
#include "privacy/gaussian.hpp"
#include "privacy/numerics.hpp"
#include "privacy/rdp.hpp"
#include "privacy/renyi_conversion.hpp"
#include "test.hpp"

namespace skald::privacy {

namespace filters_test {

// The largest delta at `epsilon` that an adversary reaches who chooses, from all outcomes so far,
// between two randomised responses and stopping, while the filter admits what it asks for: dynamic
// programming over what was asked how often and how large the loss is.
class Adversary {
 public:
  Adversary(double epsilon, std::vector<double> responses, std::vector<double> costs,
            double capacity)
      : epsilon_(epsilon),
        responses_(std::move(responses)),
        costs_(std::move(costs)),
        capacity_(capacity) {}

  double best() { return from({0, 0, 0, 0}); }

 private:
  using State = std::array<int, 4>;  // truths and lies of either response

  double loss(const State& s) const {
    return (s[0] - s[1]) * responses_[0] + (s[2] - s[3]) * responses_[1];
  }
  double from(const State& s) {
    const auto known = values_.find(s);
    if (known != values_.end()) return known->second;
    double best = std::max(0.0, -std::expm1(epsilon_ - loss(s)));
    for (std::size_t i = 0; i < 2; ++i) {
      const double spent = (s[0] + s[1]) * costs_[0] + (s[2] + s[3]) * costs_[1];
      if (spent + costs_[i] > capacity_) continue;
      State truth = s, lie = s;
      ++truth[2 * i];
      ++lie[2 * i + 1];
      const double p = 1 / (1 + std::exp(-responses_[i]));
      best = std::max(best, p * from(truth) + (1 - p) * from(lie));
    }
    return values_[s] = best;
  }

  double epsilon_;
  std::vector<double> responses_, costs_;
  double capacity_;
  std::map<State, double> values_;
};

// What is reached with `times` the capacity of a budget.
double reached(const Budget& budget, double order, double times = 1) {
  const std::vector<double> responses{0.2, 0.5};
  std::vector<double> costs;
  for (const double e : responses) costs.push_back(response_rdp(order, {e, 0}));
  const double capacity = times * renyi_capacity(budget, order);
  return Adversary(budget.epsilon, responses, costs, capacity).best();
}

TEST_CASE("filter: no adversary who adapts to outcomes exceeds the budget") {
  for (const Budget budget : {Budget{2, 1e-2}, Budget{1.5, 1e-3}, Budget{3, 1e-4}}) {
    for (const double order : {2.0, 4.0, 8.0}) {
      CAPTURE(budget.epsilon, budget.delta, order);
      CHECK(reached(budget, order) <= budget.delta);
    }
  }
  // A capacity twice as large is too large.
  CHECK(reached({2, 1e-2}, 4, 2) > 1e-2);
}

TEST_CASE("filter: capacities invert the conversions") {
  for (const double order : {1.5, 3.0, 20.0}) {
    const double capacity = renyi_capacity({2, 1e-6}, order);
    if (capacity == 0) continue;
    const std::vector<double> orders{order};
    const UpperBounds full{capacity};
    CHECK(renyi_epsilon(orders, full, 1e-6).value == Approx(2));
  }
  const double mu = gaussian_capacity({1, 1e-5});
  CHECK(mu == Approx(1 / 3.73063163482));
  // The Gaussian filter is exact: a little more is too much.
  CHECK(gaussian_delta(1 / mu, 1) <= 1e-5 * (1 + 1e-9));
  CHECK(gaussian_delta(1 / (1.0001 * mu), 1) > 1e-5);
}

// Two Gaussian mechanisms, the second chosen from the outcome of the first: its square of mu is the
// share of what is left that `choose` takes.
template <class Choose>
double adaptive_delta(double mu_squared, double first_share, double epsilon, Choose choose) {
  const double mu1 = std::sqrt(first_share * mu_squared), step = 1e-3;
  double delta = 0;
  for (double x = -9; x < 9; x += step) {
    const double loss = mu1 * (x + 0.5 * mu1);  // x: noise under P
    const double left = choose(loss) * (1 - first_share) * mu_squared;
    const double gap = epsilon - loss;
    const double later =
        left <= 0 ? std::max(0.0, -std::expm1(gap)) : gaussian_curve(std::sqrt(left), gap);
    delta += step * std::exp(-0.5 * x * x) * later;
  }
  return delta / std::sqrt(2 * 3.14159265358979323846);
}

TEST_CASE("filter: Gaussian mechanisms chosen from outcomes reveal no more than one of all mu") {
  const double mu_squared = 1, epsilon = 1;
  const double one = gaussian_delta(1, epsilon);
  for (const double share : {0.1, 0.3, 0.5, 0.8}) {
    CHECK(adaptive_delta(mu_squared, share, epsilon, [](double) { return 1.0; }) ==
          Approx(one).epsilon(1e-5));
    for (const double threshold : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      const auto go_on_below = [=](double loss) { return loss < threshold ? 1.0 : 0.0; };
      const auto go_on_above = [=](double loss) { return loss > threshold ? 1.0 : 0.3; };
      CHECK(adaptive_delta(mu_squared, share, epsilon, go_on_below) <= one * (1 + 1e-5));
      CHECK(adaptive_delta(mu_squared, share, epsilon, go_on_above) <= one * (1 + 1e-5));
    }
  }
}

TEST_CASE("filter: it stops for good at the first mechanism that does not fit") {
  PrivacyFilter filter(1);
  CHECK(filter.admit(0.3, 2) == 2);
  CHECK(filter.admit(0.2, 5) == 2);
  CHECK(filter.stopped());
  CHECK(filter.spent() == Approx(1));
  CHECK(filter.admit(0, 1) == 0);
  PrivacyFilter tenths(1);
  CHECK(tenths.admit(0.1, 100) == 10);
  CHECK(tenths.spent() <= 1);
  CHECK_THROWS_AS(PrivacyFilter(1).admit(-1, 1), std::invalid_argument);
}

TEST_CASE("filter: the order is that at which most fits") {
  const std::vector<double>& orders = default_orders();
  UpperBounds divergences;
  for (const double order : orders) divergences.push_back(gaussian_rdp(order, 10));
  const double order = filter_order(orders, divergences, {1, 1e-5});
  const double fit = renyi_capacity({1, 1e-5}, order) / gaussian_rdp(order, 10);
  for (const double other : orders) {
    CHECK(renyi_capacity({1, 1e-5}, other) / gaussian_rdp(other, 10) <= fit);
  }
  CHECK(filter_order(orders, divergences, {0.001, 1e-300}) == 0);
}

// The law of truths less lies after another randomised response.
std::map<int, double> after(const std::map<int, double>& mass, double response) {
  const double p = 1 / (1 + std::exp(-response));
  std::map<int, double> next;
  for (const auto& [at, probability] : mass) {
    next[at + 1] += p * probability;
    next[at - 1] += (1 - p) * probability;
  }
  return next;
}

// The probability that the loss of randomised responses ever exceeds bound[n] after n of them.
double ever_exceeded(double response, const std::vector<double>& bound) {
  std::map<int, double> mass{{0, 1.0}};
  double exceeded = 0;
  for (const double limit : bound) {
    const std::map<int, double> next = after(mass, response);
    mass.clear();
    for (const auto& [at, probability] : next) {
      if (at * response > limit) {
        exceeded += probability;
      } else {
        mass[at] = probability;
      }
    }
  }
  return exceeded;
}

TEST_CASE("odometer: the loss exceeds it at no time, but with probability delta") {
  const double response = 0.3, delta = 0.05;
  const std::vector<double>& orders = default_orders();
  std::vector<double> odometer, each_time;
  std::map<int, double> mass{{0, 1.0}};
  for (int n = 1; n <= 400; ++n) {
    UpperBounds divergences;
    for (const double order : orders) divergences.push_back(n * response_rdp(order, {response, 0}));
    odometer.push_back(odometer_epsilon(orders, divergences, delta));
    // The smallest bound that holds with that probability at time n alone.
    mass = after(mass, response);
    double above = 0;
    int limit = n;
    while (above + mass[limit] <= delta) {
      above += mass[limit];
      limit -= 2;
    }
    each_time.push_back(limit * response);
  }
  CHECK(ever_exceeded(response, odometer) <= delta);
  CHECK(ever_exceeded(response, odometer) > 1e-4);
  // An epsilon that holds at every fixed time is no odometer.
  CHECK(ever_exceeded(response, each_time) > 2 * delta);
  CHECK(std::is_sorted(odometer.begin(), odometer.end()));
}

TEST_CASE("odometer: limits") {
  const std::vector<double> orders{2, 4};
  const UpperBounds nothing{0.0, 0.0}, some{0.1, 0.2};
  CHECK(odometer_epsilon(orders, nothing, 1e-5) == 0);
  CHECK(std::isinf(odometer_epsilon(orders, some, 0)));
  CHECK(odometer_epsilon(orders, some, 1) == 0);
  // One order: r + log(1 / delta) / (a - 1).
  CHECK(odometer_epsilon(std::vector{3.0}, UpperBounds{0.5}, 1e-4) ==
        Approx(0.5 + std::log(1e4) / 2));
}

}  // namespace filters_test

namespace selection_test {

constexpr double poisson = std::numeric_limits<double>::infinity();

// E x^K of the number K of candidates.
double generating(const Repetitions& repetitions, double x) {
  const auto& [shape, mean] = repetitions;
  if (std::isinf(shape)) return std::exp(mean * (x - 1));
  if (shape == 1) return x / mean / (1 - (1 - 1 / mean) * x);
  // Logarithmic: the chance to stop has the mean (1 / g - 1) / log(1 / g).
  double low = 1e-9, high = 1 - 1e-12;
  for (int i = 0; i < 200; ++i) {
    const double g = 0.5 * (low + high);
    ((1 / g - 1) / std::log(1 / g) > mean ? low : high) = g;
  }
  return std::log1p(-(1 - low) * x) / std::log(low);
}

// The law of the best of K outcomes, of which later ones are better; first, that there is none.
std::vector<double> best(const std::vector<double>& law, const Repetitions& repetitions) {
  std::vector<double> result{generating(repetitions, 0)};
  double below = 0, before = result[0];
  for (const double mass : law) {
    below += mass;
    const double now = generating(repetitions, below);
    result.push_back(now - before);
    before = now;
  }
  return result;
}

double divergence(const std::vector<double>& p, const std::vector<double>& q, double order) {
  std::vector<double> terms;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) terms.push_back(order * std::log(p[i]) + (1 - order) * std::log(q[i]));
  }
  return log_sum(terms) / (order - 1);
}

TEST_CASE("selection: never below the exact law of the best of random mechanisms") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  const std::vector<double> orders{1.1, 1.5, 2, 3, 5, 8, 16, 32, 64, 256};
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> p(6), q(6);
    double sum_p = 0, sum_q = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum_p += p[i] = std::exp(3 * uniform(random));
      sum_q += q[i] = p[i] * std::exp(uniform(random));
    }
    for (double& mass : p) mass /= sum_p;
    for (double& mass : q) mass /= sum_q;
    UpperBounds once;
    for (const double order : orders) {
      once.push_back(std::max(divergence(p, q, order), divergence(q, p, order)));
    }
    for (const Repetitions repetitions :
         {Repetitions{1, 5}, {1, 50}, {0, 5}, {poisson, 3}, {poisson, 20}, {1, 1}}) {
      const UpperBounds bound = selection_rdp(repetitions, orders, once);
      const auto best_p = best(p, repetitions), best_q = best(q, repetitions);
      for (std::size_t i = 0; i < orders.size(); ++i) {
        CAPTURE(trial, repetitions.shape, repetitions.mean, orders[i]);
        CHECK(bound[i] >= divergence(best_p, best_q, orders[i]) - 1e-12);
        CHECK(bound[i] >= divergence(best_q, best_p, orders[i]) - 1e-12);
      }
    }
  }
}

TEST_CASE("selection: of a pure mechanism, a geometric number costs three times as much") {
  // Liu, Talwar 2019: 3 epsilon; 2 epsilon for a logarithmic number.
  const std::vector<double> orders{2, 1e3, 1e9};
  const UpperBounds once(orders.size(), UpperBound(0.4));
  CHECK(selection_rdp({1, 100}, orders, once)[2] == Approx(1.2).epsilon(1e-6));
  CHECK(selection_rdp({0, 100}, orders, once)[2] == Approx(0.8).epsilon(1e-6));
  CHECK(selection_rdp({1, 1}, orders, once)[2] >= 0.4);
  // A shape near -1: the chance to stop is e^-1377 or so, which no double holds.
  const double far = selection_rdp({-0.99, 1e6}, orders, once)[2];
  CHECK(far >= 0.4 + 0.01 * 0.4);
  CHECK(far < 0.5);
  CHECK(selection_rdp({-0.99, 1e6}, orders, once)[0] >
        selection_rdp({-0.99, 1e3}, orders, once)[0] + std::log(1e3) - 1e-9);
  CHECK(std::isinf(selection_rdp({-1 + 1e-12, 1e6}, orders, once)[2]));
  CHECK_THROWS_AS(check(Repetitions{1, 0.5}), std::invalid_argument);
  CHECK_THROWS_AS(check(Repetitions{-1, 5}), std::invalid_argument);
  CHECK_THROWS_AS(check(Repetitions{poisson, 0}), std::invalid_argument);
  CHECK_THROWS_AS(selection_rdp({-1, 5}, orders, once), std::invalid_argument);
}

}  // namespace selection_test

}  // namespace skald::privacy
