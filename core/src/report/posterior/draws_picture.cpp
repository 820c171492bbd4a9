#include "report/posterior/draws_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "report/chart/look.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/chart/picture_terminal.hpp"
#include "report/chart/ticks.hpp"
#include "report/posterior/rank_counts.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr Eigen::Index kMostChains = 8;        // with lines of their own
constexpr Eigen::Index kMostTraced = 1000;     // draws of a line
constexpr Eigen::Index kMostScattered = 1500;  // points of a panel
constexpr double kLetterWidth = 6.8;           // the width of a letter, in points
constexpr int kMostRankBins = 20, kHistogramBins = 30;
constexpr Eigen::Index kDrawsPerBin = 5;

constexpr std::array kPlots{std::pair{DrawsPlot::trace, std::string_view("trace")},
                            std::pair{DrawsPlot::rank, std::string_view("rank")},
                            std::pair{DrawsPlot::pairs, std::string_view("pairs")}};

std::string eight_digits(double value) { return text::number_text(value, 8); }

std::string colour_of(Eigen::Index chain) {
  return "lc rgb '" + std::string(look(static_cast<std::size_t>(chain)).colour) + "'";
}

Range padded(double low, double high) {
  const double width = high > low ? high - low : std::max(std::abs(low), 1.0) * 0.1;
  return {low - 0.04 * width, high + 0.04 * width};
}

Range range_of(const Eigen::MatrixXd& draws) { return padded(draws.minCoeff(), draws.maxCoeff()); }

// Every how manieth draw is shown, so that at most `most` are.
Eigen::Index stride_for(Eigen::Index draws, Eigen::Index most) { return (draws + most - 1) / most; }

struct Panel {
  Box box;
  Range x, y;
  std::string x_title, y_title;  // empty: none
  bool has_x_labels = true, has_y_labels = true;
};

// A picture of panels that share nothing.
class Picture {
 public:
  Picture(double width, double height, PictureFormat format, int most_ticks = 6)
      : width_(width), height_(height), format_(format), most_ticks_(most_ticks) {
    line("# gnuplot -d THIS_FILE > FIGURE");
    line("set terminal " + picture_terminal(format, width, height));
    line("set encoding utf8");
  }

  void data(const std::string& name, const std::string& rows) {
    text_ += "$" + name + " << END\n" + rows + "END\n";
  }
  void begin() {
    line("set multiplot");
    line("unset key");
    line("set border 3 lc rgb '#444444' lw 0.9");
    line("set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'");
  }
  void axes(const Panel& panel) {
    line("set lmargin at screen " + x(panel.box.left));
    line("set rmargin at screen " + x(panel.box.right));
    line("set bmargin at screen " + y(panel.box.bottom));
    line("set tmargin at screen " + y(panel.box.top));
    line("set xrange [" + eight_digits(panel.x.low) + ":" + eight_digits(panel.x.high) + "]");
    line("set yrange [" + eight_digits(panel.y.low) + ":" + eight_digits(panel.y.high) + "]");
    line("set xtics offset 0,0.4 " + ticks(panel.x, panel.has_x_labels));
    line("set ytics offset 0.5,0 " + ticks(panel.y, panel.has_y_labels));
    line("unset label");
    const double middle = (panel.box.left + panel.box.right) / 2;
    const double height = (panel.box.bottom + panel.box.top) / 2;
    const auto room = [](double length) { return static_cast<std::size_t>(length / kLetterWidth); };
    const std::string x_title = shortened(panel.x_title, room(panel.box.right - panel.box.left)),
                      y_title = shortened(panel.y_title, room(panel.box.top - panel.box.bottom));
    if (!panel.x_title.empty()) label(x_title, middle, panel.box.bottom - 26, "center");
    if (!panel.y_title.empty()) label(y_title, panel.box.left - 44, height, "center rotate by 90");
  }
  void plot(const std::vector<std::string>& plots) {
    std::string command = "plot ";
    for (std::size_t i = 0; i < plots.size(); ++i)
      command += (i == 0 ? "" : ", \\\n  ") + plots[i] + " notitle";
    line(command);
  }
  // At a place of the picture, in points.
  void label(const std::string& text, double at_x, double at_y, const std::string& how) {
    line("set label " + gnuplot_string(text, markup_of(format_)) + " at screen " + x(at_x) +
         ", screen " + y(at_y) + " noenhanced front " + how);
  }
  void small_label(const std::string& text, double at_x, double at_y) {
    label(text, at_x, at_y, "left tc rgb '#444444'" + small_font(format_));
  }
  std::string end() {
    line("unset multiplot");
    return std::move(text_);
  }
  void line(const std::string& command) { text_ += command + '\n'; }

