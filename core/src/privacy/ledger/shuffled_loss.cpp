#include "privacy/ledger/shuffled_loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "privacy/pld/loss_bins.hpp"

namespace skald::privacy {
namespace {

constexpr std::int64_t most_clients = 10'000'000;
constexpr double most_atoms = 400'000;
constexpr double lost = 1e-25;          // probability left out of a window
constexpr double law_rounding = 4e-11;  // of binomial laws built by ratios of neighbours

// A binomial law on the whole numbers from `first` on, up to tails of probability `lost`.
struct Binomial {
  std::int64_t first;
  std::vector<double> mass;
};

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
  return law;
}

// What a shuffled round shows of a client, if everything is shown that does not tell its two data
// apart: it reports one of two values with probability `telling`, then the right one with
// probability `right`; every other client reports one of them in its place with probability
// `clone`, each equally often.
struct Clones {
  double telling, right, clone;
};

Clones clones_of(const ShuffledReports& reports) {
  const double truth = std::exp(reports.epsilon);
  const double right = 1 / (1 + std::exp(-reports.epsilon));
  if (reports.values == 0) return {1, right, 1 / truth};
  const double all = truth + static_cast<double>(reports.values) - 1;
  return {(truth + 1) / all, right, 2 / all};
}

// The law of the number of clones, rounded down to multiples of `width`: fewer of them reveal more.
// 0 also has what the window leaves out.
std::vector<double> clone_counts(const Binomial& law, std::int64_t width) {
  const auto last = law.first + static_cast<std::int64_t>(law.mass.size()) - 1;
  std::vector<double> counts(static_cast<std::size_t>(last) + 1);
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    const std::int64_t clones = (law.first + static_cast<std::int64_t>(i)) / width * width;
    counts[static_cast<std::size_t>(clones)] += law.mass[i];
  }
  if (law.first > 0) counts[0] += lost;
  return counts;
}

// The outcomes of all rounds, of probability `weight`, in which `clones` clients hide the one.
void add_atoms(std::vector<LossAtom>& atoms, double right, std::int64_t clones, double weight) {
  const auto total = static_cast<double>(clones) + 1;
  const Binomial halves = binomial(clones + 1, 0.5);
  for (std::size_t i = 0; i < halves.mass.size(); ++i) {
    const double u = static_cast<double>(halves.first) + static_cast<double>(i);
    const double yes = right * u + (1 - right) * (total - u), no = total - yes;
    const double mass = weight * halves.mass[i] * 2 / total;
    if (mass > 0) atoms.push_back({std::log(yes / no), mass * yes, mass * no});
  }
}

std::vector<LossAtom> shuffled_atoms(const ShuffledReports& reports) {
  const Clones clones = clones_of(reports);
  const Binomial law = binomial(reports.clients - 1, std::min(clones.clone, 1.0));
  const double largest = static_cast<double>(law.first) + static_cast<double>(law.mass.size());
  const double wanted = static_cast<double>(law.mass.size()) * 11 * std::sqrt(largest) / most_atoms;
  const std::int64_t width = std::max<std::int64_t>(1, static_cast<std::int64_t>(wanted));
  const std::vector<double> counts = clone_counts(law, width);
  std::vector<LossAtom> atoms;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    add_atoms(atoms, clones.right, static_cast<std::int64_t>(c), clones.telling * counts[c]);
  }
  if (clones.telling < 1) atoms.push_back({0, 1 - clones.telling, 1 - clones.telling});
  atoms.push_back({reports.epsilon, 2 * lost, 2 * lost * std::exp(-reports.epsilon)});
  std::sort(atoms.begin(), atoms.end(),
            [](const LossAtom& a, const LossAtom& b) { return a.loss < b.loss; });
  return atoms;
}

// Tails at every gap between sorted atoms, each summed from its small end.
struct SortedLaw {
  std::vector<double> loss;
  std::vector<LossTails> after;  // of the atoms up to that many
};

SortedLaw sorted(const std::vector<LossAtom>& atoms) {
  SortedLaw law;
  law.after.resize(atoms.size() + 1);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    law.loss.push_back(atoms[i].loss);
    law.after[i + 1].p_below = law.after[i].p_below + atoms[i].p;
    law.after[i + 1].q_below = law.after[i].q_below + atoms[i].q;
  }
  for (std::size_t i = atoms.size(); i-- > 0;) {
    law.after[i].p_above = law.after[i + 1].p_above + atoms[i].p;
    law.after[i].q_above = law.after[i + 1].q_above + atoms[i].q;
  }
  return law;
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

LossLaw shuffled_law(const ShuffledReports& reports) {
  check(reports);
  const auto law = std::make_shared<const SortedLaw>(sorted(shuffled_atoms(reports)));
  const double high = std::max(law->loss.back() * (1 + 1e-9), 1e-12);
  return {[law](double l) {
            const auto end = std::upper_bound(law->loss.begin(), law->loss.end(), l);
            return law->after[static_cast<std::size_t>(end - law->loss.begin())];
          },
          {-high, high},
          law_rounding};
}

}  // namespace skald::privacy
