#define SKALD_KERNEL avx512_lanes
#include "random/kernel_body.hpp"

namespace skald::random {
const Kernel avx512_kernel = SKALD_KERNEL::kernel;
}  // namespace skald::random
