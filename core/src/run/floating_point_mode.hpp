// How this thread computes: rounding, denormal numbers, traps.
#pragma once

namespace skald::run {

struct FloatingPointMode {
  int rounding = 0;      // as std::fegetround() says
  unsigned control = 0;  // of the vector unit, without the flags of what has happened

  bool operator==(const FloatingPointMode&) const = default;
};

FloatingPointMode floating_point_mode();

// Rounding to nearest, denormal numbers kept, no traps.
void reset_floating_point();

}  // namespace skald::run
