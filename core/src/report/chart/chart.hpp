// A chart as values: what is drawn, before anybody has decided how. Whatever draws (a gnuplot
// script, a page) reads this alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "record/result_table.hpp"

namespace skald::report {

// curve:     a metric along runs, its mean over replicates with a band
// points:    final values over an axis, with error bars
// bars:      the same as bars from zero
// heat:      final values over two axes, as colours
// tradeoff:  final values over what they cost, one point per setting, with the Pareto front
// histogram: how many runs have a final value within each bin
// density:   a kernel estimate of the density of final values
// draws:     where the draws that runs have kept are, in two coordinates, as colours
enum class ChartKind { curve, points, bars, heat, tradeoff, histogram, density, draws };

// Whether the kind has cells in place of series.
bool has_cells(ChartKind kind);

// "curve", ...; std::invalid_argument for another word.
ChartKind chart_kind(std::string_view name);
std::string_view name_of(ChartKind kind);

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

struct ChartAxis {
  std::string name;   // of a metric, a cost or an option
  std::string units;  // empty or "1": a pure number
  bool is_log = false;
  std::vector<std::string> categories;  // labels of the places 0, 1, ...; none: an axis of numbers
  std::string title;                    // in place of name and units; empty: these
  double first = 0, step = 0;           // of cells: place i stands at first + i step; 0: at i
};

// "nll [nat]"; the name alone where it says its units ("bits_up", in bit). Names and units as
// papers write them: "ρ", "w2 [θ]".
std::string axis_title(const ChartAxis& axis);

struct ChartPoint {
  double x = kNoNumber, y = kNoNumber;           // finite
  double low = kNoNumber, high = kNoNumber;      // the interval of y; NaN: none
  double x_low = kNoNumber, x_high = kNoNumber;  // of x; the edges of a bin
  std::int64_t n = 0;                            // replicates; runs of a histogram; 0: not of runs
  bool is_on_front = false;                      // no other setting is better in both
  std::vector<record::SqlValue> setting;         // values of Chart::setting_axes
};

enum class ChartSource { runs, exact, published };
std::string_view name_of(ChartSource source);

struct ChartSeries {
  std::string name;  // for the legend
  ChartSource source = ChartSource::runs;
  std::size_t look = 0;              // equal looks belong together: a setting and its exact value
  std::vector<record::SqlValue> by;  // values of Chart::by
  std::vector<ChartPoint> points;    // by x
};

// Whether one of its points has an interval of y.
bool has_interval(const ChartSeries& series);

// A cell of a heat map or of draws: places on the two axes; a value that is not finite is a gap.
struct HeatCell {
  std::size_t column = 0, row = 0;
  double value = kNoNumber, low = kNoNumber, high = kNoNumber;
  std::int64_t n = 0;
};

struct ChartPanel {
  std::string title;  // "rho = 0.5"
  record::SqlValue facet;
  std::vector<ChartSeries> series;
  std::vector<HeatCell> cells;
};

struct Chart {
  ChartKind kind = ChartKind::curve;
  std::string title;
  ChartAxis x, y;
  ChartAxis value;                        // of a heat map's colours
  std::string facet;                      // the axis that makes the panels; empty: one panel
  std::vector<std::string> by;            // the axes that make the series
  std::vector<std::string> setting_axes;  // the axes that tell the points of a trade-off apart
  std::vector<ChartPanel> panels;
  std::vector<std::string> notes;  // sentences that belong below the chart
};

// The name of a setting in a legend: texts as they are, numbers and formulas with their axis as
// papers write it, what is unset left out: "fald, K = 5, ρ = 0".
std::string setting_name(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values);

}  // namespace skald::report
