// System calls that signals cut short.
#pragma once

#include <cerrno>

namespace skald {

// What the call returns, made again as long as a signal has interrupted it (EINTR).
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace skald
