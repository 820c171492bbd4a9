// What a plugin may do to the process that it runs in.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace {

// Ends the process. `how` is exit, _exit, quick_exit, throw, abort, execute or close (of all
// descriptors). With close, or with any other word, it never returns.
inline void end_process(std::string_view how) {
  if (how == "exit") std::exit(0);
  if (how == "_exit") ::_exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "throw") throw std::runtime_error("thrown where nothing may be");
  if (how == "abort") std::abort();
  if (how == "execute") ::execl("/bin/true", "true", nullptr);
  if (how == "close") {
    for (int descriptor = 3; descriptor < 256; ++descriptor) ::close(descriptor);
  }
  while (true) ::pause();
}

}  // namespace
