// Sanitizers need memory, space in files and descriptors of their own.
#pragma once

#include "skald/plugin.hpp"
#include "test.hpp"

// Leaves a test case of a tight limit, in which sanitizers would find no room.
#define SKALD_NOT_WITH_SANITIZERS                                      \
  if (!std::string_view(SKALD_SANITIZER).empty()) {                    \
    WARN("skipped: there is no room for sanitizers within the limit"); \
    return;                                                            \
  }
