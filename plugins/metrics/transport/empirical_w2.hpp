// Wasserstein-2 distance between two sets of points.
#pragma once

#include "skald/block.hpp"

namespace skald {

// Most points of a set: memory and time grow with the product of both numbers.
inline constexpr Index kMostTransportPoints = 2000;

// W2 between the uniform laws on the columns of p (d x m) and of q (d x n): the root of the least
// mean squared distance over all transport plans, exact but for squared distances rounded to 2^-40
// of the largest (network simplex). In one dimension, where sorting gives it, any number of points.
// NaN where a point is not finite. Of two samples of one law with n points each it is not 0 but of
// the order n^(-1/d), at best n^(-1/2). Throws std::invalid_argument without points, with different
// dimensions or more than kMostTransportPoints.
double empirical_w2(ConstBlock p, ConstBlock q);

}  // namespace skald
