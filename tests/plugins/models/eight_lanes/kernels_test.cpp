// Kernels of models once more, with the registers of every instruction set, as pairs of doubles
// where the processor lacks them: so their tests can hold eight lanes equal to two on any machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#define target(set) unused  // in place of the attribute that asks for instructions
#include "skald/parts/simd/simd.hpp"
#undef target

#include "dense/class_scores.cpp"   // NOLINT(bugprone-suspicious-include)
#include "dense/row_products.cpp"   // NOLINT(bugprone-suspicious-include)
#include "network/convolution.cpp"  // NOLINT(bugprone-suspicious-include)
#include "network/group_norm.cpp"   // NOLINT(bugprone-suspicious-include)
#include "network/pooling.cpp"      // NOLINT(bugprone-suspicious-include)

#define sets_here every_set
#include "dense/row_products_test.cpp"   // NOLINT(bugprone-suspicious-include)
#include "network/convolution_test.cpp"  // NOLINT(bugprone-suspicious-include)
#include "network/group_norm_test.cpp"   // NOLINT(bugprone-suspicious-include)

std::vector<simd::InstructionSet> skald::test::every_set() {
  return {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};
}