 private:
  std::string x(double at) const { return text::number_text(at / width_, 6); }
  std::string y(double at) const { return text::number_text(at / height_, 6); }
  std::string ticks(const Range& range, bool has_labels) const {
    std::string list;
    for (const Tick& tick : linear_ticks(range, most_ticks_)) {
      const std::string text = has_labels ? tick.label : "";
      list += (list.empty() ? "" : ", ") + gnuplot_tick_string(text, markup_of(format_)) + " " +
              eight_digits(tick.at);
    }
    return "(" + list + ")";
  }

  double width_, height_;
  PictureFormat format_;
  std::string text_;
  int most_ticks_;
};

using All = std::vector<CoefficientDrawsOf>;

// The places of panels in two columns below a title, above notes.
struct Columns {
  static constexpr double width = 300, height = 130, left = 62, gap = 74, below = 46, title = 34;
  std::size_t count, columns, rows;
  double notes;  // the height of the notes

  Columns(std::size_t panels, std::size_t note_lines)
      : count(panels),
        columns(std::min<std::size_t>(panels, 2)),
        rows((panels + columns - 1) / columns),
        notes(kNoteLine * static_cast<double>(note_lines) + 4) {}

  double picture_width() const {
    const auto n = static_cast<double>(columns);
    return left + n * width + (n - 1) * gap + 14;
  }
  double picture_height() const {
    return title + static_cast<double>(rows) * (height + below) + notes;
  }
  Box box(std::size_t panel) const {
    const double at = left + static_cast<double>(panel % columns) * (width + gap);
    const std::size_t row = panel / columns;
    const double top = picture_height() - title - static_cast<double>(row) * (height + below);
    return {at, at + width, top - height, top};
  }
  bool is_lowest(std::size_t panel) const { return panel + columns >= count; }
};

// After the last panel: the title and the notes.
void finish(Picture& picture, const std::string& title, double width, double height,
            const std::vector<std::string>& notes) {
  picture.line("unset border");
  picture.line("unset tics");
  picture.line("unset label");
  picture.line("set xrange [0:1]");
  picture.line("set yrange [0:1]");
  picture.label(title, width / 2, height - 14, "center");
  for (std::size_t n = 0; n < notes.size(); ++n)
    picture.small_label(notes[n], 8, kNoteLine * (static_cast<double>(notes.size() - n) - 0.3));
  picture.plot({"NaN"});
}

std::string chains_note(Eigen::Index chains) {
  if (chains <= kMostChains) return "Colours: chains.";
  return "The first " + std::to_string(kMostChains) + " of " + std::to_string(chains) + " chains.";
}

std::string every_note(Eigen::Index stride) {
  return stride == 1 ? "" : " One draw in " + std::to_string(stride) + " of each chain is shown.";
}

std::string trace_rows(const Eigen::MatrixXd& draws, Eigen::Index stride) {
  std::string rows;
  for (Eigen::Index i = 0; i < draws.rows(); i += stride) {
    rows += std::to_string(i + 1);
    for (Eigen::Index c = 0; c < std::min(draws.cols(), kMostChains); ++c)
      rows += " " + eight_digits(draws(i, c));
    rows += "\n";
  }
  return rows;
}

std::string trace_script(const std::string& title, const All& all, PictureFormat format) {
  const Eigen::MatrixXd& first = all.front().draws;
  const Eigen::Index stride = stride_for(first.rows(), kMostTraced);
  const std::vector<std::string> notes{chains_note(first.cols()) + every_note(stride)};
  const Columns places(all.size(), notes.size());
  Picture picture(places.picture_width(), places.picture_height(), format);
  for (std::size_t p = 0; p < all.size(); ++p)
    picture.data("p" + std::to_string(p), trace_rows(all[p].draws, stride));
  picture.begin();
  for (std::size_t p = 0; p < all.size(); ++p) {
    picture.axes({places.box(p),
                  {1, std::max(2.0, static_cast<double>(first.rows()))},
                  range_of(all[p].draws),
                  places.is_lowest(p) ? "draw" : "",
                  all[p].name});
    std::vector<std::string> plots;
    for (Eigen::Index c = 0; c < std::min(first.cols(), kMostChains); ++c) {
      plots.push_back("$p" + std::to_string(p) + " using 1:" + std::to_string(c + 2) +
                      " with lines " + colour_of(c) + " lw 0.7");
    }
    picture.plot(plots);
  }
  finish(picture, title, places.picture_width(), places.picture_height(), notes);
  return picture.end();
}

