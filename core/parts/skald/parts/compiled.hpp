// What parts that are a library ask of code that uses them.
#pragma once

#include <Eigen/Core>

namespace skald {

// Memory of Eigen's passes between the two, which aligns it for the processors that code is
// compiled for: the library has this function for its own alignment, so that others do not link.
template <int bytes>
struct PartsCompiledForAlignment {
  static bool is_alike();
};
inline const bool kPartsAreAlike = PartsCompiledForAlignment<EIGEN_DEFAULT_ALIGN_BYTES>::is_alike();

}  // namespace skald
