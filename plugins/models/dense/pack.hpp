// Registers of double or float, for kernels that run on several instruction sets.
#pragma once

namespace skald {

// W doubles' worth of numbers in one register.
template <class T, int W>
struct Pack;
template <>
struct Pack<double, 2> {
  using Type = double __attribute__((vector_size(16)));
};
template <>
struct Pack<double, 4> {
  using Type = double __attribute__((vector_size(32)));
};
template <>
struct Pack<double, 8> {
  using Type = double __attribute__((vector_size(64)));
};
template <>
struct Pack<float, 2> {
  using Type = float __attribute__((vector_size(16)));
};
template <>
struct Pack<float, 4> {
  using Type = float __attribute__((vector_size(32)));
};
template <>
struct Pack<float, 8> {
  using Type = float __attribute__((vector_size(64)));
};

}  // namespace skald
