#include "report/posterior/draws_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "report/chart/gnuplot_text.hpp"
#include "report/chart/look.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/chart/ticks.hpp"
#include "report/estimate.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

using Eigen::Index;
using All = std::vector<CoefficientDrawsOf>;

constexpr Index kMostChains = 8;        // with lines of their own
constexpr Index kMostTraced = 1000;     // draws of a line
constexpr Index kMostScattered = 1500;  // points of a panel
constexpr int kMostRankBins = 20, kHistogramBins = 30;
constexpr Index kDrawsPerBin = 5;
constexpr double kTitle = 34;         // height of the picture's title
constexpr double kLabelToTitle = 16;  // from labels of ticks to the middle of the axis' title
constexpr double kBelowTicks = 33;    // from an axis to the middle of its title
constexpr double kOverhang = 14;      // by which the title of an axis may be longer than it

constexpr std::array kPlots{std::pair{DrawsPlot::trace, std::string_view("trace")},
                            std::pair{DrawsPlot::rank, std::string_view("rank")},
                            std::pair{DrawsPlot::pairs, std::string_view("pairs")}};

// A panel with axes of its own.
struct Panel {
  Box box;
  Range x, y;
  std::vector<Tick> x_ticks, y_ticks;
  std::string x_title, y_title;    // empty: none
  std::vector<std::string> plots;  // elements of one `plot` command
};

struct Label {
  std::string text;
  double x = 0, y = 0;
  std::string how;
};

struct Picture {
  double width = 0, height = 0;
  double y_labels = 0;                                    // room for the labels of y axes
  std::vector<std::pair<std::string, std::string>> data;  // names and rows of data blocks
  std::vector<Panel> panels;
  std::vector<Label> labels;
  std::vector<std::string> notes;

  double notes_height() const { return kNoteLine * static_cast<double>(notes.size()) + 4; }
};

std::string script(const Picture& picture, PictureFormat format) {
  GnuplotPicture out(format, picture.width, picture.height);
  for (const auto& [name, rows] : picture.data) out.data(name, rows);
  out.begin();
  for (const Panel& panel : picture.panels) {
    out.line("set xrange " + gnuplot_range(panel.x));
    out.line("set yrange " + gnuplot_range(panel.y));
    out.panel(panel.box, panel.x_ticks, panel.y_ticks);
    out.plot(panel.plots);
  }
  out.frame();
  for (const auto& [box, x, y, x_ticks, y_ticks, x_title, y_title, plots] : picture.panels) {
    if (!x_title.empty()) {
      out.label(shortened(x_title, letters_within(box.right - box.left + kOverhang)),
                (box.left + box.right) / 2, box.bottom - kBelowTicks, "center");
    }
    if (!y_title.empty()) {
      out.label(shortened(y_title, letters_within(box.top - box.bottom + kOverhang)),
                box.left - picture.y_labels - kLabelToTitle, (box.bottom + box.top) / 2,
                "center rotate by 90");
    }
  }
  for (const auto& [text, x, y, how] : picture.labels) out.label(text, x, y, how);
  out.notes(picture.notes, picture.notes_height() - 0.3 * kNoteLine - 4);
  out.plot({});
  return out.end();
}

Range range_of(const Eigen::MatrixXd& draws) {
  const double low = draws.minCoeff(), high = draws.maxCoeff();
  const double width = high > low ? high - low : std::max(std::abs(low), 1.0) * 0.1;
  return {low - 0.04 * width, high + 0.04 * width};
}

Index draws_of(const All& all) { return all.front().draws.rows(); }
Index all_chains(const All& all) { return all.front().draws.cols(); }
Index shown_chains(const All& all) { return std::min(all_chains(all), kMostChains); }

// Thinning: one draw in so many is shown, so that at most `most` are.
Index stride_for(Index draws, Index most) { return (draws + most - 1) / most; }

std::string chains_note(Index chains) {
  if (chains <= kMostChains) return "Colours: chains.";
  return "The first " + std::to_string(kMostChains) + " of " + text::counted(chains, "chain") + ".";
}

std::string every_note(Index stride) {
  return stride == 1 ? "" : " One draw in " + std::to_string(stride) + " of each chain is shown.";
}

// Returns the points of every chain shown, at places 0, stride, ... below `count`.
using AtPlace = std::function<double(Index place, Index chain)>;
std::string chain_rows(Index chains, Index count, Index stride, const AtPlace& x,
                       const AtPlace& y) {
  std::string rows;
  for (Index c = 0; c < chains; ++c) {
    for (Index i = 0; i < count; i += stride) rows += gnuplot_row({x(i, c), y(i, c)});
    rows += "\n\n";  // the next index
  }
  return rows;
}

// Returns an element for each chain of a data block of chain_rows().
std::vector<std::string> chain_plots(const std::string& block, Index chains,
                                     const std::string& style) {
  std::vector<std::string> plots;
  for (Index c = 0; c < chains; ++c) {
    plots.push_back("$" + block + " index " + std::to_string(c) + " using 1:2 with " + style +
                    " lc rgb '" + std::string(look(static_cast<std::size_t>(c)).colour) + "'");
  }
  return plots;
}

