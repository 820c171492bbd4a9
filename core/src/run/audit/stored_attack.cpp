#include "run/audit/stored_attack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "run/audit/canary_model.hpp"
#include "run/audit/two_columns.hpp"
#include "run/run_cell.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
// Replicates of studies are below.
constexpr std::uint64_t kFirstWith = std::uint64_t{1} << 41,
                        kFirstWithout = kFirstWith + (std::uint64_t{1} << 32);

// Every number that is stored of a run and covered, by the name of its column.
using StoredNumbers = std::map<std::string, double>;

void add_costs(const Costs& costs, const std::string& place, StoredNumbers& numbers) {
  for (const Cost& cost : kCosts) {
    numbers[std::string(cost.name) + place] = costs.*cost.value;
  }
}

std::string at(std::int64_t iteration) { return " at iteration " + std::to_string(iteration); }

StoredNumbers numbers_of(const record::RunOutcome& outcome) {
  StoredNumbers numbers;
  numbers["status"] = static_cast<double>(outcome.status);
  if (outcome.costs) add_costs(*outcome.costs, "", numbers);
  for (const record::MomentRecord& moment : outcome.moments) {
    Costs costs = moment.costs;
    costs.eps_spent = kNothing;  // not kept along a run
    add_costs(costs, at(moment.iteration), numbers);
  }
  for (const record::SeriesRecord& series : outcome.series) {
    const auto& no = outcome.uncovered;
    if (std::find(no.begin(), no.end(), series.metric) != no.end()) continue;
    for (const record::PointRecord& point : series.points) {
      numbers[series.metric + at(point.iteration)] = point.value;
    }
    numbers["the last " + series.metric] = series.summary.last;
    numbers["the least " + series.metric] = series.summary.min;
    numbers["the most " + series.metric] = series.summary.max;
    numbers["the mean " + series.metric] = series.summary.mean;
  }
  return numbers;
}

// The cell with data that are the same in all replicates: those of replicate 0.
grid::Cell with_fixed_data(grid::Cell cell) {
  for (grid::PluginChoice& choice : cell.plugins) {
    const bool is_data = choice.kind == Kind::dataset || choice.kind == Kind::partition;
    if (is_data && !choice.seed) choice.seed = static_cast<std::int64_t>(cell.seed);
  }
  return cell;
}

RunRequest request_of(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                      bool is_there) {
  RunRequest request;
  request.cell = with_fixed_data(cell);
  const double absent = relation == Relation::replace_one ? -kFarBeyondClips : 0;
  const Canary canary{is_there ? kFarBeyondClips : absent, {}};
  request.stand_in = [=](const Model& model, const problem::FederatedTable& table) {
    return std::make_unique<CanaryModel>(model, std::vector{canary}, canary_rows(unit, table));
  };
  const bool counts = unit.whole_client || relation == Relation::add_remove;
  if (is_there || !counts) return request;
  request.other_rows = [=](problem::FederatedTable& table) {
    const Index size = table.size(unit.client);
    table.keep_rows(unit.client, std::max<Index>(1, unit.whole_client ? size / 2 : size - 1));
  };
  return request;
}

std::vector<StoredNumbers> stored_runs(RunRequest request, std::uint64_t first, std::int64_t runs,
                                       plugin_host::PluginHost& host) {
  std::vector<StoredNumbers> all;
  for (std::int64_t i = 0; i < runs; ++i) {
    request.replicate = first + static_cast<std::uint64_t>(i);
    const record::RunOutcome outcome = run_cell(request, host);
    if (!record::is_result(outcome.status)) {
      throw std::runtime_error("a run of the attack failed: " + outcome.message);
    }
    all.push_back(numbers_of(outcome));
  }
  return all;
}

Eigen::MatrixXd table_of(const std::vector<StoredNumbers>& runs,
                         const std::vector<std::string>& names) {
  Eigen::MatrixXd table(static_cast<Index>(names.size()), static_cast<Index>(runs.size()));
  for (Index j = 0; j < table.cols(); ++j) {
    for (Index i = 0; i < table.rows(); ++i) {
      const StoredNumbers& run = runs[static_cast<std::size_t>(j)];
      const auto found = run.find(names[static_cast<std::size_t>(i)]);
      table(i, j) = found == run.end() ? kNothing : found->second;
    }
  }
  return table;
}

// The least that any of the runs states: what holds of a run holds of all that might have become of
// it.
double claimed_by(const std::vector<StoredNumbers>& runs) {
  double least = std::numeric_limits<double>::infinity();
  for (const StoredNumbers& run : runs) least = std::min(least, run.at("eps_spent"));
  return least;
}

}  // namespace

StoredFinding attack_stored(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                            std::int64_t runs, double delta, double significance,
                            plugin_host::PluginHost& host) {
  const std::vector<StoredNumbers> with =
      stored_runs(request_of(cell, unit, relation, true), kFirstWith, runs, host);
  const std::vector<StoredNumbers> without =
      stored_runs(request_of(cell, unit, relation, false), kFirstWithout, runs, host);
  std::vector<StoredNumbers> all = with;
  all.insert(all.end(), without.begin(), without.end());
  std::set<std::string> columns;
  for (const StoredNumbers& run : all) {
    for (const auto& [name, value] : run) columns.insert(name);
  }
  ColumnRuns seen{{columns.begin(), columns.end()}, {}, {}};
  seen.with = table_of(with, seen.names);
  seen.without = table_of(without, seen.names);
  const double claimed = claimed_by(all);
  const ColumnAttack found = attack_by_columns(seen, {claimed, delta}, significance);
  return {claimed, found.shown, found.columns};
}

}  // namespace skald::run
