// Working memory of kernels, which begins on a cache line.
#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <vector>

namespace skald::network {

template <class T>
using Arena = std::vector<T, boost::alignment::aligned_allocator<T, 64>>;

}  // namespace skald::network
