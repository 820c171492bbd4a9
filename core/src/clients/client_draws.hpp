// Single draws from a client's own stream.
#pragma once

#include <array>
#include <cstdint>

#include "skald/random.hpp"

namespace skald::clients {

inline double uniform(const Random& random, Index client, std::int64_t iteration) {
  double draw = 0;
  random.uniform({Role::clients, client}, iteration, {&draw, 1, 1, 1});
  return draw;
}
inline double normal(const Random& random, Index client, std::int64_t iteration) {
  double draw = 0;
  random.normal({Role::clients, client}, iteration, {&draw, 1, 1, 1});
  return draw;
}
// The uniform draws of one report: whether the client drops out, and how long its steps take.
inline std::array<double, 2> draws_of_report(const Random& random, Index client, Index chain,
                                             std::int64_t iteration) {
  std::array<double, 2> draws{};
  random.uniform({Role::clients, client, chain}, iteration, {draws.data(), 2, 1, 2});
  return draws;
}

}  // namespace skald::clients
