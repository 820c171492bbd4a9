// One function of several types, from a lambda for each.
#pragma once

namespace skald::privacy {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace skald::privacy
