#include "privacy/events/shuffled_loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {
namespace {

constexpr std::int64_t most_clients = 10'000'000;
constexpr double most_outcomes = 25'000'000;  // that are enumerated
constexpr double least_counts = 8;            // of clones that are told apart
constexpr double lost = 1e-25;                // probability left out of a window

// A binomial law on the whole numbers from `first` on, up to tails of probability `lost`.
struct Binomial {
  std::int64_t first;
  std::vector<double> mass;
};

// Without the ends that are left out.
Binomial trimmed(Binomial law) {
  const auto negligible = [left = lost / 2](double mass) mutable { return (left -= mass) >= 0; };
  const auto begin = std::find_if_not(law.mass.begin(), law.mass.end(), negligible);
  const auto end = std::find_if_not(law.mass.rbegin(), law.mass.rend(), negligible).base();
  return {law.first + (begin - law.mass.begin()), {begin, end}};
}

Binomial binomial(std::int64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  const double reach = std::ceil(std::sqrt(0.5 * n * std::log(2 / lost)));  // Hoeffding
  const double mode = std::floor((n + 1) * p);
  const double low = std::max(0.0, mode - reach - 1), high = std::min(n, mode + reach + 1);
  Binomial law{static_cast<std::int64_t>(low),
               std::vector<double>(static_cast<std::size_t>(high - low) + 1)};
  const auto at = [&](double k) -> double& { return law.mass[static_cast<std::size_t>(k - low)]; };
  const double middle = std::min(mode, n), odds = p / (1 - p);
  at(middle) = 1;
  for (double k = middle; k < high; ++k) at(k + 1) = at(k) * ((n - k) / (k + 1)) * odds;
  for (double k = middle; k > low; --k) at(k - 1) = at(k) * (k / (n - k + 1)) / odds;
  double sum = 0;
  for (const double mass : law.mass) sum += mass;
  for (double& mass : law.mass) mass /= sum;
  return trimmed(std::move(law));
}

// Clients whose reports blend with the one's, whatever their data: each of the others is such a
// clone with probability `share`, and reports one of the two telling values, each equally often,
// or with probability `mute` something that tells nothing.
struct Clones {
  std::int64_t clients;
  double share, mute;
};

Clones any_randomiser(const ShuffledReports& reports) {
  return {reports.clients, 2 / (std::exp(reports.epsilon) + 1), 0};
}

Clones response(const ShuffledReports& reports) {
  const auto k = static_cast<double>(reports.values);
  return {reports.clients, k / (std::exp(reports.epsilon) + k - 1), (k - 2) / k};
}

// How many values a binomial law of this variance has that are looked at, about.
double reach_of(double variance) { return 21 * std::sqrt(variance) + 2; }

double outcomes_per_count(const Clones& clones) {
  const double hidden = static_cast<double>(clones.clients) * clones.share + 1;
  const double told = hidden * (1 - clones.mute);
  return reach_of(told / 4) * reach_of(told * clones.mute);
}

// As many of the clients as can be enumerated: those left out are not needed to hide the one.
Clones affordable(Clones clones) {
  while (outcomes_per_count(clones) > most_outcomes / least_counts) {
    clones.clients = clones.clients * 9 / 10;
  }
  return clones;
}

// Both bounds hold for randomised response over several values; the loss of one report among n
// varies like the root of (probability of a telling value) / n.
Clones clones_of(const ShuffledReports& reports) {
  const Clones any = affordable(any_randomiser(reports));
  if (reports.values == 0) return any;
  const Clones known = affordable(response(reports));
  const auto spread = [](const Clones& c) {
    return c.share * (1 - c.mute) / static_cast<double>(c.clients);
  };
  return spread(known) <= spread(any) ? known : any;
}

// The law of the number of clones, rounded down to multiples of `width`: fewer of them reveal more.
std::vector<double> clone_counts(const Binomial& law, std::int64_t width) {
  const auto last = law.first + static_cast<std::int64_t>(law.mass.size()) - 1;
  std::vector<double> counts(static_cast<std::size_t>(last) + 1);
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    const std::int64_t clones = (law.first + static_cast<std::int64_t>(i)) / width * width;
    counts[static_cast<std::size_t>(clones)] += law.mass[i];
  }
  return counts;
}

