#include "report/chart/picture_terminal.hpp"

#include <cmath>

#include "report/chart/picture_layout.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr double kPaperWidth = 8.8;  // in cm, of a picture 420 points wide: one column
constexpr double kWidth = 420;

std::string in_points(double value) { return text::number_text(value, 6); }

std::string in_centimetres(double length) {
  return in_points(length / kWidth * kPaperWidth) + "cm";
}

}  // namespace

std::string picture_terminal(PictureFormat format, double width, double height) {
  const auto size = [&](double scale) {
    return in_points(std::round(scale * width)) + "," + in_points(std::round(scale * height));
  };
  const std::string centimetre_size = in_centimetres(width) + "," + in_centimetres(height);
  switch (format) {
    case PictureFormat::pdf:
      return "pdfcairo noenhanced rounded size " + centimetre_size +
             " font 'sans,15.5' fontscale 0.5";
    case PictureFormat::png:
      return "pngcairo noenhanced rounded size " + size(3) +
             " font 'sans,9.75' fontscale 3 linewidth 2.6 pointscale 2.6 background '#ffffff'";
    case PictureFormat::tex:
      return "tikz size " + centimetre_size + " font '\\footnotesize'";
    default:
      return "svg noenhanced rounded size " + size(1) +
             " font 'sans-serif,13' background '#ffffff'";
  }
}

std::string small_font(PictureFormat format) {
  if (format == PictureFormat::tex) return " font '\\scriptsize'";
  const double size = format == PictureFormat::png   ? 0.75 * kSmallFontSize
                      : format == PictureFormat::pdf ? 15.5 * kSmallFontSize / kFontSize
                                                     : kSmallFontSize;
  return " font '," + in_points(size) + "'";
}

Markup markup_of(PictureFormat format) {
  return format == PictureFormat::tex ? Markup::tex : Markup::plain;
}

}  // namespace skald::report
