// Masks of dropout. A row's mask is a function of the parameters (or of Rows::choices), the row of
// the table and the layer: the same call gives the same bits, whatever rows are beside it, and the
// gradient of a sum of rows is the sum of theirs. T is double or float.
#pragma once

#include <cstdint>
#include <span>

#include "skald/block.hpp"

namespace skald::network {

// Identifies the parameters.
std::uint64_t mask_key(std::span<const double> theta);

// mask[i] = 0 with probability `rate`, otherwise 1 / (1 - rate), for the outputs i of a layer.
template <class T>
void fill_mask(std::uint64_t key, Index row, std::uint32_t layer, double rate, std::span<T> mask);

}  // namespace skald::network
