// W2 of averaged Langevin chains with control variates: VR-FALD*, Theorem 28 (Theorem 3 in full).
#pragma once

#include "bounds/random_schedule_setting.hpp"
#include "text/result.hpp"

namespace skald::bounds {

// Upper bound of W2(mu_k, pi) of the clients' average, in the unit of theta (the root of the
// theorem's bound). No value unless q_c <= p_c, gamma < gamma_2, and the assumptions of Lemmas 23,
// 25 and 26 hold. gamma_1, which the paper makes of the latter, is not used: its last term adds 2 /
// q_c to the square of a curvature where the lemma gives 3 (p_c + 3) L_hat^2, and its second has 8
// max(., 24 L_hat^2) where the lemma gives 32 / (p_c + 3) max(., 8 (p_c + 3) L_hat^2).
text::Result<double> control_variate_bound(const RandomScheduleSetting& setting);

}  // namespace skald::bounds
