#include "store/study_runs.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "skald/parts/not_a_number.hpp"
#include "store/columns.hpp"
#include "store/run_table.hpp"

namespace skald::store {
namespace {

// A cell that the study declares.
struct Cell {
  std::int64_t position = 0;
  std::int64_t problem = 0;
  std::string origin;
  std::int64_t replicates = 0;
  std::string guarantee;
  std::vector<record::SqlValue> axes;
};
using Cells = std::unordered_map<std::int64_t, Cell>;  // by row id

// What metrics measure depends on these parts of a cell; all else is how a method goes about it.
constexpr std::string_view problem_sql =
    "json_extract(c.canonical_json, '$.dataset', '$.partition', '$.model')";

// What an eps is of depends on these; NULL without a mechanism.
constexpr std::string_view guarantee_sql =
    "CASE WHEN json_extract(c.canonical_json, '$.privacy.plugin') <> 'none' THEN 'unit ' ||"
    " coalesce(json_extract(c.canonical_json, '$.sampler.options.unit'), 'record') ||"
    " ', adversary ' ||"
    " coalesce(json_extract(c.canonical_json, '$.privacy.options.adversary'), 'server') END";

Cells cells_of(const Connection& connection, std::int64_t study,
               const std::vector<std::string>& axes, Problems& problems) {
  std::string columns = "o.cell, o.position, " + std::string(problem_sql) +
                        ", o.origin, o.replicates, " + std::string(guarantee_sql);
  Statement find = connection.prepare("SELECT id FROM axis_names WHERE column_name = ?");
  for (const std::string& axis : axes) {
    find.with(axis).step();
    columns += ", " + axis_sql("o", find.integer(0));
  }
  Statement rows = connection.prepare("SELECT " + columns +
                                      " FROM study_cells AS o JOIN cells AS c ON c.id = o.cell"
                                      " WHERE o.study = ? AND NOT o.reference");
  Cells cells;
  rows.with(study);
  while (rows.step()) {
    Cell& cell = cells[rows.integer(0)];
    cell.position = rows.integer(1);
    cell.problem =
        problems.try_emplace(std::string(rows.text(2)), std::ssize(problems) + 1).first->second;
    cell.axes.reserve(axes.size());
    cell.origin = rows.text(3);
    cell.replicates = rows.integer(4);
    cell.guarantee = rows.text(5);
    for (int column = 6; column < rows.columns(); ++column) {
      cell.axes.push_back(rows.value(column));
    }
  }
  return cells;
}

// The iterations of the events of a kind, by run: the first of each run; 0: at none in particular.
std::unordered_map<std::int64_t, std::int64_t> events_of(const Connection& connection,
                                                         std::string_view kind) {
  std::unordered_map<std::int64_t, std::int64_t> iterations;
  Statement find = connection.prepare("SELECT run, iteration FROM events WHERE kind = ?");
  find.with(kind);
  while (find.step()) iterations.emplace(find.integer(0), find.integer(1));
  return iterations;
}

// Where the final values of the metrics are stored.
struct Sources {
  std::unordered_map<std::int64_t, std::size_t> summary;    // by the metric's id
  std::vector<std::pair<std::string, std::size_t>> ledger;  // by column
  std::vector<std::size_t> wall_seconds;
};

Sources sources_of(const Connection& connection, const std::vector<record::MetricRecord>& metrics) {
  Sources sources;
  Statement find = connection.prepare("SELECT id FROM metrics WHERE name = ?");
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const std::string& name = metrics[m].name;
    if (record::is_cost(name)) {
      sources.ledger.emplace_back(name, m);
    } else if (find.with(name).step()) {
      sources.summary.emplace(find.integer(0), m);
    } else {
      sources.wall_seconds.push_back(m);
    }
  }
  return sources;
}

// Reads the final values of runs, which must be requested in the order of their ids.
class FinalValuesInOrder {
 public:
  FinalValuesInOrder(const Connection& connection, Sources sources) : sources_(std::move(sources)) {
    if (!sources_.summary.empty()) {
      summary_.emplace(
          connection.prepare("SELECT run, metric, last FROM summary ORDER BY run, metric"));
    }
    if (sources_.ledger.empty()) return;
    std::string columns = "run";
    for (const auto& [name, place] : sources_.ledger) columns += ", " + quote_identifier(name);
    ledger_.emplace(connection.prepare("SELECT " + columns + " FROM ledger ORDER BY run"));
  }