// A pair of laws on the losses -epsilon to epsilon in equal steps. An outcome between two of them
// is divided so that both its probabilities are kept: who is told which part it was knows more.
class LossSteps {
 public:
  explicit LossSteps(double epsilon)
      : step_(std::max(epsilon, 1e-6) / half), ratio_(2 * half + 1), q_(2 * half + 1) {
    for (std::size_t i = 0; i < ratio_.size(); ++i) ratio_[i] = std::exp(loss(i));
  }
  double loss(std::size_t i) const { return (static_cast<double>(i) - half) * step_; }
  std::size_t size() const { return q_.size(); }
  double p(std::size_t i) const { return q_[i] * ratio_[i]; }
  double q(std::size_t i) const { return q_[i]; }

  void add(double p, double q) {
    const double place = std::floor(std::log(p / q) / step_ + half);
    const auto below = static_cast<std::size_t>(std::clamp(place, 0.0, 2.0 * half - 1));
    const double low = ratio_[below], high = ratio_[below + 1];
    const double upper = std::clamp((p - q * low) / (high - low), 0.0, q);
    q_[below] += q - upper;
    q_[below + 1] += upper;
  }

 private:
  static constexpr int half = 1 << 17;
  double step_;
  std::vector<double> ratio_;  // of p to q
  std::vector<double> q_;
};

// The outcomes, of probability `weight` in all, in which `hidden` reports may be the one's: if all
// were clones', each outcome's mass is turned into the two laws' by its mean ratio.
void add_outcomes(LossSteps& steps, double truth, const Clones& clones, std::int64_t hidden,
                  double weight) {
  const auto total = static_cast<double>(hidden);
  const Binomial telling = binomial(hidden, 1 - clones.mute);
  for (std::size_t i = 0; i < telling.mass.size(); ++i) {
    if (telling.mass[i] == 0) continue;
    const std::int64_t c = telling.first + static_cast<std::int64_t>(i);
    const auto told = static_cast<double>(c);
    const Binomial halves = binomial(c, 0.5);
    const double scale = weight * telling.mass[i] * clones.share / total;
    for (std::size_t j = 0; j < halves.mass.size(); ++j) {
      const double u = static_cast<double>(halves.first) + static_cast<double>(j);
      const double yes = total - told + truth * u + (told - u);
      const double no = total - told + u + truth * (told - u);
      const double mass = scale * halves.mass[j];
      if (mass > 0) steps.add(mass * yes, mass * no);
    }
  }
}

LossSteps shuffled_outcomes(const ShuffledReports& reports) {
  const Clones clones = clones_of(reports);
  const Binomial law = binomial(clones.clients - 1, std::min(clones.share, 1.0));
  const double wanted =
      static_cast<double>(law.mass.size()) * outcomes_per_count(clones) / most_outcomes;
  const std::int64_t width = std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted));
  const std::vector<double> counts = clone_counts(law, width);
  LossSteps steps(reports.epsilon);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    add_outcomes(steps, std::exp(reports.epsilon), clones, static_cast<std::int64_t>(c) + 1,
                 counts[c]);
  }
  return steps;
}

// `outside`: what is left out of windows, whose loss is at most the largest one.
std::vector<LossAtom> outcomes_of(const LossSteps& steps, double outside) {
  std::vector<LossAtom> outcomes;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    outcomes.push_back({steps.loss(i), steps.p(i), steps.q(i)});
  }
  outcomes.back().p += outside;
  return outcomes;
}

}  // namespace

void check(const ShuffledReports& reports) {
  if (!(reports.epsilon >= 0 && std::isfinite(reports.epsilon))) {
    throw std::invalid_argument("shuffled reports: epsilon is " + std::to_string(reports.epsilon) +
                                ", expected a finite number of at least 0");
  }
  if (reports.clients < 1 || reports.clients > most_clients) {
    throw std::invalid_argument("shuffled reports: clients is " + std::to_string(reports.clients) +
                                ", expected 1 to 10000000");
  }
  if (reports.values < 0 || reports.values == 1 || reports.count < 0) {
    throw std::invalid_argument(
        "shuffled reports: expected values of 2 or more (0: any randomiser), and a count of 0 or "
        "more");
  }
}

const char* shuffled_bound(const ShuffledReports& reports) {
  return clones_of(reports).mute > 0 ? "Balle, Bell, Gascon, Nissim 2019"
                                     : "Feldman, McMillan, Talwar 2023";
}

LossLaw shuffled_law(const ShuffledReports& reports) {
  check(reports);
  const double outside = reports.clients == 1 ? 0 : 6 * lost;  // of all windows
  return listed_law(outcomes_of(shuffled_outcomes(reports), outside), 0);
}

}  // namespace skald::privacy
