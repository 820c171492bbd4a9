#include "report/chart/gnuplot_picture.hpp"

#include <cmath>
#include <utility>

#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr double kColumn = 8.8 / 2.54 * 72;  // in typographic points: of a picture 420 points wide
constexpr double kPaperSize = kColumn / 420 * kFontSize;
constexpr double kScreenSize = 0.75 * kFontSize;  // a point of the picture is a pixel

double usual_size(PictureFormat format) {
  const bool is_paper = format == PictureFormat::pdf || format == PictureFormat::tex;
  return is_paper ? kPaperSize : kScreenSize;
}

std::string in_points(double value) { return text::number_text(value, 6); }

std::string tex_size(double size) {
  return "\\fontsize{" + in_points(size) + "}{" + in_points(1.2 * size) + "}\\selectfont";
}

// Returns what follows "set terminal". Letters and lines grow with the font size.
std::string terminal(PictureFormat format, double width, double height, const PictureStyle& style) {
  const double grown = style.font_size / usual_size(format);
  const auto pixels = [&](double scale) {
    return in_points(std::round(scale * grown * width)) + "," +
           in_points(std::round(scale * grown * height));
  };
  const auto centimetres = [&](double length) {
    return in_points(length / kFontSize * style.font_size / 72 * 2.54) + "cm";
  };
  const auto lines = [&](double scale, const std::string& option) {
    return scale * grown == 1 ? "" : " " + option + " " + in_points(scale * grown);
  };
  const auto font = [&](const char* usual, double size) {
    return " font " +
           gnuplot_string((style.font.empty() ? usual : style.font) + "," + in_points(size * grown),
                          Markup::plain);
  };
  const std::string paper = centimetres(width) + "," + centimetres(height);
  switch (format) {
    case PictureFormat::pdf:
      return "pdfcairo noenhanced rounded size " + paper + font("sans", 15.5) + " fontscale 0.5" +
             lines(1, "linewidth") + lines(1, "pointscale");
    case PictureFormat::png:
      return "pngcairo noenhanced rounded size " + pixels(3) + font("sans", 9.75) + " fontscale 3" +
             lines(2.6, "linewidth") + lines(2.6, "pointscale") + " background '#ffffff'";
    case PictureFormat::tex:
      return "tikz size " + paper + " font '" +
             (grown == 1 ? "\\footnotesize" : tex_size(style.font_size)) + "'";
    default:
      return "svg noenhanced rounded size " + pixels(1) + font("sans-serif", 13) +
             lines(1, "linewidth") + " background '#ffffff'";
  }
}

}  // namespace

PictureStyle completed(PictureStyle style, PictureFormat format) {
  constexpr double usual_of_width = 8;
  if (style.font_size == 0) {
    style.font_size = style.width > 0 ? usual_of_width : usual_size(format);
  }
  return style;
}

GnuplotPicture::GnuplotPicture(PictureFormat format, double width, double height,
                               const PictureStyle& style)
    : format_(format),
      style_(completed(style, format)),
      markup_(format == PictureFormat::tex ? Markup::tex : Markup::plain),
      width_(width),
      height_(height) {
  line("# gnuplot -d THIS_FILE > FIGURE");
  line("set terminal " + terminal(format, width, height, style_));
  line("set encoding utf8");
}

void GnuplotPicture::begin() {
  line("set multiplot");
  line("unset key");
  if (format_ == PictureFormat::page) line("set samples 2");  // of texts that are plotted
  line("set border 3 lc rgb '#444444' lw 0.9");
  line("set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'");
  line("set bars 0.5");
  line("set pointintervalbox 0.01");  // otherwise points wipe out error bars around them
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
  const double grown = style_.font_size / usual_size(format_);
  if (format_ == PictureFormat::tex) {
    const double small = style_.font_size * kSmallFontSize / kFontSize;
    return " font '" + (grown == 1 ? "\\scriptsize" : tex_size(small)) + "'";
  }
  const double size = format_ == PictureFormat::png   ? 0.75 * kSmallFontSize
                      : format_ == PictureFormat::pdf ? 15.5 * kSmallFontSize / kFontSize
                                                      : kSmallFontSize;
  return " font '," + in_points(size * grown) + "'";
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
