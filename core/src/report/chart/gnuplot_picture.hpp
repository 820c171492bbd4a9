// A picture as a script for gnuplot 5.4: its terminal, its data, its panels, the words around them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/chart/gnuplot_text.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/chart/picture_style.hpp"
#include "report/chart/ticks.hpp"

namespace skald::report {

// tex: commands of TikZ, for \input in a document that loads gnuplot-lua-tikz. page: the same
// picture as svg, in which a page finds the parts of the chart (see part_word()).
enum class PictureFormat { svg, pdf, png, tex, page };

// Returns the style with a font size: the one chosen, 8 if only the width is, otherwise the one for
// which a picture with one panel is a column wide (.pdf, .tex) or 420 pixels (.svg).
PictureStyle completed(PictureStyle style, PictureFormat format);

// Writes the script from top to bottom: data, begin(), panels, frame(), end(). Lengths are in
// points, from the lower left corner (see picture_layout.hpp). Text is never interpreted as
// commands.
class GnuplotPicture {
 public:
  GnuplotPicture(PictureFormat format, double width, double height, const PictureStyle& style = {});

  void line(const std::string& command) { text_ += command + '\n'; }
  // Adds a data block, "$NAME" in plot elements.
  void data(const std::string& name, const std::string& rows) {
    text_ += gnuplot_block(name, rows);
  }

  // Begins the panels, with the style of axes that all share.
  void begin();
  // Begins a panel between these axes; ranges and scales are as they were set last.
  void panel(const Box& box, const std::vector<Tick>& x, const std::vector<Tick>& y,
             bool is_turned = false);
  // Plots elements ("$NAME using ... with ..."), or nothing, which draws labels alone.
  void plot(const std::vector<std::string>& elements);

  // After the last panel: from here on, coordinates are points of the picture, without axes.
  void frame();
  void label(std::string_view text, double x, double y, const std::string& how);
  // Adds lines of small letters; `top` is the middle of the first.
  void notes(const std::vector<std::string>& lines, double top);

  // Ends the picture and returns the script.
  std::string end();

  std::string quoted(std::string_view text) const { return gnuplot_string(text, markup_); }
  std::string tick_list(const std::vector<Tick>& ticks) const {
    return gnuplot_ticks(ticks, markup_);
  }
  // Returns " font ..." for the small letters of notes.
  std::string small_font() const;
  // Returns a length as a share of the picture's width or height.
  std::string screen_x(double x) const;
  std::string screen_y(double y) const;

 private:
  void margins(const Box& box);

  PictureFormat format_;
  PictureStyle style_;
  Markup markup_;
  double width_, height_;
  std::string text_;
};

}  // namespace skald::report
