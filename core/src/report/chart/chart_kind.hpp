// The kinds of charts. A kind is all that tells it from others: whoever draws, lists or checks
// charts asks it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "record/study_runs.hpp"

namespace skald::report {

struct Chart;
struct ChartRequest;

// What stands on the x axis.
enum class ChartX {
  along,  // iterations, or a metric or cost that was recorded along runs
  axis,   // an axis of the study
  cost,   // the final value of another metric or of a cost
  own     // what the kind itself puts there
};

enum class ChartMarks {
  lines,    // with markers, and a band around them
  points,   // with error bars, joined if x is numeric
  bars,     // from zero, with error bars
  crosses,  // with error bars in both directions, and steps along the Pareto front
  steps,    // over bins
  cells     // colours, and lines over them; all others are series
};

struct ChartKind {
  std::string_view name;
  std::string_view words;  // "a curve"
  ChartX x = ChartX::own;
  ChartMarks marks = ChartMarks::points;
  bool needs_runs = false;     // what runs recorded or kept; otherwise final values suffice
  bool has_exact = false;      // exact values can be shown beside
  bool has_published = false;  // published values can be laid over it
  // Throws std::invalid_argument as compare() does.
  Chart (*make)(const record::StudyRuns& runs, const ChartRequest& request) = nullptr;

  bool has_cells() const { return marks == ChartMarks::cells; }

  static const ChartKind curve;      // a metric along runs, its mean over replicates with a band
  static const ChartKind points;     // final values over an axis, with error bars
  static const ChartKind bars;       // the same as bars from zero
  static const ChartKind heat;       // final values over two axes, as colours
  static const ChartKind tradeoff;   // final values over a cost, a point per setting, Pareto front
  static const ChartKind histogram;  // the number of runs whose final value lies in each bin
  static const ChartKind draws;      // the density of kept draws in two coordinates, as colours
};

inline constexpr std::array kChartKinds{
    &ChartKind::curve,    &ChartKind::points,    &ChartKind::bars, &ChartKind::heat,
    &ChartKind::tradeoff, &ChartKind::histogram, &ChartKind::draws};

// Parses "curve", ...; throws std::invalid_argument for any other word.
const ChartKind& chart_kind(std::string_view name);

// Returns "curve, points, ... or draws".
std::string chart_kind_names();
// Returns "a curve, points or bars" for the kinds of which that holds.
std::string chart_kinds_with(bool ChartKind::*property);

}  // namespace skald::report
