// What the exit codes of `skald` mean, for its help.
#pragma once

#include <array>

#include "system/exit_code.hpp"

namespace skald {

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
    ExitMeaning{kNotChecked, "skald check of a plugin could try none of its promises"},
    ExitMeaning{kInterrupted, "interrupted"},
};

}  // namespace skald
