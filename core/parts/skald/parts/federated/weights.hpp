// Aggregation weights w_c of the clients.
#pragma once

#include <string_view>
#include <vector>

#include "skald/problem.hpp"

namespace skald {

// "uniform": 1/N each; "examples": n_c / n. Positive, sum 1, clients in order.
inline std::vector<double> aggregation_weights(const Problem& problem, std::string_view rule) {
  const Index clients = problem.clients();
  std::vector<double> weights(static_cast<std::size_t>(clients),
                              1.0 / static_cast<double>(clients));
  if (rule == "examples") {
    for (Index c = 0; c < clients; ++c) weights[static_cast<std::size_t>(c)] = problem.weight(c);
  }
  return weights;
}

}  // namespace skald
