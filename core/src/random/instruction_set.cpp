#include "random/instruction_set.hpp"

#include <stdexcept>
#include <string>

namespace skald::random {

// SKALD_X86_KERNELS: the build has the kernels beyond the baseline (CMakeLists.txt beside this).
bool is_supported(InstructionSet set) {
#if defined(SKALD_X86_KERNELS)
  if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2");
  if (set == InstructionSet::avx512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
#endif
  return set == InstructionSet::baseline;
}

InstructionSet best_instruction_set() {
  for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2}) {
    if (set <= simd::widest_instruction_set() && is_supported(set)) return set;
  }
  return InstructionSet::baseline;
}

std::string_view name_of(InstructionSet set) {
  if (set == InstructionSet::avx512) return "avx512";
  if (set == InstructionSet::avx2) return "avx2";
#if defined(__SSE2__)
  return "sse2";
#else
  return "generic";
#endif
}

const Kernel& kernel_for(InstructionSet set) {
  if (!is_supported(set)) {
    throw std::invalid_argument("random: instruction set " + std::string(name_of(set)) +
                                " is not available on this processor; the best available is " +
                                std::string(name_of(best_instruction_set())));
  }
#if defined(SKALD_X86_KERNELS)
  if (set == InstructionSet::avx512) return avx512_kernel;
  if (set == InstructionSet::avx2) return avx2_kernel;
#endif
  return baseline_kernel;
}

}  // namespace skald::random
