// Wasserstein-2 distance between Gaussians (Bures metric on the covariances).
#pragma once

#include <Eigen/Core>

#include "oracles/moments.hpp"

namespace skald {

// W2 of N(p) and N(q): root of ||m_p - m_q||^2 + Tr(S_p + S_q - 2 (S_p^{1/2} S_q S_p^{1/2})^{1/2}),
// clipped at zero. Covariances are symmetric positive semi-definite; negative eigenvalues from
// rounding count as zero. Distances below about 1e-8 times the larger standard deviation are lost
// to rounding.
double gaussian_w2(const Moments& p, const Moments& q);

}  // namespace skald
