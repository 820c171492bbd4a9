// Exit codes of `skald`, and the errors that lead to them.
#pragma once

#include <array>
#include <stdexcept>

namespace skald {

enum ExitCode : int {
  kOk = 0,
  kSomeRunsFailed = 1,
  kUsage = 2,        // command line or configuration
  kEnvironment = 3,  // files, database, system
  kExpectation = 4,  // a stated expectation was broken
  kDamaged = 5,      // a results database is damaged
  kNotChecked = 6,   // skald check could not decide whether a plugin keeps its promises
  kInterrupted = 130,
};

// What they mean, for the help.
struct ExitMeaning {
  ExitCode code;
  const char* meaning;
};

inline constexpr std::array kExitMeanings = {
    ExitMeaning{kOk, "ok"},
    ExitMeaning{kSomeRunsFailed, "some runs failed"},
    ExitMeaning{kUsage, "usage or configuration"},
    ExitMeaning{kEnvironment, "environment (files, database, system)"},
    ExitMeaning{kExpectation, "an expectation was broken"},
    ExitMeaning{kDamaged, "a results database is damaged"},
    ExitMeaning{kNotChecked, "skald check left something open about a plugin"},
    ExitMeaning{kInterrupted, "interrupted"},
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
