// Amplification of any mechanism by secret subsampling, on its privacy profile delta(epsilon).
#pragma once

#include <cstdint>
#include <functional>

#include "privacy/budget.hpp"
#include "skald/parts/privacy/amplification.hpp"

namespace skald::privacy {

/// delta of a mechanism at a given epsilon when a unit takes part `copies` times.
using GroupProfile = std::function<double(double epsilon, std::int64_t copies)>;

/// The budget that an (epsilon, delta) mechanism satisfies on a Poisson sample (add_remove) or on a
/// fixed-size sample without replacement (replace_one) of that rate (Balle, Barthe, Gaboardi 2018,
/// Theorems 8 and 9).
Budget amplify(Budget base, double rate);

/// The base budget whose amplification is `target`. rate in (0, 1].
Budget amplification_base(Budget target, double rate);

/// The budget that a mechanism with the given profile satisfies on `draws` draws with replacement
/// from `population` under replace_one, at base loss `epsilon` (the same paper, Theorem 10).
Budget amplify_with_replacement(const GroupProfile& profile, double epsilon, std::int64_t draws,
                                std::int64_t population);

/// Profile of the Gaussian mechanism with standard deviation `sigma` per unit of sensitivity.
GroupProfile gaussian_group_profile(double sigma);

}  // namespace skald::privacy
