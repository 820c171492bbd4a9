// How the series of a chart are told apart: by colour, and by dashes and markers alone.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

namespace skald::report {

// Colours of Okabe and Ito, "Color universal design" (2008), which the colour-blind can tell apart;
// the yellow, faint on white, is left out. Dashes in units of the line width, on and off; empty:
// solid. No two looks below kLooks are the same, and no two below 7 share a colour or a marker.
struct Look {
  std::string_view colour;  // "#rrggbb"
  std::string_view dashes;  // "8,3"
  int marker = 0;           // a gnuplot point type
};

inline constexpr std::size_t kLooks = 16;

// The look of that number; those from kLooks on begin again.
Look look(std::size_t number);

// Of what belongs to no setting that was run, in black: kNoLook, kNoLook - 1, ... with kBlackLooks
// markers.
inline constexpr std::size_t kNoLook = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t kBlackLooks = 6;
constexpr bool is_black(std::size_t look) { return look > kNoLook - kBlackLooks; }

}  // namespace skald::report
