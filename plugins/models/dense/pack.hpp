// Registers of double or float, for kernels that run on several instruction sets.
#pragma once

namespace skald {

// W doubles' worth of numbers in one register.
template <class T, int W>
struct Pack {
  using Type __attribute__((vector_size(W * sizeof(double)))) = T;
};

}  // namespace skald
