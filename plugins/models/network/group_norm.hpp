// Group normalisation (Wu and He 2018, Group normalization) of images in the layout of
// network/frame.hpp: the channels of each group, with all their pixels, are shifted and scaled to
// mean 0 and variance 1, then each channel by what was learned. Each lane for itself, with the same
// bits on every instruction set. T is double or float.
#pragma once

#include "network/frame.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald::network {

// Added to variances, as in libtorch.
inline constexpr double norm_epsilon = 1e-5;

// How many numbers of each lane normalise() leaves in `statistics`.
constexpr Index norm_statistics(Index groups) { return 2 * groups; }

// y = factor[c] (x - mean) / sqrt(variance + norm_epsilon) + shift[c], with the mean and the biased
// variance of the channel's group. `parameters`: the factors of all channels, then the shifts;
// `own` as for convolutions. A
// group whose variance is too large for T gives no number. `statistics`: what the way back needs.
template <class T>
void normalise(simd::InstructionSet set, Index groups, const Frame& in, const T* x,
               const T* parameters, bool own, const Frame& out, T* y, T* statistics);

// Each row's gradient in the parameters, and dx from dy unless it is null.
template <class T>
void normalise_back(simd::InstructionSet set, Index groups, const Frame& in, const T* x,
                    const T* statistics, const T* parameters, bool own, const Frame& out_slopes,
                    const T* dy, T* gradients, const Frame& in_slopes, T* dx);

}  // namespace skald::network
