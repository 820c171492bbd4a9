#include "report/chart/picture_style.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "text/number_text.hpp"

namespace skald::report {
namespace {

// The widths of text and the letters of captions: JMLR's style file (6 in) and that of NeurIPS
// (5.5 in, Times); a slide is 16:9.
const std::array<std::pair<std::string_view, PictureStyle>, 3> kMedia{
    {{"jmlr", {"serif", 9, 432, 0}},
     {"neurips", {"Times", 8, 397.5, 0}},
     {"slide", {"sans", 18, 720, 405}}}};

constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
    {{"cm", 72 / 2.54}, {"mm", 7.2 / 2.54}, {"in", 72}, {"pt", 1}}};

constexpr double kShortest = 72, kLongest = 7200;

}  // namespace

const PictureStyle& style_for(std::string_view medium) {
  for (const auto& [name, style] : kMedia) {
    if (name == medium) return style;
  }
  throw std::invalid_argument("\"" + std::string(medium) + "\" is no medium; expected " +
                              media_names());
}

std::string media_names() { return "jmlr, neurips or slide"; }

void set_size(PictureStyle& style, std::string_view text) {
  const std::string_view all = text;
  double unit = 0;
  for (const auto& [name, points] : kUnits) {
    if (!text.ends_with(name)) continue;
    unit = points;
    text.remove_suffix(name.size());
    break;
  }
  const std::size_t cross = text.find('x');
  const auto length = [&](std::string_view number) {
    const double points = unit * text::to_number(number).value_or(0);
    if (points >= kShortest && points <= kLongest) return points;
    throw std::invalid_argument("\"" + std::string(all) +
                                "\" is no size; expected a width from 1 to 100 inches, or width x "
                                "height, as in 8.4cm or 8.4x6cm");
  };
  style.width = length(text.substr(0, cross));
  style.height = cross == std::string_view::npos ? 0 : length(text.substr(cross + 1));
}

}  // namespace skald::report
