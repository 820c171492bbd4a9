// Makes the chart that `skald plot` draws.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart/chart.hpp"
#include "system/open_plugins.hpp"

namespace skald {

struct PlotCommand {
  std::string database;            // or a table (.csv)
  std::string study, y, x, facet;  // empty: chosen automatically
  std::vector<std::string> by, over, where, log;
  std::string kind = "auto";
  std::string band = "95";
  bool exact = false;
  PluginOptions plugins;     // that tell the exact posterior of draws, and know metrics of tables
  std::string folder = ".";  // to which the runs' file names are relative
  std::string published;
  std::string target;                          // a condition; empty: final values
  std::vector<std::size_t> coordinates{1, 2};  // for draws
  std::string title, x_title, y_title;         // empty: chosen automatically
  std::string picture, data, script;           // files; empty: none
  std::string medium, font, size;              // of the picture; empty: as usual
  double font_size = 0;
  bool has_all_notes = false;
};

// Reads what is to be drawn and returns it as a chart. Throws UsageError if it cannot be drawn, and
// store::DamagedError if it is not as it was stored.
report::Chart chart_of(PlotCommand command);

}  // namespace skald
