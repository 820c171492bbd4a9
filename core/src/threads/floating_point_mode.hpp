// How this thread computes: rounding, subnormal numbers, traps.
#pragma once

namespace skald::threads {

struct FloatingPointMode {
  int rounding = 0;      // as returned by std::fegetround()
  unsigned control = 0;  // control register of the vector unit, without the exception flags

  bool operator==(const FloatingPointMode&) const = default;
};

FloatingPointMode floating_point_mode();
void set_floating_point_mode(const FloatingPointMode& mode);

// Sets rounding to nearest, subnormal numbers kept, no traps.
void reset_floating_point();

}  // namespace skald::threads
