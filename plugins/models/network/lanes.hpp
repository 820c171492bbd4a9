// Registers whose lanes are the rows of a group. T is double or float.
#pragma once

#include <type_traits>

#include "dense/row_products.hpp"
#include "skald/block.hpp"
#include "skald/parts/simd/simd.hpp"

namespace skald::network {

// Lanes of a register of W doubles' size.
template <class T, int W>
inline constexpr Index lane_count = W * 8 / static_cast<Index>(sizeof(T));

// Lanes of a register of this instruction set: the rows of a group.
template <class T>
constexpr Index lanes(simd::InstructionSet set) {
  switch (set) {
    case simd::InstructionSet::avx512:
      return lane_count<T, 8>;
    case simd::InstructionSet::avx2:
      return lane_count<T, 4>;
    case simd::InstructionSet::baseline:
      break;
  }
  return lane_count<T, 2>;
}

// A register at any address.
template <class Register>
struct __attribute__((packed, may_alias)) Anywhere {
  Register value;
};
template <class Register, class T>
SKALD_INLINE void load(const T* from, Register& to) {
  to = reinterpret_cast<const Anywhere<Register>*>(from)->value;
}
template <class Register, class T>
SKALD_INLINE void store(const Register& from, T* to) {
  reinterpret_cast<Anywhere<Register>*>(to)->value = from;
}

// A parameter of a kernel: one number for all lanes, or, if the rows of the lanes have `own`
// parameters, one for each, beside each other.
template <class T, int W, bool own>
struct Parameter {
  T value;
  static constexpr Index step = 1;  // to the next one
  SKALD_INLINE explicit Parameter(const T* at) : value(*at) {}
};
template <class T, int W>
struct Parameter<T, W, true> {
  typename Pack<T, W>::Type value;
  static constexpr Index step = lane_count<T, W>;
  SKALD_INLINE explicit Parameter(const T* at) { load(at, value); }
};

// Calls work(i) for i = 0, ..., n - 1, each a constant, so that arrays of registers stay registers.
template <int n, class Work>
SKALD_INLINE void unrolled(Work&& work) {
  if constexpr (n > 0) {
    unrolled<n - 1>(work);
    work(std::integral_constant<int, n - 1>{});
  }
}
// The head of such a work, which must be compiled for the instruction set of its caller.
#define SKALD_EACH(i) [&](auto i) __attribute__((always_inline))  // NOLINT: a parameter's name

}  // namespace skald::network
