#include "threads/floating_point_mode.hpp"

#include <cfenv>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace skald::threads {

FloatingPointMode floating_point_mode() {
#if defined(__SSE__)
  return {std::fegetround(), _mm_getcsr() & ~0x3fU};
#else
  return {std::fegetround(), 0};
#endif
}

void set_floating_point_mode(const FloatingPointMode& mode) {
  std::fesetround(mode.rounding);
#if defined(__SSE__)
  _mm_setcsr(mode.control);
#endif
}

void reset_floating_point() { std::fesetenv(FE_DFL_ENV); }

}  // namespace skald::threads
