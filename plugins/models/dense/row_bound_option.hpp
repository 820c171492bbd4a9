// The option by which a model takes a public bound of its rows' norms.
#pragma once

#include <limits>

#include "skald/options.hpp"

namespace skald {

struct RowBoundOptions {
  double row_bound = std::numeric_limits<double>::infinity();
};

// `Options` derives from RowBoundOptions.
template <class Options>
constexpr Option<Options> row_bound_option() {
  return inherited<Options>(
             "row_bound", &RowBoundOptions::row_bound,
             "public bound on the norm of a row's features, chosen without looking at the data: "
             "longer rows are scaled down to it (the run's notes count them). It bounds the rows' "
             "curvature, which tightens privacy sensitivities; inf: no bound")
      .symbol("R")
      .above(0);
}

}  // namespace skald
