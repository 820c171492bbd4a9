#define SKALD_KERNEL baseline_lanes
#include "random/kernel_body.hpp"

namespace skald::random {
const Kernel baseline_kernel = SKALD_KERNEL::kernel;
}  // namespace skald::random
