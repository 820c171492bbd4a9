// A number that a proof bounds from above.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "privacy/infinity.hpp"

namespace skald::privacy {

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
