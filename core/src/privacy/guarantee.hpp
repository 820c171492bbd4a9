// A privacy statement with everything that is needed to read it.
#pragma once

#include <string>
#include <string_view>

#include "privacy/relation.hpp"
#include "skald/release.hpp"

namespace skald::privacy {

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

}  // namespace skald::privacy
