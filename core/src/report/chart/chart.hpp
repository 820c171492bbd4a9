// The content of a chart as values, independent of how it is drawn. Renderers (gnuplot scripts, web
// pages) need nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/records.hpp"
#include "record/study_runs.hpp"
#include "report/chart/chart_kind.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::report {

struct ChartAxis {
  std::string name;   // a metric, a cost or an option
  std::string units;  // empty or "1": dimensionless
  bool is_log = false;
  std::vector<std::string> categories;  // labels of positions 0, 1, ...; empty: a numeric axis
  std::string title;                    // replaces name and units unless empty
  double first = 0, step = 0;           // for cells: position i is first + i step; step 0: i
  record::Scale scale = record::Scale::real;  // of the metric: its range ends where values do
};

// Returns the title of an axis, "nll [nat]"; without the units if the name implies them ("bits_up",
// in bit). Names and units are written as in papers: "ρ", "w2 [θ]".
std::string axis_title(const ChartAxis& axis);

struct ChartPoint {
  double x = kNotANumber, y = kNotANumber;           // finite
  double low = kNotANumber, high = kNotANumber;      // interval of y; NaN: none
  double x_low = kNotANumber, x_high = kNotANumber;  // interval of x, or the edges of a bin
  std::int64_t n = 0;                     // replicates; in a histogram, runs; 0: not from runs
  bool starts_anew = false;               // what is averaged: no line leads here
  std::size_t front = 0;                  // number of its Pareto front in the panel; 0: on none
  std::vector<record::SqlValue> setting;  // values of Chart::setting_axes
};

// survivors: runs of settings of which others have diverged.
enum class ChartSource { runs, exact, published, survivors };
std::string_view name_of(ChartSource source);

struct ChartSeries {
  std::string name;  // for the legend
  ChartSource source = ChartSource::runs;
  std::size_t look = 0;              // the same for a setting and its exact values; see look.hpp
  std::vector<record::SqlValue> by;  // values of Chart::by
  std::vector<ChartPoint> points;    // sorted by x
  std::vector<double> diverged;      // positions on x where all runs diverged
  bool is_faint = false;             // grey and without a name, behind the others
};

// Returns whether any point has an interval of y.
bool has_interval(const ChartSeries& series);

// A cell of a heat map or of a density of draws, by its positions on the two axes. A cell whose
// value is not finite is left blank.
struct HeatCell {
  std::size_t column = 0, row = 0;
  double value = kNotANumber, low = kNotANumber, high = kNotANumber;
  std::int64_t n = 0;
  double exact = kNotANumber;  // the exact value, if there is one
};

struct ChartPanel {
  std::string title;  // "rho = 0.5"
  record::SqlValue facet;
  std::vector<ChartSeries> series;  // over cells: lines
  std::vector<HeatCell> cells;
};

struct Chart {
  const ChartKind* kind = &ChartKind::curve;
  std::string title;
  ChartAxis x, y;
  ChartAxis value;                        // the colour scale of a heat map
  std::string facet;                      // the axis over which panels differ; empty: one panel
  std::vector<std::string> by;            // the axes that distinguish series
  std::vector<std::string> setting_axes;  // the axes that distinguish the points of a trade-off
  bool is_larger_x_better = false;        // of a trade-off
  std::vector<ChartPanel> panels;
  std::vector<std::string> notes;  // sentences shown below the chart, the most important first
  std::string hint;                // for whom draws it: the options that would show more
  std::string source;              // of the values: the runs, and the programs that made them
};

// Returns the first notes, as many as two lines of a picture with one panel hold.
std::vector<std::string> short_notes(const std::vector<std::string>& notes);

// Returns the name of a setting for the legend, "fald, K = 5, ρ = 0": texts without the name of
// their axis, numbers and formulas with it, unset values not at all; "no K" if all are unset.
std::string setting_name(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values);

}  // namespace skald::report
