// Tests of pictures are skipped where gnuplot is missing.
#pragma once

#include "on_path.hpp"

namespace skald::test {

inline bool has_gnuplot() { return on_path({"gnuplot", "gnuplot-nox"}).has_value(); }

}  // namespace skald::test

#define SKALD_NEEDS_GNUPLOT                                          \
  if (!skald::test::has_gnuplot()) {                                 \
    WARN("skipped: gnuplot is not there (apt install gnuplot-nox)"); \
    return;                                                          \
  }