// The left edges of bins with the counts of the chains shown, and the right end.
std::string rank_rows(const Eigen::MatrixXi& counts, double width) {
  std::string rows;
  const auto bins = counts.cols();
  for (Eigen::Index b = 0; b <= bins; ++b) {
    rows += eight_digits(static_cast<double>(b) * width);
    for (Eigen::Index c = 0; c < std::min(counts.rows(), kMostChains); ++c)
      rows += " " + std::to_string(counts(c, std::min(b, bins - 1)));
    rows += "\n";
  }
  return rows;
}

std::string rank_script(const std::string& title, const All& all, PictureFormat format) {
  const Eigen::MatrixXd& first = all.front().draws;
  const int bins =
      static_cast<int>(std::clamp<Eigen::Index>(first.rows() / kDrawsPerBin, 2, kMostRankBins));
  const double expected = static_cast<double>(first.rows()) / bins;
  const double reach = 1.96 * independent_count_sd(first.rows(), first.cols(), bins);
  const std::vector<std::string> notes{
      chains_note(first.cols()) + " Draws of each chain, by their rank among the draws of all.",
      "Grey: 95 % of such counts if draws were independent; autocorrelated draws stray further."};
  const Columns places(all.size(), notes.size());
  const double ranks = static_cast<double>(first.size());
  Picture picture(places.picture_width(), places.picture_height(), format);
  std::vector<int> highest;
  for (std::size_t p = 0; p < all.size(); ++p) {
    const Eigen::MatrixXi counts = rank_counts(all[p].draws, bins);
    highest.push_back(counts.maxCoeff());
    picture.data("p" + std::to_string(p), rank_rows(counts, ranks / bins));
  }
  const std::string low = eight_digits(std::max(0.0, expected - reach)),
                    high = eight_digits(expected + reach);
  picture.data(
      "band", "0 " + low + " " + high + "\n" + eight_digits(ranks) + " " + low + " " + high + "\n");
  picture.data("even", "0 " + eight_digits(expected) + "\n" + eight_digits(ranks) + " " +
                           eight_digits(expected) + "\n");
  picture.begin();
  for (std::size_t p = 0; p < all.size(); ++p) {
    const double top = 1.1 * std::max<double>(highest[p], expected + reach);
    picture.axes(
        {places.box(p), {0, ranks}, {0, top}, places.is_lowest(p) ? "rank" : "", all[p].name});
    std::vector<std::string> plots{
        "$band using 1:2:3 with filledcurves fs solid noborder lc rgb '#e4e4e4'",
        "$even using 1:2 with lines lc rgb '#444444' dt (6,4) lw 0.9"};
    for (Eigen::Index c = 0; c < std::min(first.cols(), kMostChains); ++c) {
      plots.push_back("$p" + std::to_string(p) + " using 1:" + std::to_string(c + 2) +
                      " with steps " + colour_of(c) + " lw 1.6");
    }
    picture.plot(plots);
  }
  finish(picture, title, places.picture_width(), places.picture_height(), notes);
  return picture.end();
}

double correlation(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::ArrayXd x = a.reshaped().array() - a.mean(), y = b.reshaped().array() - b.mean();
  return (x * y).sum() / std::sqrt(x.square().sum() * y.square().sum());
}

// Left edge, width and count of the bins of all draws.
std::string histogram_rows(const Eigen::MatrixXd& draws, const Range& range, double& highest) {
  std::array<double, kHistogramBins> counts{};
  const double width = (range.high - range.low) / kHistogramBins;
  for (const double value : draws.reshaped()) {
    const auto bin = static_cast<std::size_t>((value - range.low) / width);
    ++counts[std::min<std::size_t>(bin, kHistogramBins - 1)];
  }
  std::string rows;
  highest = 0;
  for (std::size_t b = 0; b < counts.size(); ++b) {
    rows += eight_digits(range.low + (static_cast<double>(b) + 0.5) * width) + " " +
            eight_digits(counts[b]) + " " + eight_digits(width) + "\n";
    highest = std::max(highest, counts[b]);
  }
  return rows;
}

std::string scatter_rows(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, Eigen::Index stride) {
  std::string rows;
  for (Eigen::Index c = 0; c < std::min(x.cols(), kMostChains); ++c) {
    for (Eigen::Index i = 0; i < x.rows(); i += stride)
      rows += eight_digits(x(i, c)) + " " + eight_digits(y(i, c)) + "\n";
    rows += "\n\n";
  }
  return rows;
}

