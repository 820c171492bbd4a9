#include "sweep/size_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "grid/canonical.hpp"
#include "record/costs.hpp"

namespace skald {
namespace {

// Bytes per row, measured by dbstat in databases of 100 to 10 000 runs (docs/scale.md).
constexpr double kEmpty = 262e3;       // the schema, quantiles, and a page for each table and index
constexpr double kCell = 450;          // study_cells, axes and their indexes
constexpr double kRun = 1110;          // runs, ledger, artifacts, events, and indexes
constexpr double kSeries = 52;         // summary
constexpr double kMoment = 44;         // moments
constexpr double kPoint = 21;          // points
constexpr double kDiagnosis = 48;      // diagnostics
constexpr double kRecords = 100;       // that a run makes unless it is told otherwise
constexpr double kRecordedSeries = 1;  // by the sampler itself

double records_of(const grid::Cell& cell) {
  const auto number = [&](const char* option) {
    return cell.number(options::Section::run, option);
  };
  const auto length = number("rounds") ? number("rounds") : number("iterations");
  const double most = std::max(length.value_or(kRecords), 1.0);
  const auto every = number("record_every");
  if (!every || *every < 1) return std::min(most, kRecords);
  return std::max(number("iterations").value_or(most) / *every, 1.0);
}

// At the records 1, 2, 4, 8, ... and the last one.
double diagnoses_of(double records) {
  const double doublings = std::floor(std::log2(records));
  return 1 + doublings + (std::exp2(doublings) < records ? 1 : 0);
}

}  // namespace

double bytes_of_empty_database() { return kEmpty; }

double bytes_of_cell(const grid::Cell& cell) {
  return kCell + static_cast<double>(grid::canonical_json(cell).size());
}

double bytes_of_run(const grid::Cell& cell) {
  const std::vector<grid::MetricChoice>& metrics = cell.metrics;
  const auto measured = std::count_if(metrics.begin(), metrics.end(), [](const auto& metric) {
    return !record::is_cost_along(metric.name);
  });
  const double series = static_cast<double>(measured) + kRecordedSeries;
  const double records = records_of(cell);
  return kRun + kSeries * series + kDiagnosis * diagnoses_of(records) +
         records * (kMoment + kPoint * series);
}

}  // namespace skald
