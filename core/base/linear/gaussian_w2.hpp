// Wasserstein-2 distance between Gaussians (Bures metric on the covariances).
#pragma once

#include "skald/observables.hpp"

namespace skald::linear {

// W2 of N(p) and N(q): root of ||m_p - m_q||^2 + Tr(S_p + S_q - 2 (S_p^{1/2} S_q S_p^{1/2})^{1/2}),
// clipped at zero. Covariances are symmetric positive semi-definite; negative eigenvalues from
// rounding count as zero. Distances below about 1e-8 times the larger standard deviation are lost
// to rounding. Throws std::invalid_argument where the dimensions differ.
double gaussian_w2(const LawMoments& p, const LawMoments& q);

}  // namespace skald::linear
