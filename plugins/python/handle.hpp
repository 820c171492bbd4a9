// What Python holds of an object of the host.
#pragma once

#include <stdexcept>

#include "skald/block.hpp"

namespace skald::python {

// A reference that is valid during a call alone, since Python may keep what refers to it.
template <class T>
class Handle {
 public:
  T& operator*() const {
    if (target_ != nullptr) return *target_;
    throw std::logic_error(
        "the host lends its objects for one call, and this one has ended: take them from the "
        "arguments of each call");
  }
  T* operator->() const { return &**this; }
  void set(T* target) { target_ = target; }
  // The number of clients that a method may name, where T does not know it.
  Index clients = 0;

 private:
  T* target_ = nullptr;
};

}  // namespace skald::python
