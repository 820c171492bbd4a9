// System calls that signals may interrupt.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace skald {

// Returns the result of the call, which is repeated as long as a signal interrupts it (EINTR).
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Writes all of the bytes. Returns false, with errno, if the system refuses.
inline bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n =
        uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace skald
