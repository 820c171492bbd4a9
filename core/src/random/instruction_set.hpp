// Which of the block kernels this processor can run.
#pragma once

#include <string_view>

#include "random/kernel.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald::random {

// In order of speed. `baseline` is SSE2 on x86-64, plain arithmetic elsewhere.
using simd::InstructionSet;

// Whether the program holds a kernel for `set` and the processor can run it.
bool is_supported(InstructionSet set);
// The fastest supported one.
InstructionSet best_instruction_set();
// "generic", "sse2", "avx2" or "avx512".
std::string_view name_of(InstructionSet set);
// Throws std::invalid_argument if `set` is not supported.
const Kernel& kernel_for(InstructionSet set);

}  // namespace skald::random
