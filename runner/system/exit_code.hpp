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
  kDamaged = 5,      // a results database is damaged
  kNotChecked = 6,   // skald check could try nothing that the plugin promises
  kInterrupted = 130,
};

// A wrong command line or grid.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A wrong grid. The message is shown as it is: one or more whole lines, each of which names the
// file.
struct GridError : UsageError {
  using UsageError::UsageError;
};

}  // namespace skald
