// The models of the kit's problems.
#pragma once

#include <memory>

#include "skald/model.hpp"

namespace skald::conformance {

// The array of a table that holds P_r, four numbers for each row, or once for all rows.
inline constexpr const char* kPrecision = "precision";

// With s the square (theta - x_r)' P_r (theta - x_r), the potential of row r is
enum class RowShape {
  quadratic,  // s / 2
  curved,     // sqrt(1 + s) - 1, which is s / 2 near x_r and grows like a distance far from it
};
// Two parameters, and the prior N(0, I / prior).
std::unique_ptr<Model> reference_rows(RowShape shape, double prior);

}  // namespace skald::conformance
