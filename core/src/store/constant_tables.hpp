// Tables whose rows are the same in every database, so that views can compute with them.
#pragma once

#include "store/sqlite.hpp"

namespace skald::store {

// Fills student_t: the quantiles of probability 0.975 for 1 to 1000 degrees of freedom.
void fill_constant_tables(Connection& connection);

// Throws DamagedError unless the tables hold what fill_constant_tables() gives, except for
// rounding: intervals stand on them.
void require_constant_tables(const Connection& connection);

}  // namespace skald::store
