// Exit codes of `skald`, and the errors that lead to them.
#pragma once

#include <stdexcept>

namespace skald {

enum ExitCode : int {
  kOk = 0,
  kSomeRunsFailed = 1,
  kUsage = 2,        // command line or configuration
  kEnvironment = 3,  // files, database, system
  kExpectation = 4,  // a stated expectation was broken
  kInterrupted = 130,
};

// Wrong command line or grid; the message has been printed if it is empty.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace skald
