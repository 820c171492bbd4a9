#include "skald/parts/compiled.hpp"

namespace skald {

template <int bytes>
bool PartsCompiledForAlignment<bytes>::is_alike() {
  return true;
}

template struct PartsCompiledForAlignment<EIGEN_DEFAULT_ALIGN_BYTES>;

}  // namespace skald