  // Writes those that the run has into `values`, one place per metric.
  void read(std::int64_t run, double wall_seconds, std::span<double> values) {
    for (const std::size_t place : sources_.wall_seconds) values[place] = wall_seconds;
    if (ledger_ && ledger_->find(run)) {
      for (std::size_t i = 0; i < sources_.ledger.size(); ++i) {
        values[sources_.ledger[i].second] = ledger_->row().real(static_cast<int>(i) + 1);
      }
    }
    if (!summary_ || !summary_->find(run)) return;
    do {
      const auto source = sources_.summary.find(summary_->row().integer(1));
      if (source != sources_.summary.end()) values[source->second] = summary_->row().real(2);
    } while (summary_->next(run));
  }

 private:
  Sources sources_;
  std::optional<RowsByRun> summary_, ledger_;
};

// Reads what is known of the chains of runs at their ends; in the order of their ids, too.
class DiagnosesInOrder {
 public:
  explicit DiagnosesInOrder(const Connection& connection)
      : rows_(connection.prepare("SELECT run, " + record_columns<record::Diagnostics>() +
                                 " FROM diagnostics ORDER BY run, iteration")) {}

  record::Diagnosis of(std::int64_t run) {
    if (!rows_.find(run)) return {};
    record::Diagnostics last;
    do {
      last = rows_.row().read_record<record::Diagnostics>(1);
    } while (rows_.next(run));
    return record::Diagnosis(last);
  }

 private:
  RowsByRun rows_;
};

// Sorts the runs in the order of the grid, then by replicate.
std::vector<record::StudyRuns::Run> in_order(std::vector<record::StudyRuns::Run> runs,
                                             const std::vector<std::int64_t>& positions) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(positions[a], runs[a].replicate) < std::pair(positions[b], runs[b].replicate);
  });
  std::vector<record::StudyRuns::Run> ordered;
  ordered.reserve(runs.size());
  for (const std::size_t place : order) ordered.push_back(std::move(runs[place]));
  return ordered;
}

}  // namespace

void read_study_runs(const Connection& connection, std::int64_t study, Problems& problems,
                     record::StudyRuns& into) {
  const Cells cells = cells_of(connection, study, into.axes, problems);
  FinalValuesInOrder final_values(connection, sources_of(connection, into.metrics));
  DiagnosesInOrder diagnoses(connection);
  std::vector<record::StudyRuns::Run> runs;
  std::vector<std::int64_t> positions;
  const auto long_steps = events_of(connection, record::kLongStepEvent);
  const auto silent = events_of(connection, record::kSilentEvent);
  const auto restarts = events_of(connection, record::kRestartEvent);
  Statement rows = connection.prepare(
      "SELECT id, cell, replicate, status, wall_seconds, coalesce(temperature, 1), origin,"
      " averages_draws FROM runs NOT INDEXED WHERE NOT superseded AND former_of IS NULL ORDER BY "
      "id");
  while (rows.step()) {
    const auto cell = cells.find(rows.integer(1));
    if (cell == cells.end() || rows.integer(2) >= cell->second.replicates ||
        rows.text(6) != cell->second.origin) {
      continue;
    }
    positions.push_back(cell->second.position);
    std::vector<double> metrics(into.metrics.size(), kNotANumber);
    final_values.read(rows.integer(0), rows.real(4), metrics);
    runs.push_back({rows.integer(2), record::run_status(rows.text(3)), cell->second.axes,
                    std::move(metrics), rows.integer(0), cell->second.problem, rows.real(5),
                    cell->second.guarantee, std::nullopt, long_steps.contains(rows.integer(0)),
                    silent.contains(rows.integer(0))});
    if (rows.integer(7) != 0) runs.back().chains = diagnoses.of(rows.integer(0));
    const auto restart = restarts.find(rows.integer(0));
    if (restart != restarts.end()) runs.back().restart = restart->second;
  }
  into.runs = in_order(std::move(runs), positions);
}

}  // namespace skald::store
