// The marks of tables.
#pragma once

#include <cstdint>

namespace skald::report {

// best: of its column, in its group. tied: cannot be distinguished from the best.
enum class Mark : std::uint8_t { none, best, tied };

}  // namespace skald::report
