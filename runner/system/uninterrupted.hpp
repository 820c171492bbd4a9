// System calls that signals may interrupt.
#pragma once

#include <cerrno>

namespace skald {

// Returns the result of the call, which is repeated as long as a signal interrupts it (EINTR).
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace skald
