#include "privacy/events/shuffled_loss.hpp"

#include "privacy/events/composition.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace shuffled_loss_test {

using Randomiser = std::vector<std::vector<double>>;  // law of the report, for each datum
using Histogram = std::vector<int>;
using Law = std::map<Histogram, double>;

Randomiser response(int values, double epsilon) {
  const auto k = static_cast<double>(values);
  const double lie = 1 / (std::exp(epsilon) + k - 1);
  Randomiser rows(static_cast<std::size_t>(values),
                  std::vector<double>(static_cast<std::size_t>(values), lie));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i][i] = std::exp(epsilon) * lie;
  return rows;
}

// Any randomiser of two data: outcomes weighted by e^0 or e^epsilon in a random pattern of which
// the two rows have equal sums.
Randomiser crooked(double epsilon, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0.1, 1);
  Randomiser rows(3, std::vector<double>(4));
  for (;;) {
    std::vector<double> base(4);
    for (double& value : base) value = uniform(random);
    for (std::vector<double>& row : rows) {
      double sum = 0;
      for (std::size_t y = 0; y < 4; ++y) {
        sum += row[y] = base[y] * std::exp(epsilon * std::uniform_int_distribution<>(0, 1)(random));
      }
      for (double& value : row) value /= sum;
    }
    double worst = 0;
    for (const auto& a : rows) {
      for (const auto& b : rows) {
        for (std::size_t y = 0; y < 4; ++y) worst = std::max(worst, std::log(a[y] / b[y]));
      }
    }
    if (worst <= epsilon && worst > 0.7 * epsilon) return rows;
  }
}

// The exact law of the histogram of all reports.
Law reported(const Randomiser& randomiser, const std::vector<std::size_t>& data) {
  Law law{{Histogram(randomiser[0].size()), 1}};
  for (const std::size_t datum : data) {
    Law next;
    for (const auto& [histogram, mass] : law) {
      for (std::size_t y = 0; y < randomiser[datum].size(); ++y) {
        Histogram more = histogram;
        ++more[y];
        next[more] += mass * randomiser[datum][y];
      }
    }
    law = std::move(next);
  }
  return law;
}

double curve(const Law& p, const Law& q, double epsilon) {
  double delta = 0;
  for (const auto& [histogram, mass] : p) {
    delta += std::max(0.0, mass - std::exp(epsilon) * q.at(histogram));
  }
  return delta;
}

// The largest delta over all data of n clients and all replacements of one datum.
double worst_delta(const Randomiser& randomiser, std::size_t n, double epsilon) {
  const std::size_t values = randomiser.size();
  double worst = 0;
  std::vector<std::size_t> others(n - 1, 0);
  for (;;) {
    std::vector<Law> laws;
    for (std::size_t first = 0; first < values; ++first) {
      std::vector<std::size_t> data = others;
      data.push_back(first);
      laws.push_back(reported(randomiser, data));
    }
    for (const Law& p : laws) {
      for (const Law& q : laws) worst = std::max(worst, curve(p, q, epsilon));
    }
    std::size_t i = 0;
    while (i < others.size() && ++others[i] == values) others[i++] = 0;
    if (i == others.size()) return worst;
  }
}

double delta_of(const ShuffledReports& reports, double epsilon) {
  return delta({Relation::replace_one, {known(reports)}}, epsilon, Accounting::pld).delta;
}
double epsilon_of(const ShuffledReports& reports, double delta) {
  return epsilon({Relation::replace_one, {known(reports)}}, delta, Accounting::pld).epsilon;
}

TEST_CASE("shuffled randomised response: all data of a few clients") {
  for (const int values : {2, 3, 4}) {
    for (const std::int64_t clients : {1, 2, 4, 5}) {
      for (const double epsilon0 : {0.5, 1.5}) {
        const Randomiser randomiser = response(values, epsilon0);
        for (const double share : {0.0, 0.2, 0.6}) {
          const double epsilon = share * epsilon0;
          const double exact = worst_delta(randomiser, static_cast<std::size_t>(clients), epsilon);
          CAPTURE(values, clients, epsilon0, epsilon, exact);
          const double any = delta_of({epsilon0, clients}, epsilon);
          const double known = delta_of({epsilon0, clients, values}, epsilon);
          CHECK(any >= exact * (1 - 1e-9));
          CHECK(known >= exact * (1 - 1e-9));
          CHECK(known <= any * (1 + 1e-3));
          if (clients == 1) CHECK(known == Approx(exact).epsilon(1e-6));
        }
      }
    }
  }
}