class PairsPicture {
 public:
  PairsPicture(const std::string& title, const All& all, PictureFormat format)
      : title_(title),
        all_(all),
        side_(std::max(kLeast, kLeft + static_cast<double>(all.size()) * kPanel + 16)),
        height_(kBelow + static_cast<double>(all.size()) * kPanel + kTitle),
        picture_(side_, height_, format, 4),
        stride_(stride_for(chains() * all.front().draws.rows(), kMostScattered)) {}

  std::string script() {
    std::vector<double> highest(all_.size());
    for (std::size_t i = 0; i < all_.size(); ++i) {
      picture_.data("h" + std::to_string(i),
                    histogram_rows(all_[i].draws, range_of(all_[i].draws), highest[i]));
      for (std::size_t j = 0; j < i; ++j)
        picture_.data(name(i, j), scatter_rows(all_[j].draws, all_[i].draws, stride_));
    }
    picture_.begin();
    for (std::size_t i = 0; i < all_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) scatter(i, j);
      histogram(i, highest[i]);
    }
    correlations();
    return picture_.end();
  }

 private:
  static constexpr double kPanel = 112, kGap = 10, kLeft = 64, kBelow = 64, kTitle = 30;
  static constexpr double kLeast = 400;  // wide enough for title and note

  Eigen::Index chains() const { return std::min(all_.front().draws.cols(), kMostChains); }
  static std::string name(std::size_t i, std::size_t j) {
    return "s" + std::to_string(i) + "x" + std::to_string(j);
  }
  Box box(std::size_t row, std::size_t column) const {
    const double left = kLeft + static_cast<double>(column) * kPanel;
    const double bottom = kBelow + static_cast<double>(all_.size() - 1 - row) * kPanel;
    return {left, left + kPanel - kGap, bottom, bottom + kPanel - kGap};
  }
  Panel panel(std::size_t row, std::size_t column, const Range& y) const {
    const bool is_lowest = row + 1 == all_.size(), is_first = column == 0 && row > 0;
    return {box(row, column),
            range_of(all_[column].draws),
            y,
            is_lowest ? all_[column].name : "",
            is_first ? all_[row].name : "",
            is_lowest,
            is_first};
  }
  void scatter(std::size_t i, std::size_t j) {
    picture_.axes(panel(i, j, range_of(all_[i].draws)));
    std::vector<std::string> plots;
    for (Eigen::Index c = 0; c < chains(); ++c) {
      plots.push_back("$" + name(i, j) + " index " + std::to_string(c) +
                      " using 1:2 with points pt 7 ps 0.18 " + colour_of(c));
    }
    picture_.plot(plots);
  }
  void histogram(std::size_t i, double highest) {
    picture_.axes(panel(i, i, {0, 1.05 * highest}));
    picture_.plot({"$h" + std::to_string(i) +
                   " using 1:2:3 with boxes fs solid 0.45 noborder lc rgb '#777777'"});
  }
  void correlations() {
    picture_.line("unset border");
    picture_.line("unset tics");
    picture_.line("unset label");
    for (std::size_t i = 0; i < all_.size(); ++i) {
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        const double r = correlation(all_[j].draws, all_[i].draws);
        const Box at = box(i, j);
        picture_.label(std::isfinite(r) ? text::fixed_text(r, 2) : "-", (at.left + at.right) / 2,
                       (at.bottom + at.top) / 2, "center");
      }
    }
    picture_.label(title_, side_ / 2, height_ - 14, "center");
    picture_.small_label(chains_note(all_.front().draws.cols()) + every_note(stride_) +
                             " Upper right: correlations.",
                         8, 0.7 * kNoteLine);
    picture_.line("set xrange [0:1]");
    picture_.line("set yrange [0:1]");
    picture_.plot({"NaN"});
  }

  const std::string& title_;
  const All& all_;
  double side_, height_;
  Picture picture_;
  Eigen::Index stride_;
};

}  // namespace

DrawsPlot draws_plot(std::string_view name) {
  for (const auto& [plot, word] : kPlots) {
    if (word == name) return plot;
  }
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is no plot of draws; expected trace, rank or pairs");
}

std::size_t usual_coefficients(DrawsPlot plot) { return plot == DrawsPlot::pairs ? 4 : 6; }
std::size_t most_coefficients(DrawsPlot plot) { return plot == DrawsPlot::pairs ? 8 : 24; }

std::string draws_script(DrawsPlot plot, const std::string& title,
                         const std::vector<CoefficientDrawsOf>& coefficients,
                         PictureFormat format) {
  if (plot == DrawsPlot::trace) return trace_script(title, coefficients, format);
  if (plot == DrawsPlot::rank) return rank_script(title, coefficients, format);
  return PairsPicture(title, coefficients, format).script();
}

}  // namespace skald::report
