// W2 of averaged Langevin chains that communicate at random: FALD, Theorem 20 (Theorem 1 in full).
#pragma once

#include "bounds/random_schedule_setting.hpp"
#include "text/result.hpp"

namespace skald::bounds {

// Upper bound of W2(mu_k, pi) of the clients' average, in the unit of theta (the root of the
// theorem's bound). No value unless gamma < gamma_1 and gamma_2 and gamma m >= 8 C_r, as the
// theorem wants. gamma_1 also has q_c / m, of a parameter that FALD does not have (its proof sets
// q_c = gamma m): no condition.
text::Result<double> random_schedule_bound(const RandomScheduleSetting& setting);

}  // namespace skald::bounds