TEST_CASE("shuffled randomised response: a smaller epsilon is refuted by some data") {
  for (const auto& [values, clients, share] :
       {std::tuple{2, 5, 0.85}, {3, 5, 0.8}, {2, 2, 0.9}, {3, 2, 0.9}}) {
    const double epsilon0 = 1.5, delta = 0.02;
    const double claimed = epsilon_of({epsilon0, clients, values}, delta);
    CAPTURE(values, clients, claimed);
    CHECK(worst_delta(response(values, epsilon0), static_cast<std::size_t>(clients), claimed) <=
          delta);
    CHECK(worst_delta(response(values, epsilon0), static_cast<std::size_t>(clients),
                      share * claimed) > delta);
  }
}

TEST_CASE("shuffled reports of other randomisers: all data of a few clients") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 12; ++i) {
    const double epsilon0 = 0.5 + 0.1 * i;
    const Randomiser randomiser = crooked(epsilon0, random);
    for (const double share : {0.0, 0.3, 0.7}) {
      const double exact = worst_delta(randomiser, 4, share * epsilon0);
      CAPTURE(i, share, exact);
      CHECK(delta_of({epsilon0, 4}, share * epsilon0) >= exact * (1 - 1e-9));
    }
  }
}

// The bound's own sum, over all numbers of clones.
double direct_delta(const ShuffledReports& reports, double epsilon) {
  const double n = static_cast<double>(reports.clients) - 1, truth = std::exp(reports.epsilon);
  const double p = 2 / (1 + truth), right = truth / (1 + truth);
  const auto log_binomial_mass = [](double trials, double k, double q) {
    return std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) +
           k * std::log(q) + (trials - k) * std::log1p(-q);
  };
  double delta = 0;
  for (double c = 0; c <= n; ++c) {
    const double weight = std::exp(log_binomial_mass(n, c, p));
    if (weight < 1e-22) continue;
    const double total = c + 1;
    for (double u = 0; u <= total; ++u) {
      const double mass = std::exp(log_binomial_mass(total, u, 0.5)) * 2 / total;
      const double yes = right * u + (1 - right) * (total - u);
      delta += weight * mass * std::max(0.0, yes - std::exp(epsilon) * (total - yes));
    }
  }
  return delta;
}

// The randomisers for which a clone's mute report is the least likely: `share` of the largest
// probability of a telling value, one value that gives away the one and one that gives away others.
Randomiser exposing(double epsilon, double share) {
  const double e = std::exp(epsilon), p = share / (e + 1), rest = 1 - share;
  // a of `rest` where the one is likelier: a / e + (rest - a) e + 2 p is 1.
  const double a = (rest * e + 2 * p - 1) / (e - 1 / e), b = rest - a;
  return {{e * p, p, a, b}, {p, e * p, a, b}, {p, p, a / e, b * e}};
}

TEST_CASE("shuffled reports: randomisers that expose who is no clone") {
  // For these the law of which (Feldman, McMillan, Talwar 2023, first version) hides whether the
  // one told is below the truth; the bound is not.
  for (const double epsilon0 : {0.7, 2.0, 4.0}) {
    for (const double share : {0.3, 0.6, 0.9}) {
      const Randomiser randomiser = exposing(epsilon0, share);
      if (randomiser[0][2] < 0 || randomiser[0][3] < 0) continue;
      for (const std::int64_t clients : {2, 3, 5}) {
        for (const double part : {0.0, 0.2, 0.5, 0.8, 0.95}) {
          const double epsilon = part * epsilon0;
          const double exact = worst_delta(randomiser, static_cast<std::size_t>(clients), epsilon);
          CAPTURE(epsilon0, share, clients, epsilon, exact);
          CHECK(delta_of({epsilon0, clients}, epsilon) >= exact * (1 - 1e-9));
        }
      }
    }
  }
}

