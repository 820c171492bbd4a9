// Lengths of pictures, in points (see picture_layout.hpp).
#pragma once

namespace skald::report {

struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
};

inline constexpr double kFontSize = 13, kSmallFontSize = 10;
inline constexpr double kLetter = 0.58 * kFontSize;       // mean width
inline constexpr double kTitleLetter = 0.53 * kFontSize;  // in a sentence
inline constexpr double kSmallLetter = 0.52 * kSmallFontSize;
inline constexpr double kNoteLine = 13.5, kTitleLine = 18;  // line spacing

}  // namespace skald::report
