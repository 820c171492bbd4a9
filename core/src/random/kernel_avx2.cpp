#define SKALD_KERNEL avx2_lanes
#include "random/kernel_body.hpp"

namespace skald::random {
const Kernel avx2_kernel = SKALD_KERNEL::kernel;
}  // namespace skald::random