TEST_CASE("shuffled reports: where the bound is attained, no smaller epsilon holds") {
  // Two answers to randomised response: of two clients always, of three where only three equal
  // reports tell (above log of 3 e / (e^2 + 2) and of (2 e + 1) / (e + 2), e = e^epsilon0).
  for (const double epsilon0 : {0.8, 2.0}) {
    const Randomiser randomiser = response(2, epsilon0);
    const double e = std::exp(epsilon0);
    const double late = std::log(std::max(3 * e / (e * e + 2), (2 * e + 1) / (e + 2)));
    for (const double part : {0.1, 0.5, 0.9}) {
      for (const auto& [clients, epsilon] : {std::pair<std::int64_t, double>{2, part * epsilon0},
                                             {3, late + part * (epsilon0 - late)}}) {
        const double exact = worst_delta(randomiser, static_cast<std::size_t>(clients), epsilon);
        CAPTURE(epsilon0, clients, epsilon, exact);
        CHECK(delta_of({epsilon0, clients}, epsilon) == Approx(exact).epsilon(1e-6));
        const double claimed = epsilon_of({epsilon0, clients}, exact);
        CHECK(claimed == Approx(epsilon).epsilon(1e-4));
        CHECK(worst_delta(randomiser, static_cast<std::size_t>(clients), 0.999 * claimed) > exact);
      }
    }
  }
}

// What telling a client's 0 from its 1 by the number of ones shows, everybody else having 0.
double counted_delta(double epsilon0, std::int64_t clients, double epsilon) {
  const double one = 1 / (1 + std::exp(epsilon0));
  std::vector<double> others{1};
  for (std::int64_t i = 1; i < clients; ++i) {
    others.push_back(0);
    for (std::size_t c = others.size() - 1; c > 0; --c) {
      others[c] = others[c] * (1 - one) + others[c - 1] * one;
    }
    others[0] *= 1 - one;
  }
  others.push_back(0);
  double delta = 0;
  for (std::size_t c = 0; c < others.size(); ++c) {
    const double before = c > 0 ? others[c - 1] : 0;
    const double zero = others[c] * (1 - one) + before * one;
    const double other = others[c] * one + before * (1 - one);
    delta += std::max(0.0, other - std::exp(epsilon) * zero);
  }
  return delta;
}

// What the numbers of the first two of three values show, everybody else having the third.
double elsewhere_delta(double epsilon0, std::int64_t clients, double epsilon) {
  const double e = std::exp(epsilon0), x = std::exp(epsilon), n = static_cast<double>(clients);
  const double lie = 1 / (e + 2), third = lie / (1 - 2 * lie);  // the latter a ratio
  double delta = 0;
  for (double u = 0; u <= n; ++u) {
    for (double v = 0; u + v <= n; ++v) {
      const double rest = n - u - v;
      const double sum = u * (e - x) + v * (1 - x * e) + rest * third * (1 - x);
      if (sum <= 0) continue;
      const double mass = std::lgamma(n + 1) - std::lgamma(u + 1) - std::lgamma(v + 1) -
                          std::lgamma(rest + 1) + (u + v) * std::log(lie) +
                          rest * std::log1p(-2 * lie);
      delta += std::exp(mass) * sum / n;
    }
  }
  return delta;
}

TEST_CASE("shuffled reports: exact attacks come close to the bound, many clients included") {
  for (const double epsilon0 : {0.5, 1.0, 2.0}) {
    for (const std::int64_t clients : {100, 1000}) {
      const double delta = 1e-5, claimed = epsilon_of({epsilon0, clients}, delta);
      const auto shown = [&](double epsilon) {
        return std::max(counted_delta(epsilon0, clients, epsilon),
                        elsewhere_delta(epsilon0, clients, epsilon));
      };
      CAPTURE(epsilon0, clients, claimed);
      CHECK(shown(claimed) <= delta);
      CHECK(shown(0.8 * claimed) > delta);
    }
  }
}

TEST_CASE("shuffled reports: more clients hide better") {
  for (const std::int64_t values : {0, 3, 12}) {
    double before = 2;
    for (const std::int64_t clients : {2, 10, 100, 1000, 10'000, 100'000, 1'000'000}) {
      const double epsilon = epsilon_of({2, clients, values}, 1e-6);
      CAPTURE(values, clients, epsilon, before);
      CHECK(epsilon <= before * (1 + 1e-6));
      CHECK(epsilon > 0.2 * before);
      before = epsilon;
    }
  }
}

