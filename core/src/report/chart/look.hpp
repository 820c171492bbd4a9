// The looks of series, which differ in colour and also, without it, in dashes and markers.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

namespace skald::report {

// Colours are those of Okabe and Ito, "Color universal design" (2008), which the colour-blind can
// distinguish, except yellow, which is faint on white. Dashes are lengths on and off, in units of
// the line width; empty: solid. Looks below kLooks all differ, and those below 7 differ in both
// colour and marker.
struct Look {
  std::string_view colour;  // "#rrggbb"
  std::string_view dashes;  // "8,3"
  int marker = 0;           // a gnuplot point type
};

inline constexpr std::size_t kLooks = 16;

// Returns the look with this number, modulo kLooks.
Look look(std::size_t number);

// kNoLook, kNoLook - 1, ... are black, with kBlackLooks markers, for published series that
// correspond to no setting of the study.
inline constexpr std::size_t kNoLook = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t kBlackLooks = 6;
constexpr bool is_black(std::size_t look) { return look > kNoLook - kBlackLooks; }

}  // namespace skald::report
