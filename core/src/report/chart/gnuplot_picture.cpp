#include "report/chart/gnuplot_picture.hpp"

#include <cmath>
#include <utility>

#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr double kPaperWidth = 8.8;  // in cm, of a picture 420 points wide: one column
constexpr double kWidth = 420;

std::string in_points(double value) { return text::number_text(value, 6); }

std::string in_centimetres(double length) {
  return in_points(length / kWidth * kPaperWidth) + "cm";
}

// Returns what follows "set terminal".
std::string terminal(PictureFormat format, double width, double height) {
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

}  // namespace

GnuplotPicture::GnuplotPicture(PictureFormat format, double width, double height)
    : format_(format),
      markup_(format == PictureFormat::tex ? Markup::tex : Markup::plain),
      width_(width),
      height_(height) {
  line("# gnuplot -d THIS_FILE > FIGURE");
  line("set terminal " + terminal(format, width, height));
  line("set encoding utf8");
}

void GnuplotPicture::begin() {
  line("set multiplot");
  line("unset key");
  line("set border 3 lc rgb '#444444' lw 0.9");
  line("set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'");
  line("set bars 0.5");
}

void GnuplotPicture::panel(const Box& box, const std::vector<Tick>& x, const std::vector<Tick>& y,
                           bool is_turned) {
  margins(box);
  line("set xtics offset 0,0.4 " + std::string(is_turned ? "rotate by 30 right " : "") +
       tick_list(x));
  line("set ytics offset 0.5,0 " + tick_list(y));
  line("unset label");
}

void GnuplotPicture::plot(const std::vector<std::string>& elements) {
  std::string command;
  for (const std::string& element : elements) {
    command += (command.empty() ? "" : ", \\\n  ") + element + " notitle";
  }
  line("plot " + (command.empty() ? "NaN notitle" : command));
}

void GnuplotPicture::frame() {
  margins({0, width_, 0, height_});
  for (const char* command : {"unset logscale", "unset grid", "unset border", "unset tics",
                              "unset colorbox", "unset label"}) {
    line(command);
  }
  line("set xrange [0:" + in_points(width_) + "]");
  line("set yrange [0:" + in_points(height_) + "]");
}

void GnuplotPicture::label(std::string_view text, double x, double y, const std::string& how) {
  line("set label " + quoted(text) + " at first " + in_points(x) + ", first " + in_points(y) +
       " noenhanced front " + how);
}

void GnuplotPicture::notes(const std::vector<std::string>& lines, double top) {
  for (std::size_t n = 0; n < lines.size(); ++n) {
    label(lines[n], 8, top - kNoteLine * static_cast<double>(n),
          "left tc rgb '#444444'" + small_font());
  }
}

std::string GnuplotPicture::end() {
  line("unset multiplot");
  return std::move(text_);
}

std::string GnuplotPicture::small_font() const {
  if (format_ == PictureFormat::tex) return " font '\\scriptsize'";
  const double size = format_ == PictureFormat::png   ? 0.75 * kSmallFontSize
                      : format_ == PictureFormat::pdf ? 15.5 * kSmallFontSize / kFontSize
                                                      : kSmallFontSize;
  return " font '," + in_points(size) + "'";
}

std::string GnuplotPicture::screen_x(double x) const { return in_points(x / width_); }
std::string GnuplotPicture::screen_y(double y) const { return in_points(y / height_); }

void GnuplotPicture::margins(const Box& box) {
  line("set lmargin at screen " + screen_x(box.left));
  line("set rmargin at screen " + screen_x(box.right));
  line("set bmargin at screen " + screen_y(box.bottom));
  line("set tmargin at screen " + screen_y(box.top));
}

}  // namespace skald::report
