// The finest common block-diagonal structure of a set of symmetric matrices.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace skald::oracles {

// Coordinates of one block, increasing.
using CoordinateBlock = std::vector<Eigen::Index>;

// Splits 0 .. d-1 so that entry (i, j) of every matrix is zero for i, j of different blocks.
// Entries below 1e-14 times the largest entry of their matrix count as zero: a structure lost to
// rounding is still found. Blocks are ordered by their first coordinate. `matrices` is not empty,
// all d x d.
std::vector<CoordinateBlock> coordinate_blocks(const std::vector<Eigen::MatrixXd>& matrices);

// One block with every coordinate.
CoordinateBlock all_coordinates(Eigen::Index dimension);

}  // namespace skald::oracles
