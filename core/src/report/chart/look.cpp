#include "report/chart/look.hpp"

#include <array>

namespace skald::report {
namespace {

constexpr std::array<std::string_view, 7> kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                   "#E69F00", "#56B4E9", "#000000"};
constexpr std::array<std::string_view, 5> kDashes{"", "8,6", "1,4.5", "8,6,1,6", "16,7"};
// Circle, square, triangle, diamond, inverted triangle, pentagon; filled, then open.
constexpr std::array<int, 12> kMarkers{7, 5, 9, 13, 11, 15, 6, 4, 8, 12, 10, 14};

// Star, plus, square, circle, triangle, diamond.
constexpr std::array<int, kBlackLooks> kBlackMarkers{3, 1, 4, 6, 8, 12};

}  // namespace

Look look(std::size_t number) {
  if (is_black(number)) return {"#000000", "", kBlackMarkers[kNoLook - number]};
  const std::size_t n = number % kLooks;
  return {kColours[n % kColours.size()], kDashes[n % kDashes.size()],
          kMarkers[n % kMarkers.size()]};
}

}  // namespace skald::report
