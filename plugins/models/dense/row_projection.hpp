// Rows whose features are scaled down to a public bound of their Euclidean norm.
#pragma once

#include <cstdint>
#include <string>

#include "skald/table.hpp"

namespace skald {

// The factor that scales a row of that norm down to the bound; 1 where it is not longer.
inline double projection(double norm, double bound) { return norm > bound ? bound / norm : 1; }

// How many of the table's training rows are longer than the bound.
Index rows_beyond(const Table& table, double bound);

// The part of a DerivedArray's recipe that states the bound; "" where it is infinite.
std::string projection_recipe(double bound);

}  // namespace skald
