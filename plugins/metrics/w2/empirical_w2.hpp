// Wasserstein-2 distance between two sets of points.
#pragma once

#include "skald/block.hpp"

namespace skald {

// Largest number of points of a set: memory and time grow with the product of the two numbers.
inline constexpr Index kMostTransportPoints = 2000;

// W2 between the uniform laws on the columns of p (d x m) and of q (d x n): the root of the
// smallest mean squared distance over all transport plans. Exact (network simplex) except that
// squared distances are rounded to 2^-40 of the largest. In one dimension, where sorting suffices,
// the number of points is not limited. NaN if a point is not finite. For two samples of one law
// with n points each it is not 0 but of order n^(-1/d), at best n^(-1/2). Throws
// std::invalid_argument without points, with different dimensions or with more than
// kMostTransportPoints.
double empirical_w2(ConstBlock p, ConstBlock q);

}  // namespace skald