// Places the panels in two columns below the title and above the notes; the lowest of each column
// keep their titles of x.
void place_in_columns(Picture& picture) {
  constexpr double width = 300, height = 130, below = 52, right = 14;
  const std::size_t count = picture.panels.size(), columns = std::min<std::size_t>(count, 2);
  for (Panel& panel : picture.panels) {
    panel.x_ticks = fitting_ticks(panel.x, width, 6);
    panel.y_ticks = linear_ticks(panel.y);
    picture.y_labels = std::max(picture.y_labels, label_width(panel.y_ticks) + 10);
  }
  const double left = picture.y_labels + 28, pitch = left + width + 10;
  const auto rows = static_cast<double>((count + columns - 1) / columns);
  picture.width = static_cast<double>(columns) * pitch - 10 + right;
  picture.height = kTitle + rows * (height + below) + picture.notes_height();
  for (std::size_t p = 0; p < count; ++p) {
    const double at = left + static_cast<double>(p % columns) * pitch;
    const double top =
        picture.height - kTitle - static_cast<double>(p / columns) * (height + below);
    picture.panels[p].box = {at, at + width, top - height, top};
    if (p + columns < count) picture.panels[p].x_title.clear();
  }
}

Picture traces(const All& all) {
  const Index draws = draws_of(all), chains = shown_chains(all);
  const Index stride = stride_for(draws, kMostTraced);
  Picture picture;
  picture.notes = {chains_note(all_chains(all)) + every_note(stride)};
  const Range across{1, std::max(2.0, static_cast<double>(draws))};
  for (const auto& [name, values] : all) {
    const std::string block = "p" + std::to_string(picture.data.size());
    picture.data.emplace_back(
        block, chain_rows(
                   chains, draws, stride, [](Index i, Index) { return static_cast<double>(i + 1); },
                   [&values = values](Index i, Index c) { return values(i, c); }));
    picture.panels.push_back({{},
                              across,
                              range_of(values),
                              {},
                              {},
                              "draw",
                              name,
                              chain_plots(block, chains, "lines lw 0.7")});
  }
  place_in_columns(picture);
  return picture;
}

Picture ranks(const All& all) {
  const Index draws = draws_of(all), chains = shown_chains(all);
  const int bins = static_cast<int>(std::clamp<Index>(draws / kDrawsPerBin, 2, kMostRankBins));
  const double end = static_cast<double>(all.front().draws.size());
  const double expected = static_cast<double>(draws) / bins;
  const double reach = 1.96 * independent_count_sd(draws, all_chains(all), bins);
  const double low = std::max(0.0, expected - reach), high = expected + reach;
  Picture picture;
  picture.notes = {
      chains_note(all_chains(all)) + " Draws of each chain, by their rank among the draws of all.",
      "Grey: 95 % of such counts if draws were independent; autocorrelated draws stray further."};
  picture.data = {{"band", gnuplot_row({0, low, high}) + gnuplot_row({end, low, high})},
                  {"even", gnuplot_row({0, expected}) + gnuplot_row({end, expected})}};
  for (const auto& [name, values] : all) {
    const Eigen::MatrixXi counts = rank_counts(values, bins);
    const std::string block = "p" + std::to_string(picture.panels.size());
    // The left edges of the bins with their counts, and the right end.
    picture.data.emplace_back(
        block, chain_rows(
                   chains, bins + 1, 1,
                   [&](Index b, Index) { return end / bins * static_cast<double>(b); },
                   [&](Index b, Index c) {
                     return static_cast<double>(counts(c, std::min<Index>(b, bins - 1)));
                   }));
    std::vector<std::string> plots{
        "$band using 1:2:3 with filledcurves fs solid noborder lc rgb '#e4e4e4'",
        "$even using 1:2 with lines lc rgb '#444444' dt (6,4) lw 0.9"};
    const auto steps = chain_plots(block, chains, "steps lw 1.6");
    plots.insert(plots.end(), steps.begin(), steps.end());
    const double top = 1.1 * std::max<double>(counts.maxCoeff(), high);
    picture.panels.push_back({{}, {0, end}, {0, top}, {}, {}, "rank", name, std::move(plots)});
  }
  place_in_columns(picture);
  return picture;
}

double correlation(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::ArrayXd x = a.reshaped().array() - a.mean(), y = b.reshaped().array() - b.mean();
  return (x * y).sum() / std::sqrt(x.square().sum() * y.square().sum());
}

// Returns the middle, count and width of the bins of all draws.
std::string histogram_rows(const Eigen::MatrixXd& draws, const Range& range, double& highest) {
  std::array<double, kHistogramBins> counts{};
  const double width = (range.high - range.low) / kHistogramBins;
  for (const double value : draws.reshaped()) {
    const auto bin = static_cast<std::size_t>((value - range.low) / width);
    ++counts[std::min<std::size_t>(bin, kHistogramBins - 1)];
  }
  std::string rows;
  for (std::size_t b = 0; b < counts.size(); ++b) {
    rows += gnuplot_row({range.low + (static_cast<double>(b) + 0.5) * width, counts[b], width});
  }
  highest = *std::max_element(counts.begin(), counts.end());
  return rows;
}

