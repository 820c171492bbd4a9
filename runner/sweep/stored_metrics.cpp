#include "sweep/stored_metrics.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "database/stored_choices.hpp"
#include "grid/canonical.hpp"
#include "store/damage.hpp"

namespace skald {
namespace {

bool has_metric_named(const grid::Cell& cell, const std::string& name) {
  const std::vector<grid::MetricChoice>& metrics = cell.metrics;
  return std::ranges::find(metrics, name, &grid::MetricChoice::name) != metrics.end();
}

bool is_at_hand(grid::MetricChoice& metric, bool has_reference, plugin_host::PluginHost& host) {
  try {
    restore_metric(metric, host);
  } catch (const std::exception&) {
    return false;
  }
  return has_reference || !metric.needs_reference;
}

}  // namespace

std::vector<grid::MetricChoice> stored_metrics(const std::string& measured) {
  try {
    return grid::read_measured(measured);
  } catch (const std::invalid_argument& e) {
    throw store::DamagedError(std::string("what a stored run has measured cannot be read: ") +
                              e.what() + "; " + store::rescue_text());
  }
}

std::unique_ptr<const OwnRuns> with_stored_metrics(std::span<const SweepRun> runs,
                                                   const store::RunMakers& makers,
                                                   plugin_host::PluginHost& host) {
  std::unique_ptr<OwnRuns> own;
  // By the cell and what is measured; null: the cell as it is.
  std::map<std::pair<const grid::Cell*, std::int64_t>, const grid::Cell*> known;
  const auto cell_for = [&](const SweepRun& run, std::int64_t measured) {
    const auto [entry, is_new] = known.try_emplace({run.cell, measured}, nullptr);
    if (!is_new) return entry->second;
    grid::Cell cell = *run.cell;
    for (grid::MetricChoice& metric : stored_metrics(makers.measured.at(measured))) {
      if (!has_metric_named(cell, metric.name) &&
          is_at_hand(metric, run.reference.has_value(), host))
        cell.metrics.push_back(std::move(metric));
    }
    if (cell.metrics.size() == run.cell->metrics.size()) return entry->second;
    if (!own) own.reset(new OwnRuns{{runs.begin(), runs.end()}, {}});
    return entry->second = &own->cells.emplace_back(std::move(cell));
  };
  for (std::size_t i = 0; i < runs.size() && !makers.runs.empty(); ++i) {
    const auto stored = makers.runs.find(runs[i].hash.text());
    if (stored == makers.runs.end() || runs[i].is_reference) continue;
    if (const grid::Cell* cell = cell_for(runs[i], stored->second.measured))
      own->runs[i].cell = cell;
  }
  return own;
}

}  // namespace skald
