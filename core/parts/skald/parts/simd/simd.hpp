// Kernels that are written once and compiled for several instruction sets; the widest of these is
// chosen at run time.
//
// A kernel is a struct with a member template
//     template <int W> SKALD_INLINE static void run(arguments...);
// where W is the number of doubles in a vector register. It may use only Lanes<W> and SKALD_INLINE
// functions (a call that is not inlined would be compiled for the baseline), and it passes Lanes by
// reference. If lanes hold independent results, and floating-point contraction is off
// (skald_add_plugin sees to that), every instruction set yields the same bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#define SKALD_INLINE inline __attribute__((always_inline))

namespace skald::simd {

// W doubles, or W 64-bit integers, in one register.
template <int W>
struct Lanes;
template <>
struct Lanes<2> {
  using Reals = double __attribute__((vector_size(16)));
  using Words = std::uint64_t __attribute__((vector_size(16)));
};
template <>
struct Lanes<4> {
  using Reals = double __attribute__((vector_size(32)));
  using Words = std::uint64_t __attribute__((vector_size(32)));
};
template <>
struct Lanes<8> {
  using Reals = double __attribute__((vector_size(64)));
  using Words = std::uint64_t __attribute__((vector_size(64)));
};
template <int W>
using Reals = typename Lanes<W>::Reals;
template <int W>
using Words = typename Lanes<W>::Words;

// A register's worth of doubles, at any address.
template <int W>
struct __attribute__((packed, may_alias)) Unaligned {
  Reals<W> value;
};

// Loads a register from memory and stores it; the addresses need not be aligned.
template <int W>
SKALD_INLINE void load(const double* from, Reals<W>& to) {
  to = reinterpret_cast<const Unaligned<W>*>(from)->value;
}
template <int W>
SKALD_INLINE void store(const Reals<W>& from, double* to) {
  reinterpret_cast<Unaligned<W>*>(to)->value = from;
}

// The same for the first `count` lanes only, or for all of them if count >= W. The other lanes
// become 0, and memory beyond the first `count` numbers is not touched.
template <int W>
SKALD_INLINE void load_first(const double* from, std::ptrdiff_t count, Reals<W>& to) {
  if (count >= W) return load<W>(from, to);
  double lanes[W] = {};
  for (int lane = 0; lane < W; ++lane) {
    if (lane < count) lanes[lane] = from[lane];
  }
  load<W>(lanes, to);
}
template <int W>
SKALD_INLINE void store_first(const Reals<W>& from, std::ptrdiff_t count, double* to) {
  if (count >= W) return store<W>(from, to);
  double lanes[W];
  store<W>(from, lanes);
  for (int lane = 0; lane < W; ++lane) {
    if (lane < count) to[lane] = lanes[lane];
  }
}

enum class InstructionSet : std::uint8_t { baseline, avx2, avx512 };

namespace detail {

inline InstructionSet set_of_processor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return InstructionSet::avx512;
  if (__builtin_cpu_supports("avx2")) return InstructionSet::avx2;
#endif
  return InstructionSet::baseline;
}
inline InstructionSet set_of_environment() {
  const char* const name = std::getenv("SKALD_INSTRUCTION_SET");
  const std::string_view wanted = name != nullptr ? name : "";
  if (wanted == "baseline") return InstructionSet::baseline;
  return wanted == "avx2" ? InstructionSet::avx2 : InstructionSet::avx512;
}

}  // namespace detail

// The widest instruction set that this library and the processor know, and that the environment
// variable SKALD_INSTRUCTION_SET (baseline, avx2) lets pass: what another processor would take.
inline InstructionSet widest_instruction_set() {
  static const InstructionSet widest =
      std::min(detail::set_of_processor(), detail::set_of_environment());
  return widest;
}

namespace detail {

template <class Kernel, class... Arguments>
void run_baseline(const Arguments&... arguments) {
  Kernel::template run<2>(arguments...);
}
#if defined(__x86_64__)
template <class Kernel, class... Arguments>
__attribute__((target("avx2"))) void run_avx2(const Arguments&... arguments) {
  Kernel::template run<4>(arguments...);
}
template <class Kernel, class... Arguments>
__attribute__((target("avx512f"))) void run_avx512(const Arguments&... arguments) {
  Kernel::template run<8>(arguments...);
}
#endif

}  // namespace detail

// Runs a kernel on one instruction set, which the processor must support.
template <class Kernel, class... Arguments>
void run_on(InstructionSet set, const Arguments&... arguments) {
#if defined(__x86_64__)
  if (set == InstructionSet::avx512) return detail::run_avx512<Kernel>(arguments...);
  if (set == InstructionSet::avx2) return detail::run_avx2<Kernel>(arguments...);
#else
  (void)set;
#endif
  detail::run_baseline<Kernel>(arguments...);
}

// Runs a kernel on the widest instruction set.
template <class Kernel, class... Arguments>
void run(const Arguments&... arguments) {
  run_on<Kernel>(widest_instruction_set(), arguments...);
}

}  // namespace skald::simd