// The places of the panels of pairs(), one for each row and column.
struct PairsGrid {
  static constexpr double kPitch = 114, kSide = 104, kBelow = 70, kRight = 16;
  static constexpr double kLeast = 400;  // wide enough for title and note
  static constexpr int kMostTicks = 5;

  double count, left;

  double width() const { return std::max(kLeast, left + count * kPitch + kRight); }
  double height() const { return kBelow + count * kPitch + kTitle; }
  Box box(std::size_t row, std::size_t column) const {
    const double at = left + static_cast<double>(column) * kPitch;
    const double bottom = kBelow + (count - 1 - static_cast<double>(row)) * kPitch;
    return {at, at + kSide, bottom, bottom + kSide};
  }
};

// Only panels at the left and at the bottom have labels and titles.
Panel pairs_panel(const All& all, const PairsGrid& grid, std::size_t row, std::size_t column,
                  const Range& y, std::vector<std::string> plots) {
  const bool is_lowest = row + 1 == all.size(), is_first = column == 0 && row > 0;
  const Range x = range_of(all[column].draws);
  const auto x_ticks = fitting_ticks(x, PairsGrid::kSide, PairsGrid::kMostTicks);
  const auto y_ticks = linear_ticks(y, PairsGrid::kMostTicks);
  return {grid.box(row, column),
          x,
          y,
          is_lowest ? x_ticks : without_labels(x_ticks),
          is_first ? y_ticks : without_labels(y_ticks),
          is_lowest ? all[column].name : "",
          is_first ? all[row].name : "",
          std::move(plots)};
}

// Panel (row, column) shows these two coefficients; on the diagonal are histograms, above it
// correlations.
Picture pairs(const All& all) {
  const Index chains = shown_chains(all), draws = draws_of(all);
  const Index stride = stride_for(chains * draws, kMostScattered);
  Picture picture;
  for (const auto& [name, values] : all) {
    const auto ticks = linear_ticks(range_of(values), PairsGrid::kMostTicks);
    picture.y_labels = std::max(picture.y_labels, label_width(ticks) + 10);
  }
  const PairsGrid grid{static_cast<double>(all.size()), picture.y_labels + 28};
  picture.width = grid.width();
  picture.height = grid.height();
  picture.notes = {chains_note(all_chains(all)) + every_note(stride) +
                   " Upper right: correlations."};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Eigen::MatrixXd& y = all[i].draws;
    for (std::size_t j = 0; j < i; ++j) {
      const Eigen::MatrixXd& x = all[j].draws;
      const std::string block = "s" + std::to_string(i) + "x" + std::to_string(j);
      picture.data.emplace_back(
          block, chain_rows(
                     chains, draws, stride, [&](Index d, Index c) { return x(d, c); },
                     [&](Index d, Index c) { return y(d, c); }));
      picture.panels.push_back(pairs_panel(all, grid, i, j, range_of(y),
                                           chain_plots(block, chains, "points pt 7 ps 0.18")));
      const double r = correlation(x, y);
      const Box at = grid.box(j, i);
      picture.labels.push_back({std::isfinite(r) ? text::fixed_text(r, 2) : "-",
                                (at.left + at.right) / 2, (at.bottom + at.top) / 2, "center"});
    }
    const std::string block = "h" + std::to_string(i);
    double highest = 0;
    picture.data.emplace_back(block, histogram_rows(y, range_of(y), highest));
    picture.panels.push_back(pairs_panel(
        all, grid, i, i, {0, 1.05 * highest},
        {"$" + block + " using 1:2:3 with boxes fs solid 0.45 noborder lc rgb '#777777'"}));
  }
  return picture;
}

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
  Picture picture = plot == DrawsPlot::trace  ? traces(coefficients)
                    : plot == DrawsPlot::rank ? ranks(coefficients)
                                              : pairs(coefficients);
  picture.labels.push_back({title, picture.width / 2, picture.height - 14, "center"});
  return script(picture, format);
}

Eigen::MatrixXi rank_counts(const Eigen::MatrixXd& draws, int bins) {
  const auto all = static_cast<double>(draws.size());
  Eigen::MatrixXi counts = Eigen::MatrixXi::Zero(draws.cols(), bins);
  Eigen::Index place = 0;
  for (const double rank : mid_ranks({draws.data(), static_cast<std::size_t>(draws.size())})) {
    const int bin = std::min(static_cast<int>((rank - 0.5) / all * bins), bins - 1);
    ++counts(place++ / draws.rows(), bin);
  }
  return counts;
}

double independent_count_sd(Eigen::Index draws_per_chain, Eigen::Index chains, int bins) {
  const auto n = static_cast<double>(draws_per_chain), all = n * static_cast<double>(chains);
  const double share = 1.0 / bins;
  return std::sqrt(n * share * (1 - share) * (all - n) / (all - 1));
}

}  // namespace skald::report