// Balle, Bell, Gascon, Nissim 2019, Lemma 5.3: the mean over all of n reports, each of which is
// the blanket's with probability `share`.
double blanket_delta(double epsilon0, std::int64_t clients, std::int64_t values, double epsilon) {
  const double e = std::exp(epsilon0), x = std::exp(epsilon), k = static_cast<double>(values);
  const double share = 1 / (e + k - 1), n = static_cast<double>(clients);
  double delta = 0;
  for (double u = 0; u <= n; ++u) {
    for (double v = 0; u + v <= n; ++v) {
      for (double s = 0; u + v + s <= n; ++s) {
        const double sum = u * (e - x) + v * (1 - x * e) + s * (1 - x);
        if (sum <= 0) continue;
        const double rest = n - u - v - s;
        const double mass = std::lgamma(n + 1) - std::lgamma(u + 1) - std::lgamma(v + 1) -
                            std::lgamma(s + 1) - std::lgamma(rest + 1) + (u + v) * std::log(share) +
                            s * std::log((k - 2) * share) + rest * std::log1p(-k * share);
        delta += std::exp(mass) * sum / n;
      }
    }
  }
  return delta;
}

TEST_CASE("shuffled randomised response over several values: the blanket's own sum") {
  for (const auto& [epsilon0, clients, values] :
       {std::tuple<double, std::int64_t, std::int64_t>{1, 60, 3}, {2, 40, 10}, {0.5, 30, 5}}) {
    for (const double part : {0.05, 0.2, 0.5}) {
      const double exact = blanket_delta(epsilon0, clients, values, part * epsilon0);
      CAPTURE(epsilon0, clients, values, part, exact);
      CHECK(delta_of({epsilon0, clients, values}, part * epsilon0) >= exact * (1 - 1e-9));
      CHECK(delta_of({epsilon0, clients, values}, part * epsilon0) <= exact * (1 + 1e-3));
    }
  }
}

TEST_CASE("shuffled reports of many clients: few outcomes are as good as all") {
  const ShuffledReports reports{1, 3000};
  for (const double epsilon : {0.02, 0.1, 0.15}) {
    const double exact = direct_delta(reports, epsilon);
    CAPTURE(epsilon, exact);
    CHECK(delta_of(reports, epsilon) >= exact * (1 - 1e-8));
    CHECK(delta_of(reports, epsilon) <= exact * (1 + 1e-2));
  }
}

TEST_CASE("shuffled reports: the closed form of the paper is no better") {
  // Feldman, McMillan, Talwar 2021, Theorem 3.1, for epsilon0 <= log(n / (16 log(2 / delta))).
  for (const double clients : {1e3, 1e5, 1e6}) {
    for (const double epsilon0 : {0.5, 1.0, 2.0}) {
      const double delta = 1e-6, e = std::exp(epsilon0);
      if (epsilon0 > std::log(clients / (16 * std::log(2 / delta)))) continue;
      const double closed = std::log1p(
          (e - 1) / (e + 1) *
          (8 * std::sqrt(e * std::log(4 / delta)) / std::sqrt(clients) + 8 * e / clients));
      CAPTURE(clients, epsilon0, closed);
      const double found = epsilon_of({epsilon0, static_cast<std::int64_t>(clients)}, delta);
      CHECK(found < closed);
      CHECK(found > 0.1 * closed);
    }
  }
}

TEST_CASE("shuffled reports: several rounds, by losses and by Renyi divergences") {
  const ShuffledReports one{1, 2000}, ten{1, 2000, 0, 10};
  const double delta = 1e-6, once = epsilon_of(one, delta), many = epsilon_of(ten, delta);
  CHECK(many > 2 * once);
  CHECK(many < 10 * once);
  const double renyi =
      epsilon({Relation::replace_one, {known(ten)}}, delta, Accounting::rdp).epsilon;
  CHECK(renyi >= many);
  CHECK(renyi < 1.5 * many);
  // A round of one client is the randomiser itself.
  CHECK(epsilon_of({1, 1}, 0) == Approx(1));
  CHECK(delta_of({1, 1}, 0.5) == Approx((std::exp(1.0) - std::exp(0.5)) / (1 + std::exp(1.0))));
}

TEST_CASE("shuffled reports: numbers out of range are refused") {
  CHECK_THROWS_AS(shuffled_law({-1, 10}), std::invalid_argument);
  CHECK_THROWS_AS(shuffled_law({1, 0}), std::invalid_argument);
  CHECK_THROWS_AS(shuffled_law({1, 10, 1}), std::invalid_argument);
  CHECK(epsilon_of({0, 10}, 1e-6) == 0);
  CHECK(epsilon_of({0, 10, 3}, 1e-6) == 0);
}

}  // namespace shuffled_loss_test
}  // namespace skald::privacy
