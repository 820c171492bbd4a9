// A privacy statement with everything that is needed to read it.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/numerics.hpp"
#include "skald/release.hpp"
#include "skald/sensitivity.hpp"

namespace skald::privacy {

// Which pairs of data sets a privacy statement compares.

using skald::distance_in_clips;
using skald::Relation;

constexpr std::string_view name_of(Relation relation) {
  switch (relation) {
    case Relation::add_remove:
      return "add_remove";
    case Relation::replace_one:
      return "replace_one";
    case Relation::zero_out:
      return "zero_out";
  }
  return "unknown";
}

/// rdp: on a grid of orders. pld: exact where nothing is sampled.
using skald::Accounting;

std::string_view name_of(Accounting accounting);

/// What is protected from whom. Accountants copy it into their answers and do not interpret it.
struct Scope {
  std::string unit = "record";       // or "client"
  std::string adversary = "server";  // who sees the releases
};

struct Guarantee {
  double epsilon;  // certified from above, in [0, inf]
  // No epsilon below this holds at `delta` for the pair that dominates the releases; a given
  // sampler on given data may reveal less. 0 if unknown.
  double epsilon_low;
  double delta;      // certified from above
  double delta_low;  // the same for a delta that was computed; 0 if unknown
  Scope scope;
  Relation relation;
  std::string sampling;  // schemes in order of first appearance, joined by '+'
  Accounting accounting;
  double order = 0;           // Renyi order of the optimum; 0 where none was used
  bool order_at_end = false;  // the optimum is the first or last order tried
  double interval = 0;        // loss grid of the pld accountant; 0 where none was used
};

/// One line, e.g. "epsilon 2.1014 at delta 1e-05; unit record; adversary server; ...".
std::string describe(const Guarantee& guarantee);

// The pair (epsilon, delta) of approximate differential privacy.
struct Budget {
  double epsilon;  // in [0, inf]
  double delta;    // in [0, 1]
};

/// Throws std::invalid_argument unless epsilon is in [0, inf] and delta in [0, 1].
inline void check_budget(double epsilon, double delta) {
  if (!(epsilon >= 0)) {
    throw std::invalid_argument("privacy budget: epsilon is " + std::to_string(epsilon) +
                                ", expected a number from 0 to infinity");
  }
  if (!(delta >= 0 && delta <= 1)) {
    throw std::invalid_argument("privacy budget: delta is " + std::to_string(delta) +
                                ", expected a number from 0 to 1");
  }
}

// A number that a proof bounds from above.

/// A divergence or an epsilon, certified from above. What is not finite, be it an overflow or no
/// number at all, is no bound: it counts as infinite, so that no failed computation can certify
/// anything. What rounding makes negative is 0.
class UpperBound {
 public:
  constexpr UpperBound() = default;
  UpperBound(double value) : value_(std::isfinite(value) ? std::max(value, 0.0) : infinity) {}
  operator double() const { return value_; }
  UpperBound& operator+=(double more) { return *this = UpperBound(value_ + more); }

 private:
  double value_ = 0;
};

/// One for each order, or for each event.
using UpperBounds = std::vector<UpperBound>;

}  // namespace skald::privacy
